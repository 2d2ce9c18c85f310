import Passwords

extension Policy {
  /// The policy without the line of a rule; nil if it has no such line.
  ///
  /// As if the text were read again without it: see ``PasswordRules/deleting(_:)``.
  package func deleting(_ rule: RuleID) -> Policy? {
    let index = rule.alternative ?? 0
    guard alternatives.indices.contains(index), numbered(index) == rule.alternative,
      let changed = alternatives[index].deleting(rule)
    else { return nil }
    var alternatives = alternatives
    alternatives[index] = changed
    return Policy(
      name: name, alternatives: alternatives, location: location, maxConsecutive: maxConsecutive)
  }
}

extension Policy.Alternative {
  fileprivate func deleting(_ rule: RuleID) -> Policy.Alternative? {
    var changed = self
    guard let name = PasswordRules.Rule.Name(rawValue: rule.name) else {
      changed.delete(rule.name, rule.index ?? 0)
      return changed == self ? nil : changed
    }
    // A line may go although the others say as much.
    let line = name == .required ? PasswordRules.Line.required(rule.index ?? 0) : .all(name)
    guard let left = rules.deleting(line) else { return nil }
    changed.rules = left
    return changed
  }

  /// Deletes a rule that Apple's language lacks.
  private mutating func delete(_ name: String, _ index: Int) {
    switch name {
    case "min-classes": minClasses = nil
    case "max-class-run": maxClassRun = nil
    case "at-least": if atLeast.indices.contains(index) { atLeast.remove(at: index) }
    case "blocklist": if blocklists.indices.contains(index) { blocklists.remove(at: index) }
    case "context": contextWords = []
    case "context-substring": contextParts = []
    case "username": userNames.remove(.whole)
    case "username-substring": userNames.remove(.part)
    case "min-score": minScore = nil
    default: break
    }
  }
}
