package import Passwords

/// `max-repeating: 2`: at most this many equal characters in a row.
package struct MaxRepeating: NumberRule, AppleRule {
  package static let keyword = "max-repeating"
  package static let fact = Fact.longestRun
  package let number: Int
  package init(_ number: Int) { self.number = number }

  var appleRule: PasswordRules.Rule { .maxRepeating(number) }
  package var isComposition: Bool { true }
  package func portability(among permitted: PasswordRules.CharacterClass) -> Portability { .recent }
  package var brief: String { "repeats" }
  package var words: String { "at most \(number) alike in a row" }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    RuleFault(stretches: Stretches.alike(password), most: number)
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    Sentences.alike(fault(in: password).number ?? 0, most: number)
  }
}
