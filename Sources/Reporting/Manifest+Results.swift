import Findings
import PasswordRules

extension Manifest {
  /// The main results of a policy, for programs that read `audit.json` and nothing else.
  ///
  /// Shares have six decimals, as in `audit.csv`.
  package struct Result: Encodable, Sendable {
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
      let medianLength: Int
      /// Those with a score of 0 or 1; nil without scores.
      let easy: UInt64?
      let easyShare: Double?
      /// Those found within a day at 10,000 guesses a second; nil without scores.
      let foundInDay: UInt64?
      let foundInDayShare: Double?
    }

    /// Takes the results of a policy from its findings.
    init(_ found: PolicyFindings, of base: PolicyOverview.Base) {
      let entries = base.entries
      policy = found.name
      n = entries
      compliant = found.compliant
      compliantShare = rounded(found.compliant, of: entries)
      violating = found.violating
      violatingShare = rounded(violating, of: entries)
      let (any, only) = (found.violation, found.violationOnly)
      refused = found.rules.indices.map { index in
        Rule(
          rule: found.rules[index].id.text, text: found.rules[index].text, count: any[index],
          share: rounded(any[index], of: entries), only: only[index],
          onlyShare: rounded(only[index], of: entries))
      }
      guard found.compliant > 0 else {
        survivors = nil
        return
      }
      let strength = StrengthOverview(
        found.survivorStrength, of: found.compliant, attacks: base.attacks,
        budgets: base.guessBudgets)
      let (easy, foundInDay) = (strength?.weak, strength?.headline?.part)
      survivors = Survivors(
        n: found.compliant, medianLength: LengthOverview.median(found.survivorLengths),
        easy: easy?.count, easyShare: easy.map { rounded($0.count, of: $0.total) },
        foundInDay: foundInDay?.count,
        foundInDayShare: foundInDay.map { rounded($0.count, of: $0.total) })
    }
  }
}

/// A share with six decimals.
private func rounded(_ count: UInt64, of total: UInt64) -> Double {
  (share(count, of: total) * 1e6).rounded() / 1e6
}
