import Diagnostics
package import Passwords

/// A rule on the character at one end of a password; a password without characters breaks it.
///
/// Of several such rules all hold. They permit no further characters.
package protocol EndRule: PolicyRule {
  /// The fact that names the character.
  static var fact: Fact { get }
  /// The character in words: `first`.
  static var end: String { get }
  /// The verb: `begins with`.
  static var verb: String { get }

  /// The class of the character; not empty.
  var characters: PasswordRules.CharacterClass { get }
  /// Demands a class at the end.
  init(_ characters: PasswordRules.CharacterClass)
  /// The place of the character in a password that has one.
  static func position(in password: [Unicode.Scalar]) -> Int
}

/// `first: upper, lower`: the first character is one of these.
package struct First: EndRule, ExtraRule {
  package static let keyword = "first"
  package static let fact = Fact.firstCharacter
  package static let end = "first"
  package static let verb = "begins with"
  package let characters: PasswordRules.CharacterClass
  package init(_ characters: PasswordRules.CharacterClass) { self.characters = characters }

  var extendedRule: PasswordRules.Extended.Rule? { .first(characters) }
  package static func position(in password: [Unicode.Scalar]) -> Int { 0 }
}

/// `last: ascii-printable except [ ]`: the last character is one of these.
package struct Last: EndRule, ExtraRule {
  package static let keyword = "last"
  package static let fact = Fact.lastCharacter
  package static let end = "last"
  package static let verb = "ends with"
  package let characters: PasswordRules.CharacterClass
  package init(_ characters: PasswordRules.CharacterClass) { self.characters = characters }

  var extendedRule: PasswordRules.Extended.Rule? { .last(characters) }
  package static func position(in password: [Unicode.Scalar]) -> Int { password.count - 1 }
}

extension EndRule {
  package static var numbering: RuleNumbering { .ifSeveral }
  package var value: String { characters.description }
  package var conditions: [Condition] { [.character(Self.fact, characters.members)] }
  package var isComposition: Bool { true }
  package var brief: String { Self.keyword }
  package var words: String { "\(Self.verb) \(ClassWords.one(of: characters))" }

  /// The character occurs, somewhere.
  package func portability(among permitted: PasswordRules.CharacterClass) -> Portability {
    let needed = permitted.intersection(characters.members).portable
    return needed.isEmpty || needed == permitted.portable ? .lost : .partly(needed)
  }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    if password.isEmpty { return RuleFault(nil) }
    let position = Self.position(in: password)
    return RuleFault(
      nil, at: characters.contains(password[position]) ? [] : [position..<position + 1])
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    password.isEmpty
      ? "The password has no \(Self.end) character; it must be one of these: \(characters.inWords)."
      : "The \(Self.end) character must be one of these: \(characters.inWords)."
  }
}

extension EndRule where Self: ExtraRule {
  static func read(_ reader: inout StrictReader) -> Bool {
    let start = reader.scanner.position
    guard let list = reader.classList(keyword) else { return false }
    if !list.characters.isEmpty {
      reader.draft.append(Self(list.characters))
    } else if list.isWhole, !list.hasExceptions {
      reader.remarks.add(.emptyClass(rule: keyword), at: start, .warning)
    }
    return true
  }
}
