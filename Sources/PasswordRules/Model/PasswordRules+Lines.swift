extension PasswordRules {
  /// A rule as the text of a policy states it.
  package enum Line: Hashable, Sendable {
    /// The `required` rule with this number, from 0.
    case required(Int)
    /// All rules with this name.
    case all(Rule.Name)
  }

  /// The policy without one line of its text; nil if the text has no such line.
  ///
  /// Reads the text again without the line. So deleting a class also removes its characters, unless
  /// another rule permits them; if no class is left, printable ASCII is permitted:
  ///
  ///     let rules: PasswordRules = [.required(.upper), .allowed(.lower, .digit)]
  ///     rules.deleting(.required(0))  // allowed: lower, digit;
  ///
  /// If rules such as two `allowed` were merged, all their lines are deleted.
  package func deleting(_ line: Line) -> PasswordRules? {
    switch lines {
    case .rules(let rules):
      let left = Self.without(line, rules, name: \.name)
      return left.count < rules.count ? PasswordRules(left) : nil
    case .reference(let rules):
      let left = Self.without(line, rules, name: \.name)
      return left.count < rules.count ? left.merged : nil
    }
  }

  private static func without<Stated>(
    _ line: Line, _ rules: [Stated], name: (Stated) -> Rule.Name
  ) -> [Stated] {
    var number = -1
    return rules.filter { rule in
      if name(rule) == .required { number += 1 }
      switch line {
      case .required(let index): return name(rule) != .required || number != index
      case .all(let deleted): return name(rule) != deleted
      }
    }
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
      numbers: [minLength, maxLength, maxConsecutive, maxRepeating, maxSequential])
  }

  private struct Sayings: Hashable {
    let required: [CharacterClass]
    let permitted: CharacterClass
    let numbers: [Int?]
  }
}
