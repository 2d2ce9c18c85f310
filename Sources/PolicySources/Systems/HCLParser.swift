import PasswordPolicies

/// Reads the part of HCL that password policies of Vault use.
struct HCLParser {
  private var tokens: [(text: Scalars, place: Place)] = []
  private var index = 0

  init(_ text: SourceText) throws(Refusal) {
    var (line, start): (Int, Int) = (1, text.scalars.startIndex)
    var rest = text.scalars
    while !rest.isEmpty {
      let place = Place.text(line: line, column: rest.startIndex - start + 1)
      let token = Self.token(&rest)
      if token.isEmpty { throw Refusal("syntax", at: place, "text that is no HCL") }
      let isComment = token.first == "#" || token.begins(with: "//") || token.begins(with: "/*")
      if !isComment, token.first?.isSpace == false { tokens.append((token, place)) }
      for index in token.indices where token[index] == "\n" {
        (line, start) = (line + 1, index + 1)
      }
    }
  }

  /// Removes a token, a comment or white space; empty if there is none.
  private static func token(_ rest: inout Scalars) -> Scalars {
    let whole = rest
    guard let first = rest.first else { return rest }
    if first.isSpace { return rest.take(while: \.isSpace) }
    if first == "#" || rest.begins(with: "//") { return rest.take { $0 != "\n" } }
    if first.isLetter || first == "_" {
      return rest.take { $0.isWord || $0 == "." || $0 == "-" }
    }
    var end = rest.startIndex
    if rest.begins(with: "/*") {
      end = rest.dropFirst(2).firstIndex(of: "*/").map { $0 + 2 } ?? end
    } else if first == "\"" {
      end = Self.end(ofText: rest) ?? end
    } else if first.isDigit || first == "-" {
      let digits = rest.dropFirst().prefix(while: \.isDigit)
      end = first == "-" && digits.isEmpty ? end : digits.endIndex
    } else if "={}[],".unicodeScalars.contains(first) {
      end += 1
    }
    rest = rest[end...]
    return whole[..<end]
  }

  private static func end(ofText part: Scalars) -> Int? {
    var index = part.startIndex + 1
    while index < part.endIndex, part[index] != "\n" {
      if part[index] == "\"" { return index + 1 }
      index += part[index] == "\\" ? 2 : 1
    }
    return nil
  }

  mutating func policy(_ draft: inout Draft) throws(Refusal) -> VaultReader.Written {
    var written = VaultReader.Written()
    while let (key, place) = next() {
      switch key {
      case "rule":
        if let rule = try rule(at: place, &draft) { written.charsets.append(rule) }
      case "length":
        try expect("=")
        written.place = tokens.indices.contains(index) ? tokens[index].place : .start
        written.length = next().map { .text($0.text) }
      default:
        written.unknown.append(key)
        index += 2
      }
    }
    return written
  }

  /// The charset of a rule; nil with a remark if the rule is of another kind.
  private mutating func rule(
    at place: Place, _ draft: inout Draft
  ) throws(Refusal) -> (characters: String, least: JSON, place: Place)? {
    let kind = try text()
    if kind != "charset" {
      draft.unknown(kind, place, "is no rule of Vault; expected 'charset'")
    }
    try expect("{")
    var (characters, least, found): (String, JSON, Place) = ("", .number("0"), place)
    while !sees("}") {
      let (name, nameplace) = next() ?? ("", .start)
      try expect("=")
      switch name {
      case "charset":
        if tokens.indices.contains(index) { found = tokens[index].place }
        characters = try text()
      case "min-chars": least = .text(next()?.text ?? "")
      default:
        if kind == "charset" {
          draft.unknown(name, nameplace, "is not known here", among: ["charset", "min-chars"])
        }
        index += 1
      }
    }
    index += 1
    return kind == "charset" ? (characters, least, found) : nil
  }

  /// The next token without quotes; nil at the end.
  private mutating func next() -> (text: String, place: Place)? {
    guard tokens.indices.contains(index) else { return nil }
    defer { index += 1 }
    let token = tokens[index].text
    let inner = token.first == "\"" ? token.dropFirst().dropLast() : token
    return (inner.text, tokens[index].place)
  }

  private func sees(_ text: String) -> Bool {
    tokens.indices.contains(index) && tokens[index].text.text == text
  }

  private mutating func expect(_ text: String) throws(Refusal) {
    guard sees(text) else { throw fault("expected '\(text)'") }
    index += 1
  }

  /// The next token, which is a text in quotes.
  private mutating func text() throws(Refusal) -> String {
    guard tokens.indices.contains(index), tokens[index].text.first == "\"" else {
      throw fault("expected a text in quotes")
    }
    var text = String.UnicodeScalarView()
    var rest = tokens[index].text.dropFirst().dropLast()
    while let scalar = rest.first {
      rest.removeFirst()
      if scalar != "\\" {
        text.append(scalar)
        continue
      }
      switch rest.first {
      case "n": text.append("\n")
      case "r": text.append("\r")
      case "t": text.append("\t")
      case "\"": text.append("\"")
      case "\\": text.append("\\")
      default: throw fault("an escape that HCL does not have here")
      }
      rest.removeFirst()
    }
    index += 1
    return String(text)
  }

  private func fault(_ reason: String) -> Refusal {
    Refusal("syntax", at: tokens.indices.contains(index) ? tokens[index].place : .start, reason)
  }
}
