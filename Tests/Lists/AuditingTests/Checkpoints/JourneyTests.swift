import Auditing
import Blocklists
import Intake
import Passwords
import Tallies
import TestSupport
import Testing
import Workers

private let planned = RunIdentity()

/// An audit of two lists of several chunks each.
private func makePlan(
  _ texts: [String], layout: LayoutRequest = .plain, threads: Int = 2,
  in directory: TemporaryDirectory
) throws -> AuditPlan {
  let paths = try texts.enumerated().map { try directory.file("list-\($0.offset)", $0.element) }
  return AuditPlan(
    ListsToRead(ListInput.resolve(paths).inputs, layout: layout, threads: threads),
    Criteria(
      schema: try Schema(for: FactDemand()), blocklists: try BlocklistSet([]),
      strength: StrengthSettings(referenceYear: 2026)))
}

/// Random lines; some lack the separator of user and password.
private func text(lines: Int, seed: UInt64) -> String {
  var random = SeededGenerator(seed: seed)
  return (0..<lines).map { line in
    let separator = Int.random(in: 0..<1000, using: &random) == 0 ? " " : ":"
    return "user\(line)\(separator)Pass\(Int.random(in: 0..<99_999_999, using: &random))\n"
  }.joined()
}

/// Runs a plan and returns the tally, the accounts of the lists, and the checkpoints.
private func run(
  _ plan: AuditPlan, from start: Checkpoint? = nil, every interval: Duration = .zero
) -> (tally: Tally, summaries: [ListSummary], checkpoints: [Checkpoint], isLost: Bool) {
  var checkpoints: [Checkpoint] = []
  let whole = Locked(start?.tally ?? Tally(schema: plan.schema))
  var summaries: [ListSummary] = []
  var isLost = false
  withoutActuallyEscaping({ (position: Checkpoint.Position) in
    checkpoints.append(
      Checkpoint(identity: planned, position: position, tally: whole.withLock { $0 }))
  }) { save in
    var writer = CheckpointWriter(from: start?.position, interval: interval, save: save)
    summaries = plan.run(&writer) { tally in whole.withLock { $0.merge(tally) } }
    isLost = writer.meetsOtherLists
  }
  return (whole.withLock { $0 }, summaries, checkpoints, isLost)
}

@Suite struct JourneyTests {
  @Test(arguments: ["plain", "user:password"])
  func `a run that resumes at any checkpoint ends as if it had never stopped`(layout: String) throws
  {
    let layout = try #require(LayoutRequest(layout))
    let directory = try TemporaryDirectory()
    let texts = [text(lines: 70_000, seed: 1), "", text(lines: 50_000, seed: 2)]
    let plan = try makePlan(texts, layout: layout, in: directory)
    let whole = run(plan)
    #expect(whole.checkpoints.count > 3)
    #expect(whole.tally.lines.audited + whole.tally.lines.malformed == 120_000)
    for checkpoint in few(3, of: whole.checkpoints) {
      let rest = run(plan, from: checkpoint, every: .seconds(3600))
      #expect(!rest.isLost)
      #expect(rest.tally == whole.tally)
      #expect(rest.summaries.map(\.sha256) == whole.summaries.map(\.sha256))
      #expect(rest.summaries.map(\.textBytes) == whole.summaries.map(\.textBytes))
      #expect(rest.summaries.map(\.layoutProblems) == whole.summaries.map(\.layoutProblems))
      #expect(rest.checkpoints.isEmpty)
    }
  }

  @Test func `a list that has changed before the checkpoint is reported`() throws {
    let directory = try TemporaryDirectory()
    let texts = [text(lines: 70_000, seed: 1)]
    let last = try #require(run(try makePlan(texts, in: directory)).checkpoints.last)
    let other = [texts[0].replacing("user7:", with: "User7:")]
    #expect(run(try makePlan(other, in: directory), from: last).isLost)
    #expect(run(try makePlan([String(texts[0].prefix(100))], in: directory), from: last).isLost)
    #expect(run(try makePlan(texts, in: directory), from: last).isLost == false)
  }

  @Test func `a stopped run saves one last checkpoint, from which a run resumes`() throws {
    let directory = try TemporaryDirectory()
    let texts = [text(lines: 200_000, seed: 3)]
    let plan = try makePlan(texts, in: directory)
    let whole = run(plan, every: .seconds(3600))
    #expect(whole.checkpoints.isEmpty)
    var checkpoints: [Checkpoint] = []
    let counted = Locked(Tally(schema: plan.schema))
    withoutActuallyEscaping({ (position: Checkpoint.Position) in
      checkpoints.append(
        Checkpoint(identity: planned, position: position, tally: counted.withLock { $0 }))
      if checkpoints.count == 2 { plan.lists.stop.raise() }
    }) { save in
      var writer = CheckpointWriter(from: nil, interval: .zero, save: save)
      _ = plan.run(&writer) { tally in counted.withLock { $0.merge(tally) } }
    }
    #expect(checkpoints.count == 3)
    let last = try #require(checkpoints.last)
    #expect(
      run(try makePlan(texts, in: directory), from: last, every: .seconds(3600)).tally
        == whole.tally)
  }
}
