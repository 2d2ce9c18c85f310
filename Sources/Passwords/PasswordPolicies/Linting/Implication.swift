package import Passwords

extension Policy {
  /// A rule that demands nothing new, and the rules that already imply it.
  struct Redundancy {
    let rule: Rule
    let because: [Rule]
    /// Whether it is a required class that permits characters that no other class permits.
    let permits: Bool
  }

  /// The rules of one alternative that other rules of it imply; of equal rules, the later ones.
  ///
  /// Does not include the only required class if it equals the permitted characters: the language
  /// expresses "digits only" this way.
  func redundancies(inAlternative index: Int) -> [Redundancy] {
    let rules = rulesOfAlternatives[index]
    let permitted = alternatives[index].permitted.members
    var left = rules
    var found: [Redundancy] = []
    for rule in rules.reversed() {
      let others = left.filter { $0.id != rule.id }
      let because =
        others.first { $0.implies(rule, permitted: permitted) }.map { [$0] }
        ?? needs(for: rule, in: others, permitted: permitted)
      guard let because else { continue }
      let permits = permitsMore(rule, than: others)
      if permits, because[0].stated.word == .minLength { continue }
      found.append(Redundancy(rule: rule, because: because, permits: permits))
      left = others
    }
    return found.reversed()
  }

  /// Whether a required class permits characters that the other required classes do not permit.
  private func permitsMore(_ rule: Rule, than others: [Rule]) -> Bool {
    func required(_ rule: Rule) -> CodePointSet? {
      if case .required(let set) = rule.stated.kind { set.members } else { nil }
    }
    let rest = others.compactMap(required).reduce(CodePointSet()) { $0.union($1) }
    return required(rule).map { !$0.isSubset(of: rest) } ?? false
  }

  /// The required classes that together imply a rule on length or on kinds of character.
  private func needs(
    for rule: Rule, in others: [Rule], permitted: CodePointSet
  ) -> [Rule]? {
    let sets = others.flatMap { other in other.conditions.counts.map { (rule: other, set: $0.set) }
    }
    var chosen: [Rule] = []
    switch rule.conditions[0] {
    case .count(of: let set, in: let bounds)
    where bounds.lowerBound > 0 && bounds.upperBound < .max:
      // One rule for either bound.
      let halves: [Condition] = [
        .count(of: set, in: bounds.lowerBound...Int.max),
        .count(of: set, in: 0...bounds.upperBound),
      ]
      for half in halves {
        let because = others.first { rule in
          rule.conditions.contains { $0.implies(half, permitted: permitted) }
        }
        guard let because else { return nil }
        chosen.append(because)
      }
      return chosen
    case .fact(let fact, let bounds) where fact.row.countsSets && bounds.upperBound == .max:
      var taken = CodePointSet()
      for (rule, set) in sets where set.intersection(taken).isEmpty {
        taken = taken.union(set)
        chosen.append(rule)
        if chosen.count == bounds.lowerBound { return chosen }
      }
    case .kinds(let kinds, atLeast: let minimum):
      for kind in kinds {
        if let fit = sets.first(where: { $0.set.isSubset(of: kind) }) { chosen.append(fit.rule) }
        if chosen.count == minimum { return chosen }
      }
    default: break
    }
    return nil
  }

  /// Alternatives that add nothing, since every password that meets them also meets another one.
  var redundantAlternatives: [(alternative: Int, because: Int)] {
    var left = Array(alternatives.indices)
    var found: [(alternative: Int, because: Int)] = []
    for index in alternatives.indices.reversed() {
      let known = rulesOfAlternatives[index]
      let permitted = alternatives[index].permitted.members
      let wider = left.first { other in
        other != index
          && rulesOfAlternatives[other].allSatisfy { rule in
            known.contains { $0.implies(rule, permitted: permitted) }
          }
      }
      if let wider {
        found.append((index, wider))
        left.removeAll { $0 == index }
      }
    }
    return found.reversed()
  }
}

extension Policy.Rule {
  /// Whether every password that keeps this rule also keeps another one.
  package func implies(_ other: Policy.Rule, permitted: CodePointSet = .unicode) -> Bool {
    other.conditions.allSatisfy { condition in
      conditions.contains { $0.implies(condition, permitted: permitted) }
    }
  }
}
