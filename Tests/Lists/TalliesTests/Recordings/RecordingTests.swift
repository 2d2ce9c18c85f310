@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// A recording whose fields are all filled; each `first` gives other numbers.
private func recording(_ first: UInt64, _ schema: Schema) -> Recording {
  var recording = Recording(tally: Tally(schema: schema))
  for number in first..<first + 4 { recording.tally.record(Signature(number), times: number) }
  for (number, field) in LineCounts.kinds.map(\.field).enumerated() {
    recording.tally.lines[keyPath: field] = first + UInt64(number)
  }
  recording.tally.hits.add(first, list: 0, band: 3)
  recording.tally.hits.add(first + 1, list: 1, band: 4)
  var shapes = ShapeCounts()
  PackedShape(of: Array("ab1".utf8).span).map { shapes.record($0, times: first) }
  recording.tally.shapes = shapes
  recording.inputs = [
    RecordedInput(name: "list \(first)", container: "plain", bytes: first, sha256: "\(first)")
  ]
  recording.lists = [RecordedList(isCompiled: true), RecordedList(origins: ["one"])]
  recording.readings = ["line": "ends at LF"]
  recording.tally.lines.cut = first + 40
  recording.tally.lines.unheld = first + 50
  return recording
}

private func twoLists() throws -> Schema {
  var sources = FactSources()
  sources.lists = ["first", "second"].map {
    ListSource(name: $0, comparison: "exact", digest: $0, valueCount: 9)
  }
  var demand = FactDemand()
  demand.lists = 2
  return try Schema(for: demand, sources: sources)
}

@Suite struct RecordingTests {
  private let schema: Schema

  init() throws { schema = try twoLists() }

  private func sum(_ one: Recording, _ other: Recording) throws -> Recording {
    var sum = one
    try sum.merge(other)
    return sum
  }

