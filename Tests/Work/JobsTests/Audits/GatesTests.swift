import Auditing
import Diagnostics
import Jobs
import Metrics
import Passwords
import Reports
import Tallies
import TestSupport
import Testing

/// Gates over exact counts, and over a folded tally, which gives the ends between which counts lie.
@Suite struct GatesTests {
  private static let words = [
    "meadow1", "lark", "otter22", "a1", "bracken", "heathxr7", "fern", "moss9", "x", "willow",
  ]

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// What a gate says of a policy: whether it is missed, and in which words.
  private func told(_ found: AuditFindings, _ gates: Gates) -> [String] {
    let listener = Listener()
    let outcome = found.conclude(failing: gates, tell: listener.tell)
    #expect((outcome == .done) == listener.told.isEmpty)
    return listener.told
  }

  private func audit(
    _ rules: String, blocklist: [String]? = nil
  ) throws -> (settings: AuditSettings, exact: AuditFindings) {
    let list = try directory.file("leak.txt", Self.words.map { $0 + "\n" }.joined())
    var settings = try settings(rules, [list])
    if let blocklist {
      settings.blocklists = BlocklistSettings(
        files: [try directory.file("refused.txt", blocklist.map { $0 + "\n" }.joined())])
    }
    return (settings, try settings.prepare { _ in }.run())
  }

  @Test(arguments: 1...9)
  func `a share at its limit keeps to it, and one beyond does not`(length: Int) throws {
    let count = Self.words.count { $0.count >= length }
    let exact = try audit("minlength: \(length);").exact
    let percent = Double(count) * 10
    let of = "\(count) of 10 passwords (\(percent) %) are accepted by 'test'"
    for share in stride(from: 0.0, through: 100, by: 5) {
      #expect(
        told(exact, Gates(least: share))
          == (percent < share ? ["error: \(of); expected at least \(share) %"] : []))
      #expect(
        told(exact, Gates(most: share))
          == (percent > share ? ["error: \(of); expected at most \(share) %"] : []))
    }
    #expect(
      told(exact, Gates(least: percent + 1, most: percent - 1)) == [
        "error: \(of); expected at least \(percent + 1) %",
        "error: \(of); expected at most \(percent - 1) %",
      ])
  }

  @Test func `each policy keeps to the gates by itself, and those of nothing to none`() throws {
    let exact = try audit("[a]\nminlength: 5;\n[b]\nminlength: 1;\n[c]\nminlength: 9;").exact
    #expect(
      told(exact, Gates(least: 55, most: 65)).map { $0.split(separator: "'")[1] } == ["b", "c"])
    #expect(told(exact, Gates()) == [])
  }

  @Test(arguments: [
    ([], 0), (["zebra"], 0), (["x"], 0), (["meadow1", "x", "fern"], 1),
    (["meadow1", "bracken", "willow"], 3),
  ])
  func `no accepted password may be on a blocklist that was asked`(
    listed: [String], count: Int
  ) throws {
    let settings = try audit(
      "minlength: 5;", blocklist: listed.isEmpty ? nil : listed
    ).exact
    let found = told(settings, Gates(refusesListed: true))
    if listed.isEmpty {
      #expect(found == ["error: no blocklist was asked; expected one, for --fail-listed"])
    } else if count == 0 {
      #expect(found == [])
    } else {
      #expect(
        found == [
          "error: \(count) of 6 passwords accepted by 'test' are on a blocklist; expected none"
        ])
    }
    #expect(told(settings, Gates(refusesListed: false)) == [])
  }

  @Test(arguments: 1...9)
  func `a folded tally misses what the exact one does, or says that it cannot decide`(
    length: Int
  ) throws {
    let (settings, exact) = try audit("minlength: \(length);")
    let recording = try settings.prepareScan(ScanSettings(version: "1")) { _ in }.run().recording
    let folded = try settings.findings(
      in: AskedRecording(recording.folded(below: GroupSize(entries: 4, passwords: 0), of: "a")),
      of: "a.tally"
    ) { _ in }
    let count = try #require(exact.findings.policies.first?.compliant)
    let ends = try (
      #require(folded.findings.policies.first?.compliant),
      #require((folded.findings.ofMost ?? folded.findings).policies.first?.compliant)
    )
    #expect(ends.0 <= count && count <= ends.1)
    for share in stride(from: 0.0, through: 100, by: 5) {
      for (gates, low, high) in [
        (Gates(least: share), Double(ends.0) * 10 < share, Double(ends.1) * 10 < share),
        (Gates(most: share), Double(ends.1) * 10 > share, Double(ends.0) * 10 > share),
      ] {
        let found = told(folded, gates)
        #expect(found.isEmpty == !low)
        if low { #expect(found[0].contains("cannot be decided") == !high) }
        if low { #expect(found[0].contains("Ask the lists") == !high) }
        // What is sure is so, and what is missed is told.
        let isMissed = !told(exact, gates).isEmpty
        #expect(isMissed ? low : !high)
        if ends.0 != ends.1, low { #expect(found[0].contains("\(ends.0) to \(ends.1) of 10 ")) }
      }
    }
  }
}
