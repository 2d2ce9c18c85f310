import ArgumentParser

/// Parses a command on its own, which takes half the time: the parser reads the declarations of a
/// command's options several times, and those of all commands above it too.
enum DirectCommand {
  /// The command that the arguments ask for, of those below a program's root.
  ///
  /// - Returns: Nil if the arguments are wrong or ask for help or a completion, which the parser of
  ///   the whole program then words.
  static func parse(
    _ arguments: [String], below root: CommandConfiguration
  ) -> (any ParsableCommand)? {
    var rest = arguments[...]
    guard var type = root.defaultSubcommand else { return nil }
    if let word = arguments.first, !word.hasPrefix("-") {
      if word == "help" { return nil }
      let named = root.subcommands.first { $0.configuration.commandName == word }
      if let named {
        type = named
        rest.removeFirst()
      }
    }
    guard type.configuration.subcommands.isEmpty, rest.first?.hasPrefix("---") != true,
      let command = try? type.parseAsRoot(Array(rest)), Swift.type(of: command) == type
    else { return nil }
    return command
  }
}
