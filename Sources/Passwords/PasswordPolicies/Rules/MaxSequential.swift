package import Passwords

/// `max-sequential: 3`: no longer stretch through a–z, A–Z or 0–9, up or down.
package struct MaxSequential: NumberRule, AppleRule {
  package static let keyword = "max-sequential"
  package static let fact = Fact.longestSequence
  package let number: Int
  package init(_ number: Int) { self.number = number }

  var appleRule: PasswordRules.Rule { .maxSequential(number) }
  package var isComposition: Bool { true }
  package func portability(among permitted: PasswordRules.CharacterClass) -> Portability { .recent }
  package var brief: String { "sequences" }
  package var words: String { "at most \(number) in sequence (abc)" }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    RuleFault(stretches: Stretches.sequences(password), most: number)
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    Sentences.sequence(fault(in: password).number ?? 0, most: number)
  }
}
