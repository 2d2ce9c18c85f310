import Passwords

extension Standard {
  /// How a policy breaks a clause.
  package struct Breach: Hashable, Sendable {
    /// The reason in words, without the policy's name: `8 characters can comply`.
    package let how: String
    /// The id of the rule at fault; nil if a rule is missing.
    package let rule: RuleID?

    /// Makes a breach by a rule.
    init(_ how: String, rule: RuleID?) {
      self.how = how
      self.rule = rule
    }
  }

  /// Each clause with the policy's breach of it; nil if the policy meets it.
  package func breaches(of policy: Policy) -> [(clause: Clause, breach: Breach?)] {
    breaches(of: policy, policy.reaches)
  }

  /// The same for several standards, in their order.
  package static func breaches(
    of policy: Policy, by standards: [Standard]
  ) -> [[(clause: Clause, breach: Breach?)]] {
    let reaches = policy.reaches
    return standards.map { $0.breaches(of: policy, reaches) }
  }

  /// `reaches` belong to the policy's alternatives; computing them is slow.
  private func breaches(
    of policy: Policy, _ reaches: [Reach]
  ) -> [(clause: Clause, breach: Breach?)] {
    clauses.map { ($0, $0.requirement.breach(in: policy, reaches)) }
  }
}

extension Standard.Requirement {
  /// The policy's breach of this requirement; nil if it meets it.
  fileprivate func breach(in policy: Policy, _ reaches: [Reach]) -> Standard.Breach? {
    switch self {
    case .minLength(let least):
      let shortest = reaches.map(\.shortest).min() ?? 0
      return shortest < least
        ? policy.breach("\(shortest.characters) can comply", by: .fact(.length, atLeast: shortest))
        : nil
    case .permitsLength(let length):
      let longest = policy.longest
      return longest < length ? policy.breach("maxlength is \(longest)", by: \.isMaxLength) : nil
    case .maxLength(let most):
      let longest = policy.longest
      guard longest > most else { return nil }
      let how = longest == .max ? "there is no maxlength" : "maxlength is \(longest)"
      return policy.breach(how, by: \.isMaxLength)
    case .permits(let set):
      return policy.alternatives.lazy.compactMap { alternative -> Standard.Breach? in
        set.isSubset(of: alternative.rules.permitted.members)
          ? nil
          : policy.breach(
            "only \(alternative.rules.permitted) is permitted",
            by: .only(alternative.rules.permitted.members))
      }.first
    case .noComposition: return policy.breach(byRules: policy.rules.filter(\.stated.isComposition))
    case .demands(let sets):
      return sets.allSatisfy { set in reaches.allSatisfy { $0.demands(set) } }
        ? nil : Standard.Breach("a password without them can comply", rule: nil)
    case .permitsKinds(let least, of: let sets):
      let counts = policy.alternatives.map { alternative in
        sets.count { !$0.intersection(alternative.rules.permitted.members).isEmpty }
      }
      guard let count = counts.max(), count < least else { return nil }
      return policy.breach("only \(count) of them \(count == 1 ? "is" : "are") permitted") {
        if case .only = $0 { true } else { false }
      }
    case .demandsKinds(let least, of: let sets):
      let count = reaches.map { $0.fewest(of: sets) }.min() ?? 0
      return count < least
        ? Standard.Breach("a password with \(count) of them can comply", rule: nil) : nil
    case .blocklist:
      return policy.alternatives.allSatisfy(\.hasBlocklist)
        ? nil : Standard.Breach("there is no blocklist", rule: nil)
    case .wholePassword:
      return policy.breach(
        byRules: policy.rules.filter { rule in
          rule.conditions.contains { condition in
            switch condition {
            case .unlisted(.blocklist(_, let comparison)): !comparison.conforms
            case .unlisted(.contextParts): true
            case .unlisted(.userName(let match)): match != .whole
            default: false
            }
          }
        })
    case .contextWords:
      return policy.alternatives.allSatisfy { alternative in
        alternative.extras(Context.self).contains { if case .userName = $0 { false } else { true } }
      }
        ? nil : Standard.Breach("there are no context words", rule: nil)
    case .all(let requirements):
      let breaches = requirements.compactMap { $0.breach(in: policy, reaches) }
      return breaches.first.map { first in
        Standard.Breach(breaches.map(\.how).joined(separator: "; "), rule: first.rule)
      }
    case .oneOf(let ways):
      for (alternative, reach) in zip(policy.alternatives, reaches)
      where !ways.contains(where: { $0.leads(alternative, reach) }) {
        let list = alternative.hasBlocklist ? "with" : "without"
        let kinds = reach.fewest(of: [.upper, .lower, .digit, .special])
        let some = kinds == 1 ? "1 kind" : "\(kinds) kinds"
        let how = "\(reach.shortest.characters) of \(some) \(list) a blocklist can comply"
        return policy.breach(how) {
          if case .fact(.length, let bounds) = $0 { bounds.upperBound == .max } else { false }
        }
      }
      return nil
    }
  }

}

extension Int {
  /// A number of characters in words.
  fileprivate var characters: String { "\(self) character\(self == 1 ? "" : "s")" }
}

extension Policy {
  /// The longest length that any alternative permits.
  fileprivate var longest: Int { alternatives.map { $0.rules.maxLength ?? .max }.max() ?? .max }

  /// The reach of each alternative.
  fileprivate var reaches: [Reach] { rulesOfAlternatives.map { Reach($0.flatMap(\.conditions)) } }

  /// The breach by the first rule with such a condition.
  fileprivate func breach(
    _ how: String, by isToBlame: (Condition) -> Bool
  ) -> Standard.Breach {
    Standard.Breach(how, rule: rules.first { $0.conditions.contains(where: isToBlame) }?.id)
  }

  /// The breach by the first rule with this condition.
  fileprivate func breach(_ how: String, by condition: Condition) -> Standard.Breach {
    breach(how) { $0 == condition }
  }

  /// The breach by rules that must not exist; nil if there are none.
  fileprivate func breach(byRules rules: [Rule]) -> Standard.Breach? {
    rules.first.map { first in
      Standard.Breach(
        "there is " + rules.map { "'\($0.text)'" }.joined(separator: ", "), rule: first.id)
    }
  }
}

extension Standard.Way {
  /// Whether every password that meets the alternative also complies in this way.
  fileprivate func leads(_ alternative: Policy.Alternative, _ reach: Reach) -> Bool {
    reach.shortest >= minLength
      && (!hasBlocklist || alternative.hasBlocklist)
      && (minKinds == 0
        || reach.fewest(of: [.upper, .lower, .digit, .special]) >= minKinds)
  }
}

extension Policy.Alternative {
  fileprivate var hasBlocklist: Bool { extras.contains { $0 is Unlisted } }
}

extension Condition {
  fileprivate var isMaxLength: Bool {
    if case .fact(.length, let bounds) = self { bounds.upperBound < .max } else { false }
  }
}
