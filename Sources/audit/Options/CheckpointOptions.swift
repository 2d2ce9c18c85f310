import ArgumentParser
import Auditing
import Diagnostics
import Files
import Glibc
import Passwords
import Preparing
import Starting
import Tallies

/// Whether a run can be stopped and taken up again.
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

  /// Sets out on a run, from the checkpoint if there is one.
  ///
  /// - Parameters:
  ///   - identity: What the run is asked.
  ///   - recipe: What its signatures are packed by.
  /// - Returns: Nil where nobody asked for checkpoints.
  /// - Throws: ``CheckpointProblem`` when there is a file to go on from, and it cannot be used.
  func journey(
    _ identity: RunIdentity, recipe: Recipe
  ) throws(CheckpointProblem) -> CheckpointJourney? {
    guard let path else { return nil }
    var start: Checkpoint?
    if (try? Occupant(of: path)) != .nothing {
      start = try read(path, recipe)
      if let name = start?.identity.difference(from: identity) { throw .otherRun(path, name) }
      if let count = start?.tally.lines.audited { Terminal.tell(GoingOn(path: path, count: count)) }
    }
    return CheckpointJourney(identity: identity, from: start, interval: .seconds(seconds)) {
      checkpoint in
      do throws(SystemError) { try write(checkpoint.bytes, to: path) } catch {
        Terminal.tell(CheckpointProblem.unwritable(path, error))
      }
    }
  }

  /// Says how a run that was stopped goes on; the last line is the command.
  ///
  /// - Parameter names: The lists as they were named; standard input must be piped in again.
  func tellHowToGoOn(reading names: [String]) {
    guard let path, (try? Occupant(of: path)) == .file else { return }
    let isPiped = names.isEmpty || names.contains("-")
    Terminal.tell(
      isPiped
        ? "stopped; to go on from the checkpoint, pipe the same list into:"
        : "stopped; to go on from the checkpoint:")
    Terminal.tell(escaped(Arguments.command))
  }

  /// Removes the checkpoint of a run that is over.
  func finish() {
    if let path { unsafe unlink(path.systemPath) }
  }

  private func read(_ path: String, _ recipe: Recipe) throws(CheckpointProblem) -> Checkpoint {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try SmallFile.bytes(of: path, atMost: .max - 1) } catch {
      throw .unreadable(path)
    }
    do { return try Checkpoint(bytes, recipe: recipe) } catch { throw .fault(path, error) }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    var file = try ProvisionalFile(path, for: .owner)
    try file.write(bytes)
    try file.publish()
  }
}

/// Why a checkpoint is of no use.
enum CheckpointProblem: Diagnosable {
  case unreadable(String)
  case unwritable(String, SystemError)
  case fault(String, CheckpointFault)
  case otherRun(String, String)
  case changedLists(String)

  var location: Location? {
    switch self {
    case .unreadable(let path), .unwritable(let path, _), .fault(let path, _),
      .otherRun(let path, _), .changedLists(let path):
      Location(file: path)
    }
  }

  var found: String {
    switch self {
    case .unreadable: "the checkpoint cannot be read"
    case .unwritable(_, let fault): "the checkpoint cannot be written: \(fault)"
    case .fault(_, .foreign): "the file is no checkpoint"
    case .fault(_, .version(let version)): "the checkpoint has version \(version)"
    case .fault(_, .damaged): "the checkpoint is damaged"
    case .otherRun(_, let name): "the checkpoint belongs to another run: not the same \(name)"
    case .changedLists: "the lists are not what they were when the checkpoint was written"
    }
  }

  var expected: String? {
    switch self {
    case .fault(_, .version): "version \(Checkpoint.version)"
    default: nil
    }
  }

  var remedy: String? {
    switch self {
    case .unreadable, .fault(_, .foreign): "Name another file."
    case .unwritable: "The run goes on without."
    case .fault, .changedLists: "Remove the file to begin anew."
    case .otherRun: "Repeat the command as it was, or remove the file to begin anew."
    }
  }

  var severity: Severity {
    if case .unwritable = self { .warning } else { .error }
  }
}

/// A run goes on where it was left.
private struct GoingOn: Diagnosable {
  let path: String
  let count: UInt64
  var location: Location? { Location(file: path) }
  var found: String { "going on behind \(count) lines" }
  var expected: String? { nil }
  var remedy: String? { nil }
  var severity: Severity { .note }
}
