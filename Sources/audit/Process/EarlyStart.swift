import ArgumentParser
import Dispatch
import PasswordStrength
import Preparing
import Starting

/// Starts what an audit will need while the arguments are still being parsed.
enum EarlyStart {
  /// The commands that use the built-in list unless they are told otherwise.
  private static let readers: Set = ["run", "scan", "filter", "check"]

  /// Begins to make the built-in list and the scorer's tables, and to parse a file of policies, if
  /// the arguments probably ask for them.
  ///
  /// Does nothing where the system grants no thread: the command itself reports that.
  static func begin(_ arguments: [String], below root: CommandConfiguration) {
    guard let first = arguments.first,
      first.hasPrefix("-") || readers.contains(first)
        || !root.subcommands.contains(where: { $0.configuration.commandName == first }),
      !arguments.contains(where: answers.contains),
      (try? AddressSpace.require(threads: 3)) != nil, (try? DispatchStart.prepare()) != nil
    else { return }
    if let place = arguments.firstIndex(of: "--rules"), place + 1 < arguments.count,
      arguments[place + 1].hasSuffix(".json")
    {
      QuirksFile.parseAhead(arguments[place + 1])
    }
    if arguments.contains(where: { lists.contains(String($0.prefix { $0 != "=" })) }) { return }
    BuiltInList.makeAhead()
    if !arguments.contains("none") {
      DispatchQueue.global().async { Scorer.prepareTables() }
    }
  }

  /// The arguments with which nothing is read.
  private static let answers: Set = ["--help", "-h", "--version", "help"]
  /// The options with which no list is made, or another in its place.
  private static let lists: Set = ["--no-blocklist", "--blocklist"]
}
