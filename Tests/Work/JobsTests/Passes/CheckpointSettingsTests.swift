import Auditing
import Diagnostics
import Jobs
import Metrics
import Passwords
import Tallies
import TallyFiles
import TestSupport
import Testing

/// A list of several chunks, in which every third number is even shorter than the rest.
private func numbers(_ count: Int) -> String {
  (0..<count).map { $0.isMultiple(of: 3) ? "\($0 % 10)\n" : "pass\($0)\n" }.joined()
}

@Suite struct CheckpointSettingsTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path + "/state" }

  init() throws { directory = try TemporaryDirectory() }

  /// Runs over a list, and saves a checkpoint before each chunk.
  private func run(
    _ list: String, threads: Int = 1, rules: String = "minlength: 8;",
    _ listener: Listener = Listener()
  ) throws -> AuditFindings {
    var settings = try settings(rules, [list])
    settings.threads = threads
    settings.checkpoints = checkpoints
    return try settings.prepare(tell: listener.tell).run()
  }

  private var checkpoints: CheckpointSettings {
    CheckpointSettings(path, every: .zero, version: "1")
  }

  /// The checkpoint that a run has left.
  private func checkpoint() throws -> Checkpoint {
    try #require(Checkpoint(try TallyStore.read(path)))
  }

  /// Replaces it.
  private func write(_ identity: RunIdentity, _ checkpoint: Checkpoint, _ tally: Tally) throws {
    let changed = Checkpoint(identity: identity, position: checkpoint.position, tally: tally)
    try directory.file("state", try TallyFile.bytes(of: Recording(changed)))
  }

  @Test(arguments: [1, 3])
  func `a run resumes from a checkpoint, and adds up to a whole one`(threads: Int) throws {
    let list = try directory.file("leak.txt", numbers(400_000))
    let whole = try settings("minlength: 8;", [list]).prepare { _ in }.run().findings
    #expect(!checkpoints.isThere)
    let first = Listener()
    // The last checkpoint is from before the last chunk.
    _ = try run(list, threads: threads, first)
    #expect(checkpoints.isThere)
    #expect(first.told == [])

    let start = try TallyStore.read(path).entries
    #expect(start > 0 && start < 400_000)
    let second = Listener()
    let found = try run(list, threads: threads, second)
    #expect(second.told == ["\(path): note: resuming after \(start) lines"])
    #expect(found.findings.entries == 400_000)
    #expect(found.findings.entries == whole.entries)
    #expect(found.findings.policies.map(\.compliant) == whole.policies.map(\.compliant))
    #expect(found.conclude { _ in } == .done)
    #expect(!checkpoints.isThere)
  }

  @Test func `a checkpoint of another run is refused by name`() throws {
    let list = try directory.file("leak.txt", numbers(9))
    _ = try run(list)
    #expect(
      problem { try run(list, rules: "minlength: 9;") }?.message == """
        \(path): error: the checkpoint belongs to another run: a difference in policy 1
          Repeat the command as it was. To begin anew, remove it: rm \(path)
        """)
    // The same settings, but a checkpoint with other facts.
    let checkpoint = try checkpoint()
    var tally = Tally(schema: try Schema(for: .full(strength: .meter)))
    tally.lines = checkpoint.tally.lines
    try write(checkpoint.identity, checkpoint, tally)
    #expect(
      problem { try run(list) }?.message
        .contains("the checkpoint belongs to another run: a difference in facts") == true)
  }

  @Test func `a checkpoint of another version is refused as such`() throws {
    let list = try directory.file("leak.txt", numbers(9))
    _ = try run(list)
    let checkpoint = try checkpoint()
    var settings = checkpoint.identity.settings
    settings[0] = RunIdentity.Setting(name: "identity version", value: "1")
    try write(RunIdentity(settings), checkpoint, checkpoint.tally)
    #expect(
      problem { try run(list) }?.message == """
        \(path): error: the checkpoint was written by another version of the program
          End the run with that version. To begin anew, remove it: rm \(path)
        """)
  }

  @Test func `a checkpoint of lists that have changed is refused`() throws {
    let text = numbers(400_000)
    let list = try directory.file("leak.txt", text)
    _ = try run(list)
    // As long as before, so that only the hash tells.
    try directory.file(
      "leak.txt", text.replacing("pass8\n", with: "pass9\n", maxReplacements: 1))
    #expect(
      problem { try run(list) }?.message == """
        \(path): error: the lists have changed since the checkpoint was written
          To begin anew, remove it: rm \(path)
        """)
  }

  @Test(arguments: ["", "minlength: 8;\n"])
  func `a file that is no checkpoint is refused, and kept`(text: String) throws {
    let list = try directory.file("leak.txt", numbers(9))
    try directory.file("state", text)
    #expect(
      problem { try run(list) }?.message == """
        \(path): error: the file is no checkpoint; expected the checkpoint of an earlier run of this command
          Name another file with --checkpoint.
        """)
    #expect(directory.text("state") == text)
  }

  @Test func `a checkpoint that cannot be written gives a warning, and the run continues`() throws {
    let listener = Listener()
    var settings = try settings("minlength: 8;", [try directory.file("leak.txt", numbers(9))])
    settings.checkpoints = CheckpointSettings(
      "\(directory.path)/no/state", every: .zero, version: "1")
    let found = try settings.prepare(tell: listener.tell).run()
    #expect(found.findings.entries == 9)
    #expect(listener.told.first?.contains("warning: the checkpoint cannot be written") == true)
  }
}
