import Auditing
import Blocklists
import Glibc
import Intake
import PasswordStrength
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing
import Workers

/// Enough lines for several chunks; some are beyond ASCII, empty or ill-formed.
private func text(lines: Int, seed: UInt64) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  let alphabet = Array("abcABC123!? ".utf8)
  var text: [UInt8] = []
  for _ in 0..<lines {
    let length = Int.random(in: 0...20, using: &generator)
    for _ in 0..<length {
      text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
    }
    if Int.random(in: 0..<50, using: &generator) == 0 { text += [0xC3, 0xA9, 0xFF] }
    text.append(10)
  }
  return text
}

private func plan(
  _ text: [UInt8], in directory: TemporaryDirectory, threads: Int, signatureLimit: Int? = nil,
  score: Bool = false, shapes: ShapeCounts? = nil
) throws -> AuditPlan {
  var demand = FactDemand()
  demand[.longestRun] = 4
  demand.meter = true
  demand.score = score
  demand.guessBudgets = score ? [100, 1e6] : []
  var builder = BlocklistBuilder(name: "few", provenance: "made up")
  for value in ["abc", "123", "AAA"] { builder.add(Array(value.utf8).span) }
  let lists = try BlocklistSet([builder])
  demand.formUnion(lists.demand)
  let (inputs, problems) = ListInput.resolve([try directory.file("list", text)])
  #expect(problems.isEmpty)
  return AuditPlan(
    ListsToRead(inputs, threads: threads),
    Criteria(
      schema: try Schema(for: demand), blocklists: lists,
      strength: StrengthSettings(referenceYear: 2026)),
    signatureLimit: signatureLimit ?? AuditPlan.signatureLimit, shapes: shapes)
}

private func tally(_ plan: AuditPlan) -> (tally: Tally, handOvers: Int) {
  let whole = Locked((Tally(schema: plan.schema), 0))
  let summaries = plan.run { part in
    whole.withLock {
      $0.0.merge(part); $0.1 += 1
    }
  }
  #expect(summaries.allSatisfy { $0.isComplete })
  return whole.withLock { $0 }
}

/// The half decade of the guesses, by the rounded logarithm unless a power of ten is near.
private func bin(of strength: Strength) -> Int {
  let halfDecades = strength.log10Guesses * 2
  let nearest = halfDecades.rounded()
  guard abs(halfDecades - nearest) < 1e-9 else { return Int(halfDecades) }
  let power = (0..<Int(nearest)).reduce(1.0) { power, _ in power * 10 }
  return strength.guesses * strength.guesses >= power ? Int(nearest) : Int(nearest) - 1
}

@Suite struct AuditPlanTests {
  @Test(arguments: few(2, of: [3, 2, 64, 8]))
  func `any number of threads makes the tally of one worker`(threads: Int) throws {
    let directory = try TemporaryDirectory()
    let text = text(lines: 400_000, seed: 7)
    let one = tally(try plan(text, in: directory, threads: 1)).tally
    let many = tally(try plan(text, in: directory, threads: threads)).tally
    #expect(one.lines.audited > 300_000)
    #expect(many == one)
  }

  @Test(arguments: few(1, of: [2, 1, 4]))
  func `tallies that are handed over early add up to the same tally`(threads: Int) throws {
    let directory = try TemporaryDirectory()
    let text = text(lines: 300_000, seed: 8)
    let whole = tally(try plan(text, in: directory, threads: threads))
    let parts = tally(try plan(text, in: directory, threads: threads, signatureLimit: 10))
    #expect(whole.handOvers == 1)
    #expect(parts.handOvers > 2)
    #expect(parts.tally == whole.tally)
  }

  @Test(arguments: [1, 2, 8])
  func `any number of threads counts the lines' shapes, or finds too many`(threads: Int) throws {
    let directory = try TemporaryDirectory()
    let text = text(lines: 40_000, seed: 9)
    var oracle: [String: UInt64] = [:]
    for line in text.split(separator: 10) { oracle[shapeText(of: Array(line)), default: 0] += 1 }
    // Passed on early, so that parts of many workers add up.
    func shapes(limit: Int) throws -> ShapeCounts? {
      tally(
        try plan(
          text, in: directory, threads: threads, signatureLimit: 50,
          shapes: ShapeCounts(limit: limit))
      ).tally.shapes
    }
    let all = try #require(try shapes(limit: oracle.count))
    #expect(!all.isOver && all.count == oracle.count)
    var found: [String: UInt64] = [:]
    all.forEach { found[$0.text, default: 0] += $1 }
    #expect(found == oracle && oracle.count > 1_000)
    #expect(try shapes(limit: oracle.count - 1)?.isOver == true)
    #expect(tally(try plan(text, in: directory, threads: threads)).tally.shapes == nil)
  }

