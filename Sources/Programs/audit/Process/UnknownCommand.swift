import ArgumentParser
import Diagnostics
import Jobs

/// A first argument that resembles a command and is no file's name.
///
/// `audit` alone means `audit run`, so a misspelled command would be taken for a list.
enum MisspelledCommand {
  /// Compares a word with the names of all commands below a root; nil if it is a file, or resembles
  /// no command.
  static func error(_ word: String, below root: CommandConfiguration) -> ValidationError? {
    guard !word.isEmpty,
      word.utf8.allSatisfy({ $0 | 0x20 &- UInt8(ascii: "a") < 26 || $0 == 0x2D }),
      ListSettings.isMissing(word)
    else { return nil }
    let all = paths(below: root, after: [])
    guard let name = nearest(to: word, among: all.compactMap(\.last)) else { return nil }
    let commands = all.filter { $0.last == name }.map { path in
      "'\((["audit"] + path).joined(separator: " "))'"
    }
    return ValidationError(
      "'\(word)' is neither a command nor a file. Did you mean "
        + commands.joined(separator: " or ") + "?")
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

extension CommandConfiguration {
  /// The command of a name, one step down; nil if there is none.
  func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
    subcommands.first { $0.configuration.commandName == name }
  }
}

/// A word after `audit help`, or after a command that has commands of its own, which is none of
/// them.
enum UnknownSubcommand {
  /// Follows the first arguments from command to command; nil if they are commands, or if the last
  /// one takes other arguments.
  static func error(in arguments: [String], below root: CommandConfiguration) -> ValidationError? {
    let asksForHelp = arguments.first == "help"
    let words = (asksForHelp ? arguments.dropFirst() : arguments[...]).prefix { !$0.hasPrefix("-") }
    var (configuration, path) = (root, ["audit"])
    for word in words {
      let commands = configuration.subcommands
      guard let next = configuration.subcommand(word) else {
        // 'audit list.txt' audits a list.
        guard asksForHelp || path.count > 1, !commands.isEmpty, word != "help" else { return nil }
        return error(word, after: path.joined(separator: " "), among: commands)
      }
      configuration = next.configuration
      path.append(word)
    }
    return nil
  }

  private static func error(
    _ word: String, after name: String, among commands: [any ParsableCommand.Type]
  ) -> ValidationError {
    let names = commands.compactMap { $0.configuration.commandName }
    return ValidationError(
      "'\(word)' is no command of '\(name)'."
        + (nearest(to: word, among: names).map { " Did you mean '\(name) \($0)'?" } ?? "")
        + " \(names.count == 1 ? "The only one is" : "They are") "
        + names.joined(separator: ", ") + ".")
  }
}

/// Options before the name of a command, such as `audit -q scan LIST`: they would be those of
/// `audit run`, and the name a list.
enum OptionsBeforeCommand {
  /// Finds a command's name where a list is expected, and says what to type; nil if there is none, or
  /// if a file has that name.
  static func error(in arguments: [String], below root: CommandConfiguration) -> ValidationError? {
    guard arguments.first?.hasPrefix("-") == true, arguments.first != "--" else { return nil }
    let names = Set(root.subcommands.compactMap { $0.configuration.commandName })
    for (place, word) in arguments.enumerated() where names.contains(word) {
      // Before the first list, the words are options with their values.
      guard ListSettings.isMissing(word),
        let run = try? RunCommand.parse(Array(arguments[..<place]) + [word]),
        run.lists.names == [word]
      else { continue }
      var (path, configuration) = ([word], root)
      var rest = arguments[(place + 1)...]
      while let last = path.last,
        let command = configuration.subcommand(last)?.configuration, let next = rest.first,
        command.subcommand(next) != nil
      {
        (configuration, rest) = (command, rest.dropFirst())
        path.append(next)
      }
      let words = ["audit"] + path + arguments[..<place] + rest
      return ValidationError(
        "Options come after the name of the command: "
          + words.map(\.shellWord).joined(separator: " "))
    }
    return nil
  }
}

/// A file whose name begins with `-`, as options do: `-list.txt` has the letter of `--help`, and a
/// run that reads nothing would end with 0.
enum DashedFile {
  /// The error for such a name, with what to type; nil if there is none.
  static func error(in arguments: [String]) -> ValidationError? {
    arguments.prefix { $0 != "--" }
      .first { $0.hasPrefix("-") && $0.contains(".") && !ListSettings.isMissing($0) }
      .map {
        ValidationError(
          "'\($0)' is a file, but begins as options do. Write \("./\($0)".shellWord).")
      }
  }
}

/// A word that no command expects: the value of an option that is unknown, or one by itself.
enum StrayWord {
  /// What the parser says of the arguments without these words, such as of an unknown option before
  /// one; else an error with the given text.
  static func error(_ words: [String], _ text: String) -> ValidationError {
    var arguments = Program.arguments
    for word in words {
      if let place = arguments.lastIndex(of: word) { arguments.remove(at: place) }
    }
    do { _ = try Audit.parseAsRoot(arguments) } catch {
      let message = Audit.message(for: error)
      if message.hasPrefix("Unknown option") { return ValidationError(message) }
    }
    return ValidationError(text)
  }
}