  @Test func `numbers add up, and facts of both are kept`() throws {
    var (one, other) = (recording(100, schema), recording(7, schema))
    (one.versions, other.versions) = (["0.3.0", "0.5.0"], ["0.2.0", "0.5.0"])
    one.directories = ["b", "a"].map { RecordedDirectory(path: $0, label: $0) }
    other.directories = ["a", "c"].map { RecordedDirectory(path: $0, label: $0) }
    one.fingerprints = FingerprintSeal(keyID: "key", records: 1, checksum: "sum")
    for (first, second) in [(one, other), (other, one)] {
      let sum = try sum(first, second)
      #expect(sum.tally.lines.cut == 187 && sum.tally.lines.unheld == 207)
      #expect(sum.tally.hits[0, 3] == 107 && sum.tally.hits[1, 4] == 109)
      #expect(sum.tally.shapes?.entries == 107)
      for field in LineCounts.kinds.map(\.field) {
        #expect(
          sum.tally.lines[keyPath: field]
            == one.tally.lines[keyPath: field] + other.tally.lines[keyPath: field])
      }
      var entries: UInt64 = 0
      sum.tally.forEach { entries += $1 }
      #expect(entries == 100 + 101 + 102 + 103 + 7 + 8 + 9 + 10)
      #expect(sum.versions == ["0.2.0", "0.3.0", "0.5.0"])
      #expect(sum.directories.map(\.path) == ["a", "b", "c"])
      #expect(sum.inputs.map(\.name) == ["list 100", "list 7"])
      #expect(sum.fingerprints == nil, "no file holds the passwords of both")
      #expect(sum.lists == one.lists && sum.readings == one.readings)
    }
  }

  @Test func `a sum keeps the warnings of both parts, once each and sorted`() throws {
    var (one, other) = (recording(100, schema), recording(7, schema))
    (one.warnings, other.warnings) = (["of one", "of both"], ["of another", "of both"])
    for (first, second) in [(one, other), (other, one)] {
      let sum = try sum(first, second)
      #expect(sum.warnings == ["of another", "of both", "of one"])
      #expect(sum.readings["line"] == "ends at LF")
    }
    other.warnings = []
    for (first, second) in [(one, other), (other, one)] {
      #expect(try sum(first, second).warnings == ["of both", "of one"])
    }
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `a sum is complete if both parts are, and names users if one does`(
    first: Bool, second: Bool
  ) throws {
    var (one, other) = (recording(1, schema), recording(2, schema))
    (one.isComplete, other.isComplete) = (first, second)
    (one.namesUsers, other.namesUsers) = (first, second)
    let sum = try sum(one, other)
    #expect(sum.isComplete == (first && second) && sum.namesUsers == (first || second))
  }

  /// Each thing that a recording may hold, alone; with any of them it is not empty.
  private static var contents: [(inout Recording) -> Void] {
    [
      { $0.inputs = [RecordedInput(name: "a", container: "plain", bytes: 0, sha256: "")] },
      { $0.tally.record(Signature(1)) }, { $0.spectrum = Spectrum(schema: $0.schema) },
    ]
      + LineCounts.kinds.map(\.field).map { field in
        { $0.tally.lines[keyPath: field] = 1 }
      }
  }

  @Test func `a recording is empty just where nothing was read`() throws {
    let empty = Recording(tally: Tally(schema: schema))
    #expect(empty.isEmpty)
    for (number, fill) in Self.contents.enumerated() {
      var recording = empty
      fill(&recording)
      #expect(!recording.isEmpty, "content \(number)")
      // An empty recording adds nothing, from either side, whatever it states of itself.
      var other = empty
      other.readings = ["line": "ends at CR"]
      other.isComplete = false
      #expect(try sum(recording, other) == recording, "content \(number)")
      #expect(try sum(other, recording) == recording, "content \(number)")
    }
  }

  private func fault(_ change: (inout Recording) -> Void) -> MergeFault? {
    var (one, other) = (recording(1, schema), recording(2, schema))
    change(&other)
    var found: [MergeFault?] = []
    let before = one
    do throws(MergeFault) { try one.merge(other) } catch { found.append(error) }
    #expect(found.isEmpty || one == before, "nothing was added")
    return found.first ?? nil
  }

  @Test func `recordings that do not add up are refused, with the difference`() throws {
    #expect(fault { _ in } == nil)
    #expect(
      fault { $0.readings["line"] = "ends at CR" } == .reading("line", "ends at LF", "ends at CR"))
    #expect(fault { $0.readings["text"] = "x" } == .reading("text", "-", "x"))
    #expect(fault { $0.readings = [:] } == .reading("line", "ends at LF", "-"))
    #expect(
      fault {
        $0.readings = ["line": "a", "before": "b"]
      } == .reading("before", "-", "b"), "the first name in order")
    #expect(fault { $0.lists[0].isCompiled = false } == .list("first"))
    #expect(fault { $0.lists[1].origins = [] } == .list("second"))
    #expect(fault { $0.lists[1].lengthCounts = [1] } == .list("second"))
    #expect(
      fault {
        $0.lists[0].lengthCounts = [1]; $0.lists[1].origins = []
      } == .list("first"))
    #expect(fault { $0.spectrum = Spectrum(schema: $0.schema) } == .distinct)
    #expect(
      fault { $0.tally.shapes = nil } == .unlike("it counts no shapes")
        || fault { $0.tally.shapes = nil } == .unlike("it counts shapes"))
    #expect(
      fault { $0.progress = RecordedProgress(chunks: 1, bytes: 1, hash: "", settings: []) }
        == .unfinished)
    var demand = schema.demand
    demand[.longestRun] = 9
    var sum = recording(1, try Schema(for: demand, sources: schema.sources))
    #expect(throws: MergeFault.unlike("the longest run (up to 9, and not recorded)")) {
      try sum.merge(recording(2, schema))
    }
  }

  /// Each count that adds up, by its name in the fault.
  private static let counts: [(name: String, set: @Sendable (inout Recording, UInt64) -> Void)] = [
    ("lines cut off", { $0.tally.lines.cut = $1 }),
    ("lines that were too long", { $0.tally.lines.unheld = $1 }),
    ("hits of a blocklist", { $0.tally.hits = hits($1, 0) }),
    ("hits of a blocklist", { $0.tally.hits = hits(0, $1) }),
    ("entries", { $0.tally.lines.ascii = $1 }), ("lines", { $0.tally.lines.empty = $1 }),
    ("lines", { $0.tally.lines.malformed = $1 }), ("lines", { $0.tally.lines.headers = $1 }),
    ("lines", { $0.tally.lines.overLong = $1 }),
  ]

  private static func hits(_ first: UInt64, _ last: UInt64) -> ListHits {
    var hits = ListHits(listCount: 2)
    hits.add(first, list: 0, band: 0)
    hits.add(last, list: 1, band: UInt8(ListHits.bandCount - 1))
    return hits
  }

  @Test func `each sum may reach 2⁶³ − 1, and no more`() throws {
    #expect(Recording.largestCount == 0x7FFF_FFFF_FFFF_FFFF)
    for (name, set) in Self.counts {
      for (first, second, isTooMuch) in [
        (Recording.largestCount - 1, 1, false), (1, Recording.largestCount - 1, false),
        (Recording.largestCount, 1, true), (1, Recording.largestCount, true),
        (UInt64.max, UInt64.max, true),
      ] as [(UInt64, UInt64, Bool)] {
        var one = Recording(tally: Tally(schema: schema))
        one.inputs = [RecordedInput(name: "a", container: "plain", bytes: 0, sha256: "")]
        var other = one
        set(&one, first)
        set(&other, second)
        let before = one
        if isTooMuch {
          #expect(throws: MergeFault.overflow(name), "\(name) \(first)") { try one.merge(other) }
          #expect(one == before)
        } else {
          #expect(throws: Never.self, "\(name) \(first)") { try one.merge(other) }
        }
      }
    }
  }

  /// Each field of an input, changed to a value that comes later.
  private static let changes: [@Sendable (inout RecordedInput) -> Void] = [
    { $0.name = "z" }, { $0.container = "z" }, { $0.bytes = 9 }, { $0.sha256 = "z" },
    { $0.textBytes = 9 }, { $0.members = 9 }, { $0.encoding = "z" }, { $0.fallbackLines = 9 },
    { $0.cutLines = 9 }, { $0.overLongLines = 9 }, { $0.skippedFiles = 9 }, { $0.layout = "z" },
    { $0.layoutToldBy = "z" }, { $0.hasMalformedLines = true }, { $0.lists = 9 },
    { $0.problems = ["z"] },
    {
      $0.files = [
        .init(name: "z", container: "z", textBytes: 9, encoding: "z", isComplete: true)
      ]
    },
  ]

  @Test func `inputs that differ in any field have an order`() {
    let input = RecordedInput(name: "a", container: "a", bytes: 1, sha256: "a")
    #expect(!(input < input))
    for (number, change) in Self.changes.enumerated() {
      var other = input
      change(&other)
      #expect(input < other && !(other < input), "field \(number)")
    }
    var part = input
    part.isComplete = false
    #expect(part < input && !(input < part))
    // The name decides, then the digest.
    var (first, second) = (input, input)
    (first.name, second.name, first.sha256, second.bytes) = ("a", "b", "z", 0)
    #expect(first < second && !(second < first))
    let files = ["name", "container", "encoding"].map { field in
      var input = input
      input.files = [
        .init(
          name: field == "name" ? "b" : "a", container: field == "container" ? "b" : "a",
          textBytes: 1, encoding: field == "encoding" ? "b" : "a", isComplete: true)
      ]
      return input
    }
    var plain = input
    plain.files = [.init(name: "a", container: "a", textBytes: 1, encoding: "a", isComplete: true)]
    for file in files { #expect(plain < file && !(file < plain)) }
  }

  @Test func `sums are the same in any order, with equal names too`() throws {
    var parts = (1...3).map { recording($0, schema) }
    for index in parts.indices {
      parts[index].inputs[0].name = "same"
      parts[index].inputs[0].sha256 = ""
      parts[index].inputs[0].bytes = 0
      parts[index].inputs[0].problems = ["problem \(3 - index)"]
    }
    let orders = [[0, 1, 2], [2, 1, 0], [1, 0, 2]]
    let sums = try orders.map { order in
      try order.dropFirst().reduce(parts[order[0]]) { try sum($0, parts[$1]) }
    }
    #expect(sums[0] == sums[1] && sums[1] == sums[2])
    #expect(sums[0].inputs.map(\.problems) == [["problem 1"], ["problem 2"], ["problem 3"]])
  }

  @Test(arguments: [
    ("lists", "lists/a.txt", true), ("lists/", "lists/a.txt", true),
    ("lists", "lists/deep/a.txt", true), ("lists", "lists2/a.txt", false),
    ("lists", "lists.txt", false), ("lists", "lists", false), ("lists", "other/lists/a", false),
    ("/", "/a.txt", true),
  ])
  func `a directory holds the lists below it`(path: String, list: String, isHeld: Bool) {
    #expect(RecordedDirectory(path: path, label: "x").holds(list) == isHeld)
  }
}
