package import Passwords

/// `min-score: 3`: at least this strength score, 1…4.
package struct MinScore: NumberRule, ExtraRule {
  package static let keyword = "min-score"
  package static let fact = Fact.score
  package static let isMinimum = true
  package static let range: ClosedRange<Int>? = 0...4
  package let number: Int
  package init(_ number: Int) { self.number = number }

  package var isComposition: Bool { false }
  package var brief: String { "score" }
  package var words: String { "a score of \(number) or more" }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault { RuleFault(nil) }

  package func message(on password: [Unicode.Scalar]) -> String {
    "The password is too easy to guess; a score of \(number) is needed."
  }
}
