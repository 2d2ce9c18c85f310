package import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords

/// How those that comply with a policy keep its rules.
package struct PolicyHabits: Sendable {
  /// A rule of which it is known what keeps it for free.
  package struct Rule: Sendable {
    /// The rule and the entries it refuses.
    package let row: PolicyOverview.RuleRow
    /// The means of keeping it for free.
    package let means: RuleHabits.Means
    /// Those that do, of those that keep it: of several alternatives only the first that a password
    /// meets counts.
    package let free: Part

    /// Whether it is about lengths.
    package var isOfLength: Bool { means == .length }
  }

  /// The measured rules, in the order of the policy.
  package let rules: [Rule]
  /// Those that keep all of them but the length for free; nil if there are none.
  package let all: Part?
  /// Those that are a common word with another case, digits or specials added.
  package let decorated: Part
  /// Those that derive from a context word of any policy; nil if none names words.
  package let context: Part?
  /// Those that end in this year or the last one, and those with a month, season or weekday.
  package let year, calendar: Part

  /// Reads what was counted; nil if habits were not.
  init?(_ found: PolicyFindings, _ rows: [PolicyOverview.RuleRow]) {
    guard let kept = found.habits, let habits = found.passwords.habits else { return nil }
    func part(_ count: UInt64) -> Part { Part(count, of: found.compliant, isOfCompliant: true) }
    func part(_ fact: Fact, _ numbers: ClosedRange<Int>) -> Part {
      part(habits.passwords(with: fact, in: numbers))
    }
    func part(_ kept: RuleHabits.Kept) -> Part {
      Part(kept.free, of: kept.free &+ kept.other, isOfCompliant: true)
    }
    rules = kept.rules.compactMap { rule in
      rows.first { $0.id == rule.id }.map { Rule(row: $0, means: rule.means, free: part(rule)) }
    }
    all = kept.rules.first { $0.id == nil }.map(part)
    decorated = part(.habitBase, 2...3)
    context = habits.context.map(part)
    year = part(.habitYear, 1...2)
    calendar = part(.habitCalendar, 1...3)
  }
}

/// The habits of all passwords, which people have without any rule: what those of a policy are
/// compared with.
package struct ListHabits: Sendable {
  private let kinds: [HabitualKind: Part]
  /// Passwords that are a common word with another case, digits or specials added.
  package let decorated: Part
  /// Passwords that derive from a context word of any policy; nil if none names words.
  package let context: Part?

  /// Reads what was counted; nil if habits were not.
  init?(_ list: ListFindings, entries: UInt64) {
    guard let habits = list.passwords.habits else { return nil }
    kinds = Dictionary(
      uniqueKeysWithValues: HabitualKind.allCases.map { kind in
        let (fact, numbers) = kind.habit
        return (
          kind, Part(habits.passwords(with: fact, in: numbers), of: list.entries(with: kind.set))
        )
      })
    decorated = Part(habits.passwords(with: .habitBase, in: 2...3), of: entries)
    context = habits.context.map { Part($0, of: entries) }
  }

  /// Of all passwords with the kind of character that a rule asks for, those that keep it by habit;
  /// of all passwords the decorated common words; nil for other means.
  package func share(of means: RuleHabits.Means) -> Part? {
    switch means {
    case .places(let asked) where asked.count == 1:
      asked.first.flatMap { kinds[$0] }.flatMap { $0.total == 0 ? nil : $0 }
    case .decoration: decorated
    case .places, .length, .all: nil
    }
  }
}
