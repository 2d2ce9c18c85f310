extension PasswordRules {
  /// One rule of the language.
  ///
  ///     [.minLength(20), .required(.upper, .lower), .allowed("-_."), .maxConsecutive(2)]
  public enum Rule: Hashable, Sendable {
    /// At least one character of the password is in this class.
    case required(CharacterClass)
    /// Permits this class in addition to the required ones; all other characters are forbidden.
    case allowed(CharacterClass)
    /// At most this many characters in a row; see ``MaxConsecutiveReading``.
    case maxConsecutive(Int)
    /// At most this many identical characters in a row.
    case maxRepeating(Int)
    /// At most this many characters in a row that step through a–z, A–Z or 0–9, up or down.
    case maxSequential(Int)
    /// The password has at least this many code points.
    case minLength(Int)
    /// The password has at most this many code points.
    case maxLength(Int)

    /// At least one character of the password is in one of these classes.
    public static func required(
      _ first: CharacterClass, _ second: CharacterClass, _ others: CharacterClass...
    ) -> Rule {
      .required(.union(of: [first, second] + others))
    }

    /// Permits these classes in addition to the required ones; all other characters are forbidden.
    public static func allowed(
      _ first: CharacterClass, _ second: CharacterClass, _ others: CharacterClass...
    ) -> Rule {
      .allowed(.union(of: [first, second] + others))
    }

    /// The names of the language, in the order in which a policy is printed.
    public enum Name: String, Hashable, Sendable, CaseIterable {
      /// See ``Rule/required(_:)``.
      case required
      /// See ``Rule/allowed(_:)``.
      case allowed
      /// See ``Rule/maxConsecutive(_:)``.
      case maxConsecutive = "max-consecutive"
      /// See ``Rule/maxRepeating(_:)``.
      case maxRepeating = "max-repeating"
      /// See ``Rule/maxSequential(_:)``.
      case maxSequential = "max-sequential"
      /// See ``Rule/minLength(_:)``.
      case minLength = "minlength"
      /// See ``Rule/maxLength(_:)``.
      case maxLength = "maxlength"
    }

    /// The name of the rule.
    public var name: Name {
      switch self {
      case .required: .required
      case .allowed: .allowed
      case .maxConsecutive: .maxConsecutive
      case .maxRepeating: .maxRepeating
      case .maxSequential: .maxSequential
      case .minLength: .minLength
      case .maxLength: .maxLength
      }
    }
  }
}

extension PasswordRules.Rule {
  /// The rule with a class that Apple's language can express.
  var portable: Self {
    switch self {
    case .required(let set): .required(set.portable)
    case .allowed(let set): .allowed(set.portable)
    default: self
    }
  }
}

extension PasswordRules.Rule: CustomStringConvertible {
  /// The rule in the language, without the final semicolon: `required: lower, [-_]`.
  public var description: String {
    switch self {
    case .required(let set), .allowed(let set): name.rawValue + ": " + set.description
    case .maxConsecutive(let number), .maxRepeating(let number), .maxSequential(let number),
      .minLength(let number), .maxLength(let number):
      name.rawValue + ": " + String(number)
    }
  }
}
