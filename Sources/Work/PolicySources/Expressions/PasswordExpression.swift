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
  private(set) var remarks: [Remark] = []

  /// Reads an expression; of one that must not match, the remarks and alternatives are of the opposite.
  ///
  /// `place` gives the place of an offset in it.
  ///
  /// - Complexity: O(code points) for expressions of real policies, at most some 500,000 steps.
  init(
    _ scalars: [Unicode.Scalar], _ mode: ExpressionMode, _ dialect: ExpressionDialect,
    ignoresCase: Bool = false, isNegated: Bool = false, at place: (Int) -> SourcePlace
  ) {
    let isAnchored =
      mode == .full || scalars.first == "^"
      || zip(scalars, scalars.dropFirst()).contains { $0 == ("(", "?") }
    func part(_ range: Range<Int>) -> String { scalars[range.clamped(to: scalars.indices)].text }
    func remark(_ kind: Remark.Kind, _ part: String, _ start: Int, _ words: String) {
      remarks.append(Remark(kind, part, at: place(start), words))
    }
    func refuse(_ one: Unsayable) {
      let isIgnored = dialect == .html && one.code == .syntax
      remark(
        .cannot, part(one.part.isEmpty ? scalars.indices : one.part), one.part.lowerBound,
        one.words(isAnchored: isAnchored) + (isIgnored ? "; browsers ignore such a pattern" : ""))
    }
    var parser = ExpressionParser(scalars, dialect, ignoresCase: ignoresCase)
    do throws(Unsayable) {
      let tree = try parser.parse()
      var converter = ExpressionConverter(references: parser.references, effort: Effort())
      let formula = try converter.formula(of: tree, mode)
      self.formula = formula
      let found = try (isNegated ? formula.negated : formula).alternatives(&converter.effort)
      for note in parser.notes + converter.notes {
        remark(.note, part(note.part), note.part.lowerBound, note.text)
      }
      if parser.ignoresCase {
        remark(.ascii, "i", 0, "letters beyond ASCII that are ASCII letters in another case")
      }
      for one in found.flatMap(\.cannot) { refuse(one) }
      alternatives = try Alternative.sayable(of: found, &converter.effort)
    } catch {
      refuse(error)
    }
  }
}
