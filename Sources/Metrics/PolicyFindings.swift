package import PasswordPolicies
@_spi(House) import Passwords

/// The findings about one policy.
package struct PolicyFindings: Sendable {
  /// The policy's name.
  package internal(set) var name: String
  /// The policy itself; equal policies share it, so it may have another name.
  package let policy: Policy
  /// Its rules, in the order of every array here.
  package let rules: [Policy.Rule]

  /// Entries that break no rule.
  package private(set) var compliant: UInt64 = 0
  /// Compliant entries by their facts.
  package private(set) var passwords: PasswordCounts
  /// Compliant entries that only this one of the asked blocklists holds.
  package private(set) var listedOnlyBy: [UInt64]
  /// The guesses of entries that break only one rule, for each rule; empty without an estimate.
  private var onlyGuesses: [GuessCounts] = []
  /// How compliant entries keep its rules; nil unless habits were recorded.
  package private(set) var habits: RuleHabits?
  /// Entries by the set of rules they break, without compliant ones.
  private var violations = VerdictCounts()

  private let matcher: PolicyMatcher

  /// Starts all counts at 0, for tallies of one recipe.
  init(_ policy: Policy, matcher: PolicyMatcher, recipe: Recipe, _ groups: ListGroups) {
    name = policy.name
    self.policy = policy
    rules = policy.rules
    self.matcher = matcher
    passwords = PasswordCounts(recipe, groups)
    listedOnlyBy = passwords.listed
    if let guesses = passwords.strength.guesses {
      onlyGuesses = Array(repeating: guesses, count: rules.count)
    }
    habits = RuleHabits(policy, recipe)
  }

  /// Counts the entries of some profiles; `verdicts` is scratch space of the same count.
  mutating func add(
    _ columns: ProfileColumns, counts: [UInt64], _ verdicts: inout MutableSpan<UInt64>
  ) {
    matcher.judge(columns, into: &verdicts)
    let (profiles, counts) = (columns.profiles.span, counts.span)
    violations.add(counts, breaking: verdicts.span)
    for index in profiles.indices where verdicts[index] == 0 {
      addCompliant(profiles[index], count: counts[index])
    }
    guard !onlyGuesses.isEmpty else { return }
    for index in profiles.indices where verdicts[index].nonzeroBitCount == 1 {
      onlyGuesses[verdicts[index].trailingZeroBitCount].add(profiles[index], count: counts[index])
    }
  }

  private mutating func addCompliant(_ profile: Profile, count: UInt64) {
    compliant &+= count
    passwords.add(profile, count: count)
    habits?.add(profile, count: count, keeping: matcher.firstKept(by: profile))
    let asked = UInt64(profile.lists) & passwords.groups.asked
    if asked.nonzeroBitCount == 1 { listedOnlyBy.add(count, where: asked) }
  }

  /// Entries that break at least one rule.
  package var violating: UInt64 { violations.all.reduce(0) { $0 &+ $1.count } }

  /// Entries that break each rule.
  package var violation: [UInt64] { countRules { _ in true } }

  /// Entries that break each rule and no other.
  package var violationOnly: [UInt64] { countRules { $0.nonzeroBitCount == 1 } }

  /// Of the entries that break one rule and no other, those that an attack finds: what would come in
  /// if the rule went; nil without an estimate.
  package func found(onlyBreaking rule: Int, by attack: Attack, of budgets: [Double]) -> UInt64? {
    onlyGuesses.indices.contains(rule) ? onlyGuesses[rule].found(by: attack, of: budgets) : nil
  }

  /// Entries that break both of two rules, for each pair in order.
  package var violationPairs: [(first: Int, second: Int, count: UInt64)] {
    let violations = violations.all
    var pairs: [(first: Int, second: Int, count: UInt64)] = []
    for first in rules.indices {
      for second in rules.indices.dropFirst(first + 1) {
        let both: UInt64 = 1 << UInt64(first) | 1 << UInt64(second)
        var count: UInt64 = 0
        for (rules, entries) in violations where rules & both == both { count &+= entries }
        pairs.append((first, second, count))
      }
    }
    return pairs
  }

  /// Every non-empty set of rules that entries break, in the order of the masks.
  package var violationSets: [ViolationSet] {
    violations.all.map { ViolationSet(mask: $0.rules, count: $0.count) }
  }

  /// Entries by the number of rules they break, from 0 to all.
  package var violationsPerEntry: [UInt64] {
    var counts = [UInt64](repeating: 0, count: rules.count + 1)
    counts[0] = compliant
    for (broken, count) in violations.all { counts[broken.nonzeroBitCount] &+= count }
    return counts
  }

  private func countRules(where counted: (UInt64) -> Bool) -> [UInt64] {
    var counts = [UInt64](repeating: 0, count: rules.count)
    for (broken, count) in violations.all where counted(broken) {
      counts.add(count, where: broken)
    }
    return counts
  }
}

/// Entries by the set of rules they break, one bit for each rule.
struct VerdictCounts: Sendable {
  /// Each verdict that occurs, with its count, in the order of the verdicts' numbers; without the
  /// verdict on entries that break nothing.
  private(set) var all: [(rules: UInt64, count: UInt64)] = []

  /// Counts entries by their verdicts.
  ///
  /// - Complexity: O(entries + verdicts × log(verdicts)).
  mutating func add(_ counts: Span<UInt64>, breaking verdicts: Span<UInt64>) {
    var known = KeyNumbers()
    for (number, verdict) in all.enumerated() {
      let again = known.number(of: Signature(verdict.rules))
      precondition(again == number, "each verdict once")
    }
    for index in counts.indices where verdicts[index] != 0 {
      let number = known.number(of: Signature(verdicts[index]))
      if number == all.count { all.append((verdicts[index], 0)) }
      all[number].count &+= counts[index]
    }
    all.sort { $0.rules < $1.rules }
  }
}
