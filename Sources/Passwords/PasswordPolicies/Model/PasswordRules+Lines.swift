extension PasswordRules {
  /// A rule as the text of a policy states it.
  package enum Line: Hashable, Sendable {
    /// The `required` rule with this number, from 0.
    case required(Int)
    /// All rules with this name.
    case all(Rule.Name)
  }

  /// The policy with another rule in place of one line of its text, or without it; nil if there is
  /// neither such a line nor another rule.
  ///
  /// Reads the text again with that change. So deleting a class also removes its characters, unless
  /// another rule permits them; if no class is left, printable ASCII is permitted:
  ///
  ///     let rules: PasswordRules = [.required(.upper), .allowed(.lower, .digit)]
  ///     rules.replacing(.required(0), with: nil)  // allowed: lower, digit;
  ///
  /// If rules such as two `allowed` were merged, all their lines are replaced.
  package func replacing(_ line: Line, with rule: Rule?) -> PasswordRules? {
    var replaced =
      switch lines {
      case .rules(let rules):
        Self.replacing(line, in: rules, with: rule, name: \.name).map { PasswordRules($0) }
      case .reference(let rules):
        Self.replacing(line, in: rules, with: rule.map(ReferenceRule.init), name: \.name)?.merged
      }
    replaced?.maxConsecutiveReading = maxConsecutiveReading
    return replaced
  }

  private static func replacing<Stated>(
    _ line: Line, in rules: [Stated], with new: Stated?, name: (Stated) -> Rule.Name
  ) -> [Stated]? {
    var number = -1
    let places = rules.indices.filter { place in
      if name(rules[place]) == .required { number += 1 }
      switch line {
      case .required(let index): return name(rules[place]) == .required && number == index
      case .all(let replaced): return name(rules[place]) == replaced
      }
    }
    guard new != nil || !places.isEmpty else { return nil }
    let (first, gone) = (places.first ?? rules.endIndex, Set(places))
    return rules[..<first] + [new].compactMap(\.self)
      + rules.indices[first...].filter { !gone.contains($0) }.map { rules[$0] }
  }
}

// Policies are equal if they mean the same, in whatever form they are written.
extension PasswordRules {
  /// Whether two policies mean the same.
  ///
  /// Redundant rules do not count, nor does the order of rules other than `required`.
  public static func == (a: PasswordRules, b: PasswordRules) -> Bool { a.sayings == b.sayings }

  /// Feeds the meaning of the policy to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(sayings) }

  private var sayings: Sayings {
    Sayings(
      required: required, permitted: permitted,
      numbers: [minLength, maxLength, maxConsecutive, maxRepeating, maxSequential],
      reading: maxConsecutive == nil ? .repeats : maxConsecutiveReading)
  }

  private struct Sayings: Hashable {
    let required: [CharacterClass]
    let permitted: CharacterClass
    let numbers: [Int?]
    let reading: MaxConsecutiveReading
  }
}
