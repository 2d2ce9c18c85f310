import Diagnostics
import PasswordPolicies
import PasswordSpaces
import PolicyLab
import Reports
import TestSupport
import Testing

extension Spaces.Counted {
  fileprivate var space: PolicySpace? { if case .space(let space) = self { space } else { nil } }
  fileprivate var problem: Problem? {
    if case .problem(let problem) = self { problem } else { nil }
  }
}

@Suite struct SpacesTests {
  private let policy = Policy(
    name: "p", PasswordRules([PasswordRules.Rule.minLength(8), .required(.digit)]),
    location: .init(file: "p"))

  @Test func `a keyspace that takes too long is given up`() async {
    let problem = await Spaces(limit: .zero).space(of: policy).problem
    #expect(problem?.found == KeyspaceProblem.outOfTime.found)
  }

  @Test func `the lab and the command line count the same keyspace`() async throws {
    let space = try #require(await Spaces(limit: .seconds(60)).space(of: policy).space)
    var counter = KeyspaceCounter(comparing: .ascii)
    let expected = try PolicySpace(policy, &counter)
    #expect(space.keyspace.floor == expected.keyspace.floor)
  }

  @Test(
    arguments: few(
      2,
      of: [
        // Overlapping requirements, counts, sequences over long strings: slow to count, or refused.
        "minlength: 4096; max-consecutive: 2; required: lower; required: upper; required: digit;",
        "minlength: 1024; max-sequential: 3; max-class-run: 3; required: [abc]; required: [bcd];",
        "at-least: 60 lower; at-least: 60 upper; at-least: 60 digit; at-least: 60 special;",
        (0..<20).map { "required: [\("abcdefghijklmnopqrstuvwxyz".dropFirst($0).prefix(5))];" }
          .joined(),
      ]))
  func `a keyspace bomb ends`(text: String) async throws {
    let lab = try sampleLab()
    let answer = await lab.answer(Question(text))
    #expect(answer.edited.draft.policy != nil)
  }

  @Test func `passwords of a hard policy are given up in time`() async throws {
    // Each of four such policies took a minute in debug, and nobody else was answered meanwhile.
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    let needs = (0..<12).map { need in
      "at-least: 3 [\(String((0..<9).map { letters[(need * 3 + $0) % 36] }))];"
    }
    let lab = try sampleLab()
    for length in [20, 23] {
      let answer = await lab.answer(Question("minlength: \(length); " + needs.joined()))
      #expect(answer.edited.draft.policy != nil)
      #expect(answer.examples.isEmpty)
    }
  }

  @Test func `four questions wait for their keyspaces, others are told to ask again`() async {
    let queue = CountingQueue()
    let spaces = Spaces(limit: .seconds(60), queue: queue)
    #expect((0..<3).map { _ in queue.enter() } == [true, true, true])
    #expect(await spaces.space(of: policy).space != nil)
    // It has left the queue, so there is room for one more.
    #expect(queue.enter() && !queue.enter())
    let fifth = await spaces.space(of: policy).problem
    #expect(fifth?.found == "other policies are being counted")
    queue.leave()
    #expect(await spaces.space(of: policy).space != nil)
  }

  @Test func `a remembered keyspace does not hold the counts of all lengths`() async throws {
    // They took 41 MB for each of the 64 policies that are remembered.
    let policy = Policy(
      name: "wide", PasswordRules([PasswordRules.Rule.minLength(1), .maxLength(300)]),
      location: .init(file: "p"))
    let space = try #require(await Spaces(limit: .seconds(60)).space(of: policy).space)
    #expect(space.keyspace.rows.isEmpty)
    var counter = KeyspaceCounter(comparing: .ascii)
    let whole = try PolicySpace(policy, &counter)
    #expect(whole.keyspace.rows.count == 300)
    #expect(space.keyspace.total == whole.keyspace.total && space.keyspace.total.bits != nil)
    #expect(space.keyspace.floor == whole.keyspace.floor)
  }
}
