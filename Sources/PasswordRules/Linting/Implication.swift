import Passwords

extension Policy.Test {
  /// Whether every password that passes this test also passes another test.
  ///
  /// `permitted` contains every character of such passwords. Returns false if this is not certain.
  func implies(_ other: Policy.Test, permitted: CodePointSet) -> Bool {
    switch (self, other) {
    case (.minLength(let a), .minLength(let b)): a >= b
    case (.minLength(let a), .required(let set)): a >= 1 && permitted.isSubset(of: set)
    case (.minLength(let a), .atLeast(let count, of: let set)):
      a >= count && permitted.isSubset(of: set)
    case (.maxLength(let a), .maxLength(let b)): a <= b
    case (.maxLength(let a), .maxRun(of: let run, sequence: let sequence)):
      a <= min(run ?? .max, sequence ?? .max)
    case (.maxLength(let a), .maxClassRun(let run)): a <= run
    case (.required(let a), .required(let b)), (.required(let a), .atLeast(1, of: let b)):
      a.intersection(permitted).isSubset(of: b)
    case (.required, .minLength(1)): true
    case (.atLeast(_, of: let a), .required(let b)): a.intersection(permitted).isSubset(of: b)
    case (.atLeast(let m, of: let a), .atLeast(let n, of: let b)):
      m >= n && a.intersection(permitted).isSubset(of: b)
    case (.atLeast(let m, of: _), .minLength(let n)): m >= n
    case (.allowed(let a), .allowed(let b)): a.isSubset(of: b)
    case (
      .maxRun(of: let runA, sequence: let sequenceA), .maxRun(of: let runB, sequence: let sequenceB)
    ):
      Self.limit(runA, implies: runB) && Self.limit(sequenceA, implies: sequenceB)
    case (.maxClassRun(let a), .maxRun(of: let run, sequence: let sequence)):
      // Both a run of one character and a sequence stay within one kind.
      a <= min(run ?? .max, sequence ?? .max)
    case (.maxClassRun(let a), .maxClassRun(let b)): a <= b
    case (.minClasses(let a, of: let kindsA), .minClasses(let b, of: let kindsB)):
      a >= b && kindsA == kindsB
    case (.minClasses(let a, of: _), .minLength(let n)): a >= n
    case (.unlisted(let a), .unlisted(let b)): a.covers(b)
    case (.minScore(let a), .minScore(let b)): a >= b
    default: false
    }
  }

  private static func limit(_ a: Int?, implies b: Int?) -> Bool {
    guard let b else { return true }
    return a.map { $0 <= b } ?? false
  }
}

extension ListReference {
  /// Whether this list refuses every password that the other list refuses.
  fileprivate func covers(_ other: ListReference) -> Bool {
    switch (self, other) {
    case (.blocklist(let a, let wide), .blocklist(let b, let narrow)):
      a == b && wide.covers(narrow)
    default: self == other
    }
  }
}

extension ListComparison {
  /// Whether this list refuses every password that the other one refuses.
  ///
  /// Containing a value does not imply containing a value that is too short to be searched for.
  fileprivate func covers(_ other: Self) -> Bool {
    switch (self, other) {
    case (.exact, .exact), (.exact, .fold), (.exact, .leet), (.fold, .exact), (.fold, .fold),
      (.fold, .leet), (.leet, .exact), (.leet, .fold), (.leet, .leet):
      form.covers(other.form)
    case (.substring(_, atLeast: let a), .substring(_, atLeast: let b)):
      form.covers(other.form) && a <= b
    default: self == other
    }
  }
}

extension ListComparison.Form {
  fileprivate func covers(_ other: Self) -> Bool {
    switch (self, other) {
    case (.leet, _), (.fold, .fold), (.fold, .exact), (.exact, .exact): true
    default: false
    }
  }
}

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
    let permitted = alternatives[index].rules.permitted.members
    var left = rules
    var found: [Redundancy] = []
    for rule in rules.reversed() {
      let others = left.filter { $0.id != rule.id }
      let because =
        others.first { $0.test.implies(rule.test, permitted: permitted) }.map { [$0] }
        ?? needs(for: rule, in: others)
      guard let because else { continue }
      let permits = permitsMore(rule, than: others)
      if permits, case .minLength = because[0].test { continue }
      found.append(Redundancy(rule: rule, because: because, permits: permits))
      left = others
    }
    return found.reversed()
  }

  /// Whether a required class permits characters that the other required classes do not permit.
  private func permitsMore(_ rule: Rule, than others: [Rule]) -> Bool {
    guard case .required(let set) = rule.test else { return false }
    let rest = others.reduce(CodePointSet()) { union, other in
      if case .required(let set) = other.test { union.union(set) } else { union }
    }
    return !set.isSubset(of: rest)
  }

  /// The required classes that together imply a rule on length or on kinds of character.
  private func needs(for rule: Rule, in others: [Rule]) -> [Rule]? {
    var sets: [(rule: Rule, set: CodePointSet)] = []
    for other in others {
      switch other.test {
      case .required(let set), .atLeast(_, of: let set): sets.append((other, set))
      default: break
      }
    }
    var chosen: [Rule] = []
    switch rule.test {
    case .minLength(let minimum):
      var taken = CodePointSet()
      for (rule, set) in sets where set.intersection(taken).isEmpty {
        taken = taken.union(set)
        chosen.append(rule)
        if chosen.count == minimum { return chosen }
      }
    case .minClasses(let minimum, of: let kinds):
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
      let permitted = alternatives[index].rules.permitted.members
      let wider = left.first { other in
        other != index
          && rulesOfAlternatives[other].allSatisfy { rule in
            known.contains { $0.test.implies(rule.test, permitted: permitted) }
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
