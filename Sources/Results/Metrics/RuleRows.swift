package import PasswordPolicies
@_spi(Internal) package import Passwords
package import Tallies

/// How many passwords a policy accepts, and how many of these an attacker guesses: the least and the most.
package struct AcceptedCounts: Codable, Hashable, Sendable {
  package let accepted: ClosedRange<UInt64>
  /// Those that are accepted and guessed.
  package let guessed: ClosedRange<UInt64>
  /// Those that are accepted and not guessed; nil for what the others leave.
  package let unguessed: ClosedRange<UInt64>?

  /// Combines counts.
  package init(
    accepted: ClosedRange<UInt64>, guessed: ClosedRange<UInt64>,
    unguessed: ClosedRange<UInt64>? = nil
  ) {
    (self.accepted, self.guessed, self.unguessed) = (accepted, guessed, unguessed)
  }
}

/// The passwords of a list, joined where an attacker and the rules of all policies make the same of them.
///
/// Hundreds of policies combine few rules. So each rule is judged once, and a policy is a set of rules. Two
/// policies can be compared row by row, which says more than the counts of each if the list is folded.
package struct RuleRows: Sendable {
  /// The estimate by which passwords are guessed.
  package let estimate: GuessEstimate
  private let guesses: Double
  private let schema: Schema
  private let rules: [Policy.Rule]
  /// The rules of each alternative of each policy.
  private let policies: [[Bits]]
  /// For each rule a policy of nothing else.
  private let judges: [PolicyMatcher]
  private let words: Int
  /// The place of each row.
  private var places: [Row: Int] = [:]
  /// The sets of all rows, one after the other, and of each whether it is guessed and its passwords.
  private var (surely, possibly): (Bits, Bits) = ([], [])
  private var (guessed, numbers): ([Standing], [UInt64]) = ([], [])

  /// A set of rules, by their numbers.
  private typealias Bits = [UInt64]
  private typealias Standing = FoldedLevels.Standing

  private struct Row: Hashable {
    /// The rules that all of its passwords break, and that some may break.
    var surely: Bits
    var possibly: Bits
    var guessed: Standing
  }

  /// Prepares to count the passwords of tallies of a schema, of which an attacker guesses those that need fewer
  /// than `guesses`.
  ///
  /// - Returns: Nil if the schema records no guesses, or not so many.
  /// - Throws: `SchemaError` if a policy needs a fact that the schema lacks.
  package init?(
    _ policies: [Policy], guesses: Double, schema: Schema,
    compile: (Policy) throws(SchemaError) -> PolicyMatcher
  ) throws(SchemaError) {
    guard let estimate = GuessEstimate(schema),
      guesses == Self.decade.guesses || schema.demand.guessBudgets.contains(guesses)
    else { return nil }
    (self.estimate, self.guesses, self.schema) = (estimate, guesses, schema)
    var (numbers, rules, alone) = ([PasswordRules.Rule: Int](), [Policy.Rule](), [Policy]())
    let sets = policies.map { policy in
      policy.rulesOfAlternatives.map { alternative in
        alternative.map { rule in
          if let known = numbers[rule.stated] { return known }
          numbers[rule.stated] = rules.count
          rules.append(rule)
          alone.append(policy.only(rule))
          return rules.count - 1
        }
      }
    }
    let words = (rules.count + 63) / 64
    (self.rules, self.words) = (rules, words)
    self.policies = sets.map { $0.map { Self.bits($0, words) } }
    judges = try alone.map(compile)
  }

  /// The half decade at which a login page's guesses end, which is recorded without budgets.
  private static let decade = (guesses: 1000.0, bin: 6)

  private static func bits(_ numbers: [Int], _ words: Int) -> Bits {
    var bits = Bits(repeating: 0, count: words)
    for number in numbers { bits[number / 64] |= 1 << UInt64(number % 64) }
    return bits
  }

  /// Adds the passwords of a tally of the schema.
  ///
  /// - Complexity: O(signatures × rules).
  package mutating func add(_ tally: Tally) {
    let none = Self.bits([], words)
    tally.forEachPart { profiles, counts in
      let columns = ProfileColumns(profiles)
      var broken = Array(repeating: none, count: profiles.count)
      for (rule, judge) in judges.enumerated() {
        var verdicts = [UInt64](repeating: 0, count: profiles.count)
        var span = verdicts.mutableSpan
        judge.judge(columns, into: &span)
        for index in verdicts.indices where verdicts[index] != 0 {
          broken[index][rule / 64] |= 1 << UInt64(rule % 64)
        }
      }
      for index in profiles.indices {
        let guessed = standing(profiles[index], profiles[index])
        add(Row(surely: broken[index], possibly: broken[index], guessed: guessed), counts[index])
      }
    }
    let (wide, bounds) = (WideRows(tally), judges.map { $0.bounds() })
    for (range, count) in zip(wide.rows, wide.counts) {
      let verdicts = bounds.map { $0.verdict(on: range) }
      func rules(_ isBroken: (VerdictBounds) -> Bool) -> Bits {
        Self.bits(verdicts.indices.filter { isBroken(verdicts[$0]) }, words)
      }
      add(
        Row(
          surely: rules { $0.surely != 0 }, possibly: rules { $0.possibly != 0 },
          guessed: standing(range.low, range.high)), count)
    }
  }

  private mutating func add(_ row: Row, _ count: UInt64) {
    if let place = places[row] {
      numbers[place] &+= count
    } else {
      places[row] = numbers.count
      surely += row.surely
      possibly += row.possibly
      guessed.append(row.guessed)
      numbers.append(count)
    }
  }

  /// Whether passwords between two profiles are guessed.
  private func standing(_ low: Profile, _ high: Profile) -> Standing {
    func isGuessed(_ profile: Profile) -> Bool {
      guard guesses != Self.decade.guesses else {
        return estimate.halfDecade(of: profile) < Self.decade.bin
      }
      let place = schema.demand.guessBudgets.firstIndex(of: guesses) ?? -1
      return estimate.budgetsTooSmall(of: profile) <= place
    }
    return isGuessed(high) ? .sure : isGuessed(low) ? .possible : .refused
  }

  /// The passwords, and those that are guessed with no policy.
  package var whole: (passwords: UInt64, guessed: ClosedRange<UInt64>) {
    var found = Ends()
    for row in numbers.indices where guessed[row] != .refused {
      found.add(numbers[row], isSure: guessed[row] == .sure)
    }
    return (numbers.reduce(0, &+), found.range)
  }

  /// The counts of each policy.
  ///
  /// - Complexity: O(policies × rows).
  package var counts: [AcceptedCounts] {
    policies.map { policy in
      var (accepted, found, left) = (Ends(), Ends(), Ends())
      for row in numbers.indices {
        let standing = standing(of: policy, row)
        if standing == .refused { continue }
        let (count, isSure) = (numbers[row], standing == .sure)
        accepted.add(count, isSure: isSure)
        if guessed[row] != .refused { found.add(count, isSure: isSure && guessed[row] == .sure) }
        if guessed[row] != .sure { left.add(count, isSure: isSure && guessed[row] == .refused) }
      }
      return AcceptedCounts(accepted: accepted.range, guessed: found.range, unguessed: left.range)
    }
  }

  private struct Ends {
    private var (least, most): (UInt64, UInt64) = (0, 0)

    mutating func add(_ count: UInt64, isSure: Bool) {
      most &+= count
      if isSure { least &+= count }
    }

    var range: ClosedRange<UInt64> { least...max(least, most) }
  }

  /// Whether a policy accepts the passwords of a row.
  private func standing(of policy: [Bits], _ row: Int) -> Standing {
    var best = Standing.refused
    for rules in policy {
      if !meets(rules, possibly, row) { return .sure }
      if !meets(rules, surely, row) { best = .possible }
    }
    return best
  }

  /// Whether a row's set among those of all rows has one of some rules.
  private func meets(_ rules: Bits, _ sets: Bits, _ row: Int) -> Bool {
    for word in 0..<words where rules[word] & sets[row * words + word] != 0 { return true }
    return false
  }
}

