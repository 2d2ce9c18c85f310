import PasswordPolicies

// Regular expressions inside a source.
extension Draft {
  /// The alternatives of an expression for the whole password, as one list.
  ///
  /// No list, but remarks, if it cannot be read. `place` gives the place of an offset in it.
  mutating func alternatives(
    of pattern: Scalars, _ dialect: ExpressionDialect, at place: (Int) -> Place
  ) -> [[Alternative]] {
    guard takesExpression(at: place(0)) else { return [] }
    let expression = PasswordExpression(Array(pattern), .full, dialect)
    for finding in expression.findings {
      remark(finding.kind, finding.part, place(finding.start), finding.text)
    }
    return expression.alternatives.map { [$0] } ?? []
  }
}
