import PasswordPolicies

/// Reads literals of Python: texts, numbers, lists, tuples and dictionaries, as values of JSON.
struct PythonParser {
  private let text: SourceText
  private var rest: Scalars
  private var depth = 0

  init(_ text: SourceText, from start: Int) {
    self.text = text
    rest = text.scalars[start...]
  }

  /// Reads a list or a tuple, with the place of each element.
  ///
  /// - Throws: ``Refusal`` at the first value that is no literal.
  mutating func elements(
    _ take: (JSON, SourcePlace) throws(Refusal) -> Void
  ) throws(Refusal) {
    skipBlank()
    let start = rest.startIndex
    guard let close: Unicode.Scalar = rest.take("[") ? "]" : rest.take("(") ? ")" : nil else {
      throw Refusal("literal", at: place(start), "expected a list of validators")
    }
    skipBlank()
    while rest.first != close {
      let start = rest.startIndex
      let element: JSON
      do throws(Refusal) { element = try value() } catch {
        // A value inside is named by its element, as an element is what can be left out.
        throw error.part == "literal"
          ? Refusal("literal", at: place(start), error.reason) : error
      }
      try take(element, place(start))
      skipBlank()
      if !rest.take(",") { break }
      skipBlank()
    }
    skipBlank()
    guard rest.first == close else { throw fault("expected ',' or '\(close)'") }
    rest.removeFirst()
    let after = rest.drop { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == ";" }
    if let next = after.first, next != "\n", next != "#" {
      throw Refusal(
        "literal", at: place(after.startIndex), "a value that is no literal; write its value")
    }
  }

  private mutating func value() throws(Refusal) -> JSON {
    skipBlank()
    guard depth < JSON.deepest else { throw fault("nesting deeper than \(JSON.deepest)") }
    depth += 1
    defer { depth -= 1 }
    if rest.take("{") { return try dictionary() }
    if rest.take("[") { return .array(try sequence("]").elements) }
    if rest.take("(") {
      let (elements, hasComma) = try sequence(")")
      return elements.count == 1 && !hasComma ? elements[0] : .array(elements)
    }
    if let text = try string() { return .text(text) }
    for (name, value) in [("True", JSON.truth(true)), ("False", .truth(false)), ("None", .null)] {
      var after = rest
      if after.take(name), after.first?.isWord != true {
        rest = after
        return value
      }
    }
    return try number()
  }

  private mutating func number() throws(Refusal) -> JSON {
    var after = rest
    let isNegative = after.take("-")
    let digits = after.take { $0.isDigit || $0 == "_" || $0 == "." }
    guard let first = digits.first, first != "_", after.first?.isWord != true else {
      if rest.first.map({ $0.isWord || $0 == "*" || $0 == "-" }) == true {
        throw Refusal(
          "literal", at: place(rest.startIndex), "a value that is no literal; write its value")
      }
      throw fault("text that is no Python literal")
    }
    rest = after
    return .number((isNegative ? "-" : "") + digits.text.replacing("_", with: ""))
  }

  private mutating func sequence(
    _ close: Unicode.Scalar
  ) throws(Refusal) -> (elements: [JSON], hasComma: Bool) {
    var (elements, hasComma): ([JSON], Bool) = ([], false)
    skipBlank()
    while rest.first != close {
      elements.append(try value())
      skipBlank()
      hasComma = rest.take(",")
      if !hasComma { break }
      skipBlank()
    }
    guard rest.first == close else { throw fault("expected ',' or '\(close)'") }
    rest.removeFirst()
    return (elements, hasComma)
  }

  private mutating func dictionary() throws(Refusal) -> JSON {
    var object = JSON.Object()
    skipBlank()
    while rest.first != "}" {
      let key = try value()
      skipBlank()
      guard rest.take(":") else { throw fault("expected ':' after a key") }
      let member = try value()
      if let name = key.text { object.set(name, member) }
      skipBlank()
      if !rest.take(",") { break }
      skipBlank()
    }
    guard rest.take("}") else { throw fault("expected ',' or '}'") }
    return .object(object)
  }

  /// A text, or several in a row, which are one; nil if there is none.
  private mutating func string() throws(Refusal) -> String? {
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
      if scalar == "\\", let next = rest.first {
        rest.removeFirst()
        if isRaw || next != "'" && next != "\"" && next != "\\" { text.append(scalar) }
        text.append(next)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  private mutating func skipBlank() {
    while rest.skipSpace() || rest.first == "#" {
      if rest.first == "#" { _ = rest.take { $0 != "\n" } }
    }
  }

  private func place(_ index: Int) -> SourcePlace { text.place(index) }

  private func fault(_ reason: String) -> Refusal {
    Refusal("syntax", at: place(rest.startIndex), reason)
  }
}
