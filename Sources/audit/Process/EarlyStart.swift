import ArgumentParser
import Dispatch
import PasswordStrength
import Preparing
import Starting

/// Starts what an audit will need while the arguments are still being parsed.
enum EarlyStart {
  /// The commands that use the built-in list unless they are told otherwise.
  private static let readers: Set = ["run", "scan", "filter", "check"]

  /// Begins to make the built-in list and the scorer's tables if the arguments probably ask for
  /// them.
  ///
  /// Does nothing where the system grants no thread: the command itself reports that.
  static func begin(_ arguments: [String], below root: CommandConfiguration) {
    guard let first = arguments.first,
      first.hasPrefix("-") || readers.contains(first)
        || !root.subcommands.contains(where: { $0.configuration.commandName == first }),
      !arguments.contains(where: { idle.contains(String($0.prefix { $0 != "=" })) }),
      (try? AddressSpace.require(threads: 3)) != nil, (try? DispatchStart.prepare()) != nil
    else { return }
    BuiltInList.makeAhead()
    if !arguments.contains("none") {
      DispatchQueue.global().async { Scorer.prepareTables() }
    }
  }

  /// The arguments with which no list is made, or another in its place.
  private static let idle: Set = [
    "--no-blocklist", "--blocklist", "--help", "-h", "--version", "help",
  ]
}
