import PasswordPolicies

/// An element `<input>` of a page, with its attributes.
struct HTMLInput {
  /// The place of its `<`.
  let place: SourcePlace
  private var attributes: [String: String] = [:]

  /// The value of an attribute, empty if it has none; nil if the attribute is missing.
  subscript(name: String) -> String? { attributes[name] }

  /// The fields of a page in order; what comments and scripts hold is none.
  static func inputs(of text: SourceText) -> [HTMLInput] {
    var (inputs, rest): ([HTMLInput], Scalars) = ([], text.scalars)
    while let start = rest.firstIndex(of: "<") {
      rest = rest[start...]
      if rest.take("<!--") {
        guard let end = rest.firstIndex(of: "-->") else { break }
        rest = rest[end...]
        continue
      }
      rest.removeFirst()
      let name = rest.prefix { !$0.isSpace && $0 != ">" && $0 != "/" }
      guard name.first?.isLetter == true else { continue }
      rest = rest[name.endIndex...]
      var input = HTMLInput(place: text.place(start))
      guard input.readAttributes(&rest) else { break }
      switch name.prefix(8).text.lowercased() {
      case "input": inputs.append(input)
      case "script", "style":
        let end = "</\(name.text)"
        guard
          let index = rest.indices.first(where: {
            rest[$0] == "<" && rest[$0...].begins(with: end, anyCase: true)
          })
        else { return inputs }
        rest = rest[index...]
      default: break
      }
    }
    return inputs
  }

  private init(place: SourcePlace) { self.place = place }

  /// Reads attributes up to `>`; false if there is none.
  private mutating func readAttributes(_ rest: inout Scalars) -> Bool {
    while true {
      _ = rest.take { $0.isSpace || $0 == "/" }
      guard let first = rest.first else { return false }
      if rest.take(">") { return true }
      // A sign of equality that begins a name belongs to it.
      var name = first == "=" ? rest.prefix(1) : []
      rest = rest.dropFirst(name.count)
      name += rest.take { !$0.isSpace && $0 != "=" && $0 != ">" && $0 != "/" }
      var after = rest
      after.skipSpace()
      var value: Scalars = []
      if after.take("=") {
        after.skipSpace()
        rest = after
        guard let found = Self.value(&rest) else { return false }
        value = found
      }
      let key = name.text.lowercased()
      // Of two attributes with one name, the first counts.
      if attributes[key] == nil { attributes[key] = HTMLEntities.decoded(value) }
    }
  }

  private static func value(_ rest: inout Scalars) -> Scalars? {
    guard let quote = rest.first else { return nil }
    guard quote == "\"" || quote == "'" else { return rest.take { !$0.isSpace && $0 != ">" } }
    rest.removeFirst()
    let value = rest.take { $0 != quote }
    return rest.popFirst() == nil ? nil : value
  }
}

/// The references to characters in the values of attributes.
enum HTMLEntities {
  private static let names: [(String, Unicode.Scalar)] = [
    ("amp;", "&"), ("lt;", "<"), ("gt;", ">"), ("quot;", "\""), ("apos;", "'"), ("nbsp;", "\u{A0}"),
    ("lbrack;", "["), ("rbrack;", "]"), ("lpar;", "("), ("rpar;", ")"), ("lcub;", "{"),
    ("rcub;", "}"), ("ast;", "*"), ("plus;", "+"), ("quest;", "?"), ("dollar;", "$"),
    ("bsol;", "\\"), ("sol;", "/"), ("comma;", ","), ("period;", "."), ("semi;", ";"),
    ("colon;", ":"), ("excl;", "!"), ("num;", "#"), ("percnt;", "%"), ("equals;", "="),
    ("commat;", "@"), ("lowbar;", "_"), ("vert;", "|"), ("grave;", "`"), ("Hat;", "^"),
    ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""),
  ]

  /// A value with its references replaced; unknown ones stay as they are.
  static func decoded(_ value: Scalars) -> String {
    var (text, rest) = (String.UnicodeScalarView(), value)
    while let scalar = rest.popFirst() {
      if scalar == "&", let character = reference(&rest) {
        text.append(character)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  private static func reference(_ rest: inout Scalars) -> Unicode.Scalar? {
    for (name, character) in names where rest.take(name) { return character }
    var after = rest
    guard after.take("#") else { return nil }
    let isHexadecimal = after.take("x") || after.take("X")
    let digits = after.prefix(8).prefix {
      isHexadecimal ? $0.properties.isASCIIHexDigit : $0.isDigit
    }
    guard let number = UInt32(digits.text, radix: isHexadecimal ? 16 : 10),
      let character = Unicode.Scalar(number)
    else { return nil }
    after = after[digits.endIndex...]
    _ = after.take(";")
    rest = after
    return character
  }
}
