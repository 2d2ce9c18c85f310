import Diagnostics
package import Metrics
package import PasswordPolicies
package import Passwords

/// How near a share found by guesses comes to that of a guessing service, as far as that was measured.
///
/// Screens, pages and files state it in these words.
///
/// - Source: `Documentation/guessing.md`, which says how to measure it again.
package enum StatedError: Hashable, Sendable {
  /// The combined estimate, of policies without a score rule.
  case within8
  /// The combined estimate, of policies with one: rule and estimate share zxcvbn.
  case scoreRule
  /// The combined estimate, beyond the guesses up to which it was measured well.
  case manyGuesses
  /// zxcvbn's estimate.
  case tooHigh
  /// No error is known.
  case notMeasured(Gap)

  /// What was not measured.
  package enum Gap: Hashable, Sendable {
    /// An estimate that the user brought.
    case own
    /// The combined estimate with a model of one's own.
    case ownModel
    /// Lists of which 5 % or more of the passwords have letters beyond ASCII.
    case letters
    /// Policies that accept no password of fewer than 13 characters.
    case length
    /// zxcvbn's estimate of policies with a rule on its score.
    case score

    fileprivate var words: String {
      switch self {
      case .own: ""
      case .ownModel: " for a model of one's own"
      case .letters: " for letters beyond ASCII"
      case .length: " for 13 characters and more"
      case .score: " for policies with a score"
      }
    }
  }

  /// The error in a few words.
  package var words: String {
    switch self {
    case .within8: "within 8 points"
    case .scoreRule: "14 points too low to 2 too high"
    case .manyGuesses: "more than ten points possible"
    case .tooHigh: "up to 59 points too high"
    case .notMeasured(let gap): "error not measured\(gap.words)"
    }
  }

  /// The same where there is room to say what was compared with.
  fileprivate var inFull: String {
    switch self {
    case .within8: "\(words) of a guessing service"
    case .tooHigh: "up to 59 points above a guessing service"
    default: words
    }
  }

  /// What of a policy decides whether its error was measured.
  package enum Kind: Hashable, Sendable {
    case usual
    /// It has a rule on zxcvbn's score.
    case scored
    /// It accepts no password of fewer than 13 characters.
    case long

    /// The kind of a policy.
    package init(_ policy: Policy) {
      self =
        policy.leastLength >= 13
        ? .long : policy.hasScoreRule ? .scored : .usual
    }
  }
}

/// The errors of the shares that an attack finds of one list's passwords, by an estimate.
package struct StatedErrors: Sendable {
  private let estimate: GuessEstimate
  private let guesses: Double
  private let hasLetters: Bool

  /// The most guesses up to which the combined estimate was within eight points.
  private static let measuredGuesses = 1e10

  /// Takes what decides them, beside the policies; `lines` are those of all lists.
  package init(_ estimate: GuessEstimate, of attack: Attack, in lines: LineCounts) {
    self.estimate = estimate
    guesses = attack.guesses
    let beyond = Double(lines.utf8) + Double(lines.illFormed)
    hasLetters = beyond > 0 && beyond * 20 >= Double(lines.entries)
  }

  /// The error of a share of what policies of a kind accept.
  package func of(_ kind: StatedError.Kind) -> StatedError {
    switch estimate.source {
    case .minAuto, .brought, .model: return .notMeasured(.own)
    case .combined where estimate.own != nil: return .notMeasured(.ownModel)
    case .combined, .zxcvbn: break
    }
    if hasLetters { return .notMeasured(.letters) }
    if kind == .long { return .notMeasured(.length) }
    if estimate.source == .zxcvbn { return kind == .scored ? .notMeasured(.score) : .tooHigh }
    if guesses > Self.measuredGuesses { return .manyGuesses }
    return kind == .scored ? .scoreRule : .within8
  }

  /// The error of a share of what a policy of a sweep accepts, in a few words.
  package func words(for cell: SweepReport.GridCell) -> String { of(cell.kind).words }

  /// The estimate and its error for policies, those of one error together: `combined estimate, within 8
  /// points of a guessing service (site); error not measured for 13 characters and more (long)`.
  package func brief(_ policies: [(name: String, kind: StatedError.Kind)]) -> String {
    if let brief = estimate.uncalibrated { return brief }
    let errors = (policies.isEmpty ? [.usual] : policies.map(\.kind)).map(of)
    let words = errors.uniqued().map { error in
      let names = policies.indices.filter { errors[$0] == error }.map { policies[$0].name }
      return names.count == policies.count
        ? error.inFull : "\(error.inFull) (\(nameOfSeveral(names)))"
    }
    let name = estimate.source == .zxcvbn ? "zxcvbn's estimate" : estimate.name
    return "\(name), \(words.joined(separator: "; "))"
  }

  /// How near the estimate comes to attacks for policies, in sentences.
  package func calibration(_ kinds: [StatedError.Kind]) -> String {
    if let calibration = estimate.ownCalibration { return calibration }
    let errors = (kinds.isEmpty ? [.usual] : kinds).map(of).uniqued()
    let isZxcvbn = estimate.source == .zxcvbn
    let its = isZxcvbn ? "zxcvbn's" : "its"
    let sentences = errors.map { error in
      switch error {
      case .within8, .manyGuesses:
        "Up to 10¹⁰ guesses its shares were within 8 points of a guessing service's, for eight policies "
          + "on two leaks; zxcvbn's were up to 59 points too high."
      case .scoreRule:
        "Of policies with a score rule its shares were 14 points too low to 2 too high at 10⁹ guesses, "
          + "since rule and estimate share zxcvbn."
      case .tooHigh:
        "zxcvbn's shares were up to 59 points higher than a guessing service's, for eight policies on two "
          + "leaks, up to 10¹⁰ guesses; the combined estimate was within 8 points."
      case .notMeasured(.letters):
        "How near \(its) shares come to attacks was not measured for letters beyond ASCII, which 5 % or "
          + "more of these passwords have."
      case .notMeasured(let gap):
        "How near \(its) shares come to attacks was not measured\(gap.words)."
      }
    }
    let made =
      "The combined estimate joins zxcvbn's guesses with those of a model of common passwords."
    return ((isZxcvbn ? [] : [made]) + sentences).joined(separator: " ")
  }
}

/// Names of policies in a sentence; of more than three, or of names with commas, how many there are.
private func nameOfSeveral(_ names: [String]) -> String {
  names.count > 3 || names.count > 1 && names.contains { $0.contains(",") }
    ? "\(grouped(names.count)) policies"
    : names.map { escaped(clipped($0, toCharacters: 40)) }.joined(separator: ", ")
}
