package import Passwords

extension Policy {
  /// One testable demand of a policy.
  package struct Rule: Hashable, Sendable {
    /// The rule's name in reports.
    ///
    /// For example `minlength`, `required[0]`, `blocklist`, or `or[1].allowed`.
    package let id: RuleID
    /// The rule as written in a policy file, without the semicolon.
    package let text: String
    /// What it says.
    package let stated: any PolicyRule
    /// What it asks of a password; at least one condition.
    package let conditions: [Condition]

    fileprivate init?(_ id: RuleID, _ stated: any PolicyRule) {
      conditions = stated.conditions
      if conditions.isEmpty { return nil }
      self.id = id
      self.stated = stated
      text = stated.text
    }

    /// The rule in a word or two, for narrow columns: `length`, `special`, `blocklist`.
    package var brief: String { stated.brief }

    /// The rule in words for readers who do not know the policy's language.
    ///
    /// Begins with the number of the alternative if there are several, which is not cut off where
    /// there is little room: `2: at least 8 characters`.
    package var words: String {
      (id.alternative.map { "\($0 + 1): " } ?? "") + stated.words
    }

    /// Whether a keyspace leaves it out: what lists and scores refuse follows no pattern.
    package var isUncounted: Bool { conditions.contains(where: \.isUncounted) }

    /// The same rule in Apple's language; nil if only policy files can express it.
    var appleRule: PasswordRules.Rule? { (stated as? any AppleRule)?.appleRule }

    /// The same rule in the public form; nil if it needs a list or a score.
    var extendedRule: PasswordRules.Extended.Rule? {
      appleRule.map { .apple($0) } ?? (stated as? any ExtraRule)?.extendedRule
    }

    package static func == (a: Rule, b: Rule) -> Bool {
      a.id == b.id && a.text == b.text && a.conditions == b.conditions
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(text)
    }
  }

  /// The rules that a password can break, in the order of the bits of a ``Verdict``.
  ///
  /// Within an alternative: `minlength`, `maxlength`, `required[i]`, `allowed`, `max-consecutive`,
  /// `max-repeating`, `max-sequential`, and the names of ``extraRules``: `at-least[i]`, `blocklist`
  /// (or `blocklist[i]` if there are several). If there are several alternatives, each id begins with
  /// `or[n].`, with `n` from 0. Rules that cannot be broken are left out: an empty `required`
  /// class, which still counts in the index, and a permitted set of everything.
  package var rules: [Rule] {
    rulesOfAlternatives.count == 1 ? rulesOfAlternatives[0] : Array(rulesOfAlternatives.joined())
  }

  /// The ids of ``rules``.
  package var ruleIDs: [RuleID] { rules.map(\.id) }

  /// The lists that it uses, without duplicates; the caller assigns each a bit in `Profile.lists`.
  package var lists: [ListReference] {
    var seen: Set<ListReference> = []
    return conditions.compactMap {
      if case .unlisted(let list) = $0, seen.insert(list).inserted { list } else { nil }
    }
  }

  /// Whether it uses the name of the password's user.
  package var asksForUserNames: Bool {
    conditions.contains { if case .unlisted(.userName) = $0 { true } else { false } }
  }

  /// The facts that its verdict depends on, without `lists`: only the caller, which assigns bits to
  /// lists, knows their number.
  package var demand: FactDemand { conditions.reduce(into: FactDemand()) { $1.add(to: &$0) } }

  /// The conditions of all alternatives.
  private var conditions: [Condition] {
    rulesOfAlternatives.flatMap { $0.flatMap(\.conditions) }
  }

  /// The rules of each alternative in order, with the ids of ``rules``.
  func makeRules() -> [[Rule]] {
    alternatives.indices.map { index in
      let stated = alternatives[index].stated
      var counts: [String: Int] = [:]
      for rule in stated { counts[rule.name, default: 0] += 1 }
      var seen: [String: Int] = [:]
      return stated.compactMap { rule in
        let name = rule.name
        let number = seen[name] ?? 0
        seen[name] = number + 1
        let isNumbered =
          switch type(of: rule).numbering {
          case .never: false
          case .ifSeveral: counts[name] ?? 1 > 1
          case .always: true
          }
        return Rule(
          RuleID(name, isNumbered ? number : nil, ofAlternative: numbered(index)), rule)
      }
    }
  }

  /// The number of an alternative in ids; nil if it is the only one.
  func numbered(_ alternative: Int) -> Int? { alternatives.count > 1 ? alternative : nil }
}

extension Policy.Alternative {
  /// Everything that it says, in the order of reports.
  fileprivate var stated: [any PolicyRule] {
    var stated: [any PolicyRule] = []
    if let n = rules.minLength { stated.append(MinLength(n)) }
    if let n = rules.maxLength { stated.append(MaxLength(n)) }
    stated += rules.required.map { Required($0) }
    stated.append(Allowed(rules.permitted))
    if let n = rules.maxConsecutive {
      stated.append(MaxConsecutive(n, rules.maxConsecutiveReading))
    }
    if let n = rules.maxRepeating { stated.append(MaxRepeating(n)) }
    if let n = rules.maxSequential { stated.append(MaxSequential(n)) }
    return stated + extras
  }
}
