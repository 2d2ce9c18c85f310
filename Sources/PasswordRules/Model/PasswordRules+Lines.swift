extension PasswordRules {
  /// A rule as the text of a policy states it.
  package enum Line: Hashable, Sendable {
    /// The `required` rule with this number, from 0.
    case required(Int)
    /// All rules of a name.
    case all(Rule.Name)
  }

  /// The policy without one line of its text; nil if the text has no such line.
  ///
  /// The text is read again without the line. So a deleted class takes its characters with it,
  /// unless another rule permits them, and if no class is left, printable ASCII is permitted:
  ///
  ///     let rules: PasswordRules = [.required(.upper), .allowed(.lower, .digit)]
  ///     rules.deleting(.required(0))  // allowed: lower, digit;
  ///
  /// If rules were merged, such as two `allowed`, all their lines are deleted.
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

// Policies are equal if they mean the same, however they are written.
extension PasswordRules {
  /// Whether two policies mean the same: redundant rules and the order of rules other than
  /// `required` do not count.
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
