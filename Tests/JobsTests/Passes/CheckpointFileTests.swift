import Auditing
import Diagnostics
import Intake
import Jobs
import Metrics
@_spi(House) import Passwords
import Requests
import Tallies
import TallyFiles
import TestSupport
import Testing
import Workers

/// A list of several chunks, in which every third number is even shorter than the rest.
private func numbers(_ count: Int) -> String {
  (0..<count).map { $0.isMultiple(of: 3) ? "\($0 % 10)\n" : "pass\($0)\n" }.joined()
}

/// Prepares a run of a list by one policy.
private func prepared(_ list: String) throws -> PreparedRun {
  try settings("minlength: 8;", [list]).prepare(tell: { _ in })
}

/// Runs until the first checkpoint is written, as if the user stopped it then.
private func stop(
  _ run: PreparedRun, _ identity: RunIdentity, keeping file: CheckpointFile
) throws {
  let sum = Locked(Tally(recipe: run.reading.plan.recipe))
  _ = try file.run(run.reading.plan, from: nil, identity) {
    run.reading.plan.lists.stop.raise()
    return sum.withLock { $0 }
  } absorb: { tally in
    sum.withLock { $0.merge(tally) }
  }
}

@Suite struct CheckpointFileTests {
  @Test(arguments: [1, 3])
  func `a stopped run resumes where it stopped, and adds up to a whole one`(lanes: Int) throws {
    let directory = try TemporaryDirectory()
    let list = try directory.file("leak.txt", numbers(400_000))
    var asked = try settings("minlength: 8;", [list])
    asked.lanes = lanes
    let listener = Listener()
    let file = CheckpointFile("\(directory.path)/state", every: .zero, tell: listener.tell)
    let whole = try prepared(list).read().findings

    let first = try asked.prepare(tell: { _ in })
    let identity = first.reading.identity(version: "1")
    #expect(try file.start(of: identity) == nil)
    #expect(!file.isThere)
    try stop(first, identity, keeping: file)
    #expect(file.isThere)
    #expect(listener.told == [])

    let second = try asked.prepare(tell: { _ in })
    let start = try #require(
      try file.start(of: identity, recipe: second.reading.rulebook.recipe))
    #expect(start.tally.lines.audited > 0)
    #expect(start.tally.lines.audited < 400_000)
    #expect(
      listener.told == [
        "\(directory.path)/state: note: resuming after \(start.tally.lines.audited) lines"
      ])
    let found = try second.read { plan, absorb in
      try file.run(plan, from: start, identity, absorb: absorb)
    }
    #expect(found.findings.entries == 400_000)
    #expect(found.findings.entries == whole.entries)
    #expect(found.findings.policies.map(\.compliant) == whole.policies.map(\.compliant))
    file.remove()
    #expect(!file.isThere)
  }

  @Test func `a checkpoint of another run is refused by name`() throws {
    let directory = try TemporaryDirectory()
    let list = try directory.file("leak.txt", numbers(9))
    let path = "\(directory.path)/state"
    let file = CheckpointFile(path, every: .zero, tell: { _ in })
    let run = try prepared(list)
    let identity = run.reading.identity(version: "1")
    _ = try run.read { plan, absorb in try file.run(plan, from: nil, identity, absorb: absorb) }

    var other = identity
    other.state("one more", "x")
    #expect { try file.start(of: other) } throws: { problem in
      guard case CheckpointProblem.otherRun(path, "one more") = problem else { return false }
      return true
    }
    #expect {
      try file.start(of: identity, recipe: try Recipe(for: .full(strength: .meter)))
    } throws: { problem in
      guard case CheckpointProblem.otherRun(path, "facts") = problem else { return false }
      return true
    }
  }

  @Test func `a checkpoint of another version is refused as such`() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/state"
    let run = try prepared(try directory.file("leak.txt", numbers(9)))
    var settings = run.reading.identity(version: "1").settings
    settings[0] = RunIdentity.Setting(name: "identity version", value: "1")
    let older = RunIdentity(settings)
    let file = CheckpointFile(path, every: .zero, tell: { _ in })
    _ = try run.read { plan, absorb in try file.run(plan, from: nil, older, absorb: absorb) }
    let problem = try #require(throws: CheckpointProblem.self) {
      try file.start(of: run.reading.identity(version: "1"))
    }
    #expect(
      problem.message == """
        \(path): error: the checkpoint was written by another version of the program
          End the run with that version, or remove the file to begin anew.
        """)
  }

  @Test func `a checkpoint of lists that have changed is refused`() throws {
    let directory = try TemporaryDirectory()
    let text = numbers(400_000)
    let list = try directory.file("leak.txt", text)
    let path = "\(directory.path)/state"
    let file = CheckpointFile(path, every: .zero, tell: { _ in })
    let run = try prepared(list)
    let identity = run.reading.identity(version: "1")
    try stop(run, identity, keeping: file)
    let start = try #require(try file.start(of: identity))
    #expect(start.tally.lines.audited > 0)

    // As long as before, so that only the hash tells.
    _ = try directory.file(
      "leak.txt", text.replacing("pass8\n", with: "pass9\n", maxReplacements: 1))
    let changed = try prepared(list)
    #expect {
      _ = try changed.read { plan, absorb in
        try file.run(plan, from: start, identity, absorb: absorb)
      }
    } throws: { problem in
      guard case CheckpointProblem.changedLists(path) = problem else { return false }
      return true
    }
  }

  @Test(arguments: ["", "minlength: 8;\n"])
  func `a file that is no checkpoint is refused, and kept`(text: String) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("state", text)
    let file = CheckpointFile(path, every: .zero, tell: { _ in })
    #expect { try file.start(of: RunIdentity()) } throws: { problem in
      guard case CheckpointProblem.fault(path, .foreign) = problem else { return false }
      return true
    }
    #expect(directory.text("state") == text)
  }

  @Test func `a checkpoint that cannot be written gives a warning, and the run continues`() throws {
    let directory = try TemporaryDirectory()
    let list = try directory.file("leak.txt", numbers(9))
    let listener = Listener()
    let file = CheckpointFile("\(directory.path)/no/state", every: .zero, tell: listener.tell)
    let run = try prepared(list)
    let found = try run.read { plan, absorb in
      try file.run(plan, from: nil, run.reading.identity(version: "1"), absorb: absorb)
    }
    #expect(found.findings.entries == 9)
    #expect(listener.told.first?.contains("warning: the checkpoint cannot be written") == true)
  }
}
