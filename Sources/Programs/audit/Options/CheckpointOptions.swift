import ArgumentParser
import Diagnostics
import Jobs
import Workers

/// The options for stopping and resuming a run.
struct CheckpointOptions: ParsableArguments {
  @Option(
    name: .customLong("checkpoint"),
    help: ArgumentHelp(
      "Keep a checkpoint in this file; the same command resumes a run that was stopped. Excludes "
        + "--distinct and --by-list.",
      valueName: "file"),
    completion: .file())
  var path: String?

  @Option(
    name: .customLong("checkpoint-every"),
    help: ArgumentHelp(
      "Time between checkpoints, such as 30s or 5min (default: 60s).", valueName: "time"),
    transform: typed(Quantity.seconds))
  var seconds: Double = 60

  func validate() throws {
    try accept(try CheckpointSettings(path ?? ".", every: seconds, version: "").validate())
  }

  /// The file of the checkpoint; nil if none is kept.
  var settings: CheckpointSettings? {
    path.map { CheckpointSettings($0, every: seconds, version: Program.version) }
  }

  /// Explains how to resume a stopped run; the last line is the command.
  ///
  /// - Parameter names: The names of the lists; standard input must be piped in again.
  func tellHowToGoOn(reading names: [String]) {
    guard settings?.isThere == true else { return }
    let isPiped = names.isEmpty || names.contains("-")
    Terminal.tell(
      isPiped
        ? "stopped; to resume from the checkpoint, pipe the same list into:"
        : "stopped; to resume from the checkpoint:")
    Terminal.tell(escaped(Arguments.command))
  }
}
