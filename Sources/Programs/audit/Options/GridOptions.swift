import ArgumentParser
import Diagnostics
import Jobs
import PasswordPolicies
import Reports

/// The options that span a grid of policies.
struct GridOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Least lengths: 8, 6-16 (or 6..16, 6...16) or 8,12,15 (default: \(GridSettings.usualLengths)).",
      valueName: "numbers"),
    transform: numbers)
  var minlength: [Int]?

  @Option(
    help: ArgumentHelp(
      "How many of lower, upper, digit, special must occur; 0 for no such rule "
        + "(default: \(GridSettings.usualClasses.map(String.init).joined(separator: ","))).",
      valueName: "numbers"),
    transform: numbers)
  var classes: [Int]?

  @Option(
    name: .customLong("max-repeating"),
    help: ArgumentHelp(
      "Longest runs of one character, such as none,3,2 (default: none).", valueName: "numbers"),
    transform: { text in
      try text.split(separator: ",", omittingEmptySubsequences: false).flatMap {
        $0 == "none" ? [nil] : try numbers(String($0)).map(Optional.some)
      }.uniqued()
    })
  var repeats: [Int?]?

  @Option(
    name: .customLong("min-score"),
    help: ArgumentHelp(
      "Least scores of zxcvbn, such as 0,2,3; 0 for no such rule (default: of recommend 0-4; of sweep "
        + "what the policy of --rules has; else none).",
      valueName: "numbers"),
    transform: numbers)
  var scores: [Int]?

  @Option(
    name: .customLong("blocklist"),
    help: ArgumentHelp(
      "Blocklists, one a policy: none, default (the built-in list), or a file (default: of recommend "
        + "none,default; of sweep what the policy of --rules has; else none).",
      valueName: "lists"),
    transform: { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) })
  var blocklists: [String]?

  @Option(
    help: ArgumentHelp(
      "Another rule on a number, with several numbers: 'at-most: none,0-2 digit', "
        + "'max-class-run: 3,4'; none for no such rule. Repeat it for more rules.",
      valueName: "rule"),
    transform: { text in
      do throws(Problem) {
        return try GridAxis(text)
      } catch {
        throw ValidationError(error)
      }
    })
  var vary: [GridAxis] = []

  @Option(
    help: """
      What characters every policy of the grid permits: ascii-printable (the default of sweep) or \
      unicode (the default of recommend); of sweep with --rules those of that policy.
      """)
  var allowed: Alphabet?

  enum Alphabet: String, Choice {
    case asciiPrintable = "ascii-printable"
    case unicode
  }

  /// Whole numbers, as ranges or separated by commas.
  private static func numbers(_ argument: String) throws -> [Int] {
    try argument.split(separator: ",", omittingEmptySubsequences: false).flatMap { part in
      guard let range = try? Quantity.range(String(part)), range.count <= GridSettings.mostCells
      else {
        throw ValidationError("Expected numbers such as 8, 6-16 or 8,12,15, not '\(argument)'.")
      }
      return Array(range)
    }.uniqued()
  }

  var settings: GridSettings { settings(allowed ?? .asciiPrintable) }

  /// The grid of a recommendation, with scores and a blocklist to choose from.
  var recommended: GridSettings {
    var grid = self
    grid.scores = scores ?? Array(0...4)
    grid.blocklists = blocklists ?? ["none", ListReference.Source.builtIn.name]
    return grid.settings(allowed ?? .unicode)
  }

  private func settings(_ alphabet: Alphabet) -> GridSettings {
    GridSettings(
      minLengths: minlength ?? Array(GridSettings.usualLengths),
      classes: classes ?? GridSettings.usualClasses,
      maxRepeating: repeats ?? [nil], minScores: scores, blocklists: blocklists, axes: vary,
      allowsUnicode: alphabet == .unicode)
  }
}
