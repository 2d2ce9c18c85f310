import ArgumentParser
import Diagnostics
import Requests

/// A first argument that resembles a command and is no file's name.
///
/// `audit` alone means `audit run`, so a misspelled command would be taken for a list.
struct MisspelledCommand {
  private let word: String
  private let commands: [String]

  /// Compares a word with the names of all commands below a root; nil if it is a file, or resembles
  /// no command.
  init?(_ word: String, below root: CommandConfiguration) {
    guard !word.isEmpty,
      word.utf8.allSatisfy({ $0 | 0x20 &- UInt8(ascii: "a") < 26 || $0 == 0x2D }),
      ListSettings.isMissing(word)
    else { return nil }
    let all = Self.paths(below: root, after: [])
    guard let name = nearest(to: word, among: all.compactMap(\.last)) else { return nil }
    self.word = word
    commands = all.filter { $0.last == name }.map { (["audit"] + $0).joined(separator: " ") }
  }

  /// The problem as a usage error.
  var error: ValidationError {
    ValidationError(
      "'\(word)' is neither a command nor a file. Did you mean "
        + commands.map { "'\($0)'" }.joined(separator: " or ") + "?")
  }

  /// The names of all commands below one, each after the names of its parents.
  private static func paths(
    below command: CommandConfiguration, after names: [String]
  ) -> [[String]] {
    command.subcommands.flatMap { sub -> [[String]] in
      let path = names + [sub.configuration.commandName].compactMap(\.self)
      return [path] + paths(below: sub.configuration, after: path)
    }
  }
}
