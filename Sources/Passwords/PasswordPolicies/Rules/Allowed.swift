import Passwords

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
    let stretches = Stretches.of(password) { characters.contains($1) == characters.contains($2) }
    let refused = stretches.filter { !characters.contains(password[$0.lowerBound]) }
    return RuleFault(refused.map(\.count).reduce(0, +), at: refused)
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    let words = characters.inWords
    let count = fault(in: password).number ?? 0
    return "\(Sentences.many(count)) of the password \(count == 1 ? "is" : "are") not permitted; "
      + "\(characters.exceptions == nil ? "only " : "")\(words) are."
  }
}
