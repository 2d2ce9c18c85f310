import Blocklists
package import Diagnostics
package import PasswordRules
import Passwords

/// A compiled list whose values are compared in another way than a policy asks for.
struct UnlikeComparison: Diagnosable {
  let list: String
  let comparison: ListComparison
  let asked: ListComparison

  init(
    list: String, of comparison: ListComparison, asked: ListComparison
  ) {
    self.list = list
    self.comparison = comparison
    self.asked = asked
  }

  var location: Location? { nil }
  var found: String { "the list '\(list)' was compiled for comparison by '\(comparison.rawValue)'" }
  var expected: String? { "'\(asked.rawValue)', as the run or a policy asks for" }
  var remedy: String? {
    if comparison.isOfDigests { return "Digests can only be compared exactly." }
    return asked.isByFingerprint
      ? "Compile it again: audit blocklist build --compare \(asked.rawValue) …"
      : "Give the text that it was made of."
  }
}

/// A list that is not a value a line, and is to be compared otherwise than by fingerprints.
struct NotPlain: Diagnosable {
  let file: String
  let asked: ListComparison

  var location: Location? { Location(file: file) }
  var found: String { "a list that holds more than its values, or digests" }
  var expected: String? { "a value a line, to be compared by '\(asked.rawValue)'" }
  var remedy: String? { nil }
}

/// A blocklist that can refuse nothing.
struct NoUsableValue: Diagnosable {
  let file: String
  /// Values that are too short, or too long, to be compared as asked.
  let unfit: Int

  var location: Location? { Location(file: file) }
  var found: String {
    unfit > 0
      ? "blocklist without a usable value: all \(unfit) are too short or too long for the comparison"
      : "blocklist without a value"
  }
  var expected: String? { "at least one value to refuse" }
  var remedy: String? { "Is it the right file? --no-blocklist compares with none." }
}

/// A list of hashes that holds none of very many passwords.
struct IdleDigests: Diagnosable {
  let list: String
  let comparison: ListComparison
  let lookups: UInt64

  /// Passwords that are looked up before it is odd that none is listed.
  static let fewestLookups: UInt64 = 1_000_000

  var location: Location? { nil }
  var severity: Severity { .warning }
  var found: String {
    "none of \(lookups) passwords is on the list '\(list)', which holds hashes "
      + "('\(comparison.rawValue)')"
  }
  var expected: String? { nil }
  var remedy: String? {
    "Are its hashes of another kind, or salted? 'audit blocklist test' answers for one password."
  }
}

/// More hits by chance than `--exact` allows.
package struct TooManyFalseHits: Diagnosable {
  let number: Double

  init(expected: Double) { number = expected }

  package var location: Location? { nil }
  package var found: String { "\(number) false hits are to be expected of the blocklists" }
  package var expected: String? { "at most 0.5" }
  package var remedy: String? { "Look fewer passwords up at once, or leave out --exact." }
}

/// A list that does not do what its author may think.
package enum DoubtfulList: Diagnosable {
  /// A policy asks for the list that the run does without.
  case switchedOff
  /// A policy asks for users' names, and there are none.
  case noUsers
  /// So many banned terms are too short or too long.
  case unfitTerms(Int)

  package var location: Location? { nil }
  package var found: String {
    switch self {
    case .switchedOff: "a policy asks for the default blocklist, and --no-blocklist turns it off"
    case .noUsers: "a policy asks for users' names, and this run reads none"
    case .unfitTerms(let count): "banned terms that are too short or too long: \(count)"
    }
  }
  package var expected: String? {
    switch self {
    case .switchedOff, .noUsers: nil
    case .unfitTerms: "terms of 4 to 16 characters"
    }
  }
  package var remedy: String? {
    switch self {
    case .switchedOff: "Its rule 'blocklist' refuses nothing in this run."
    case .noUsers:
      "Its rule 'context: username' refuses nothing. Lists name users with --layout user:password, "
        + "the objects of 'check --format jsonl' with 'user'."
    case .unfitTerms: "They are passed over, as the service does."
    }
  }
  package var severity: Severity { .warning }

  /// Tells that no user was named, if a policy asks for one; presets say themselves what comes of it.
  package static func tellOfMissingUsers(_ policies: [Policy], _ tell: ProblemHandler) {
    if policies.contains(where: { $0.asksForUserNames && !$0.isPreset }) { tell(noUsers) }
  }
}
