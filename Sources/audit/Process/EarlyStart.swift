import ArgumentParser
import Auditing
import Dispatch
import Preparing

/// Starts what an audit will need while the arguments are still being parsed.
enum EarlyStart {
  /// The commands that score passwords unless they are told otherwise.
  private static let scorers: Set = ["run", "scan", "check"]

  /// Begins to make the scorer's tables, and to parse a file of policies, if the arguments probably
  /// ask for them.
  ///
  /// Does nothing where the system grants no thread: the command itself reports that.
  static func begin(_ arguments: [String], below root: CommandConfiguration) {
    guard let first = arguments.first,
      first.hasPrefix("-") || scorers.contains(first)
        || !root.subcommands.contains(where: { $0.configuration.commandName == first }),
      !arguments.contains(where: answers.contains),
      (try? Program.start()) != nil
    else { return }
    if let place = arguments.firstIndex(of: "--rules"), place + 1 < arguments.count,
      arguments[place + 1].hasSuffix(".json")
    {
      QuirksFile.parseAhead(arguments[place + 1])
    }
    if !arguments.contains("none") {
      DispatchQueue.global().async { StrengthReading.prepareTables() }
    }
  }

  /// The arguments with which nothing is read.
  private static let answers: Set = ["--help", "-h", "--version", "help"]
}
