import PasswordPolicies

/// Parses literals of JSON, strictly, or of Python, as values of JSON, in one pass.
struct LiteralParser {
  private let language: Language
  private let text: SourceText
  private var rest: Scalars
  private var depth = 0

  /// The language of the literals.
  enum Language {
    case json, python

    /// The part that faults name.
    fileprivate var part: String { self == .json ? "JSON" : "syntax" }

    fileprivate var words: [(word: String, value: JSON)] {
      self == .json
        ? [("true", .truth(true)), ("false", .truth(false)), ("null", .null)]
        : [("True", .truth(true)), ("False", .truth(false)), ("None", .null)]
    }
  }

  init(_ text: SourceText, _ language: Language, from start: Int? = nil) {
    (self.text, self.language) = (text, language)
    rest = text.scalars[(start ?? text.scalars.startIndex)...]
  }

  /// Reads a value that is the whole text.
  ///
  /// - Throws: ``Refusal`` with the place of the first fault.
  mutating func whole() throws(Refusal) -> JSON {
    let value = try value()
    skipBlank()
    if !rest.isEmpty { throw fault("text after the end of the JSON value") }
    return value
  }

  /// Reads a list or a tuple up to the end of a line, with the place of each element.
  ///
  /// - Throws: ``Refusal`` at the first value that is no literal.
  mutating func elements(
    _ take: (JSON, SourcePlace) throws(Refusal) -> Void
  ) throws(Refusal) {
    skipBlank()
    guard rest.first == "[" || rest.first == "(" else {
      throw Refusal("literal", at: place, "expected a list of validators")
    }
    _ = try items { parser throws(Refusal) in
      let place = parser.place
      let element: JSON
      do throws(Refusal) { element = try parser.value() } catch {
        // A value inside is named by its element, as an element is what can be left out.
        throw error.part == "literal" ? Refusal("literal", at: place, error.reason) : error
      }
      try take(element, place)
    }
    rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == ";" }
    if let next = rest.first, next != "\n", next != "#" { throw noLiteral }
  }

  private mutating func value() throws(Refusal) -> JSON {
    skipBlank()
    let first = rest.first
    if first == "{" {
      var object = JSON.Object()
      _ = try items { parser throws(Refusal) in
        let key = try parser.key()
        parser.skipBlank()
        guard parser.rest.take(":") else { throw parser.fault("expected ':' after a key") }
        let member = try parser.value()
        if let key { object.set(key, member) }
      }
      return .object(object)
    }
    if first == "[" || first == "(" && language == .python {
      var elements: [JSON] = []
      let hasComma = try items { parser throws(Refusal) in elements.append(try parser.value()) }
      return first == "(" && elements.count == 1 && !hasComma ? elements[0] : .array(elements)
    }
    if let text = try language == .json ? jsonText() : pythonText() { return .text(text) }
    for (word, value) in language.words {
      var after = rest
      if after.take(word), language == .json || after.first?.isWord != true {
        rest = after
        return value
      }
    }
    return .number(try language == .json ? jsonNumber() : pythonNumber())
  }

  /// A member's key; nil for one that is no text.
  private mutating func key() throws(Refusal) -> String? {
    if language == .python { return try value().text }
    guard let key = try jsonText() else { throw fault("expected a key in quotes") }
    return key
  }

  /// Reads what stands in brackets, with commas between; returns whether the last one has a comma,
  /// too, as Python permits.
  private mutating func items(
    _ read: (inout LiteralParser) throws(Refusal) -> Void
  ) throws(Refusal) -> Bool {
    guard depth < JSON.deepest else { throw fault("nesting deeper than \(JSON.deepest)") }
    depth += 1
    let open = rest.removeFirst()
    let close: Unicode.Scalar = open == "{" ? "}" : open == "[" ? "]" : ")"
    skipBlank()
    var hasComma = false
    while rest.first != close || hasComma && language == .json {
      try read(&self)
      skipBlank()
      hasComma = rest.take(",")
      if !hasComma { break }
      skipBlank()
    }
    guard rest.first == close else {
      let place = language == .python ? "" : open == "{" ? " in an object" : " in an array"
      throw fault("expected ',' or '\(close)'\(place)")
    }
    rest.removeFirst()
    depth -= 1
    return hasComma
  }

  private mutating func skipBlank() {
    if language == .json {
      rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
      return
    }
    while rest.skipSpace() || rest.first == "#" {
      if rest.first == "#" { _ = rest.take { $0 != "\n" } }
    }
  }

  private var place: SourcePlace { text.place(rest.startIndex) }

  private func fault(_ reason: String) -> Refusal { Refusal(language.part, at: place, reason) }

  private var noLiteral: Refusal {
    Refusal("literal", at: place, "a value that is no literal; write its value")
  }
}

