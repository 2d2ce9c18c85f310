import PasswordPolicies

/// The tokens of a source in C#, and what is declared and assigned in it; only literals, and constants
/// of the same text, have values.
struct CSharpSource {
  /// A member, a parameter or a field with its attributes.
  struct Member {
    /// Its name; nil if no declaration follows the attributes.
    let name: String?
    /// The type that declares it.
    let type: String?
    let attributes: [Attribute]
  }

  /// An attribute: `[StringLength(20, MinimumLength = 8)]`.
  struct Attribute {
    /// The name without what stands before its last point, and without `Attribute`.
    let name: String
    let place: SourcePlace
    fileprivate(set) var values: [JSON] = []
    fileprivate(set) var named = OrderedSettings<JSON>()
  }

  private enum Token: Equatable {
    case word(String), text(String), number(String), sign(Unicode.Scalar)
    /// A text with values in it.
    case template
  }

  private let text: SourceText
  private var tokens: [(token: Token, index: Int)] = []
  private var constants: [String: JSON] = [:]

  init(_ text: SourceText) {
    self.text = text
    var rest = text.scalars
    while let next = Self.token(&rest) { tokens.append(next) }
    for index in tokens.indices where word(index) == "const" {
      guard let name = word(index + 2), sees("=", index + 3) else { continue }
      constants[name] = value(from: index + 4)?.value
    }
  }

  /// Whether a word occurs.
  func has(_ name: String) -> Bool { tokens.contains { $0.token == .word(name) } }

  /// What is assigned to these names.
  func assignments(to names: Set<String>) -> Fields {
    tokens.indices.reduce(into: Fields()) { found, index in
      guard let name = word(index), names.contains(name), sees("=", index + 1),
        !sees("=", index + 2), !sees(">", index + 2), let value = value(from: index + 2)?.value
      else { return }
      found.set(name, value, at: place(index))
    }
  }

  /// The members that have attributes.
  var members: [Member] {
    var (members, type): ([Member], String?) = ([], nil)
    var (index, attributes): (Int, [Attribute]) = (0, [])
    while index < tokens.count {
      if sees("[", index), let (found, end) = section(from: index) {
        attributes += found
        index = end
        if !sees("[", index) {
          members.append(Member(name: declared(from: index), type: type, attributes: attributes))
          attributes = []
        }
        continue
      }
      if let kind = word(index), ["class", "record", "struct"].contains(kind) {
        type = word(index + 1) ?? type
      }
      index += 1
    }
    return members
  }

  /// The attributes in the brackets at an index, and the index after them; nil if these hold none.
  private func section(from start: Int) -> (attributes: [Attribute], end: Int)? {
    if start > 0, !["{", "}", ";", "]", "(", ","].contains(where: { sees($0, start - 1) }) {
      return nil
    }
    var (index, found): (Int, [Attribute]) = (start + 1, [])
    if word(index) != nil, sees(":", index + 1) { index += 2 }
    repeat {
      let begin = index
      guard var name = word(index) else { return nil }
      index += 1
      while sees(".", index), let next = word(index + 1) { (name, index) = (next, index + 2) }
      if name.hasSuffix("Attribute") { name = String(name.dropLast(9)) }
      var attribute = Attribute(name: name, place: place(begin))
      if sees("(", index) {
        repeat {
          index += 1
          if sees(")", index) { break }
          let key = sees("=", index + 1) || sees(":", index + 1) ? word(index) : nil
          guard let (value, end) = value(from: key == nil ? index : index + 2) else { return nil }
          if let key { attribute.named.set(key, value) } else { attribute.values.append(value) }
          index = end
        } while sees(",", index)
        guard sees(")", index) else { return nil }
        index += 1
      }
      found.append(attribute)
      if sees(",", index) { index += 1 } else { break }
    } while !sees("]", index)
    return sees("]", index) ? (found, index + 1) : nil
  }

  /// The name that a declaration at an index declares; nil if there is none.
  private func declared(from start: Int) -> String? {
    var (index, name, depth): (Int, String?, Int) = (start, nil, 0)
    while index < tokens.count, index < start + 40 {
      switch tokens[index].token {
      case .word(let word) where depth == 0: name = word
      case .sign("<"): depth += 1
      case .sign(">"): depth -= 1
      case .sign("{"), .sign(";"), .sign("="), .sign(","), .sign(")"), .sign("("):
        if depth == 0 { return name }
      default: break
      }
      index += 1
    }
    return name
  }

  /// The value of an expression at an index, and the index of what ends it; nil if nothing does soon.
  private func value(from start: Int) -> (value: JSON, end: Int)? {
    var depth = 0
    for index in start..<max(start, min(tokens.count, start + Self.longest)) {
      switch tokens[index].token {
      case .sign("("), .sign("["), .sign("{"): depth += 1
      case .sign(")"), .sign("]"), .sign("}"):
        if depth == 0 { return (literal(start..<index), index) }
        depth -= 1
      case .sign(","), .sign(";"):
        if depth == 0 { return (literal(start..<index), index) }
      default: break
      }
    }
    return nil
  }

