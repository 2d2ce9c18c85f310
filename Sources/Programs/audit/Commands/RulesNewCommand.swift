import ArgumentParser
import Diagnostics
import Jobs
import PasswordPolicies

/// `audit rules new`.
struct RulesNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Prints a new policy from options, to begin with.",
    discussion: """
          audit rules new --length 10 --require upper,lower,digit --blocklist default
          audit rules new --length 15-64 --blocklist default > policy.txt
          audit --rules policy.txt leaked.txt.gz
      """)

  @Option(
    help: ArgumentHelp(
      "The least length, or the least and the greatest: 10, 8-64.", valueName: "n"),
    transform: typed(Quantity.range))
  var length: ClosedRange<Int>?

  @Option(
    help: ArgumentHelp(
      "Classes that must each occur: upper, lower, digit, special.", valueName: "classes"),
    transform: classes(of:))
  var require: [String] = []

  @Option(
    help: ArgumentHelp("How many of the four classes must occur: 1 to 4.", valueName: "n"),
    transform: number(1...4))
  var requireClasses: Int?

  @Option(help: "What may occur: unicode (everything, the default) or ascii-printable.")
  var allow: GridOptions.Alphabet = .unicode

  @Option(
    help: ArgumentHelp("The longest run of one character.", valueName: "n"),
    transform: number(1...4096))
  var maxRepeat: Int?

  @Option(
    help: ArgumentHelp("The least score of zxcvbn: 0 to 4.", valueName: "n"),
    transform: number(0...4))
  var minScore: Int?

  @Option(
    help: ArgumentHelp(
      "A list of refused passwords: default (the built-in list), none, or a file, relative to the "
        + "policy's; repeat for more.", valueName: "list"),
    completion: .file())
  var blocklist: [String] = []

  @Argument(help: .hidden)
  var bare: [String] = []

  @OptionGroup var notes: NoteOptions

  func validate() throws {
    if let word = bare.first {
      throw StrayWord.error(
        bare,
        "'\(word)' follows no option. Classes stand together, with commas and without spaces: "
          + "--require upper,lower")
    }
  }

  /// Checks the options together; later than the parser, which names options that are unknown.
  private func requireRules() throws {
    if rules.count == 1, otherRules.isEmpty, blocklist.isEmpty {
      throw ValidationError(
        "Nothing is asked for. Say what, as in 'audit rules new --length 10 --require "
          + "upper,lower,digit,special --blocklist default'.")
    }
    if let length, !(1...4096).contains(length.upperBound) || length.lowerBound < 1 {
      throw ValidationError("--length takes lengths from 1 to 4096.")
    }
    if blocklist.contains("") || blocklist.contains("none") && blocklist.count > 1 {
      throw ValidationError("--blocklist takes none alone, default, and files.")
    }
  }

  func run() throws {
    try requireRules()
    try reportingProblems(quiet: notes.quiet) {
      let text = [rules, otherRules].filter { !$0.isEmpty }
        .map { $0.joined(separator: " ") + "\n" }.joined()
      let reading = PolicyReading(policyFile: Array(text.utf8), file: "<new>")
      for problem in reading.problems { Terminal.tell(problem.problem) }
      if reading.hasErrors { throw ExitCode.impossible }
      try Terminal.write(Terminal.isTerminal(1) ? escapedLines(text) : text)
    }
  }

  /// The rules of Apple's language; the last one says what is allowed.
  private var rules: [String] {
    let most = length.flatMap { $0.count > 1 ? $0.upperBound : nil }
    return Self.texts([
      ("minlength", length?.lowerBound), ("maxlength", most), ("max-repeating", maxRepeat),
    ]) + require.map { "required: \($0);" } + ["allowed: \(allow.rawValue);"]
  }

  private var otherRules: [String] {
    Self.texts([("min-classes", requireClasses), ("min-score", minScore)])
      + blocklist.filter { $0 != "none" }.map { list in
        let quoted = list.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "blocklist: \(list == "default" ? list : "\"\(quoted)\"") exact;"
      }
  }

  private static func texts(_ numbers: [(keyword: String, number: Int?)]) -> [String] {
    numbers.compactMap { keyword, number in number.map { "\(keyword): \($0);" } }
  }
}

/// The classes of a list with commas.
private func classes(of text: String) throws -> [String] {
  let known = ["upper", "lower", "digit", "special"]
  let others = ["number": "digit", "symbol": "special", "capital": "upper"]
  return try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
    let name = String(part)
    if known.contains(name) { return name }
    let word = name.lowercased()
    let similar =
      others.first { word.hasPrefix($0.key) }?.value ?? known.first(where: word.hasPrefix)
      ?? nearest(to: name, among: known)
    throw ValidationError(
      "Expected classes among \(known.joined(separator: ", ")), not '\(name)'."
        + (similar.map { " Did you mean '\($0)'?" } ?? ""))
  }
}

/// Reads a whole number within limits.
private func number(_ range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
  { text in
    guard let number = Int(text), range.contains(number) else {
      throw ValidationError(
        "Expected a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'.")
    }
    return number
  }
}
