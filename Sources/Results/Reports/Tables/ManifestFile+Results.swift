import Metrics
import PasswordPolicies

extension ManifestFile {
  /// The main results of a policy, for programs that read `audit.json` and nothing else.
  ///
  /// Shares have six decimals, as in `audit.csv`.
  struct Result: Encodable, Sendable {
    /// The policy's name.
    let policy: String
    /// The number of passwords audited: the base of all shares but those of `survivors`.
    let n: UInt64
    /// Passwords that break no rule.
    let compliant: UInt64
    let compliantShare: Double
    /// Passwords that break a rule.
    let violating: UInt64
    let violatingShare: Double
    /// The rules, in the order of the policy.
    let refused: [Rule]
    /// The compliant passwords; nil if there are none.
    let survivors: Survivors?

    /// The passwords that a rule refuses.
    struct Rule: Encodable, Sendable {
      /// The rule's id, a bucket of `violation` in `audit.csv`.
      let rule: String
      /// The rule as the policy writes it.
      let text: String
      /// Passwords that break it.
      let count: UInt64
      let share: Double
      /// Passwords that break it and no other rule.
      let only: UInt64
      let onlyShare: Double
    }

    /// The compliant passwords; shares are of them.
    struct Survivors: Encodable, Sendable {
      /// Their number.
      let n: UInt64
      /// Their median length in code points.
      let medianLength: Int?
      /// Those on a blocklist that the run asked; nil without any.
      let listed: UInt64?
      let listedShare: Double?
      /// Those with a score of 0 or 1; nil without scores.
      let easy: UInt64?
      let easyShare: Double?
      /// Those found within a day at 10,000 guesses a second; nil without scores.
      let foundInDay: UInt64?
      let foundInDayShare: Double?
      /// The estimate by which they are found: `combined`, `zxcvbn` or that of brought guess numbers.
      let foundInDayBy: String?
      /// How near that share comes to a guessing service's, in words.
      let foundInDayError: String?
    }

    /// Takes the results from the overview of a policy, and how near its share found in a day is.
    init(_ overview: PolicyOverview, _ error: StatedError?) {
      policy = overview.name
      n = overview.compliant.total
      (compliant, compliantShare) = (overview.compliant.count, overview.compliant.rounded)
      (violating, violatingShare) = (overview.violating.count, overview.violating.rounded)
      refused = overview.rules.map { rule in
        Rule(
          rule: rule.id.text, text: rule.text, count: rule.any.count, share: rule.any.rounded,
          only: rule.only.count, onlyShare: rule.only.rounded)
      }
      survivors = overview.survivors.map { survivors in
        let (easy, attacked) = (survivors.strength?.weak, survivors.strength?.headline)
        return Survivors(
          n: overview.compliant.count, medianLength: survivors.medianLength,
          listed: survivors.listed?.count, listedShare: survivors.listed?.rounded,
          easy: easy?.count,
          easyShare: easy?.rounded, foundInDay: attacked?.part.count,
          foundInDayShare: attacked?.part.rounded, foundInDayBy: attacked?.estimate.label,
          foundInDayError: attacked == nil ? nil : error?.words)
      }
    }
  }
}

extension Part {
  /// The share with six decimals.
  var rounded: Double { Double(millionths(of: share)) / 1e6 }
  /// The greatest share, with six decimals.
  var mostRounded: Double { Double(millionths(of: mostShare)) / 1e6 }
}
