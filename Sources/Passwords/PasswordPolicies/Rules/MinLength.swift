package import Passwords

/// `minlength: 8`: at least this many code points.
package struct MinLength: NumberRule, AppleRule {
  package static let keyword = "minlength"
  package static let fact = Fact.length
  package static let isMinimum = true
  package let number: Int
  package init(_ number: Int) { self.number = number }

  var appleRule: PasswordRules.Rule { .minLength(number) }
  package var isComposition: Bool { false }
  package var brief: String { "length" }
  package var words: String { "at least \(number) characters" }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault { RuleFault(password.count) }

  package func message(on password: [Unicode.Scalar]) -> String {
    "The password has \(Sentences.many(password.count)); at least \(Sentences.are(number)) needed."
  }
}
