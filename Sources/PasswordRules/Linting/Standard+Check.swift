import Passwords

extension Standard {
  /// Each clause with what in a policy is against it, in words; nil where nothing is.
  package func breaches(of policy: Policy) -> [(clause: Clause, breach: String?)] {
    clauses.map { ($0, $0.requirement.breach(in: policy)) }
  }
}

extension Standard.Requirement {
  /// What in a policy is against this, in words; nil when nothing is.
  func breach(in policy: Policy) -> String? {
    switch self {
    case .minLength(let least):
      let shortest = policy.alternatives.map(\.shortest).min() ?? 0
      return shortest < least ? "\(shortest) characters can comply" : nil
    case .permitsLength(let length):
      let longest = policy.alternatives.map { $0.rules.maxLength ?? .max }.max() ?? .max
      return longest < length ? "maxlength is \(longest)" : nil
    case .maxLength(let most):
      let longest = policy.alternatives.map { $0.rules.maxLength ?? .max }.max() ?? .max
      guard longest > most else { return nil }
      return longest == .max ? "there is no maxlength" : "maxlength is \(longest)"
    case .permits(let set):
      return policy.alternatives.lazy.compactMap { alternative -> String? in
        set.isSubset(of: alternative.rules.permitted.members)
          ? nil : "only \(alternative.rules.permitted) is permitted"
      }.first
    case .noComposition:
      let rules = policy.rules.filter(\.isComposition)
      return rules.isEmpty
        ? nil : "there is " + rules.map { "'\($0.text)'" }.joined(separator: ", ")
    case .demands(let sets):
      let reaches = policy.alternatives.map(Reach.init)
      return sets.allSatisfy { set in reaches.allSatisfy { $0.demands(set) } }
        ? nil : "a password without them can comply"
    case .blocklist:
      return policy.alternatives.allSatisfy { !$0.blocklists.isEmpty }
        ? nil : "there is no blocklist"
    case .wholePassword:
      let rules = policy.rules.filter {
        switch $0.test {
        case .unlisted(.blocklist(_, let comparison)): !comparison.conforms
        case .unlisted(.contextParts): true
        case .unlisted(.userName(let match)): match != .whole
        default: false
        }
      }
      return rules.isEmpty
        ? nil : "there is " + rules.map { "'\($0.text)'" }.joined(separator: ", ")
    case .contextWords:
      return policy.alternatives.allSatisfy {
        !$0.contextWords.isEmpty || !$0.contextParts.isEmpty
      }
        ? nil : "there are no context words"
    case .oneOf(let ways):
      for alternative in policy.alternatives where !ways.contains(where: { $0.leads(alternative) })
      {
        let list = alternative.blocklists.isEmpty ? "without" : "with"
        let kinds = Reach(alternative).fewest(of: [.upper, .lower, .digit, .special])
        let some = kinds == 1 ? "1 kind" : "\(kinds) kinds"
        return "\(alternative.shortest) characters of \(some) \(list) a blocklist can comply"
      }
      return nil
    }
  }
}

extension Standard.Way {
  /// Whether all that meets the alternative is good enough.
  fileprivate func leads(_ alternative: Policy.Alternative) -> Bool {
    alternative.shortest >= minLength
      && (!hasBlocklist || !alternative.blocklists.isEmpty)
      && (minKinds == 0
        || Reach(alternative).fewest(of: [.upper, .lower, .digit, .special]) >= minKinds)
  }
}

extension Policy.Rule {
  /// Whether it says which characters to use, how many of them, or how many in a row.
  fileprivate var isComposition: Bool {
    switch test {
    case .required(let set): set != .unicode
    case .maxRun, .maxClassRun, .minClasses, .atLeast: true
    case .minLength, .maxLength, .allowed, .unlisted, .minScore: false
    }
  }
}
