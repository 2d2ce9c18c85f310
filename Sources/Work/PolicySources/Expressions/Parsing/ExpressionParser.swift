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
    case "]" where dialect == .html, "{" where dialect == .html, "}" where dialect == .html:
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

  /// What stands after a backslash.
  enum Escape {
    /// One character of a set.
    case set(PointSet)
    /// The text of a group again.
    case group(Int)
  }

  /// Reads what follows a backslash at `start`.
  mutating func escape(_ start: Int, inClass: Bool) throws(Unsayable) -> Escape {
    guard let letter = next else {
      throw refusal(.syntax, "a backslash at the end", from: start, to: start + 1)
    }
    position += 1
    if let set = shorthand(letter) { return .set(set) }
    if let control = Self.controls[letter], letter != "v" || dialect != .java {
      return .set(PointSet(control))
    }
    if letter == "x" || letter == "u" {
      return .set(written(try codePoint(letter, start), inClass))
    }
    if letter == "p" || letter == "P", next == "{" {
      return .set(try property(letter, start, inClass))
    }
    if !inClass, Self.isDigit(letter) {
      if letter == "0" { return .set(PointSet("\0")) }
      let number = Int(letter.value) - 0x30
      references.insert(number)
      return .group(number)
    }
    if inClass, letter == "b" { return .set(PointSet("\u{8}")) }
    if letter.isASCII, letter.properties.isAlphabetic || Self.isDigit(letter) {
      throw refusal(
        .escape, Self.reasons[letter] ?? "'\\\(letter)', which engines read differently",
        from: start)
    }
    if dialect == .html, !Self.escapedInHTML.contains(letter),
      !inClass || !Self.escapedInClassesOfHTML.contains(letter)
    {
      throw refusal(
        .syntax, "'\\\(letter)' is an error in Unicode mode; write '\(letter)'", from: start)
    }
    return .set(written(PointSet(letter), inClass))
  }

  /// The set in either case where case is ignored; classes do so with all their members at once.
  private func written(_ set: PointSet, _ inClass: Bool) -> PointSet {
    inClass ? set : folded(set)
  }

  private static let controls: [Unicode.Scalar: Unicode.Scalar] = [
    "t": "\t", "n": "\n", "v": "\u{B}", "f": "\u{C}", "r": "\r",
  ]
  private static let reasons: [Unicode.Scalar: String] = [
    "b": "a word boundary", "B": "a word boundary", "k": "a named group",
  ]
  private static let escapedInHTML = Set("^$\\.*+?()[]{}|/".unicodeScalars)
  private static let escapedInClassesOfHTML = Set("-&!#%,:;<=>@`~".unicodeScalars)

  private func shorthand(_ letter: Unicode.Scalar) -> PointSet? {
    switch letter {
    case "d": .digit
    case "D": PointSet.digit.complement
    case "w": .word
    case "W": PointSet.word.complement
    case "s": dialect == .java ? .asciiSpace : .space
    case "S": (dialect == .java ? PointSet.asciiSpace : .space).complement
    default: nil
    }
  }

  /// Reads the digits of `\xHH`, `\uHHHH` or `\u{…}`.
  private mutating func codePoint(
    _ letter: Unicode.Scalar, _ start: Int
  ) throws(Unsayable) -> PointSet {
    let digits: ArraySlice<Unicode.Scalar>
    if letter == "u", next == "{" {
      let end = place(of: "}") ?? position
      digits = text[min(position + 1, end)..<end]
      position = min(end + 1, text.count)
    } else {
      let end = min(position + (letter == "x" ? 2 : 4), text.count)
      digits = text[position..<end]
      position = end
    }
    var value: UInt32 = 0
    for digit in digits {
      guard let number = Character(digit).hexDigitValue, digit.isASCII, value <= 0x10FFFF else {
        throw refusal(.syntax, "'\\\(letter)' without its digits", from: start)
      }
      value = value << 4 | UInt32(number)
    }
    guard !digits.isEmpty, value <= 0x10FFFF else {
      throw refusal(.syntax, "'\\\(letter)' without its digits", from: start)
    }
    return PointSet(value...value)
  }

  /// Reads the name of `\p{…}`: Java's classes, and those of Unicode that ASCII decides.
  private mutating func property(
    _ letter: Unicode.Scalar, _ start: Int, _ inClass: Bool
  ) throws(Unsayable) -> PointSet {
    guard let end = place(of: "}") else {
      throw refusal(.property, "a Unicode property", from: start)
    }
    let name = text[(position + 1)..<end].text
    position = end + 1
    guard let set = (dialect == .java ? PointSet.ofJava : PointSet.ofUnicode)[name] else {
      throw refusal(.property, "a Unicode property", from: start)
    }
    return letter == "p" ? written(set, inClass) : set.complement
  }

  /// Reads a class after its `[` at `start`.
  mutating func bracket(_ start: Int) throws(Unsayable) -> PointSet {
    let isNegated = next == "^"
    if isNegated { position += 1 }
    if next == "]" {
      throw refusal(
        .dialect,
        "']' as the first of a class is a member in some engines and its end in JavaScript; "
          + "write '\\]'", from: start, to: position + 1)
    }
    let members = try contents(start, isNegated: isNegated)
    if !members.texts.isEmpty {
      throw refusal(
        .row, "a class with a text of several characters, which is valid, but no rule says it",
        from: start)
    }
    return members.points
  }

  func unclosed(_ start: Int) -> Unsayable {
    refusal(.syntax, "a '[' that is never closed", from: start, to: start + 1)
  }

  /// The characters of a range that began at `first`, with a remark on a likely slip.
  mutating func range(
    _ low: UInt32, _ high: UInt32, from first: Int
  ) throws(Unsayable) -> PointSet {
    guard low <= high else {
      throw refusal(.syntax, "a range whose end comes before its start", from: first)
    }
    if let note = note(on: low...high, from: first) { notes.append(note) }
    return PointSet(low...high)
  }

  /// A remark on a range such as `A-z` that ends in another kind of character than it began with.
  private func note(on range: ClosedRange<UInt32>, from start: Int) -> ExpressionNote? {
    let (low, high) = (range.lowerBound, range.upperBound)
    let isWhole = high == 0x7E && (low == 0x20 || low == 0x21)
    // Only where both ends are written as they are.
    guard high < 0x80, !isWhole, position - start == 3 else { return nil }
    let kinds: [(name: String, set: PointSet)] = [
      ("upper-case letters", .upper), ("lower-case letters", .lower), ("digits", .digit),
    ]
    func kind(_ end: UInt32) -> Int? {
      kinds.firstIndex { $0.set.ranges.contains { $0 ~= end } }
    }
    let ends = [kind(low), kind(high)]
    guard ends[0] != ends[1] || ends[0] == nil else { return nil }
    let written = Array(text[start..<position])
    func note(_ what: String) -> ExpressionNote {
      (start..<position, "the range \(written[...].text) \(what)")
    }
    if low == high { return note("is one character") }
    let set = PointSet(range)
    var extra: [String] = []
    for (index, kind) in kinds.enumerated()
    where !ends.contains(index) && !set.intersection(kind.set).isEmpty {
      extra.append(kind.name)
    }
    let symbols =
      set.intersection(.special).count - ends.count(where: { $0 == nil })
    if symbols > 0 { extra.append("\(symbols) other symbol\(symbols == 1 ? "" : "s")") }
    guard !extra.isEmpty else { return nil }
    return note("includes \(extra.joined(separator: " and "))")
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

// Classes. Those of HTML's pattern, which has the flag 'v', may hold others, and '--' and '&&'.
extension ExpressionParser {
  /// The members of a class: characters, and texts of none or several of them.
  private struct Members {
    var points = PointSet()
    var texts: Set<[Unicode.Scalar]> = []
    /// Whether its form could hold texts, by which engines decide whether it may be negated.
    var mayHoldTexts = false
    /// Whether it is one character, which may begin or end a range.
    var isCharacter = false
  }

  /// Reads a class after its `[` or `[^` at `start`.
  private mutating func contents(_ start: Int, isNegated: Bool) throws(Unsayable) -> Members {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest, dialect == .html {
      throw refusal(
        .many, "classes nested more than \(Self.deepest) deep", from: start, to: start + 1)
    }
    var all = try element(start)
    if let sign, !all.isRange {
      all.members = try operation(sign, on: all.members, start)
    } else {
      while next != "]" {
        if let sign {
          throw refusal(
            .syntax, "'\(sign)' beside other members; write each side in brackets of its own",
            to: position + 2)
        }
        let (more, _) = try element(start)
        all.members.points = all.members.points.union(more.points)
        all.members.texts.formUnion(more.texts)
        all.members.mayHoldTexts = all.members.mayHoldTexts || more.mayHoldTexts
      }
    }
    guard next == "]" else { throw unclosed(start) }
    position += 1
    var members = all.members
    members.isCharacter = false
    members.points = folded(members.points)
    guard isNegated else { return members }
    if members.mayHoldTexts {
      throw refusal(.syntax, "a negated class with a text of several characters", from: start)
    }
    members.points = members.points.complement
    return members
  }

  /// The sign of an operation that comes next; nil if there is none.
  private var sign: String? { dialect == .html ? ["--", "&&"].first(where: sees) : nil }

  /// Reads operands with one sign between them up to `]`.
  private mutating func operation(
    _ sign: String, on first: Members, _ start: Int
  ) throws(Unsayable) -> Members {
    var found = first
    while sees(sign) {
      position += 2
      if sign == "&&", next == "&" {
        throw refusal(.syntax, "'&&&', which is no sign", from: position - 2, to: position + 1)
      }
      let other = try operand(start)
      if sign == "--" {
        found.points = found.points.subtracting(other.points)
        found.texts.subtract(other.texts)
      } else {
        found.points = found.points.intersection(other.points)
        found.texts.formIntersection(other.texts)
        found.mayHoldTexts = found.mayHoldTexts && other.mayHoldTexts
      }
    }
    if let next, next != "]" {
      throw refusal(
        .syntax, "'\(next)' after '\(sign)' and its side; write each side in brackets of its own",
        to: position + 1)
    }
    return found
  }

  /// Reads an operand, or a range of characters.
  private mutating func element(
    _ start: Int
  ) throws(Unsayable) -> (members: Members, isRange: Bool) {
    let first = position
    let low = try operand(start)
    guard next == "-", sign == nil, position + 1 < text.count, text[position + 1] != "]" else {
      return (low, false)
    }
    position += 1
    let high = try operand(start)
    if low.isCharacter, high.isCharacter, let low = low.points.single,
      let high = high.points.single
    {
      return (Members(points: try range(low, high, from: first)), true)
    }
    if dialect == .html { throw refusal(.syntax, "a range whose end is a class", from: first) }
    return (Members(points: .union(of: [low.points, PointSet("-"), high.points])), false)
  }

  /// Reads a character, an escape, a class in brackets or `\q{…}`.
  private mutating func operand(_ start: Int) throws(Unsayable) -> Members {
    let place = position
    if next == "[", dialect == .html {
      position += 1
      let isNegated = next == "^"
      if isNegated { position += 1 }
      if next == "]" {
        position += 1
        return Members(points: isNegated ? .all : PointSet())
      }
      return try contents(place, isNegated: isNegated)
    }
    if dialect == .html, sees("\\q{") { return try texts(place) }
    return Members(
      points: try character(of: start), isCharacter: text[place] != "\\" || isCharacter(at: place))
  }

  /// Whether an escape at a place stands for a character, and not for a class.
  private func isCharacter(at place: Int) -> Bool {
    place + 1 < text.count && !"dDwWsSpP".unicodeScalars.contains(text[place + 1])
  }

  /// Reads a character, or the set of an escape, of the class that began at `start`.
  private mutating func character(of start: Int) throws(Unsayable) -> PointSet {
    let place = position
    guard let first = next else { throw unclosed(start) }
    position += 1
    if first == "\\" {
      if case .set(let set) = try escape(place, inClass: true) { return set }
      return PointSet()
    }
    if dialect != .html {
      let isPlain = dialect == .javaScript || dialect == .dotNet && text[place - 1] != "-"
      if first == "[", !isPlain || next == ":" || next == "." || next == "=" {
        throw refusal(
          .dialect, "'[' inside a class, which engines read differently; write '\\['", from: place)
      }
      if first == "&", next == "&", dialect == .java {
        throw refusal(.dialect, "'&&' inside a class", from: place, to: place + 2)
      }
      return PointSet(first)
    }
    let mode = "in a class is an error in the mode of HTML's pattern"
    if "()[]{}/|-".unicodeScalars.contains(first) {
      throw refusal(.syntax, "'\(first)' \(mode); write '\\\(first)'", from: place)
    }
    if "&!#$%*+,.:;<=>?@^`~".unicodeScalars.contains(first), next == first {
      throw refusal(.syntax, "'\(first)\(first)' \(mode)", from: place, to: place + 2)
    }
    return PointSet(first)
  }

  /// Reads `\q{…}`: texts with `|` between them.
  private mutating func texts(_ start: Int) throws(Unsayable) -> Members {
    position += 3
    var found = Members()
    var one: [Unicode.Scalar] = []
    while true {
      guard let scalar = next else {
        throw refusal(.syntax, "'\\q{' that is never closed", from: start)
      }
      if scalar == "|" || scalar == "}" {
        position += 1
        if one.count == 1 {
          found.points = found.points.union(PointSet(one[0]))
        } else {
          found.texts.insert(one)
          found.mayHoldTexts = true
        }
        one = []
        if scalar == "}" { return found }
      } else if let point = try character(of: start).single, let member = Unicode.Scalar(point) {
        one.append(member)
      } else {
        throw refusal(.syntax, "a class within '\\q{…}'", from: start)
      }
    }
  }
}
