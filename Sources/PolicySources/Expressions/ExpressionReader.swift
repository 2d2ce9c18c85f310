/// Reads an expression that stands alone, bare or between slashes, as a source of a policy.
package struct ExpressionReader {
  private var remarks: [Remark] = []
  private var known: Set<Remark> = []
  private var policies: [SourceReading.NamedPolicy] = []

  /// Reads the text of a file that holds one expression: a match anywhere in the password.
  ///
  ///     ExpressionReader.read("/^\\S{8,}$/i")
  package static func read(_ text: String) -> SourceReading {
    var reader = ExpressionReader()
    let pattern = Literal(text)
    for flag in pattern.flags where !"gimsu".unicodeScalars.contains(flag) {
      let place = pattern.column + pattern.body.count + 2
      reader.add(.cannot, "\(flag)", at: place - 1, "the flag '\(flag)'")
    }
    reader.add(
      PasswordExpression(
        pattern.body, .search, .javaScript, ignoresCase: pattern.flags.contains("i")),
      column: pattern.column)
    return reader.reading
  }

  /// Reads an expression that a system uses in its own way.
  package static func read(
    _ text: String, _ mode: ExpressionMode, _ dialect: ExpressionDialect
  ) -> SourceReading {
    var reader = ExpressionReader()
    reader.add(PasswordExpression(Array(text.unicodeScalars), mode, dialect), column: 0)
    return reader.reading
  }

  private var reading: SourceReading {
    SourceReading(kind: .expression, policies: policies, remarks: remarks)
  }

  private mutating func add(_ expression: PasswordExpression, column: Int) {
    for finding in expression.findings {
      add(finding.kind, finding.part, at: column + finding.start, finding.text)
    }
    guard var alternatives = expression.alternatives else { return }
    if alternatives.isEmpty {
      if !remarks.contains(where: { $0.kind == .cannot }) {
        add(.note, "policy", at: 0, "no password can comply")
      }
      alternatives = [.nobody]
    }
    if alternatives.contains(where: { !$0.words.isEmpty }) {
      add(.ascii, "context", at: 0, "words are compared in any case and width")
    }
    if PolicyEnds.remove(from: &alternatives) {
      add(.cannot, "place", at: 0, "a rule about the first or the last character")
    }
    do throws(Refusal) {
      let text = try PolicyText(alternatives)
      for part in text.inexact {
        add(.ascii, part, at: 0, "the source's set differs beyond printable ASCII")
      }
      policies.append(SourceReading.NamedPolicy(name: nil, text: text.text))
    } catch {
      add(.cannot, error.part, at: 0, error.reason)
    }
  }

  private mutating func add(_ kind: Remark.Kind, _ part: String, at offset: Int, _ text: String) {
    let place = Place.text(line: 1, column: offset.plus(1))
    guard known.insert(Remark(kind, part, at: place, "")).inserted else { return }
    remarks.append(Remark(kind, part, at: place, text))
  }
}

/// `/…/flags`, or an expression without them, without space around it.
private struct Literal {
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

/// What a policy of today cannot say: rules about the first and the last character.
private enum PolicyEnds {
  /// Removes them; whether there were some.
  static func remove(from alternatives: inout [Alternative]) -> Bool {
    var hadSome = false
    for index in alternatives.indices {
      let one = alternatives[index]
      guard one.least > 0, one.first != one.allowed || one.last != one.allowed else { continue }
      hadSome = true
      alternatives[index].first = one.allowed
      alternatives[index].last = one.allowed
    }
    return hadSome
  }
}
