import PasswordPolicies

/// Reads the part of HCL that password policies of Vault use, and the bodies of Terraform's blocks.
struct HCLParser {
  /// A token; of a text in several lines, with the line on which it begins.
  struct Token {
    let text: Scalars
    let line: Int
    let column: Int
    var place: SourcePlace { .text(line: line, column: column) }
  }

  var tokens: [Token] = []
  var index = 0
  /// The texts in several lines, by the pointers of their attributes.
  var heredocs: [String: SourceText] = [:]

  /// Finds the tokens; `operators` are read as tokens, too.
  init(_ text: SourceText, operators: String = "") throws(Refusal) {
    var (line, start): (Int, Int) = (text.lines.first?.number ?? 1, text.scalars.startIndex)
    var rest = text.scalars
    while let first = rest.first {
      let column = rest.startIndex - start + 1
      var token = Self.token(&rest)
      if token.isEmpty, operators.unicodeScalars.contains(first) {
        token = rest.prefix(1)
        rest.removeFirst()
      }
      if token.isEmpty {
        throw Refusal("syntax", at: .text(line: line, column: column), "text that is no HCL")
      }
      let isComment = token.first == "#" || token.begins(with: "//") || token.begins(with: "/*")
      if !isComment, !first.isSpace {
        tokens.append(Token(text: token, line: line, column: column))
      }
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
    } else if rest.begins(with: "<<") {
      end = heredoc(rest).map { $0.end } ?? end
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

  /// The end of a text in quotes; a quote within `${…}` does not end it.
  private static func end(ofText part: Scalars) -> Int? {
    var (index, braces) = (part.startIndex + 1, 0)
    while index < part.endIndex, part[index] != "\n" {
      switch part[index] {
      case "\"" where braces == 0: return index + 1
      case "\\" where braces == 0: index += 1
      case "{" where braces > 0 || part[index - 1] == "$": braces += 1
      case "}" where braces > 0: braces -= 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The lines of `<<WORD` up to a line that is the word, and where that ends; nil if it is none.
  static func heredoc(_ part: Scalars) -> (lines: Scalars, end: Int)? {
    var rest = part.dropFirst(2)
    _ = rest.take("-")
    let word = rest.take { $0.isWord || $0 == "-" }
    _ = rest.take("\r")
    guard !word.isEmpty, rest.take("\n") else { return nil }
    let start = rest.startIndex
    for line in rest.split(separator: "\n", omittingEmptySubsequences: false)
    where line.trimmed.elementsEqual(word) {
      return (part[start..<line.startIndex], line.endIndex)
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
    at place: SourcePlace, _ draft: inout Draft
  ) throws(Refusal) -> (characters: String, least: JSON, place: SourcePlace)? {
    let kind = try text()
    if kind != "charset" {
      draft.unknown(kind, place, "is no rule of Vault; expected 'charset'")
    }
    try expect("{")
    var (characters, least, found): (String, JSON, SourcePlace) = ("", .number("0"), place)
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
  mutating func next() -> (text: String, place: SourcePlace)? {
    guard tokens.indices.contains(index) else { return nil }
    defer { index += 1 }
    let token = tokens[index].text
    let inner = token.first == "\"" ? token.dropFirst().dropLast() : token
    return (inner.text, tokens[index].place)
  }

  func sees(_ text: String) -> Bool {
    tokens.indices.contains(index) && tokens[index].text.text == text
  }

  private mutating func expect(_ text: String) throws(Refusal) {
    guard sees(text) else { throw fault("expected '\(text)'") }
    index += 1
  }

  /// The next token, which is a text in quotes or in lines of its own.
  mutating func text() throws(Refusal) -> String {
    guard tokens.indices.contains(index) else { throw fault("expected a text in quotes") }
    let token = tokens[index].text
    if let (lines, _) = Self.heredoc(token) {
      index += 1
      return lines.text
    }
    guard token.first == "\"" else { throw fault("expected a text in quotes") }
    var text = String.UnicodeScalarView()
    var (rest, braces) = (token.dropFirst().dropLast(), 0)
    while let scalar = rest.popFirst() {
      // HCL leaves alone what stands within '${…}'.
      if scalar == "{", braces > 0 || text.last == "$" { braces += 1 }
      if scalar == "}", braces > 0 { braces -= 1 }
      if scalar == "\\", braces == 0 {
        guard let character = Self.escaped(&rest) else {
          throw fault("an escape that HCL does not have here")
        }
        text.append(character)
      } else {
        text.append(scalar)
      }
    }
    index += 1
    return String(text)
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "r": "\r", "t": "\t", "\"": "\"", "\\": "\\", "a": "\u{7}", "b": "\u{8}",
    "f": "\u{C}", "v": "\u{B}",
  ]

  /// The digits after the letters of escapes.
  private static let digits: [Unicode.Scalar: Int] = ["x": 2, "u": 4, "U": 8]

  /// Removes what stands after a backslash: a letter, `xHH`, `uHHHH`, `UHHHHHHHH` or three octal
  /// digits; nil if it is nothing that HCL has.
  private static func escaped(_ rest: inout Scalars) -> Unicode.Scalar? {
    guard let letter = rest.first else { return nil }
    let count = digits[letter] ?? ("0"..."7" ~= letter ? 3 : 0)
    if count == 0 {
      rest.removeFirst()
      return escapes[letter]
    }
    let isOctal = digits[letter] == nil
    if !isOctal { rest.removeFirst() }
    guard let value = rest.takeNumber(ofDigits: count, radix: isOctal ? 8 : 16),
      !isOctal || value <= 255
    else { return nil }
    return Unicode.Scalar(value)
  }

  func fault(_ reason: String) -> Refusal {
    Refusal("syntax", at: tokens.indices.contains(index) ? tokens[index].place : .start, reason)
  }
}
