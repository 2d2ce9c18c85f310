package import BigInt
package import PasswordRules

/// What each rule of a policy costs at one length, against every string of printable ASCII, or of
/// Unicode where that is compared.
///
/// The worth of some rules is the bits that they take together. What one rule takes depends on which
/// are there already, so three numbers are told: alone, last, and averaged over all orders (Shapley),
/// which is the only one of which the rules' parts add up to the whole.
///
/// - Source: L. S. Shapley, *A value for n-person games*, 1953.
package struct RuleCosts: Sendable {
  /// The length that is looked at.
  package let length: Int
  /// The bits lost by all rules together; nil when nothing is left.
  package let lost: Double?
  /// In the order of the policy, the alphabet first.
  package let rules: [RuleCost]

  /// Rules up to which all orders are averaged: their number is squared at every step.
  package static let mostAveraged = 12
  /// The same where an automaton has to count every selection.
  private static let mostAveragedByAutomaton = 7
  /// Rules up to which anything is told of each.
  package static let mostRules = 62

  /// The rule that costs most; nil where none costs anything that is known.
  package var costliest: RuleCost? {
    rules.filter { $0.shapley ?? $0.last ?? 0 > 0 }
      .max { $0.shapley ?? $0.last ?? 0 < $1.shapley ?? $1.last ?? 0 }
  }

  /// Computes them; `counter` remembers what it counts.
  ///
  /// - Complexity: O(2^rules) counts for up to ``mostAveraged`` rules.
  /// - Throws: ``KeyspaceProblem`` where an exact number is out of reach.
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
    let isCounted = policy.alternatives.contains { $0.atLeast.contains { $0.minimum > 1 } }
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

  /// Counts by who plays.
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

    /// The average of what a player adds to those before, over all orders; nil where something
    /// there leaves nothing.
    mutating func shapley(
      _ player: Int, _ counter: inout KeyspaceCounter
    ) throws(KeyspaceProblem) -> Double? {
      let number = players.players.count
      // Of all orders, 1 / (number × choose(number - 1, size)) have just these players before.
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
  /// How many strings of a length meet any of some constraints.
  ///
  /// - Throws: ``KeyspaceProblem`` where an exact number is out of reach.
  package mutating func count(
    ofAny alternatives: [Constraints], length: Int
  ) throws(KeyspaceProblem) -> BigUInt {
    try Alternatives(alternatives, in: repertoire).counts(lengths: length...length, &self)[0]
  }
}
