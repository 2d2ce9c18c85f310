package import Diagnostics
package import Passwords

extension RecipeError: Diagnosable {
  package var location: Location? { nil }

  package var found: String {
    switch self {
    case .tooManyFacts(let bits, _): "the policies ask for \(bits) bits of facts a password"
    case .tooManyCounts(let found, _): "the policies count the characters of \(found) classes"
    case .missingFact(let fact): "this run does not record \(fact)"
    }
  }

  package var expected: String? {
    switch self {
    case .tooManyFacts(_, let limit), .tooManyCounts(_, let limit): "at most \(limit)"
    case .missingFact: nil
    }
  }

  package var remedy: String? {
    switch self {
    case .tooManyFacts, .tooManyCounts: "Audit against fewer policies at once."
    case .missingFact: "Leave the rule out of the policy."
    }
  }
}
