import Passwords

// Finds the beginnings and ends of rules: space, comments, sections, and recovery from errors.
extension StrictReader {
  /// Whether a rule may end here.
  var isAtEndOfRule: Bool { scanner.isAtEnd || scanner.sees(";") || isAtBoundary }

  /// Checks that the rule ends here; reports a missing semicolon before another rule, which can
  /// then be read next.
  mutating func endOfRule() -> Bool {
    skipBlank()
    if isAtEndOfRule { return true }
    remarks.add(.expectedSemicolon(found: scanner.whatIsNext), at: scanner.position)
    return seesRule
  }

  /// Skips space and, in a policy file, lines that begin with `#`.
  mutating func skipBlank() {
    scanner.skipSpace()
    while dialect == .policyFile, scanner.sees("#"), isAtLineStart {
      scanner.skipLine()
      scanner.skipSpace()
    }
  }

  /// Skips to the next semicolon outside brackets and quotes, or to a line that looks like a rule.
  mutating func recover() {
    while !scanner.isAtEnd {
      if scanner.take(";") || isAtBoundary { return }
      if scanner.seesWord && isAtLineStart && seesRule { return }
      if scanner.sees("[") {
        unclosed.bracket = skipInside(until: "]", searched: unclosed.bracket)
      } else if scanner.sees("\"") {
        unclosed.quote = skipInside(until: "\"", searched: unclosed.quote)
      }
      scanner.position += 1
    }
  }

  /// Goes to the closing character on the same line, if there is one.
  ///
  /// - Parameters:
  ///   - close: The closing character.
  ///   - end: The end of the text in which earlier searches failed, so that no text is searched
  ///     twice.
  /// - Returns: The same after this search.
  private mutating func skipInside(until close: Unicode.Scalar, searched end: Int) -> Int {
    if scanner.position < end { return end }
    let rest = scanner.bytes[(scanner.position + 1)...]
    let stop = rest.firstIndex { $0 == UInt8(ascii: close) || $0 == UInt8(ascii: "\n") }
    if let stop, scanner.bytes[stop] == UInt8(ascii: close) {
      scanner.position = stop
      return end
    }
    return stop ?? scanner.bytes.count
  }

  var isAtSpace: Bool { scanner.next.map(RulesScanner.isSpace) ?? false }

  /// Whether a known name and a colon come next.
  var seesRule: Bool {
    var ahead = scanner
    let word = ahead.word()
    let isKnown =
      PasswordRules.Rule.Name(rawValue: word) != nil
      || dialect == .policyFile && Policy.extraRule(word) != nil
    return isKnown && ahead.sees(":")
  }

  /// Whether only space precedes the next byte on its line.
  var isAtLineStart: Bool {
    var index = scanner.position
    while index > 0, scanner.bytes[index - 1] != UInt8(ascii: "\n") {
      guard RulesScanner.isSpace(scanner.bytes[index - 1]) else {
        return index == byteOrderMark.count && scanner.bytes.starts(with: byteOrderMark)
      }
      index -= 1
    }
    return true
  }

  /// Whether a line `[name]` or `or` of a policy file comes next.
  var isAtBoundary: Bool {
    guard dialect == .policyFile, scanner.sees("[") || scanner.sees("o"), isAtLineStart else {
      return false
    }
    return isAtOr || headerName != nil
  }

  /// Whether the word `or` comes next, without a colon after it.
  var seesOr: Bool {
    var ahead = scanner
    guard ahead.word() == "or" else { return false }
    ahead.skipSpace()
    return !ahead.sees(":")
  }

  /// Whether a line `or` comes next.
  var isAtOr: Bool { restOfLine.elementsEqual("or".utf8) }

  /// The name in the `[name]` that comes next.
  var headerName: String? {
    let line = restOfLine
    guard line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") else { return nil }
    let name = trimmed(line.dropFirst().dropLast())
    return name.isEmpty || name.contains(UInt8(ascii: "]")) || name.contains(UInt8(ascii: "["))
      ? nil : String(decoding: name, as: UTF8.self)
  }

  /// The bytes up to the end of the line, without space at both ends.
  var restOfLine: ArraySlice<UInt8> {
    let start = scanner.position
    return trimmed(scanner.bytes[start..<scanner.bytes.endOfLine(from: start)])
  }

  private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let front = bytes.drop(while: RulesScanner.isSpace)
    let back = front.lastIndex { !RulesScanner.isSpace($0) }
    return back.map { front[...$0] } ?? front
  }
}
