/// Parses an expression, in one pass.
///
/// Places are offsets in code points. What engines read differently is refused, not guessed.
struct ExpressionParser {
  /// The expression.
  let text: [Unicode.Scalar]
  let dialect: ExpressionDialect
  /// Whether letters match in either case.
  private(set) var ignoresCase: Bool
  /// The groups that a `\1` refers to.
  var references: Set<Int> = []
  /// Likely slips of the author.
  var notes: [ExpressionNote] = []
  var position = 0
  private var groupCount = 0
  /// The groups, or the classes within classes, around the place.
  var depth = 0

  /// The most code points of an expression.
  static let longest = 4096
  /// The most groups around a place.
  static let deepest = 100

  init(_ text: [Unicode.Scalar], _ dialect: ExpressionDialect, ignoresCase: Bool = false) {
    self.text = text
    self.dialect = dialect
    self.ignoresCase = ignoresCase
  }

  /// The next code point; nil at the end.
  var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

  /// Whether this text comes next.
  func sees(_ ahead: String) -> Bool {
    text[position...].starts(with: ahead.unicodeScalars)
  }

  /// The place of the next code point that is this one.
  func place(of scalar: Unicode.Scalar) -> Int? { text[position...].firstIndex(of: scalar) }

  /// A refusal of what was read since `start`, or of the next code point.
  func refusal(
    _ code: Unsayable.Code, _ reason: String, from start: Int? = nil, to end: Int? = nil
  ) -> Unsayable {
    let start = start ?? position
    return Unsayable(code, reason, start..<max(start + 1, end ?? position))
  }

  /// Parses the whole expression.
  mutating func parse() throws(Unsayable) -> ExpressionNode {
    if text.count > Self.longest {
      throw refusal(
        .many, "an expression of more than 4,096 characters", from: Self.longest)
    }
    if dialect != .html, let flag = ["(?i)", "(?s)", "(?m)", "(?u)"].first(where: sees) {
      if flag == "(?i)" { ignoresCase = true }
      position = 4
    }
    let node = try alternation()
    if position < text.count {
      throw refusal(.syntax, "a closing parenthesis without an opening one")
    }
    return node
  }

  private mutating func alternation(from start: Int? = nil) throws(Unsayable) -> ExpressionNode {
    var branches = [try sequence()]
    while next == "|" {
      position += 1
      branches.append(try sequence())
    }
    let only = branches.count == 1 ? branches.first : nil
    guard let start else { return only ?? .choice(branches, nil) }
    try close(start)
    let place = start..<position
    return only.map { .sequence($0.items, place) } ?? .choice(branches, place)
  }

  private mutating func sequence() throws(Unsayable) -> ExpressionNode {
    var items: [ExpressionNode] = []
    while let next, next != "|", next != ")" { items.append(try term()) }
    return .sequence(items, nil)
  }

  private mutating func term() throws(Unsayable) -> ExpressionNode {
    let start = position
    let characterGroup = try characterGroup()
    guard let (least, most) = try quantifier(from: start) else { return characterGroup }
    if next == "?" {
      position += 1
    } else if next == "+" {
      throw refusal(.possessive, "a possessive quantifier", from: start, to: position + 1)
    }
    if seesQuantifier {
      throw refusal(.syntax, "a quantifier after a quantifier", from: start, to: position + 1)
    }
    switch characterGroup {
    case .start, .end:
      throw refusal(.syntax, "an assertion with a quantifier", from: start)
    case .lookAhead where (least, most ?? .max) != (1, 1):
      throw refusal(.syntax, "an assertion with a quantifier", from: start)
    default:
      return .repetition(characterGroup, least: least, most: most, start..<position)
    }
  }

  private var seesQuantifier: Bool {
    if let next, "*+?".unicodeScalars.contains(next) { return true }
    guard next == "{", position + 1 < text.count else { return false }
    return Self.isDigit(text[position + 1])
  }

  private mutating func characterGroup() throws(Unsayable) -> ExpressionNode {
    let start = position
    guard let first = next else {
      throw refusal(.syntax, "an end where a character is expected")
    }
    position += 1
    switch first {
    case "(": return try group(start)
    case "[": return .set(try bracket(start), start..<position)
    case ".": return .set(.all, start..<position)
    case "^": return .start(start..<position)
    case "$": return .end(start..<position)
    case "\\":
      switch try escape(start, inClass: false) {
      case .set(let set): return .set(set, start..<position)
      case .group(let number): return .reference(number, start..<position)
      }
    case "*", "+", "?":
      throw refusal(.syntax, "nothing to repeat", from: start)
    case "]" where dialect == .html, "}" where dialect == .html:
      throw refusal(
        .syntax, "'\(first)' alone is an error in Unicode mode; write '\\\(first)'", from: start)
    default: return .set(folded(PointSet(first)), start..<position)
    }
  }

  private mutating func group(_ start: Int) throws(Unsayable) -> ExpressionNode {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest {
      throw refusal(.many, "groups nested more than 100 deep", from: start, to: start + 1)
    }
    guard next == "?" else {
      groupCount += 1
      let number = groupCount
      let node = try alternation()
      try close(start)
      return .group(number, node, start..<position)
    }
    if sees("?:") {
      position += 2
      return try alternation(from: start)
    }
    let isBehind = sees("?<=") || sees("?<!")
    guard isBehind || sees("?=") || sees("?!") else {
      throw refusal(.group, "a group of a kind that is not read", from: start, to: start + 3)
    }
    position += isBehind ? 2 : 1
    let isNegative = next == "!"
    position += 1
    let node = try alternation()
    try close(start)
    return isBehind
      ? .lookBehind(isNegative: isNegative, node, start..<position)
      : .lookAhead(isNegative: isNegative, node, start..<position)
  }

  private mutating func close(_ start: Int) throws(Unsayable) {
    guard next == ")" else {
      throw refusal(.syntax, "a parenthesis that is never closed", from: start, to: start + 1)
    }
    position += 1
  }

  /// The set in either case, if the expression ignores case.
  func folded(_ set: PointSet) -> PointSet { ignoresCase ? set.ignoringCase : set }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }
}