  /// The most tokens of an expression.
  private static let longest = 1000

  /// A literal, a constant of this text, or texts that are joined.
  private func literal(_ range: Range<Int>) -> JSON {
    let part = tokens[range].map(\.token)
    if part.count == 2, part[0] == .sign("-"), case .number(let digits) = part[1] {
      return .number("-" + digits)
    }
    let values = part.split(separator: .sign("+"), omittingEmptySubsequences: false).map(operand)
    let texts = values.compactMap(\.text)
    return values.count == 1
      ? values[0] : texts.count == values.count ? .text(texts.joined()) : .expression
  }

  private func operand(_ part: ArraySlice<Token>) -> JSON {
    switch part.last {
    case .text(let text) where part.count == 1: return .text(text)
    case .number(let digits) where part.count == 1: return .number(digits)
    case .word("true") where part.count == 1: return .truth(true)
    case .word("false") where part.count == 1: return .truth(false)
    case .word(let name): return constants[name] ?? .expression
    default: return .expression
    }
  }

  private func word(_ index: Int) -> String? {
    if index >= 0, index < tokens.count, case .word(let word) = tokens[index].token {
      word
    } else {
      nil
    }
  }

  private func sees(_ sign: Unicode.Scalar, _ index: Int) -> Bool {
    index >= 0 && index < tokens.count && tokens[index].token == .sign(sign)
  }

  private func place(_ index: Int) -> SourcePlace { text.place(tokens[index].index) }
}

// Tokens
extension CSharpSource {
  /// Takes the next token with its index; nil at the end.
  private static func token(_ rest: inout Scalars) -> (token: Token, index: Int)? {
    skipBlank(&rest)
    let start = rest.startIndex
    guard let first = rest.first else { return nil }
    if let text = string(&rest) { return (text, start) }
    if first.isDigit {
      let digits = rest.take { $0.isWord }.filter { $0 != "_" }
      return (.number(digits[...].text), start)
    }
    if first.isWord { return (.word(rest.take { $0.isWord }.text), start) }
    rest.removeFirst()
    return (.sign(first), start)
  }

  /// Skips white space, comments and directives.
  private static func skipBlank(_ rest: inout Scalars) {
    while true {
      if rest.skipSpace() { continue }
      if rest.begins(with: "//") || rest.first == "#" {
        _ = rest.take { $0 != "\n" }
      } else if rest.take("/*") {
        while !rest.isEmpty, !rest.take("*/") { rest.removeFirst() }
      } else {
        return
      }
    }
  }

  /// Takes a text or a character in quotes: regular, verbatim, raw or interpolated; nil if none is next.
  private static func string(_ rest: inout Scalars) -> Token? {
    var after = rest
    let marks = after.take { $0 == "@" || $0 == "$" }
    if after.first == "'", marks.isEmpty {
      rest = after.dropFirst()
      return .text(quoted("'", &rest))
    }
    guard after.first == "\"" else { return nil }
    let quotes = after.prefix { $0 == "\"" }.count
    rest = after
    let text: String
    if quotes >= 3 {
      rest = rest.dropFirst(quotes)
      let mark = String(repeating: "\"", count: quotes)
      let start = rest.startIndex
      while !rest.isEmpty, !rest.begins(with: mark) { rest.removeFirst() }
      text = after[start..<rest.startIndex].trimmed.text
      _ = rest.take(mark)
    } else if marks.contains("@") {
      text = verbatim(&rest)
    } else {
      rest.removeFirst()
      text = quoted("\"", &rest)
    }
    return marks.contains("$") && text.contains("{") ? .template : .text(text)
  }

  private static func verbatim(_ rest: inout Scalars) -> String {
    rest.removeFirst()
    var text = rest.take { $0 != "\"" }.text
    while rest.take("\"\"") { text += "\"" + rest.take { $0 != "\"" }.text }
    _ = rest.take("\"")
    return text
  }

  /// Takes the rest of a text up to its quote, or to the end of the line.
  private static func quoted(_ quote: Unicode.Scalar, _ rest: inout Scalars) -> String {
    var text = String.UnicodeScalarView()
    while let next = rest.popFirst(), next != quote, next != "\n" {
      guard next == "\\", let escaped = rest.popFirst() else {
        text.append(next)
        continue
      }
      switch escaped {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "r": text.append("\r")
      case "0": text.append("\0")
      case "u":
        let digits = rest.prefix(4)
        rest = rest.dropFirst(digits.count)
        text.append(UInt32(digits.text, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
      default: text.append(escaped)
      }
    }
    return String(text)
  }
}
