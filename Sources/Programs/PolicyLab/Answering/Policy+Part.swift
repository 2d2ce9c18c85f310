import PasswordPolicies

extension Policy {
  /// The policy without the rules that cannot be judged, and the texts of these; nil if there are
  /// none of either, or if it has alternatives, of which less would refuse more.
  ///
  /// `isKnown` says whether a policy can be judged.
  func part(where isKnown: (Policy) -> Bool) -> (policy: Policy, omitted: [String])? {
    guard alternatives.count == 1 else { return nil }
    let unknown = rules.filter { rule in
      !isKnown(without(rules.filter { $0.id != rule.id }))
    }
    guard !unknown.isEmpty, unknown.count < rules.count else { return nil }
    var rest = without(unknown)
    guard isKnown(rest) else { return nil }
    rest.name = "\(name) without " + unknown.map(\.text).joined(separator: ", ")
    return (rest, unknown.map(\.text))
  }

  /// The policy without some rules; the last ones go first, since their numbers depend on the
  /// others.
  private func without(_ unwanted: [Rule]) -> Policy {
    unwanted.reversed().reduce(self) { $0.replacing($1.id, with: nil) ?? $0 }
  }
}
