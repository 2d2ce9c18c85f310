package import BigInt
package import PasswordPolicies

/// The cost of each rule of a policy at one length, relative to all strings of the baseline
/// (printable ASCII, or Unicode).
///
/// The value of a set of rules is the number of bits that they take together. The bits that one
/// rule takes depend on the others, so there are three numbers: alone, last, and averaged over all
/// orders (Shapley). Only the averages add up to the whole loss.
///
/// - Source: L. S. Shapley, *A value for n-person games*, 1953.
public struct RuleCosts: Sendable {
  /// The length, in code points.
  public let length: Int
  /// The bits that all rules take together; nil if no string is left.
  public let lost: Double?
  /// The alphabet, followed by the rules in the order of the policy.
  public let rules: [RuleCost]

  /// The most rules for which all orders are averaged; the work doubles with each rule.
  package static let mostAveraged = 12
  /// The same limit if an automaton must count every selection.
  private static let mostAveragedByAutomaton = 7
  /// The most rules for which single costs are computed.
  package static let mostRules = 62

  /// The rule with the highest cost; nil if no known cost is above 0.
  public var costliest: RuleCost? {
    rules.filter { $0.shapley ?? $0.last ?? 0 > 0 }
      .max { $0.shapley ?? $0.last ?? 0 < $1.shapley ?? $1.last ?? 0 }
  }

  /// Computes the costs; `counter` caches its counts.
  ///
  /// - Complexity: O(2^rules) counts for up to ``mostAveraged`` rules.
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
  package init(
    _ policy: Policy, length: Int, _ counter: inout KeyspaceCounter
  ) throws(KeyspaceProblem) {
    let baseline = counter.alphabet.baseline
    let players = RulePlayers(policy, length: length, baseline: baseline)
    self.length = length
    let base = BigUInt(counter.repertoire.count(of: baseline)).power(length)
    guard 1...Self.mostRules ~= players.players.count else {
      let all = try counter.count(ofAny: policy.constraints, length: length)
      (lost, rules) = (bitsLost(from: base, to: all), players.players.map(\.cost))
      return
    }
    var game = Game(players, length: length)
    let everyone = (1 << players.players.count) - 1
    let all = try game.count(everyone, &counter)
    lost = bitsLost(from: base, to: all)
    let isCounted = policy.constraints.contains(where: \.needsAutomaton)
    let averages =
      players.players.count <= (isCounted ? Self.mostAveragedByAutomaton : Self.mostAveraged)
    var rules = players.players.map(\.cost)
    for index in rules.indices {
      let others = try game.count(everyone & ~(1 << index), &counter)
      rules[index].alone = bitsLost(from: base, to: try game.count(1 << index, &counter))
      rules[index].last = bitsLost(from: others, to: all)
      rules[index].isImplied = others == all
      if averages { rules[index].shapley = try game.shapley(index, &counter) }
      if let deleted = players.constraints(withoutLineOf: index) {
        let count = try counter.count(ofAny: deleted, length: length)
        rules[index].deleteLine = bitsLost(from: count, to: all)
      }
    }
    self.rules = rules
  }

  /// Caches counts by the set of applied rules.
  private struct Game {
    let players: RulePlayers
    let length: Int
    private var known: [Int: BigUInt] = [:]

    init(_ players: RulePlayers, length: Int) {
      self.players = players
      self.length = length
    }

    mutating func count(
      _ playing: Int, _ counter: inout KeyspaceCounter
    ) throws(KeyspaceProblem) -> BigUInt {
      if let count = known[playing] { return count }
      let count = try counter.count(ofAny: players.constraints(of: playing), length: length)
      known[playing] = count
      return count
    }

    /// The average, over all orders, of what a player adds to the players before it; nil if some
    /// selection leaves no string.
    mutating func shapley(
      _ player: Int, _ counter: inout KeyspaceCounter
    ) throws(KeyspaceProblem) -> Double? {
      let number = players.players.count
      // The share of all orders with exactly these players before it is 1 / (number × choose(number
      // - 1, size)).
      var weights = [1 / Double(number)]
      for size in 1..<max(1, number) {
        weights.append(weights[size - 1] * Double(size) / Double(number - size))
      }
      var sum = 0.0
      for before in 0..<(1 << number) where before >> player & 1 == 0 {
        let without = try count(before, &counter)
        let with = try count(before | 1 << player, &counter)
        guard let added = bitsLost(from: without, to: with) else { return nil }
        sum += weights[before.nonzeroBitCount] * added
      }
      return sum
    }
  }
}

extension KeyspaceCounter {
  /// Counts the strings of a length that meet at least one of several constraints.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
  package mutating func count(
    ofAny alternatives: [Constraints], length: Int
  ) throws(KeyspaceProblem) -> BigUInt {
    try Alternatives(alternatives, in: repertoire).counts(lengths: length...length, &self)[0]
  }
}

/// The bits by which one rule reduces the keyspace at one length.
///
/// Negative if the rule adds bits, like `allowed: unicode`; nil if no string is left, since there
/// is no logarithm.
public struct RuleCost: Hashable, Sendable {
  /// The rule, or `alphabet`; its name is the kind of rule.
  package let rule: RuleID
  /// The rule's name in reports, as in violations, or `alphabet`: `required[0]`.
  public var id: String { rule.text }
  /// The rule as written in a policy.
  public let text: String
  /// The bits by which the rule alone reduces the strings of the baseline.
  public package(set) var alone: Double?
  /// The bits gained if only this demand were lifted, with the same alphabet.
  public package(set) var last: Double?
  /// The rule's share of the whole loss; nil if there are too many rules.
  ///
  /// The bits that the rule takes, averaged over all orders of adding the rules; the shares of all
  /// rules add up to the loss.
  public package(set) var shapley: Double?
  /// The bits gained if the rule's line is deleted from the policy's text, which may also change
  /// the alphabet; nil for an alphabet without an `allowed` rule.
  public package(set) var deleteLine: Double?
  /// Whether dropping the rule changes nothing at this length.
  public package(set) var isImplied = false
}
