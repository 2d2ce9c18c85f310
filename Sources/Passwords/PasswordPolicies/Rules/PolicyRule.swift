import Passwords

/// A rule of a policy: what it says to programs and to people.
///
/// Whoever adds a rule writes one type in one file and names it in ``Policy/extraRules``. All that
/// judges, counts and compares reads its ``conditions``; a rule that cannot be said in conditions
/// does not compile.
package protocol PolicyRule: Hashable, Sendable {
  /// The keyword of the language: `min-classes`.
  static var keyword: String { get }
  /// The names that such rules have in reports; one except where a keyword says several things.
  static var names: [String] { get }
  /// Whether the names have a number.
  static var numbering: RuleNumbering { get }

  /// Its name in reports; one of ``names``.
  var name: String { get }
  /// The value as a policy writes it: `3 unicode`.
  var value: String { get }
  /// What it asks; a rule that asks for nothing cannot be broken.
  var conditions: [Condition] { get }
  /// Whether it limits which characters to use, how many of them, or how many in a row.
  var isComposition: Bool { get }
  /// How Apple's language says it, where these characters are permitted.
  func portability(among permitted: PasswordRules.CharacterClass) -> Portability

  /// The rule as written, where commas separate rules: `required: lower or upper`.
  var textWithoutCommas: String { get }
  /// The rule in a word or two, for narrow columns: `length`, `special`, `blocklist`.
  var brief: String { get }
  /// The rule in words for readers who do not know the language: `at least 8 characters`.
  var words: String { get }
  /// What of a password breaks it.
  func fault(in password: [Unicode.Scalar]) -> RuleFault
  /// One sentence, with the numbers, that says why a password fails it.
  ///
  /// Quotes no part of the password. For lists and scores it gives no reason.
  func message(on password: [Unicode.Scalar]) -> String
}

/// What of a password breaks a rule.
package struct RuleFault: Hashable, Sendable {
  /// The number of the password that the rule limits; nil if it limits none.
  package let number: Int?
  /// The characters that are too many or not permitted, as offsets in code points; ascending.
  package let positions: [Range<Int>]

  /// Combines a number and positions.
  package init(_ number: Int?, at positions: [Range<Int>] = []) {
    self.number = number
    self.positions = positions
  }

  /// The longest of several stretches, and those of more characters than permitted.
  package init(stretches: [Range<Int>], most: Int) {
    self.init(stretches.map(\.count).max() ?? 0, at: stretches.filter { $0.count > most })
  }
}

/// Whether the names of rules with a keyword have a number.
package enum RuleNumbering: Sendable {
  /// There is at most one such rule.
  case never
  /// Several rules are numbered, from 0; a single one is not.
  case ifSeveral
  /// Even a single rule is numbered.
  case always
}

/// How Apple's language says a rule.
package enum Portability {
  /// As the rule.
  case same
  /// As the rule, but readers from before September 2026 discard the whole text.
  case recent
  /// As required classes.
  case required([PasswordRules.CharacterClass])
  /// Only in part: as this required class.
  case partly(PasswordRules.CharacterClass)
  /// As a rule that permits fewer characters.
  case narrowed(PasswordRules.Rule)
  /// Not at all.
  case lost
}

extension PolicyRule {
  package static var names: [String] { [keyword] }
  package static var numbering: RuleNumbering { .never }
  package var name: String { Self.keyword }
  package func portability(among permitted: PasswordRules.CharacterClass) -> Portability { .lost }

  /// The rule as written in a policy file, without the semicolon.
  package var text: String { "\(Self.keyword): \(value)" }

  package var textWithoutCommas: String { text.replacing(", ", with: " or ") }

  /// Whether another rule says the same.
  func equals(_ other: any PolicyRule) -> Bool { other as? Self == self }
}

/// A rule of Apple's language.
protocol AppleRule: PolicyRule {
  /// The same rule in the public form.
  var appleRule: PasswordRules.Rule { get }
}

extension AppleRule {
  package func portability(among permitted: PasswordRules.CharacterClass) -> Portability {
    let portable = appleRule.portable
    return portable == appleRule ? .same : .narrowed(portable)
  }
}

/// A rule that only policy files have.
protocol ExtraRule: PolicyRule {
  /// A value, for the remedy where none can be read; nil if a whole number says enough.
  static var example: String? { get }
  /// The same rule in the public form; nil if it needs a list or a score.
  var extendedRule: PasswordRules.Extended.Rule? { get }
  /// Reads the value, up to the end of the rule, and adds the rule to the draft.
  ///
  /// Returns false if the value cannot be read.
  static func read(_ reader: inout StrictReader) -> Bool
}

extension ExtraRule {
  static var example: String? { nil }
  var extendedRule: PasswordRules.Extended.Rule? { nil }
}

extension Policy {
  /// The rules that Apple's language lacks, in the order in which reports name them.
  static let extraRules: [any ExtraRule.Type] = [
    MinClasses.self, AtLeast.self, AtMost.self, Exactly.self, Between.self, First.self, Last.self,
    MaxClassRun.self, MinUnique.self,
    Unlisted.self, Context.self, MinScore.self, Since.self, Audience.self,
  ]

  /// The rule with a keyword; nil if Apple's language has it, or none has it.
  static func extraRule(_ keyword: String) -> (any ExtraRule.Type)? {
    extraRules.first { $0.keyword == keyword }
  }
}
