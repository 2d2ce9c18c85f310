import ArgumentParser
import Auditing
import Preparing
import Workers

/// Starts what an audit will need while the arguments are still being parsed.
enum EarlyStart {
  /// The commands that score passwords unless they are told otherwise.
  private static let scorers: Set = ["run", "scan", "check"]

  /// Begins to make the scorer's tables, and to parse a file of policies, if the arguments probably
  /// ask for them.
  ///
  /// It uses a pool of its own, as wide as there are processors: the width of the run's pool is one
  /// of the arguments. Does nothing where the system grants no thread: the command itself reports
  /// that.
  static func begin(_ arguments: [String], below root: CommandConfiguration) {
    guard let first = arguments.first,
      first.hasPrefix("-") || scorers.contains(first)
        || !root.subcommands.contains(where: { $0.configuration.commandName == first }),
      !arguments.contains(where: answers.contains),
      (try? Program.start()) != nil
    else { return }
    let workers = WorkerPool(width: Program.processorCount)
    if let place = arguments.firstIndex(of: "--rules"), place + 1 < arguments.count,
      arguments[place + 1].hasSuffix(".json")
    {
      QuirksFile.parseAhead(arguments[place + 1], by: workers)
    }
    if !arguments.contains("none") {
      workers.offer { StrengthReading.prepareTables() }
    }
  }

  /// The arguments with which nothing is read.
  private static let answers: Set = ["--help", "-h", "--version", "help"]
}
