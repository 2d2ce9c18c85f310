import ArgumentParser
import Reports

/// The option for the form of standard output, which has one meaning in every command.
struct FormatOptions: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      """
      What goes to standard output: text (the default), markdown (the same as tables for a wiki), csv (a \
      table with a header), json (one document), jsonl (one object a line), or html (the page, where \
      there is one). All but text is printed with --quiet, too.
      """, valueName: "format"))
  var chosen: OutputFormat?

  /// The format.
  var format: OutputFormat { chosen ?? .text }

  /// Whether text has a heading: a person looks, or asks for text.
  var isLookedAt: Bool { chosen == .text || chosen == nil && Terminal.isTerminal(1) }

  /// Refuses formats that a command does not have; tables have all but html.
  func require(_ formats: [OutputFormat] = OutputFormat.ofTables) throws {
    if formats.contains(format) { return }
    let names = formats.map(\.rawValue)
    throw ValidationError(
      "This command prints \(names.dropLast().joined(separator: ", ")) or \(names.last ?? ""), not "
        + "\(format.rawValue).")
  }

  /// The error for a format that is typed as an option, `--json`; nil if there is none.
  static func misspelled(in arguments: [String]) -> ValidationError? {
    for word in arguments.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
      if let format = OutputFormat(rawValue: String(word.dropFirst(2))) {
        return ValidationError("Unknown option '\(word)'. Say --format \(format.rawValue).")
      }
    }
    return nil
  }

  /// Whether anything is printed.
  func isPrinted(quiet: Bool) -> Bool { !quiet || format != .text }
}

extension OutputFormat: Choice {}
