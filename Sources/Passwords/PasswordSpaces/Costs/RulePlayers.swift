import PasswordPolicies
import Passwords

/// The rules of a policy as players in a cooperative game for bits: each can be left out.
///
/// Rules on length are not players: they determine the length.
struct RulePlayers {
  /// A rule or alphabet that can be left out.
  struct Player {
    /// The index of its alternative, and its conditions; nil for the alphabet.
    let alternative: Int
    let conditions: [Condition]?
    var cost: RuleCost
    /// The rule whose line stands for it.
    let line: RuleID
  }

  private(set) var players: [Player] = []
  /// The alternatives that permit strings of the length, and the alphabet of each.
  private var alphabets: [Int: CodePointSet] = [:]
  private let policy: Policy
  /// The permitted characters if the alphabet does not play.
  private let baseline: CodePointSet

  init(_ policy: Policy, length: Int, baseline: CodePointSet) {
    self.policy = policy
    self.baseline = baseline
    for (index, alternative) in policy.alternatives.enumerated() {
      let rules = policy.rulesOfAlternatives[index]
      guard Constraints(rules.flatMap(\.conditions)).permits(length: length) else { continue }
      alphabets[index] = alternative.permitted.members
      let number = policy.alternatives.count > 1 ? index : nil
      let permitted = PasswordRules.Rule.allowed(alternative.permitted)
      players.append(
        Player(
          alternative: index, conditions: nil,
          cost: RuleCost(
            rule: RuleID("alphabet", ofAlternative: number), text: permitted.description),
          line: RuleID("allowed", ofAlternative: number)))
      for rule in rules where rule.isPlayer {
        players.append(
          Player(
            alternative: index, conditions: rule.conditions,
            cost: RuleCost(rule: rule.id, text: rule.text), line: rule.id))
      }
    }
  }

  /// The constraints if only some rules play, given as one bit each.
  func constraints(of playing: Int) -> [Constraints] {
    alphabets.keys.sorted().map { alternative in
      let own = players.indices.filter { players[$0].alternative == alternative }
      let isOwnAlphabet = own.contains { playing >> $0 & 1 != 0 && players[$0].conditions == nil }
      return Constraints(
        own.filter { playing >> $0 & 1 != 0 }.flatMap { players[$0].conditions ?? [] },
        alphabet: isOwnAlphabet ? alphabets[alternative] : baseline)
    }
  }

  /// The constraints if a rule's line is deleted; nil if the rule has no line.
  func constraints(withoutLineOf player: Int) -> [Constraints]? {
    policy.replacing(players[player].line, with: nil)?.constraints
  }
}

extension Policy.Rule {
  fileprivate var isPlayer: Bool {
    conditions.contains { condition in
      if case .only = condition { false } else { !condition.isLength && !condition.isUncounted }
    }
  }
}
