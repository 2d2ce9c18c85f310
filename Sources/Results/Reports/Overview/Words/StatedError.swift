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
  package enum Gap: Hashable, Sendable, CaseIterable {
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
      case .length: " for minimum lengths of 13+"
      case .score: " for policies with a score"
      }
    }
  }

  /// The error in a few words.
  package var words: String {
    switch self {
    case .within8: "within 8 percentage points"
    case .scoreRule: "14 percentage points too low to 2 too high"
    case .manyGuesses: "more than ten percentage points possible"
    case .tooHigh: "up to 59 percentage points too high"
    case .notMeasured(let gap): "error not measured\(gap.words)"
    }
  }

  /// The error that these words state; nil if none does.
  init?(words: String) {
    let all: [StatedError] =
      [.within8, .scoreRule, .manyGuesses, .tooHigh] + Gap.allCases.map { .notMeasured($0) }
    guard let error = all.first(where: { $0.words == words }) else { return nil }
    self = error
  }

  /// What the shares were compared with.
  private static let compared =
    "attacks of university researchers, on two leaks under eight other policies"

  /// The same where there is room to say what was compared with.
  fileprivate var inFull: String {
    switch self {
    case .within8: "\(words) of \(Self.compared)"
    case .tooHigh: "up to 59 percentage points above \(Self.compared)"
    default: words
    }
  }

  /// What is known with the fast hash, where fewer guesses have this error; nil if nothing is.
  var ofFastHash: String? {
    switch self {
    case .within8, .scoreRule:
      "With the fast hash more than ten percentage points are possible, so that differences "
        + "are open."
    case .tooHigh:
      "With the fast hash the error was not measured, so that differences are open."
    case .manyGuesses, .notMeasured: nil
    }
  }

  /// How far below and above a stated share the true one may be, by what was measured; nil if that was
  /// not.
  var margins: (below: Double, above: Double)? {
    switch self {
    case .within8: (0.08, 0.08)
    case .scoreRule: (0.02, 0.14)
    case .tooHigh: (0.59, 0)
    case .manyGuesses, .notMeasured: nil
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

  /// The most guesses, and their log₁₀, up to which the combined estimate was within eight percentage points.
  static let (measuredGuesses, measuredDecades) = (1e10, 10.0)

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

  /// The mark at a share of what policies of a kind accept, if its error was not measured while others were:
  /// `14 %*`.
  func mark(_ kind: StatedError.Kind) -> String { gap(kind) == nil ? "" : "*" }

  /// What the mark means, if a policy has it.
  func meaningOfMark(_ kinds: [StatedError.Kind]) -> String? {
    let gaps = kinds.compactMap(gap).uniqued()
    return gaps.isEmpty ? nil : "* means: \(gaps.map(\.words).joined(separator: ", or "))"
  }

  /// The error of policies of a kind, if it was not measured while that of others was.
  private func gap(_ kind: StatedError.Kind) -> StatedError? {
    if case .notMeasured = of(.usual) { return nil }
    guard case .notMeasured = of(kind) else { return nil }
    return of(kind)
  }

  /// The estimate and its error for policies, those of one error together: `combined estimate; site: within
  /// 8 percentage points of a guessing service; long: error not measured for minimum lengths of 13+`.
  package func brief(_ policies: [(name: String, kind: StatedError.Kind)]) -> String {
    if let brief = estimate.uncalibrated { return brief }
    let words = told(policies).map { error, names in
      (names.map { "\($0): " } ?? "") + error.inFull
    }
    return "\(made)\(words.count == 1 ? "," : ";") \(words.joined(separator: "; "))"
  }

  /// The estimate, and what it is made of.
  private var made: String {
    estimate.source == .zxcvbn
      ? "zxcvbn's estimate" : "\(estimate.name) of zxcvbn and a model of common passwords"
  }

  /// The errors of policies in the order of their first, each with the names of its policies; nil if it is that of
  /// all.
  private func told(
    _ policies: [(name: String, kind: StatedError.Kind)]
  ) -> [(error: StatedError, names: String?)] {
    let errors = (policies.isEmpty ? [.usual] : policies.map(\.kind)).map(of)
    return errors.uniqued().map { error in
      let names = policies.indices.filter { errors[$0] == error }.map { policies[$0].name }
      return (error, names.count == policies.count ? nil : nameOfSeveral(names))
    }
  }

  /// The estimate, then a line for each error of policies: `login page: within 8 percentage points (site)`.
  ///
  /// `attacks` are those whose errors are stated, as `login page, slow hash`; the fast hash has a line of its own.
  func lines(
    _ policies: [(name: String, kind: StatedError.Kind)], attacks: String, hasFastHash: Bool
  ) -> (made: String, errors: [String]) {
    if let brief = estimate.uncalibrated { return ("\(brief).", []) }
    let errors = told(policies).map { error, names in
      error.margins == nil
        ? error.words + (names.map { " (\($0))" } ?? "")
        : "\(attacks): \(error.words) there; the same is assumed for \(names ?? "these policies")"
    }
    let fast = hasFastHash ? boundOfFastHash?.words : nil
    return (
      "\(made). Their error was measured by attacks of university researchers, on two leaks under eight other policies:",
      errors + (fast.map { ["fast hash: \($0)"] } ?? [])
    )
  }

  /// The error with the fast hash, whose guesses are more than those that were measured well; nil if no error is
  /// known of fewer either.
  private var boundOfFastHash: StatedError? {
    if case .notMeasured = of(.usual) { return nil }
    return estimate.source == .zxcvbn ? .notMeasured(.own) : .manyGuesses
  }

  /// The same in a sentence.
  var ofFastHash: String? {
    boundOfFastHash == nil
      ? nil : (estimate.source == .zxcvbn ? .tooHigh : StatedError.within8).ofFastHash
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
        "Up to 10¹⁰ guesses its shares were within 8 percentage points of a guessing service's, for eight "
          + "policies on two leaks; by zxcvbn alone the shares were up to 59 percentage points too high."
      case .scoreRule:
        "Of policies with a score rule its shares were 14 percentage points too low to 2 too high at 10⁹ "
          + "guesses, since rule and estimate share zxcvbn."
      case .tooHigh:
        "zxcvbn's shares were up to 59 percentage points higher than a guessing service's, for eight "
          + "policies on two leaks, up to 10¹⁰ guesses; the combined estimate was within 8 percentage points."
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

/// How sure it is that one share of passwords guessed is less than another.
package enum Certainty: String, Hashable, Sendable {
  /// What the shares may be, by their stated errors, does not overlap.
  case certain
  /// It overlaps, but neither share is within the error of the other.
  case likely
  /// One share is within the error of the other, or the error of one was not measured.
  case open

  /// The word before "less": `perhaps ` where it is open.
  var adverb: String {
    switch self {
    case .certain: ""
    case .likely: "probably "
    case .open: "perhaps "
    }
  }

  /// Judges the difference of two shares by their errors.
  package init(
    _ share: Double, _ error: StatedError, against other: Double, _ otherError: StatedError
  ) {
    guard let own = error.margins, let others = otherError.margins else {
      self = .open
      return
    }
    let (low, lowMargins, high, highMargins) =
      share <= other ? (share, own, other, others) : (other, others, share, own)
    let difference = high - low
    self =
      difference > lowMargins.above + highMargins.below
      ? .certain
      : difference > max(lowMargins.above, highMargins.below) ? .likely : .open
  }
}

extension [StatedError] {
  /// When a difference of shares with these errors is certain, likely or open, in a sentence.
  var certainty: String {
    let measured = compactMap(\.margins)
    guard let widest = measured.map({ Swift.max($0.below, $0.above) }).max() else {
      return "So all differences are open."
    }
    let sum =
      measured.map(\.below).reduce(0, Swift.max) + measured.map(\.above).reduce(0, Swift.max)
    let (certain, likely) = (wholeNumber(sum * 100), wholeNumber(widest * 100))
    return "A difference of more than \(certain) percentage points is certain, of "
      + (certain == likely ? "" : "more than \(likely) likely, of ") + "less open"
      + (measured.count < count ? "; any is open where an error was not measured." : ".")
  }
}

/// What no number of a screen says.
let notCovered =
  "what people choose instead of a refused password; phishing; passwords reused elsewhere; how far your "
  + "users are like this list."

/// Names of policies in a sentence; of more than three, or of names with commas, how many there are.
func nameOfSeveral(_ names: [String]) -> String {
  names.count > 3 || names.count > 1 && names.contains { $0.contains(",") }
    ? "\(grouped(names.count)) policies"
    : names.map { escaped(clipped($0, to: 40)) }.joined(separator: ", ")
}
