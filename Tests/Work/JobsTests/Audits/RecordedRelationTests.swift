import Auditing
import Diagnostics
import Intake
import Jobs
import Metrics
@_spi(Internal) import Passwords
import Reports
import Tallies
import TallyFiles
import TestSupport
import Testing

private let users = "ann:ann1\nbob:bob\nelaine:myelaine\neve:abcdefgh\n"

/// The tally file of a scan of users whose relations stand in other bits, under other names.
///
/// Each name may be new; the bit of a relation that has no name is lost.
private func recording(relations: [String]) throws -> Recording {
  let directory = try TemporaryDirectory()
  var asked = try settings("minlength: 4;", [try directory.file("leak.txt", users)])
  asked.lists.layout = LayoutRequest(.stated(.user))
  asked.blocklists = BlocklistSettings()
  let scan = try asked.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording
  let (schema, known) = (scan.schema, scan.schema.sources)
  var (demand, sources) = (schema.demand, known)
  sources.userRelations = relations
  demand.lists = sources.bitCount
  var tally = Tally(schema: try Schema(for: demand, sources: sources))
  tally.lines = scan.tally.lines
  scan.tally.forEach { signature, count in
    var profile = schema.profile(of: signature)
    let lists = profile.lists
    profile.lists = lists & 1
    for (place, name) in relations.enumerated() {
      guard let relation = UserNameRelation(rawValue: name) else { continue }
      if lists & known.mask(of: relation) != 0 { profile.lists |= 2 << UInt32(place) }
    }
    tally.record(tally.schema.signature(of: profile), times: count)
  }
  var changed = scan
  changed.tally = tally
  let bytes = try TallyFile.bytes(of: changed)
  return try TallyFile.recording(in: bytes.span, name: "leak.tally")
}

/// The entries that rules on users' names refuse, and those of each relation, as reported.
private func refused(in recording: Recording) throws -> [String: UInt64] {
  var asked = try settings("minlength: 4; context: username, username substring;", [])
  asked.blocklists = BlocklistSettings()
  let listener = Listener()
  let found = try asked.findings(
    in: AskedRecording(recording), of: "leak.tally", tell: listener.tell)
  #expect(listener.told == [])
  var counts: [String: UInt64] = [:]
  for histogram in found.findings.histograms() {
    switch histogram.metric {
    case .violation, .blocklist, .userName:
      for bin in histogram.bins where bin.name != "none" { counts[bin.name] = bin.count }
    default: break
    }
  }
  return counts
}

@Suite struct RecordedRelationTests {
  @Test(arguments: [
    ["user-name", "user-name-part"], ["user-name-part", "user-name"],
    ["user-mail", "user-name-part", "x\ny", "user-name"],
  ])
  func `relations to users are found by name, in any order of their bits`(
    relations: [String]
  ) throws {
    let counts = try refused(in: recording(relations: relations))
    #expect(
      counts == [
        "minlength": 1, "allowed": 0, "username": 2, "username-substring": 3, "built-in": 2,
        "user-name": 2, "user-name-part": 3,
      ])
  }

  @Test(arguments: [
    (["user-name"], "user-name-part"), (["user-name-part"], "user-name"),
    (["user-name-part", "other"], "user-name"),
  ])
  func `a tally with one relation does not record the other`(
    relations: [String], missing: String
  ) throws {
    let recording = try recording(relations: relations)
    #expect(
      problem { try refused(in: recording) }?.message == """
        leak.tally: error: the tally does not record the relation '\(missing)' to users' names
          Record it: audit scan --layout user:password LIST -o FILE
        """)
  }

  @Test(arguments: [["elsewhere"], ["elsewhere", "user"]])
  func `unknown relations are not counted as relations`(relations: [String]) throws {
    let recording = try recording(relations: relations)
    var asked = try settings("minlength: 4;", [])
    asked.blocklists = BlocklistSettings()
    let found = try asked.findings(in: AskedRecording(recording), of: "leak.tally") { _ in }
    #expect(found.findings.lists.map(\.name) == ["built-in"])
    #expect(found.findings.relations.isEmpty)
    #expect(!TallyInfo(recording).answers.contains("rules on users' names"))
  }
}