extension RuleRows {
  /// Compares two policies, password by password as far as rows tell.
  package func pair(_ policy: Int, _ rival: Int) -> PolicyPair {
    let (a, b) = (policies[policy], policies[rival])
    let (moreOfRival, moreOfPolicy) = (rest(of: b, impliedBy: a), rest(of: a, impliedBy: b))
    var pair = PolicyPair()
    for row in numbers.indices {
      let (first, second) = (standing(of: a, row), standing(of: b, row))
      if first == .refused, second == .refused { continue }
      var outcomes: UInt8 = 0
      if first != .refused, second != .refused { outcomes |= PolicyPair.both }
      if first != .refused, second != .sure, meets(moreOfRival, possibly, row) {
        outcomes |= PolicyPair.first
      }
      if second != .refused, first != .sure, meets(moreOfPolicy, possibly, row) {
        outcomes |= PolicyPair.second
      }
      if first != .sure, second != .sure { outcomes |= PolicyPair.neither }
      // A row without an outcome would contradict itself.
      pair.add(
        numbers[row], outcomes == 0 ? 15 : outcomes, isGuessed: guessed[row] != .refused,
        isLeft: guessed[row] != .sure)
    }
    return pair
  }

  /// The rules of a policy that none of another one implies; all rules if either has alternatives.
  private func rest(of policy: [Bits], impliedBy other: [Bits]) -> Bits {
    guard policy.count == 1, other.count == 1 else { return Bits(repeating: .max, count: words) }
    func numbers(_ bits: Bits) -> [Int] {
      rules.indices.filter { bits[$0 / 64] >> UInt64($0 % 64) & 1 != 0 }
    }
    let known = numbers(other[0])
    let rest = numbers(policy[0]).filter { rule in
      !known.contains { $0 == rule || rules[$0].implies(rules[rule]) }
    }
    return Self.bits(rest, words)
  }
}

