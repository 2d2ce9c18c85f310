package import Findings
package import PasswordRules

/// The settings on which a report's numbers depend, for the command that makes the report again.
///
/// The manifest states them in words, for people.
package struct ReportSettings: Hashable, Sendable {
  /// The estimates of strength.
  package let estimate: Estimate
  /// The reading of `max-consecutive`.
  package let maxConsecutive: PasswordRules.MaxConsecutiveReading
  /// The paths of the lists that replace the built-in blocklist, as the user gave them; nil for no
  /// blocklist at all.
  package var blocklists: [String]? = []
  /// The names of the comparisons with blocklists; empty for the exact one alone.
  package var comparisons: [String] = []
  /// The guesses at which scores begin; empty for those of zxcvbn.
  package var scoreCuts: [Double] = []
  /// The guesses at which zxcvbn's score of 1 ends.
  static let standardEasyBound = 1e6
  /// The names of the rates of attack besides the standard ones.
  package var rates: [String] = []
  /// The words of the options that request the layout of the lists; empty for plain lists.
  package var layout: [String] = []
  /// The shapes that are listed.
  package var shapes = ShapeListing()
  /// Whether each list has rows of its own.
  package var separatesLists = false
  /// Whether the list is known to be the beginning of a longer one.
  package var isHead = false

  /// The estimates of strength made of every password.
  package enum Estimate: Hashable, Sendable {
    /// None.
    case none
    /// The four-criteria meter.
    case meter
    /// zxcvbn's guesses, with the year relative to which it guesses years, and the meter.
    case zxcvbn(referenceYear: Int)
  }

  /// Combines the settings.
  package init(
    _ estimate: Estimate, maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
  ) {
    self.estimate = estimate
    self.maxConsecutive = maxConsecutive
  }
}
