package import Passwords

/// `min-unique: 5`: at least this many different characters.
package struct MinUnique: NumberRule, ExtraRule {
  package static let keyword = "min-unique"
  package static let fact = Fact.uniqueCharacters
  package static let isMinimum = true
  package let number: Int
  package init(_ number: Int) { self.number = number }

  package var isComposition: Bool { true }
  package var brief: String { "unique" }
  package var words: String { "at least \(number) different characters" }

  var extendedRule: PasswordRules.Extended.Rule? { .minUnique(number) }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault { RuleFault(Set(password).count) }

  package func message(on password: [Unicode.Scalar]) -> String {
    let count = fault(in: password).number ?? 0
    return
      "The password has \(count) different \(count == 1 ? "character" : "characters"); at least "
      + "\(Sentences.are(number)) needed."
  }
}
