import Passwords

/// `required: lower, digit`: at least one character of these; an empty class asks for nothing.
package struct Required: AppleRule {
  package static let keyword = "required"
  package static let numbering = RuleNumbering.always
  let characters: PasswordRules.CharacterClass

  /// Requires a character of a class.
  package init(_ characters: PasswordRules.CharacterClass) { self.characters = characters }

  var appleRule: PasswordRules.Rule { .required(characters) }
  package var value: String { characters.description }
  package var conditions: [Condition] {
    characters.isEmpty ? [] : [.count(of: characters.members, atLeast: 1)]
  }
  package var isComposition: Bool { characters != .unicode }
  package var brief: String { value }
  package var words: String { ClassWords.one(of: characters) }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    RuleFault(password.count { characters.contains($0) })
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    let one = characters.oneInWords
    let isListed = one.hasPrefix("one of")
    return "The password needs \(isListed ? "" : "at least one ")\(one); it has none."
  }
}

/// The named classes in words.
enum ClassWords {
  static let named: [String: (one: String, many: String)] = [
    "lower": ("a lower-case letter", "lower-case letters"),
    "upper": ("an upper-case letter", "upper-case letters"),
    "digit": ("a digit", "digits"), "special": ("a special character", "special characters"),
  ]

  /// One character of a class: `a digit`, `one of [-_]`, `a character other than [<>]`.
  static func one(of characters: PasswordRules.CharacterClass) -> String {
    if let exceptions = characters.exceptions { return "a character other than \(exceptions)" }
    let text = characters.description
    return named[text]?.one ?? "one of \(text)"
  }
}

/// `allowed: ascii-printable`: only these characters.
package struct Allowed: AppleRule {
  package static let keyword = "allowed"
  private let characters: PasswordRules.CharacterClass

  /// Permits the characters of a class, and no others.
  package init(_ characters: PasswordRules.CharacterClass) { self.characters = characters }

  var appleRule: PasswordRules.Rule { .allowed(characters) }
  package var value: String { characters.description }
  package var conditions: [Condition] {
    characters == .unicode ? [] : [.only(characters.members)]
  }
  package var isComposition: Bool { false }
  package var brief: String { "characters" }
  package var words: String {
    let value = value
    if let exceptions = characters.exceptions { return "anything except \(exceptions)" }
    return value == "ascii-printable" ? "printable ASCII only" : "only \(value)"
  }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    let refused = Stretches.of(password, in: characters, are: false)
    return RuleFault(refused.map(\.count).reduce(0, +), at: refused)
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    let words = characters.inWords
    let count = fault(in: password).number ?? 0
    return
      "\(RuleSentences.many(count)) of the password \(count == 1 ? "is" : "are") not permitted; "
      + "\(characters.exceptions == nil ? "only " : "")\(words) are."
  }
}