// JSON
extension LiteralParser {
  /// A text in quotes; nil if there is none.
  private mutating func jsonText() throws(Refusal) -> String? {
    guard rest.take("\"") else { return nil }
    var units: [UInt16] = []
    while let scalar = rest.first, scalar != "\"" {
      guard scalar.value >= 0x20 else { throw fault("a control character in a text") }
      rest.removeFirst()
      if scalar == "\\" {
        units.append(try jsonEscape())
      } else {
        units += UTF16.encode(scalar) ?? .init()
      }
    }
    guard rest.take("\"") else { throw fault("a text that is never closed") }
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func jsonEscape() throws(Refusal) -> UInt16 {
    guard let scalar = rest.popFirst() else { throw fault("a text that is never closed") }
    switch scalar {
    case "\"", "\\", "/": return UInt16(scalar.value)
    case "b": return 8
    case "f": return 12
    case "n": return 10
    case "r": return 13
    case "t": return 9
    case "u":
      guard let unit = rest.takeNumber(ofDigits: 4).flatMap(UInt16.init) else {
        throw fault("expected four hexadecimal digits after '\\u'")
      }
      return unit
    default: throw fault("an escape that JSON does not have")
    }
  }

  private mutating func jsonNumber() throws(Refusal) -> String {
    var text: [Unicode.Scalar] = rest.take("-") ? ["-"] : []
    let digits = rest.take(while: \.isDigit)
    guard let first = digits.first, first != "0" || digits.count == 1 else {
      throw fault("expected a JSON value")
    }
    text += digits
    if rest.first == ".", rest.dropFirst().first?.isDigit == true {
      rest.removeFirst()
      text += ["."] + rest.take(while: \.isDigit)
    }
    if rest.first == "e" || rest.first == "E" {
      var exponent = rest.dropFirst()
      let sign = exponent.first == "+" || exponent.first == "-" ? exponent.prefix(1) : []
      exponent = exponent.dropFirst(sign.count)
      if exponent.first?.isDigit == true {
        rest = exponent
        text += ["e"] + sign + rest.take(while: \.isDigit)
      }
    }
    return text[...].text
  }
}

// Python
extension LiteralParser {
  /// A text, or several in a row, which are one; nil if there is none.
  private mutating func pythonText() throws(Refusal) -> String? {
    var whole: String?
    while true {
      var after = rest
      let prefix = after.take(while: \.isLetter)
      guard let quote = after.first, quote == "'" || quote == "\"", prefix.count <= 1,
        prefix.first.map({ "rRuU".unicodeScalars.contains($0) }) ?? true
      else { return whole }
      rest = after
      whole = (whole ?? "") + (try quoted(quote, isRaw: prefix.first?.lower == "r"))
      skipBlank()
    }
  }

  private mutating func quoted(
    _ quote: Unicode.Scalar, isRaw: Bool
  ) throws(Refusal) -> String {
    let long = String(repeating: String(quote), count: 3)
    let mark = rest.begins(with: long) ? long : String(quote)
    _ = rest.take(mark)
    var text = String.UnicodeScalarView()
    while !rest.take(mark) {
      guard let scalar = rest.first, scalar != "\n" || mark == long else {
        throw fault("a text that is never closed")
      }
      rest.removeFirst()
      if scalar == "\\", let next = rest.popFirst() {
        if isRaw || next != "'" && next != "\"" && next != "\\" { text.append(scalar) }
        text.append(next)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  private mutating func pythonNumber() throws(Refusal) -> String {
    var after = rest
    let sign = after.take("-") ? "-" : ""
    let digits = after.take { $0.isDigit || $0 == "_" || $0 == "." }
    guard let first = digits.first, first != "_", after.first?.isWord != true else {
      let isOther = rest.first.map { $0.isWord || $0 == "*" || $0 == "-" } == true
      throw isOther ? noLiteral : fault("text that is no Python literal")
    }
    rest = after
    return sign + digits.text.replacing("_", with: "")
  }
}
