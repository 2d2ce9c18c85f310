import PasswordPolicies

/// A value of JSON; objects keep the order of their members, and numbers their text.
enum JSON: Hashable, Sendable {
  case null
  case truth(Bool)
  case number(String)
  case text(String)
  case array([JSON])
  case object(Object)
  /// What is no literal: a variable, a call or a template of a language that holds such values.
  case expression

  /// The members of an object; of two with one key, the last counts.
  typealias Object = OrderedSettings<JSON>

  /// The deepest nesting.
  static let deepest = 100

  /// Parses a whole text strictly.
  ///
  /// - Throws: ``Refusal`` with the place of the first fault.
  /// - Complexity: O(length).
  init(parsing text: SourceText) throws(Refusal) {
    var parser = JSONParser(text)
    self = try parser.whole()
  }

  /// The object; nil if the value is none.
  var object: Object? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The elements; nil if the value is no array.
  var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The text; nil if the value is none.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Whether Python, and so most readers of configurations, takes the value for false.
  var isEmpty: Bool {
    switch self {
    case .null, .truth(false): true
    case .truth(true): false
    case .number(let text): Double(text) == 0
    case .text(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let object): object.keys.isEmpty
    case .expression: false
    }
  }
}

/// Parses JSON in one pass.
private struct JSONParser {
  private let text: SourceText
  private var rest: Scalars
  private var depth = 0

  init(_ text: SourceText) {
    self.text = text
    rest = text.scalars
  }

  mutating func whole() throws(Refusal) -> JSON {
    skipBlank()
    let value = try value()
    skipBlank()
    if !rest.isEmpty { throw fault("text after the end of the JSON value") }
    return value
  }

  private mutating func value() throws(Refusal) -> JSON {
    switch rest.first {
    case "{": return try nested { parser throws(Refusal) in try parser.object() }
    case "[": return try nested { parser throws(Refusal) in try parser.array() }
    case "\"": return .text(try string())
    default: break
    }
    for (word, value) in [("true", JSON.truth(true)), ("false", .truth(false)), ("null", .null)]
    where rest.take(word) { return value }
    return .number(try number())
  }

  private mutating func nested(
    _ read: (inout JSONParser) throws(Refusal) -> JSON
  ) throws(Refusal) -> JSON {
    guard depth < JSON.deepest else { throw fault("nesting deeper than \(JSON.deepest)") }
    depth += 1
    rest.removeFirst()
    skipBlank()
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(Refusal) -> JSON {
    var object = JSON.Object()
    if rest.take("}") { return .object(object) }
    repeat {
      skipBlank()
      guard rest.first == "\"" else { throw fault("expected a key in quotes") }
      let key = try string()
      skipBlank()
      guard rest.take(":") else { throw fault("expected ':' after a key") }
      skipBlank()
      object.set(key, try value())
      skipBlank()
    } while rest.take(",")
    guard rest.take("}") else { throw fault("expected ',' or '}' in an object") }
    return .object(object)
  }

  private mutating func array() throws(Refusal) -> JSON {
    var elements: [JSON] = []
    if rest.take("]") { return .array(elements) }
    repeat {
      skipBlank()
      elements.append(try value())
      skipBlank()
    } while rest.take(",")
    guard rest.take("]") else { throw fault("expected ',' or ']' in an array") }
    return .array(elements)
  }

  private mutating func string() throws(Refusal) -> String {
    rest.removeFirst()
    var units: [UInt16] = []
    while let scalar = rest.first, scalar != "\"" {
      guard scalar.value >= 0x20 else { throw fault("a control character in a text") }
      rest.removeFirst()
      if scalar == "\\" {
        units.append(try escape())
      } else {
        units += UTF16.encode(scalar) ?? .init()
      }
    }
    guard rest.take("\"") else { throw fault("a text that is never closed") }
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func escape() throws(Refusal) -> UInt16 {
    guard let scalar = rest.popFirst() else { throw fault("a text that is never closed") }
    switch scalar {
    case "\"", "\\", "/": return UInt16(scalar.value)
    case "b": return 8
    case "f": return 12
    case "n": return 10
    case "r": return 13
    case "t": return 9
    case "u":
      let digits = rest.prefix(4)
      guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit),
        let unit = UInt16(digits.text, radix: 16)
      else { throw fault("expected four hexadecimal digits after '\\u'") }
      rest = rest.dropFirst(4)
      return unit
    default: throw fault("an escape that JSON does not have")
    }
  }

  private mutating func number() throws(Refusal) -> String {
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

  private mutating func skipBlank() {
    rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
  }

  private func fault(_ reason: String) -> Refusal {
    Refusal("JSON", at: text.place(rest.startIndex), reason)
  }
}
