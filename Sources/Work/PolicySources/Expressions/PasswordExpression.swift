import PasswordPolicies

/// A regular expression for passwords, read into alternatives of a policy.
///
///     PasswordExpression("^(?=.*\\d).{8,}$", .search, .javaScript)
///     // one alternative: required digit, least 8
///
/// Reading takes time that grows with the expression's length, and has no engine that backtracks:
/// an expression is parsed, its forms become conditions, and conditions become alternatives.
struct PasswordExpression {
  /// The alternatives of the passwords that match; none if no password does, nil if the expression
  /// cannot be read.
  ///
  /// They lack what cannot be said, so they accept more then.
  private(set) var alternatives: [Alternative]?
  /// The condition, with what cannot be said; nil if the expression cannot be read.
  private(set) var formula: Formula?
  /// What cannot be said, likely slips and differences beyond ASCII, in the order of the text.
  private(set) var findings: [Finding] = []

  /// A remark on a part of the expression.
  struct Finding: Hashable {
    /// What it means for the policy.
    let kind: Remark.Kind
    /// The part, in the expression's own characters.
    let part: String
    /// The first code point of the part, from 0.
    let start: Int
    /// What is to be said.
    let text: String
  }

  /// Reads an expression; of one that must not match, the findings and alternatives are of the opposite.
  ///
  /// - Complexity: O(code points) for expressions of real policies, at most some 500,000 steps.
  init(
    _ scalars: [Unicode.Scalar], _ mode: ExpressionMode, _ dialect: ExpressionDialect,
    ignoresCase: Bool = false, isNegated: Bool = false
  ) {
    let isAnchored =
      mode == .full || scalars.first == "^"
      || zip(scalars, scalars.dropFirst()).contains { $0 == ("(", "?") }
    var parser = ExpressionParser(scalars, dialect, ignoresCase: ignoresCase)
    do throws(Unsayable) {
      let tree = try parser.parse()
      var converter = ExpressionConverter(references: parser.references, effort: Effort())
      let formula = try converter.formula(of: tree, mode)
      self.formula = formula
      let found = try (isNegated ? formula.negated : formula).alternatives(&converter.effort)
      for note in parser.notes + converter.notes {
        add(.note, Self.part(note.part, of: scalars), note.part.lowerBound, note.text)
      }
      if parser.ignoresCase {
        add(.ascii, "i", 0, "letters beyond ASCII that are ASCII letters in another case")
      }
      for part in found.flatMap(\.cannot) {
        refuse(part, of: scalars, dialect, isAnchored: isAnchored)
      }
      alternatives = try Alternative.sayable(of: found, &converter.effort)
    } catch {
      refuse(error, of: scalars, dialect, isAnchored: isAnchored)
    }
  }

  private mutating func refuse(
    _ part: Unsayable, of text: [Unicode.Scalar], _ dialect: ExpressionDialect, isAnchored: Bool
  ) {
    let isIgnored = dialect == .html && part.code == "syntax"
    add(
      .cannot,
      part.end.map { Self.part(part.start..<max(part.start, $0), of: text) }
        ?? Self.part(text.indices, of: text),
      part.start,
      part.words(isAnchored: isAnchored) + (isIgnored ? "; browsers ignore such a pattern" : ""))
  }

  private mutating func add(_ kind: Remark.Kind, _ part: String, _ start: Int, _ text: String) {
    findings.append(Finding(kind: kind, part: part, start: start, text: text))
  }

  private static func part(_ range: Range<Int>, of text: [Unicode.Scalar]) -> String {
    text[range.clamped(to: text.indices)].text
  }
}
