import ArgumentParser
import Auditing
import Diagnostics
import Files
import Glibc
import Intake
import Passwords
import Preparing
import Starting
import Tallies
import TallyFiles

/// The options for stopping and resuming a run.
struct CheckpointOptions: ParsableArguments {
  @Option(
    name: .customLong("checkpoint"),
    help: ArgumentHelp(
      "Keep a checkpoint in this file; the same command takes the run up there when it was stopped.",
      valueName: "file"),
    completion: .file())
  var path: String?

  @Option(
    name: .customLong("checkpoint-every"),
    help: ArgumentHelp("Time between checkpoints, such as 30s or 5min.", valueName: "time"),
    transform: typed(Quantity.seconds))
  var seconds: Double = 60

  func validate() throws {
    if path == "-" {
      throw ValidationError(
        "--checkpoint takes a file, not standard output; write './-' for a file of that name.")
    }
    if !(0...86_400).contains(seconds) {
      throw ValidationError(
        "--checkpoint-every takes a time from 0 to 86400 seconds (1d), not \(seconds) seconds.")
    }
  }

  /// Reads the checkpoint, if there is one.
  ///
  /// - Parameter identity: The identity of the run.
  /// - Returns: Nil if the run starts at the beginning.
  /// - Throws: ``CheckpointProblem`` if a checkpoint exists and cannot be used.
  func start(of identity: RunIdentity) throws(CheckpointProblem) -> Checkpoint? {
    guard let path, (try? Occupant(of: path)) != .nothing else { return nil }
    let recording: Recording
    do { recording = try Recording.read(path) } catch {
      throw .fault(path, (error as? TallyFileProblem)?.kind ?? .foreign)
    }
    guard let start = Checkpoint(recording) else { throw .fault(path, .foreign) }
    if let name = start.identity.difference(from: identity) { throw .otherRun(path, name) }
    Terminal.tell(GoingOn(path: path, count: start.tally.lines.audited))
    return start
  }

  /// Reads the lists of a plan, from a checkpoint on, and saves checkpoints.
  ///
  /// - Parameters:
  ///   - plan: The plan to run.
  ///   - start: The checkpoint to resume from; nil for the beginning.
  ///   - identity: The identity of the run.
  ///   - soFar: The sum of the absorbed tallies and that of the checkpoint.
  ///   - absorb: Takes tallies of the lines after the checkpoint.
  /// - Returns: The result of reading each list.
  /// - Throws: ``CheckpointProblem`` if the lists are not those of the checkpoint.
  func run(
    _ plan: AuditPlan, from start: Checkpoint?, _ identity: RunIdentity,
    soFar: @escaping () -> Tally, absorb: @escaping @Sendable (Tally) -> Void
  ) throws(CheckpointProblem) -> [ListSummary] {
    guard let path else { return plan.run(absorb: absorb) }
    let interval = Duration.seconds(seconds)
    var journey = CheckpointJourney(from: start?.position, interval: interval) { position in
      let checkpoint = Checkpoint(identity: identity, position: position, tally: soFar())
      do {
        try write(try TallyFile.bytes(of: Recording(checkpoint), name: path), to: path)
      } catch {
        let words = (error as? any Diagnosable)?.found ?? "\(error)"
        Terminal.tell(CheckpointProblem.unwritable(path, words))
      }
    }
    let summaries = plan.run(&journey, absorb: absorb)
    if journey.hasLostItsWay { throw .changedLists(path) }
    return summaries
  }

  /// Explains how to resume a stopped run; the last line is the command.
  ///
  /// - Parameter names: The names of the lists; standard input must be piped in again.
  func tellHowToGoOn(reading names: [String]) {
    guard let path, (try? Occupant(of: path)) == .file else { return }
    let isPiped = names.isEmpty || names.contains("-")
    Terminal.tell(
      isPiped
        ? "stopped; to go on from the checkpoint, pipe the same list into:"
        : "stopped; to go on from the checkpoint:")
    Terminal.tell(escaped(Arguments.command))
  }

  /// Removes the checkpoint of a finished run.
  func finish() {
    if let path { unsafe unlink(path.systemPath) }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    var file = try ProvisionalFile(path, for: .owner)
    try file.write(bytes)
    try file.publish()
  }
}

/// Why a checkpoint cannot be used.
enum CheckpointProblem: Diagnosable {
  case unwritable(String, String)
  case fault(String, TallyFileProblem.Kind)
  case otherRun(String, String)
  case changedLists(String)

  var location: Location? {
    switch self {
    case .unwritable(let path, _), .fault(let path, _), .otherRun(let path, _),
      .changedLists(let path):
      Location(file: path)
    }
  }

  var found: String {
    switch self {
    case .unwritable(_, let fault): "the checkpoint cannot be written: \(fault)"
    case .fault(_, .foreign): "the file is no checkpoint"
    case .fault(let path, let kind): TallyFileProblem(file: path, kind).found
    case .otherRun(_, let name): "the checkpoint belongs to another run: not the same \(name)"
    case .changedLists: "the lists are not what they were when the checkpoint was written"
    }
  }

  var expected: String? {
    switch self {
    case .fault(_, .foreign): "what an earlier run of this command kept there"
    case .fault(let path, let kind): TallyFileProblem(file: path, kind).expected
    default: nil
    }
  }

  var remedy: String? {
    switch self {
    case .fault(_, .foreign), .fault(_, .unreadable): "Name another file."
    case .unwritable: "The run goes on without."
    case .fault, .changedLists: "Remove the file to begin anew."
    case .otherRun: "Repeat the command as it was, or remove the file to begin anew."
    }
  }

  var severity: Severity {
    if case .unwritable = self { .warning } else { .error }
  }
}

/// A run resumes where it stopped.
private struct GoingOn: Diagnosable {
  let path: String
  let count: UInt64
  var location: Location? { Location(file: path) }
  var found: String { "going on behind \(count) lines" }
  var expected: String? { nil }
  var remedy: String? { nil }
  var severity: Severity { .note }
}
