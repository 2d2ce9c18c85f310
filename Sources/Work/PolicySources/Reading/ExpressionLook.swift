/// Tells a line that is a regular expression from a password.
enum ExpressionLook {
  /// Whether a line has something that hardly any password has.
  ///
  ///     isExpression("^.{8,}$")  // true
  ///     isExpression("s3cret!?*")  // false
  static func isExpression(_ line: Scalars) -> Bool {
    if line.last == ";" || beginsLikeRule(line) { return false }
    for index in line.indices {
      if groups.contains(where: { line[index...].begins(with: $0) }) { return true }
      guard let end = repetition(line[index...]) else { continue }
      let before = line[..<index]
      if before.isEmpty || before.count == 1 && before.first == "^" { return true }
      let rest = line[end...]
      if isEnd(rest) || rest.first == "?" && isEnd(rest.dropFirst()) { return true }
    }
    return false
  }

  private static let groups = ["(?=", "(?!", "(?:", "(?<"]

  private static func beginsLikeRule(_ line: Scalars) -> Bool {
    var rest = line
    guard !rest.take(while: { $0 == "-" || 97...122 ~= $0.value }).isEmpty else { return false }
    rest.skipSpace()
    return rest.first == ":"
  }

  private static func isEnd(_ rest: Scalars) -> Bool {
    rest.first.map { "$().\\".unicodeScalars.contains($0) } ?? true
  }

  /// The end of a class, `.`, `\d` or group with a quantifier, which begin with its last character.
  private static func repetition(_ part: Scalars) -> Int? {
    var rest = part
    guard let first = rest.first else { return nil }
    rest.removeFirst()
    if first == "\\" {
      guard let kind = rest.first, "dwsDWS".unicodeScalars.contains(kind) else { return nil }
      rest.removeFirst()
    } else if first != "]", first != ".", first != ")" {
      return nil
    }
    if rest.first == "*" || rest.first == "+" { return rest.startIndex + 1 }
    guard rest.take("{"), !rest.take(while: \.isDigit).isEmpty else { return nil }
    if rest.take(",") { _ = rest.take(while: \.isDigit) }
    return rest.first == "}" ? rest.startIndex + 1 : nil
  }
}
