import Auditing
import Blocklists
import Intake
import PasswordStrength
import Passwords
import TestSupport
import Testing
import Workers

/// A made-up password, stored in every type that may hold one.
private let canary = "Xq7Plugh"

@Suite struct ConcealmentTests {
  /// A value of every printable type that has held the canary.
  private func holders() throws -> [Any] {
    let directory = try TemporaryDirectory()
    let path = try directory.file("list.txt", "\(canary)\n\(canary)2\n")
    let input = try #require(ListInput.resolve([path]).inputs.first)
    let chunk = Chunk()
    var reader = ListReader(input)
    let isFilled = reader.fill(chunk)
    #expect(isFilled)

    let word = Array(canary.utf8)
    var folded = BlocklistBuilder(name: "folded", provenance: "", comparison: .fold)
    folded.add(word.span)
    var derived = BlocklistBuilder(name: "derived", provenance: "", comparison: .derivatives)
    derived.add(word.span)
    let set = try BlocklistSet([folded, derived, .context([canary])])
    #expect(set.lists(holding: word.span) == 7)

    let reading = StrengthSettings(referenceYear: 2026, contextWords: [canary, "acme"])
    let scorer = WorkerScorer(reading)
    let estimate = scorer.scorer.estimate("\(canary)-1987")

    var schema = set.demand
    schema.score = true
    let lineFilter = LineFilter(schema: try Schema(for: schema), matchers: [])
    let filter = ListFilter(
      ListsToRead([input], threads: 1, stop: StopFlag()),
      lineFilter,
      Criteria(
        schema: lineFilter.schema, blocklists: set,
        strength: reading))
    let worker = FilterWorker(filter)
    let filtered = worker.filter(
      ChunkJob(
        chunk: chunk, number: 0, layout: .plain,
        detector: LayoutDetector(LayoutRequest(.stated(.plain)), list: "list")))
    #expect(filtered.keptCount == 2)

    let plan = AuditPlan(
      ListsToRead([input], threads: 1),
      Criteria(
        schema: try Schema(for: schema), blocklists: set,
        strength: reading))
    let audited = Locked<[Any]>([])
    let summaries = plan.run { tally in audited.withLock { $0.append(tally) } }
    return [
      Concealed(bytes: word), chunk, derived, set, reading, scorer, estimate, filter, worker,
      filtered,
      plan, summaries, audited.withLock { $0 },
    ]
  }

  @Test func `no value that holds a password shows it, however it is printed`() throws {
    for holder in try holders() {
      var dumped = ""
      dump(["key": holder], to: &dumped)
      for text in ["\(holder)", String(reflecting: holder), "\([holder])", dumped] {
        #expect(!shows(text), "\(type(of: holder))")
      }
      #expect(!(holder is any Encodable), "\(type(of: holder)) can be written as JSON")
    }
  }

  @Test func `the check detects a value that shows its password`() {
    var dumped = ""
    dump([Array(canary.utf8)], to: &dumped)
    for text in [dumped, canary, "\(Array(canary.utf8))", "\(Array(canary.lowercased().utf16))"] {
      #expect(shows(text))
    }
  }

  /// Whether a text contains the canary, as it is or as its bytes in decimal.
  private func shows(_ text: String) -> Bool {
    if text.lowercased().contains(canary.lowercased()) { return true }
    let numbers = text.split { !$0.isASCII || !$0.isNumber }.compactMap { UInt8($0) }
    let small = numbers.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }
    return small.firstRange(of: Array(canary.lowercased().utf8)) != nil
  }
}