/// What two policies may make of the same passwords, and how far the shares guessed of what they accept may lie
/// apart.
package struct PolicyPair: Sendable {
  static let (neither, first, second, both): (UInt8, UInt8, UInt8, UInt8) = (1, 2, 4, 8)

  /// Passwords by their possible outcomes, and by whether they may be guessed and may not.
  private var masses = [Double](repeating: 0, count: 64)

  fileprivate mutating func add(_ count: UInt64, _ outcomes: UInt8, isGuessed: Bool, isLeft: Bool) {
    masses[Int(outcomes) * 4 + (isGuessed ? 1 : 0) + (isLeft ? 2 : 0)] += Double(count)
  }

  /// The most by which the share guessed under the first policy may exceed that under the second.
  ///
  /// A guarantee: the true difference is no greater. The share under the second lies in a range, which is cut
  /// until in each part a multiplier proves that the first is not greater by more.
  ///
  /// - Parameters:
  ///   - known: The most that is known already.
  ///   - rival: The ends of the share under the second.
  ///   - least: Below it nothing need be proven.
  /// - Returns: The most.
  package func mostDifference(
    _ known: Double, rival: ClosedRange<Double>, noLessThan least: Double
  ) -> Double {
    if known <= least || isAtMost(least, rival) { return min(known, least) }
    var (low, high) = (least, known)
    while high - low > Self.step {
      let middle = (low + high) / 2
      if isAtMost(middle, rival) { high = middle } else { low = middle }
    }
    return high
  }

  /// A tenth of a percentage point.
  private static let step = 0.001

  /// Whether it is proven that the first share exceeds the second by no more, where the second is in a range.
  package func isAtMost(_ difference: Double, _ rival: ClosedRange<Double>) -> Bool {
    if isProven(first: rival.lowerBound + difference, rival.upperBound) { return true }
    let width = rival.upperBound - rival.lowerBound
    guard width > Self.step else { return false }
    let middle = rival.lowerBound + width / 2
    return isAtMost(difference, rival.lowerBound...middle)
      && isAtMost(difference, middle...rival.upperBound)
  }

  /// Whether it is proven that the first share is at most `first` wherever the second is at most `second`.
  ///
  /// For any weight w from 0 up to 1, a choice of outcomes for all passwords has (1−w)·(guessed − first ·
  /// accepted) of the first policy ≤ the sum of the greatest values, since w·(second · accepted − guessed)
  /// of the second is not negative. If that sum is not above 0, the share is not above `first`.
  private func isProven(first: Double, _ second: Double) -> Bool {
    if first >= 1 { return true }
    // The sum is convex in the weight.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<24 {
      let (a, b) = (low + (high - low) * 0.4, low + (high - low) * 0.6)
      let (atA, atB) = (greatest(a, first, second), greatest(b, first, second))
      if min(atA, atB) <= 0 { return true }
      if atA < atB { high = b } else { low = a }
    }
    return false
  }

  private func greatest(_ weight: Double, _ first: Double, _ second: Double) -> Double {
    var sum = 0.0
    for place in masses.indices where masses[place] > 0 {
      let outcomes = UInt8(place / 4)
      var most = -Double.infinity
      for guessed in [0.0, 1.0] where place & (guessed == 1 ? 1 : 2) != 0 {
        let (a, b) = ((1 - weight) * (guessed - first), weight * (second - guessed))
        if outcomes & Self.neither != 0 { most = max(most, 0) }
        if outcomes & Self.first != 0 { most = max(most, a) }
        if outcomes & Self.second != 0 { most = max(most, b) }
        if outcomes & Self.both != 0 { most = max(most, a + b) }
      }
      sum += masses[place] * most
    }
    return sum
  }
}

extension Policy {
  /// The policy with one of its rules, and every character permitted if that is not what the rule is about.
  fileprivate func only(_ rule: Rule) -> Policy {
    let start: [PasswordRules.Rule] = rule.stated.word == .allowed ? [] : [.allowed(.unicode)]
    return Policy(
      name: name, PasswordRules(start + [rule.stated]), location: location,
      maxConsecutive: maxConsecutive)
  }
}