  @Test func `progress counts every password and every byte`() throws {
    let directory = try TemporaryDirectory()
    let text = text(lines: 50_000, seed: 9)
    let plan = try plan(text, in: directory, threads: 2)
    let audited = tally(plan).tally.lines.audited
    #expect(plan.lists.progress.passwordCount == audited)
    #expect(plan.lists.progress.reading.byteCount == UInt64(text.count))
    #expect(plan.lists.progress.reading.totalByteCount == UInt64(text.count))
  }

  @Test func `a stop that came before the first line ends the run at once`() throws {
    let directory = try TemporaryDirectory()
    let plan = try plan(text(lines: 1000, seed: 1), in: directory, threads: 2)
    plan.lists.stop.raise()
    let summaries = plan.run { #expect($0.lines.audited == 0) }
    #expect(summaries.map(\.isComplete) == [false])
  }

  @Test func `blocklist values lose their line ends`() throws {
    let directory = try TemporaryDirectory()
    let long = String(repeating: "x", count: Schema.longestLine + 1)
    let path = try directory.file("refused.txt", "one\r\ntwo\n\n\(long)\nlast\r")
    var builder = BlocklistBuilder(name: "refused", provenance: path)
    let summary = builder.addLines(of: ListInput.resolve([path]).inputs[0])
    #expect(summary.isComplete)
    let set = try BlocklistSet([builder])
    #expect(set.valueCount == 3)
    for (value, isListed) in [("one", true), ("two", true), ("last", true), ("one\r", false)] {
      #expect((set.lists(holding: Array(value.utf8).span) == 1) == isListed, "\(value)")
    }
  }

  @Test func `one thread at a time changes a locked value`() async {
    final class Box: Sendable { let count = Locked(0) }
    let box = Box()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1000 { box.count.withLock { $0 += 1 } } }
      }
    }
    #expect(box.count.withLock { $0 } == 8000)
  }

  @Test func `every line has the score that it gets alone`() throws {
    let directory = try TemporaryDirectory()
    let text = text(lines: 3000, seed: 11)
    let plan = try plan(text, in: directory, threads: 2, score: true)
    let tally = tally(plan).tally
    let profiler = Profiler(plan.schema)
    var scorer = Scorer(referenceYear: 2026)
    var expected = Tally(schema: plan.schema)
    for line in text.split(separator: 10) {
      var profile = profiler.profile(of: line.span)
      profile.lists = plan.criteria.blocklists.lists(holding: line.span)
      let strength = scorer.score(line.span)
      profile[.score] = strength.score
      profile[.guessesBin] = bin(of: strength)
      profile[.budgetsTooSmall] = strength.guesses <= 100 ? 0 : strength.guesses <= 1e6 ? 1 : 2
      profile[.decisivePattern] = strength.decisivePattern.rawValue
      expected.record(plan.schema.signature(of: profile))
    }
    // Bytes beyond ASCII come with one that ends UTF-8.
    for line in text.split(separator: 10, omittingEmptySubsequences: false).dropLast() {
      if line.isEmpty {
        expected.lines.empty += 1
      } else {
        expected.lines.count(line.allSatisfy { $0 < 128 } ? .ascii : .illFormed)
      }
    }
    #expect(expected.lines.entries > 2_000 && expected.lines.illFormed > 20)
    #expect(tally == expected)
  }

  @Test func `lines scored in part are counted`() throws {
    let directory = try TemporaryDirectory()
    let long = [UInt8](repeating: 97, count: 600) + [10]
    let plan = try plan(Array("abc\n".utf8) + long, in: directory, threads: 1, score: true)
    #expect(tally(plan).tally.lines.scoredInPart == 1)
  }

  @Test(arguments: [1, 2, 7])
  func `ordered threads deliver in order, whichever worker finishes first`(threads: Int) {
    let delivered = Locked([UInt8]())
    let ordered = OrderedWorkers(
      WorkerPool(width: threads), make: { 0 },
      deliver: { (output: [UInt8]) in delivered.withLock { $0 += output } },
      work: { (_: Int, block: [UInt8]) -> [UInt8] in
        // Later blocks take less time.
        usleep(10 * (200 - UInt32(block[0])))
        return block
      })
    for number in UInt8(0)..<200 { ordered.take([number]) }
    ordered.finish()
    #expect(delivered.withLock { $0 } == Array(0..<200))
  }
}
