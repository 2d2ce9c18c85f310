import ArgumentParser
import Diagnostics

/// A word after `audit help`, or after a command that has commands of its own, which is none of
/// them.
struct UnknownSubcommand {
  private let word: String
  /// The words before it, with the program's name and without `help`.
  private let path: [String]
  private let commands: [String]

  /// Follows the first arguments from command to command; nil if they are commands, or if the last
  /// one takes other arguments.
  init?(_ arguments: [String], below root: CommandConfiguration) {
    let asksForHelp = arguments.first == "help"
    let words = (asksForHelp ? arguments.dropFirst() : arguments[...]).prefix { !$0.hasPrefix("-") }
    var (configuration, path) = (root, ["audit"])
    for word in words {
      let commands = configuration.subcommands
      guard let next = commands.first(where: { $0.configuration.commandName == word }) else {
        // 'audit list.txt' audits a list.
        guard asksForHelp || path.count > 1, !commands.isEmpty, word != "help" else { return nil }
        self.word = word
        self.path = path
        self.commands = commands.compactMap { $0.configuration.commandName }
        return
      }
      configuration = next.configuration
      path.append(word)
    }
    return nil
  }

  /// The problem as a usage error.
  var error: ValidationError {
    let name = path.joined(separator: " ")
    return ValidationError(
      "'\(word)' is no command of '\(name)'."
        + (nearest(to: word, among: commands).map { " Did you mean '\(name) \($0)'?" } ?? "")
        + " \(commands.count == 1 ? "The only one is" : "They are") "
        + commands.joined(separator: ", ") + ".")
  }
}
