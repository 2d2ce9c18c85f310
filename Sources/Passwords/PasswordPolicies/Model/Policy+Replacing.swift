extension Policy {
  /// The policy with another rule in place of one, or without it; nil if there is neither.
  ///
  /// As if the text were read again with the line changed: see ``PasswordRules/replacing(_:with:)``.
  /// A rule of which the policy has none is added.
  package func replacing(_ rule: RuleID, with new: (any PolicyRule)?) -> Policy? {
    let index = rule.alternative ?? 0
    guard alternatives.indices.contains(index), numbered(index) == rule.alternative,
      let changed = alternatives[index].replacing(rule, with: new)
    else { return nil }
    var alternatives = alternatives
    alternatives[index] = changed
    return Policy(
      name: name, alternatives: alternatives, location: location, maxConsecutive: maxConsecutive)
  }
}

extension Policy.Alternative {
  /// The alternative with another rule in place of one, or without it; nil if there is neither.
  package func replacing(
    _ rule: RuleID, with new: (any PolicyRule)?
  ) -> Policy.Alternative? {
    if let name = PasswordRules.Rule.Name(rawValue: rule.name) {
      // A line may go although the others say as much.
      let line = name == .required ? PasswordRules.Line.required(rule.index ?? 0) : .all(name)
      let apple = (new as? any AppleRule)?.appleRule
      return rules.replacing(line, with: apple).map { Policy.Alternative($0, extras) }
    }
    let places = extras.indices.filter { extras[$0].name == rule.name }
    let index = rule.index ?? 0
    let place = places.indices.contains(index) ? places[index] : extras.endIndex
    guard place < extras.endIndex || new != nil else { return nil }
    return Policy.Alternative(
      rules, extras[..<place] + [new].compactMap(\.self) + extras[place...].dropFirst())
  }

  /// Puts another rule in place of one, or deletes that one.
  package mutating func put(_ rule: RuleID, _ new: (any PolicyRule)?) {
    self = replacing(rule, with: new) ?? self
  }
}
