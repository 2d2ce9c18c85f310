package import Passwords

/// `max-class-run: 4`: at most this many characters of one kind in a row: lower case, upper case,
/// digits, specials, or none of these.
package struct MaxClassRun: NumberRule, ExtraRule {
  package static let keyword = "max-class-run"
  package static let fact = Fact.longestClassRun
  package let number: Int
  package init(_ number: Int) { self.number = number }

  package var isComposition: Bool { true }
  package var brief: String { "class runs" }
  package var words: String { "at most \(number) of one kind in a row" }

  var extendedRule: PasswordRules.Extended.Rule? { .maxClassRun(number) }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    let stretches = Stretches.of(password) { Self.kind(of: $1) == Self.kind(of: $2) }
    return RuleFault(stretches: stretches, most: number)
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    let longest = fault(in: password).number ?? 0
    return "The password has \(longest) characters of one kind in a row; at most "
      + "\(Sentences.are(number)) permitted."
  }

  /// The kind of a character; nil beyond printable ASCII.
  private static func kind(of scalar: Unicode.Scalar) -> Int? {
    let kinds: [CodePointSet] = [.lower, .upper, .digit, .special]
    return kinds.firstIndex { $0.contains(scalar) }
  }
}
