package import PasswordPolicies
@_spi(Internal) import Passwords

/// The findings about one policy.
package struct PolicyFindings: Sendable {
  /// The policy's name.
  package internal(set) var name: String
  /// The policy itself; equal policies share it, so it may have another name.
  package let policy: Policy
  /// Its rules, in the order of every array here.
  package let rules: [Policy.Rule]

  /// The entries for which it is in force; nil for all.
  var inForce: UInt64?
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
  /// The verdicts on folded rows in which passwords differ, with their entries; none if all is
  /// exact.
  private var wide: [VerdictBounds: UInt64] = [:]
  /// The end of the intervals that the counts are.
  var side = BoundSide.least

  private let matcher: PolicyMatcher

  /// Starts all counts at 0, for tallies of one schema.
  init(_ policy: Policy, matcher: PolicyMatcher, schema: Schema, _ groups: ListGroups) {
    name = policy.name
    self.policy = policy
    rules = policy.rules
    self.matcher = matcher
    passwords = PasswordCounts(schema, groups)
    listedOnlyBy = passwords.listed
    if let guesses = passwords.strength.guesses {
      onlyGuesses = Array(repeating: guesses, count: rules.count)
    }
    habits = RuleHabits(policy, schema)
  }

  /// Counts the entries of some profiles.
  mutating func add(_ columns: ProfileColumns, counts: [UInt64]) {
    var judged = [UInt64](repeating: 0, count: counts.count)
    var span = judged.mutableSpan
    matcher.judge(columns, into: &span)
    let (profiles, counts, verdicts) = (columns.profiles.span, counts.span, judged.span)
    violations.add(counts, breaking: verdicts)
    for index in profiles.indices where verdicts[index] == 0 {
      addCompliant(profiles[index], count: counts[index])
    }
    guard !onlyGuesses.isEmpty else { return }
    for index in profiles.indices where verdicts[index].nonzeroBitCount == 1 {
      onlyGuesses[verdicts[index].trailingZeroBitCount].add(profiles[index], count: counts[index])
    }
  }

  /// Counts the entries of folded rows.
  mutating func add(_ wide: WideRows) {
    let bounds = matcher.bounds()
    for (row, count) in zip(wide.rows, wide.counts) {
      let verdict = bounds.verdict(on: row)
      self.wide[verdict, default: 0] &+= count
      if side == .least ? verdict.surelyComplies : verdict.mayComply {
        addCompliant(row, count: count)
      }
      guard !onlyGuesses.isEmpty else { continue }
      for rule in rules.indices where breaksOnly(1 << UInt64(rule), verdict) {
        onlyGuesses[rule].add(row, count: count, side)
      }
    }
  }

  private mutating func addCompliant(_ row: ProfileRange, count: UInt64) {
    compliant &+= count
    passwords.add(row, count: count, side)
    if side == .most { habits?.addPossibly(count) }
    let (low, high) = (
      UInt64(row.low.lists) & passwords.groups.asked,
      UInt64(row.high.lists) & passwords.groups.asked
    )
    for bit in listedOnlyBy.indices {
      let only = UInt64(1) << UInt64(bit)
      let counts =
        side == .least ? low == only && high == only : high & only != 0 && low & ~only == 0
      if counts { listedOnlyBy[bit] &+= count }
    }
  }

  /// Whether passwords of a row break these rules, surely or possibly, by the side.
  private func breaks(_ rules: UInt64, _ verdict: VerdictBounds) -> Bool {
    (side == .least ? verdict.surely : verdict.possibly) & rules == rules
  }

  /// Whether passwords of a row break this rule and no other, surely or possibly, by the side.
  private func breaksOnly(_ rule: UInt64, _ verdict: VerdictBounds) -> Bool {
    side == .least
      ? verdict.surely == rule && verdict.possibly == rule
      : verdict.possibly & rule != 0 && verdict.surely & ~rule == 0
  }

  /// The entries of folded rows that count.
  private func countWide(where counts: (VerdictBounds) -> Bool) -> UInt64 {
    wide.reduce(0) { counts($1.key) ? $0 &+ $1.value : $0 }
  }

  private mutating func addCompliant(_ profile: Profile, count: UInt64) {
    compliant &+= count
    passwords.add(profile, count: count)
    habits?.add(profile, count: count, keeping: matcher.firstKept(by: profile))
    let asked = UInt64(profile.lists) & passwords.groups.asked
    if asked.nonzeroBitCount == 1 { listedOnlyBy.add(count, where: asked) }
  }

  /// The entries for which it is in force, of all.
  package func entries(of all: UInt64) -> UInt64 { inForce ?? all }

  /// Entries that break at least one rule.
  package var violating: UInt64 {
    violations.all.reduce(0) { $0 &+ $1.count }
      &+ countWide { side == .least ? !$0.mayComply : !$0.surelyComplies }
  }

  /// Entries that break each rule.
  package var violation: [UInt64] { countRules({ _ in true }, breaks) }

  /// Entries that break each rule and no other.
  package var violationOnly: [UInt64] { countRules({ $0.nonzeroBitCount == 1 }, breaksOnly) }

  /// Of the entries that break one rule and no other, those that an attack finds: what would come
  /// in if the rule went; nil without an estimate.
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
        if !wide.isEmpty { count &+= countWide { breaks(both, $0) } }
        pairs.append((first, second, count))
      }
    }
    return pairs
  }

  /// Every non-empty set of rules that entries of exact rows break, in the order of the masks.
  package var violationSets: [ViolationSet] {
    violations.all.map { ViolationSet(mask: $0.rules, count: $0.count) }
  }

  /// The sets of rules that are reported individually, the commonest first, and the entries that
  /// break any other.
  ///
  /// Of folded rows a set is listed by the most entries that may break it, if some surely do.
  package func violationSets(of entries: UInt64) -> (sets: [ViolationSet], other: UInt64) {
    if wide.isEmpty { return violationSets.told(of: entries) }
    var least: [UInt64: UInt64] = [:]
    for set in violationSets { least[set.mask] = set.count }
    for (verdict, count) in wide
    where verdict.surely == verdict.possibly && verdict.surely != 0 {
      least[verdict.surely, default: 0] &+= count
    }
    let most = least.map { mask, count in
      ViolationSet(
        mask: mask,
        count: count
          &+ countWide {
            $0.surely != $0.possibly && $0.surely & ~mask == 0 && mask & ~$0.possibly == 0
          })
    }
    let told = most.told(of: entries).sets
    guard side == .least else {
      // Whatever breaks a rule, and is not surely of a listed set, may be of another one.
      let sure = told.reduce(0) { $0 &+ (least[$1.mask] ?? 0) }
      return (told, violating &- min(violating, sure))
    }
    return (told.map { ViolationSet(mask: $0.mask, count: least[$0.mask] ?? 0) }, 0)
  }

  /// Entries by the number of rules they break, from 0 to all.
  package var violationsPerEntry: [UInt64] {
    var counts = [UInt64](repeating: 0, count: rules.count + 1)
    counts[0] = compliant
    for (broken, count) in violations.all { counts[broken.nonzeroBitCount] &+= count }
    for (verdict, count) in wide {
      let (fewest, greatest) = (
        max(verdict.surely.nonzeroBitCount, 1), verdict.possibly.nonzeroBitCount
      )
      guard greatest > 0, side == .most || verdict.surely == verdict.possibly else { continue }
      for broken in fewest...max(fewest, greatest) { counts[broken] &+= count }
    }
    return counts
  }

  private func countRules(
    _ counted: (UInt64) -> Bool, _ countedWide: (UInt64, VerdictBounds) -> Bool
  ) -> [UInt64] {
    var counts = [UInt64](repeating: 0, count: rules.count)
    for (broken, count) in violations.all where counted(broken) {
      counts.add(count, where: broken)
    }
    for (verdict, count) in wide {
      for rule in rules.indices where countedWide(1 << UInt64(rule), verdict) {
        counts[rule] &+= count
      }
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
