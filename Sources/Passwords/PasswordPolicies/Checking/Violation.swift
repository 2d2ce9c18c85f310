extension PasswordRules {
  /// A rule that a password breaks, and how: everything to say so in one's own words.
  ///
  ///     switch violation.rule {
  ///     case .minLength(let least): "\(violation.number ?? 0) Zeichen; mindestens \(least) sind nötig."
  ///     …
  ///     }
  ///
  /// It holds no part of the password.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The rule's name in reports.
    ///
    /// For example `minlength`, `required[0]` or `allowed`. The index counts the policy's
    /// `required` rules from 0.
    public let id: String
    /// The rule.
    public let rule: Rule
    /// The number of the password that the rule limits: its characters, those of the class or those
    /// that are not permitted, or the longest stretch.
    public let number: Int?
    /// The characters that are not permitted or too many, as offsets in
    /// `password.unicodeScalars`; empty if characters are missing.
    public let positions: [Range<Int>]
    /// The reason in plain English, with the numbers, for the person who chose the password.
    ///
    /// For example `The password has 6 characters; at least 8 are needed.`
    public let message: String

    /// The id and the rule: `required[0] (required: lower)`.
    public var description: String { "\(id) (\(rule))" }
  }
}

extension PasswordRules.Extended {
  /// A rule that a password breaks, and how.
  ///
  /// It holds no part of the password.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The rule's name in reports: `min-classes`, `at-least[0]`, `or[1].minlength`.
    public let id: String
    /// The rule.
    public let rule: Rule
    /// The number of the password that the rule limits: its characters, those of the class or those
    /// that are not permitted, its kinds of character, or the longest stretch.
    public let number: Int?
    /// The characters that are not permitted or too many, as offsets in
    /// `password.unicodeScalars`; empty if characters are missing.
    public let positions: [Range<Int>]
    /// The reason in plain English, with the numbers.
    public let message: String

    /// The id and the rule: `min-classes (min-classes: 3)`.
    public var description: String { "\(id) (\(rule))" }
  }

  /// One rule of a policy file that can be judged.
  public enum Rule: Hashable, Sendable, CustomStringConvertible {
    /// A rule of Apple's language.
    case apple(PasswordRules.Rule)
    /// At least this many kinds of character: upper, lower, digit, special; or the five of Active
    /// Directory.
    case minClasses(Int, isUnicode: Bool)
    /// At least this many characters of a class.
    case atLeast(Int, PasswordRules.CharacterClass)
    /// At most this many characters of a class.
    case atMost(Int, PasswordRules.CharacterClass)
    /// This many characters of a class.
    case exactly(Int, PasswordRules.CharacterClass)
    /// From this many to that many characters of a class; the first number is not greater.
    case between(Int, Int, PasswordRules.CharacterClass)
    /// The first character is in a class.
    case first(PasswordRules.CharacterClass)
    /// The last character is in a class.
    case last(PasswordRules.CharacterClass)
    /// At most this many characters of one kind in a row.
    case maxClassRun(Int)
    /// At least this many different characters.
    case minUnique(Int)

    /// The rule in the language, without the final semicolon: `min-classes: 3`.
    public var description: String {
      switch self {
      case .apple(let rule): rule.description
      case .minClasses(let number, let isUnicode):
        MinClasses(number, of: isUnicode ? .unicode : .ascii).text
      case .atLeast(let number, let characters): "at-least: \(number) \(characters)"
      case .atMost(let number, let characters): "at-most: \(number) \(characters)"
      case .exactly(let number, let characters): "exactly: \(number) \(characters)"
      case .between(let least, let most, let characters):
        "between: \(least), \(most) \(characters)"
      case .first(let characters): First(characters).text
      case .last(let characters): Last(characters).text
      case .maxClassRun(let number): MaxClassRun(number).text
      case .minUnique(let number): MinUnique(number).text
      }
    }
  }
}
