import ArgumentParser

extension ArgumentVisibility {
  /// Of options that few people need: in the help that `--help-all` prints, and in completions.
  static let further: ArgumentVisibility =
    HelpOption.isAll || CompletionScript.shell(in: Program.arguments) != nil ? .default : .hidden
}

/// `--help-all`, which every command has: the help with all options.
enum HelpOption {
  private static let name = "--help-all"

  /// Whether it was given.
  static let isAll = Program.arguments.prefix { $0 != "--" }.contains(name)

  /// The arguments with the option that the parser knows in its place.
  static func known(_ arguments: [String]) -> [String] {
    guard isAll, let place = arguments.firstIndex(of: name) else { return arguments }
    var arguments = arguments
    arguments[place] = "--help"
    return arguments
  }

  /// A help with a line about the options that it leaves out.
  static func completed(_ text: String) -> String {
    guard !isAll, text.hasPrefix("OVERVIEW: "), !text.contains("\nSUBCOMMANDS:\n"),
      let usage = text.split(separator: "\n").first(where: { $0.hasPrefix("USAGE: ") })
    else { return text }
    let words = usage.dropFirst("USAGE: ".count).split(separator: " ").prefix { word in
      word.first?.isLetter == true
    }
    return text + "\n  All options: \(words.joined(separator: " ")) \(name)\n"
  }
}
