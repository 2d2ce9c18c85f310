import PasswordPolicies

/// Reads an expression that stands alone, bare or between slashes, as a source of a policy.
///
///     ExpressionReader.read("/^\\S{8,}$/i")
package enum ExpressionReader {
  /// Reads the text of a file that holds one expression: a match anywhere in the password.
  package static func read(_ text: String) -> SourceReading { read(text, line: 1) }

  /// Reads an expression that stands on a line of a file.
  static func read(_ text: String, line: Int) -> SourceReading {
    var draft = Draft()
    let literal = ExpressionLiteral(text)
    for flag in literal.flags where !"gimsu".unicodeScalars.contains(flag) {
      let column = literal.column + literal.body.count + 2
      draft.remark(.cannot, "\(flag)", .text(line: line, column: column), "the flag '\(flag)'")
    }
    draft.add(
      literal.body, .search, .javaScript, ignoresCase: literal.flags.contains("i"),
      line: line, after: literal.column)
    return draft.finished(.expression)
  }

  /// Whether a text is one line with signs of expressions that parses as one, although it looks more
  /// like something else.
  package static func mayBeExpression(_ bytes: [UInt8]) -> Bool {
    guard let line = try? SourceText(bytes).onlyLine().scalars.trimmed,
      line.contains(where: "[](){}^$*+?|\\".unicodeScalars.contains)
    else { return false }
    var parser = ExpressionParser(ExpressionLiteral(line.text).body, .javaScript)
    return (try? parser.parse()) != nil
  }

  /// Reads an expression that a system uses in its own way.
  package static func read(
    _ text: String, _ mode: ExpressionMode, _ dialect: ExpressionDialect
  ) -> SourceReading {
    var draft = Draft()
    draft.add(text.unicodeScalars, mode, dialect, after: 0)
    return draft.finished(.expression)
  }
}

extension Draft {
  /// Adds the policy of an expression that begins after some code points of its line.
  fileprivate mutating func add(
    _ pattern: some Sequence<Unicode.Scalar>, _ mode: ExpressionMode, _ dialect: ExpressionDialect,
    ignoresCase: Bool = false, line: Int = 1, after column: Int
  ) {
    let expression = expression(pattern, mode, dialect, ignoresCase: ignoresCase) { offset in
      .text(line: line, column: column + offset + 1)
    }
    if let alternatives = expression?.alternatives { add(alternatives) }
  }
}

/// `/…/flags`, or an expression without them, without space around it.
private struct ExpressionLiteral {
  /// The expression.
  let body: [Unicode.Scalar]
  /// The flags after the last slash.
  let flags: [Unicode.Scalar]
  /// The code points of the line before the expression.
  let column: Int

  init(_ text: String) {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
    func isLineEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }
    var line = Array(text.unicodeScalars)[...].drop(while: isLineEnd)
    while let last = line.last, isLineEnd(last) { line.removeLast() }
    let lead = line.prefix(while: isBlank).count
    line.removeFirst(lead)
    while let last = line.last, isBlank(last) { line.removeLast() }
    guard line.first == "/", let slash = line.lastIndex(of: "/"), slash > line.startIndex,
      line[(slash + 1)...].allSatisfy({ "a"..."z" ~= $0 })
    else {
      (body, flags, column) = (Array(line), [], lead)
      return
    }
    body = Array(line[(line.startIndex + 1)..<slash])
    flags = Array(line[(slash + 1)...])
    column = lead + 1
  }
}
