import PasswordRules
import Passwords

/// The rules of a policy as players in a cooperative game for bits: each can be left out.
///
/// Rules on length are not players: they determine the length.
struct RulePlayers {
  /// A rule or alphabet that can be left out.
  struct Player {
    /// The index of its alternative, and its rule there; nil for the alphabet.
    let alternative: Int
    let test: Policy.Test?
    var cost: RuleCost
    /// The alternative without the rule's line.
    let without: Policy.Alternative?
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
      let rules = policy.rules(ofAlternative: index)
      guard Constraints(rules.map(\.test)).permits(length: length) else { continue }
      alphabets[index] = alternative.rules.permitted.members
      let prefix = policy.alternatives.count > 1 ? "or[\(index)]." : ""
      let permitted = PasswordRules.Rule.allowed(alternative.rules.permitted)
      players.append(
        Player(
          alternative: index, test: nil,
          cost: RuleCost(
            rule: prefix + "alphabet", text: permitted.description, kind: "alphabet"),
          without: alternative.deleting(.all(.allowed))))
      // An empty class is not a rule, but counts in the index.
      var requiredLines = alternative.rules.required.indices.filter {
        !alternative.rules.required[$0].isEmpty
      }[...]
      for rule in rules where rule.test.isPlayer {
        let line: PasswordRules.Line? =
          rule.appleRule.map { apple in
            if case .required = apple {
              .required(requiredLines.removeFirst())
            } else {
              .all(apple.name)
            }
          }
        players.append(
          Player(
            alternative: index, test: rule.test,
            cost: RuleCost(
              rule: prefix + rule.id, text: rule.text,
              kind: rule.id.prefix { $0 != "[" }.description),
            without: line.map(alternative.deleting) ?? alternative.without(rule)))
      }
    }
  }

  /// The constraints if only some rules play, given as one bit each.
  func constraints(of playing: Int) -> [Constraints] {
    alphabets.keys.sorted().map { alternative in
      let own = players.indices.filter { players[$0].alternative == alternative }
      let isOwnAlphabet = own.contains { playing >> $0 & 1 != 0 && players[$0].test == nil }
      return Constraints(
        own.filter { playing >> $0 & 1 != 0 }.compactMap { players[$0].test },
        alphabet: isOwnAlphabet ? alphabets[alternative] : baseline)
    }
  }

  /// The constraints if a rule's line is deleted; nil if the rule has no line.
  func constraints(withoutLineOf player: Int) -> [Constraints]? {
    let index = players[player].alternative
    guard let changed = players[player].without else { return nil }
    var alternatives = policy.alternatives
    alternatives[index] = changed
    return Policy(
      name: policy.name, alternatives: alternatives, location: policy.location,
      maxConsecutive: policy.maxConsecutive
    ).constraints
  }
}

extension Policy.Test {
  fileprivate var isPlayer: Bool {
    switch self {
    case .minLength, .maxLength, .allowed, .unlisted, .minScore: false
    case .required, .maxRun, .maxClassRun, .minClasses, .atLeast: true
    }
  }
}

extension Policy.Alternative {
  /// The alternative without a line of Apple's language; nil if its text has no such line.
  fileprivate func deleting(_ line: PasswordRules.Line) -> Policy.Alternative? {
    guard let rules = rules.deleting(line) else { return nil }
    var changed = self
    changed.rules = rules
    return changed
  }

  /// The alternative without a rule that Apple's language lacks.
  fileprivate func without(_ rule: Policy.Rule) -> Policy.Alternative {
    var changed = self
    switch rule.test {
    case .minClasses: changed.minClasses = nil
    case .maxClassRun: changed.maxClassRun = nil
    case .atLeast(let minimum, of: let set):
      let index = atLeast.firstIndex { $0.minimum == minimum && $0.characters.members == set }
      if let index { changed.atLeast.remove(at: index) }
    default: break
    }
    return changed
  }
}
