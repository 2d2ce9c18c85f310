package import Passwords

/// `maxlength: 64`: at most this many code points.
package struct MaxLength: NumberRule, AppleRule {
  package static let keyword = "maxlength"
  package static let fact = Fact.length
  package let number: Int
  package init(_ number: Int) { self.number = number }

  var appleRule: PasswordRules.Rule { .maxLength(number) }
  package var isComposition: Bool { false }
  package var brief: String { "too long" }
  package var words: String { "at most \(number) characters" }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    RuleFault(password.count, at: password.count > number ? [number..<password.count] : [])
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    "The password has \(Sentences.many(password.count)); at most \(Sentences.are(number)) "
      + "permitted."
  }
}
