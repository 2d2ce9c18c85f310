import Blocklists
package import Diagnostics
package import PasswordPolicies
import Passwords

/// A compiled list has another comparison than a policy requires.
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
      : "Give the text file that it was compiled from."
  }
}

/// A list that is not plain text is to be compared other than by fingerprints.
struct NotPlain: Diagnosable {
  let file: String
  let asked: ListComparison

  var location: Location? { Location(file: file) }
  var found: String { "the lines hold counts or digests, not only values" }
  var expected: String? { "a value a line, to be compared by '\(asked.rawValue)'" }
  var remedy: String? { nil }
}

/// A blocklist can refuse no password.
struct NoUsableValue: Diagnosable {
  let file: String
  /// Values that are too short or too long for the comparison.
  let unfit: Int
  /// Whether passwords were to be compared with it.
  var isChecked = true

  var location: Location? { Location(file: file) }
  var found: String {
    unfit > 0
      ? "blocklist without a usable value: all \(unfit) are too short or too long for the comparison"
      : "blocklist without a value"
  }
  var expected: String? { "at least one value to refuse" }
  var remedy: String? {
    isChecked ? "Check the file, or turn blocklists off with --no-blocklist." : "Check the file."
  }
}

/// A list of hashes holds none of very many passwords.
struct IdleDigests: Diagnosable {
  let list: String
  let comparison: ListComparison
  let lookups: UInt64

  /// The number of look-ups from which it is suspicious that no password is listed.
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

/// A list may not do what its author intended.
package enum DoubtfulList: Diagnosable {
  /// A policy needs the list that the run has switched off.
  case switchedOff
  /// A policy needs users' names, and the input has none.
  case noUsers
  /// This many banned terms are too short or too long.
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
    case .unfitTerms: "They are skipped, as the service does."
    }
  }
  package var severity: Severity { .warning }

  /// Reports that no user was named, if a policy needs one; presets describe the effect themselves.
  package static func tellOfMissingUsers(_ policies: [Policy], _ tell: ProblemHandler) {
    if policies.contains(where: { $0.asksForUserNames && !$0.isPreset }) { tell(noUsers) }
  }
}
