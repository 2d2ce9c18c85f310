import Blocklists
package import Passwords

extension BlocklistSettings {
  /// The ways to compare passwords with a list.
  package typealias Comparison = ListComparison

  /// The substitutions of the comparison `leet`, in words.
  package static let leetTable = Blocklist.leetTable

  /// The comparison with a name that users give; nil if there is none.
  package static func comparison(named word: String) -> Comparison? {
    ListComparison(rawValue: word).flatMap { $0.isForPolicies ? $0 : nil }
  }

  /// The names that ``comparison(named:)`` knows, in words.
  package static var comparisonNames: String {
    let lengths = ListComparison.partLengths
    return "exact, fold, leet, entra-like, or substring:N, fold+substring:N or leet+substring:N "
      + "with N from \(lengths.lowerBound) to \(lengths.upperBound)"
  }
}
