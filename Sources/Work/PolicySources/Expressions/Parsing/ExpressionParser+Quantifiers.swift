extension ExpressionParser {
  /// Reads `*`, `+`, `?` or `{…}` after a part that began at `start`; nil if none follows.
  mutating func quantifier(from start: Int) throws(Unsayable) -> (least: Int, most: Int?)? {
    switch next {
    case "*":
      position += 1
      return (0, nil)
    case "+":
      position += 1
      return (1, nil)
    case "?":
      position += 1
      return (0, 1)
    case "{": return try braces(from: start)
    default: return nil
    }
  }

  private mutating func braces(from start: Int) throws(Unsayable) -> (least: Int, most: Int?) {
    guard let end = place(of: "}"), let counts = counts(text[(position + 1)..<end]) else {
      throw refusal(.syntax, "'{' that is no quantifier; write '\\{'", to: position + 1)
    }
    guard let least = counts.least else {
      throw refusal(
        .dialect, "'{,n}' is 'up to n' in Python and literal text in JavaScript", to: end + 1)
    }
    position = end + 1
    if let most = counts.most, most < least {
      throw refusal(
        .syntax, "a quantifier whose second number is smaller", from: start)
    }
    return (least, counts.most)
  }

  /// The numbers of `n`, `n,`, `n,m` or `,m`; nil if it is none of them.
  private func counts(_ body: ArraySlice<Unicode.Scalar>) -> (least: Int?, most: Int?)? {
    let parts = body.split(separator: ",", omittingEmptySubsequences: false)
    guard !body.isEmpty, parts.count <= 2, let first = parts.first, let last = parts.last,
      parts.allSatisfy({ $0.allSatisfy(Self.isDigit) })
    else { return nil }
    return (Self.number(first), parts.count == 1 ? Self.number(first) : Self.number(last))
  }

  /// The number of some digits; nil without a digit.
  ///
  /// Numbers beyond `Int` are its largest, which no password reaches.
  private static func number(_ digits: ArraySlice<Unicode.Scalar>) -> Int? {
    digits.isEmpty
      ? nil : digits.reduce(0) { $0.times(10).plus(Int($1.value) - 0x30) }
  }
}

extension Int {
  /// The sum of two counts; the largest number if it is beyond.
  func plus(_ other: Int) -> Int {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? .max : sum
  }

  /// The product of two counts; the largest number if it is beyond.
  func times(_ other: Int) -> Int {
    let (product, isBeyond) = multipliedReportingOverflow(by: other)
    return isBeyond ? .max : product
  }
}
