import Auditing
import Blocklists
import Intake
import Passwords
import Tallies
import TestSupport
import Testing
import Workers

@Suite struct JudgedPasswordsTests {
  @Test(.firstFailureOnly, arguments: [UInt64](1...3))
  func `counts of judgements make the tally of a list that repeats its passwords as often`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = ["line12", "acme", "Pässword", "e\u{301}", "1970", "A", "!", "x y"]
    var passwords: [String] = []
    for _ in 0..<300 {
      passwords.append(
        (0...Int.random(in: 0...4, using: &random)).map { _ in
          pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }.joined())
    }
    let directory = try TemporaryDirectory()
    let path = try directory.file("list.txt", passwords.joined(separator: "\n") + "\n")
    let plan = try plan(path)
    var judged = JudgedPasswords(plan.criteria)
    let judge = PasswordJudge(plan.criteria)
    // On several threads, whose order does not matter.
    let judgements = WorkerPool(width: 2).map(passwords) { judge.judge(Array($0.utf8)) }
    #expect(judgements.count == passwords.count)
    let numbers = judgements.map { judged.number(of: $0) }
    #expect(judged.count < Set(passwords).count)
    var counts = Array(repeating: UInt64(0), count: judged.count + 1)
    for number in numbers { counts[Int(number)] += 1 }
    let whole = Locked(Tally(schema: plan.schema))
    _ = plan.run { tally in whole.withLock { $0.merge(tally) } }
    #expect(judged.tally(counts) == whole.withLock { $0 })
    // Judgements that nothing counts leave nothing.
    #expect(judged.tally(counts.map { _ in 0 }) == Tally(schema: plan.schema))
  }

  @Test
  func `the empty password is judged, one longer than any line is not`() throws {
    let directory = try TemporaryDirectory()
    let criteria = try plan(directory.file("list.txt", "x\n")).criteria
    var judged = JudgedPasswords(criteria)
    let judge = PasswordJudge(criteria)
    #expect(judged.number(of: judge.judge([])) == 1)
    let long = judge.judge(Array(repeating: 0x61, count: Schema.longestLine + 1))
    #expect(judged.number(of: long) == 0)
    #expect(judged.number(of: judge.judge([])) == 1)
    #expect(judged.tally([5, 3]).lines.entries == 3)
  }

  private func plan(_ path: String) throws -> AuditPlan {
    var builder = BlocklistBuilder(name: "few", provenance: "made up")
    for value in ["line12", "acme"] { builder.add(Array(value.utf8).span) }
    let lists = try BlocklistSet([builder])
    var demand = FactDemand()
    demand[.longestRun] = 4
    demand.score = true
    demand.formUnion(lists.demand)
    let (inputs, problems) = ListInput.resolve([path])
    #expect(problems.isEmpty)
    return AuditPlan(
      ListsToRead(inputs, threads: 1),
      Criteria(
        schema: try Schema(for: demand), blocklists: lists,
        strength: StrengthSettings(referenceYear: 2026)))
  }
}
