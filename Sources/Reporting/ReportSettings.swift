package import PasswordRules

/// The settings on which a report's numbers depend, for the command that makes the report again.
///
/// The manifest states them in words, for people.
package struct ReportSettings: Hashable, Sendable {
  /// The estimates of strength.
  package let estimate: Estimate
  /// The reading of `max-consecutive`.
  package let maxConsecutive: PasswordRules.MaxConsecutiveReading

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
