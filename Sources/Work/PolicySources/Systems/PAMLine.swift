import PasswordPolicies

/// A logical line of a PAM stack: lines that end in a backslash are joined.
struct PAMLine {
  /// The number of its first line.
  let number: Int
  /// At least one.
  let tokens: [Token]

  /// A word, or what stands in brackets.
  struct Token {
    let text: String
    /// The column in the logical line.
    let column: Int
    let isBracket: Bool

    /// Whether the token is the type of a line about passwords.
    var isPassword: Bool { text.drop { $0 == "-" } == "password" }

    /// The name of a module without its directory and suffix.
    var moduleName: String {
      let file =
        Array(text.unicodeScalars)[...].split(separator: "/", omittingEmptySubsequences: false).last
        ?? []
      return file[..<(file.firstIndex(of: ".so") ?? file.endIndex)].text
    }

    /// Whether a control lets the stack end, or jump, if the module succeeds.
    var mayLeave: Bool {
      isBracket ? assigns("success", ["done"], orNumber: true) : text == "sufficient"
    }

    /// Whether a control gives a return value one of these actions.
    func assigns(_ key: String, _ actions: [String], orNumber: Bool = false) -> Bool {
      let scalars = Array(text.unicodeScalars)[...]
      return scalars.indices.contains { index in
        var rest = scalars[index...]
        if index > scalars.startIndex, scalars[index - 1].isWord { return false }
        guard rest.take(key), rest.take("=") else { return false }
        let action = rest.prefix(16).prefix(while: \.isWord)
        return actions.contains(action.text)
          || orNumber && !action.isEmpty && action.allSatisfy(\.isDigit)
      }
    }
  }

  /// The place of a token.
  func place(_ token: Token) -> SourcePlace { .text(line: number, column: token.column) }

  /// The lines of a text that are neither empty nor comments.
  static func lines(of text: SourceText) -> [PAMLine] {
    var lines: [PAMLine] = []
    var index = 0
    while index < text.lines.count {
      let number = text.lines[index].number
      var joined = Array(text.lines[index].scalars)
      index += 1
      while joined.last == "\\", index < text.lines.count {
        joined[joined.count - 1] = " "
        joined += text.lines[index].scalars
        index += 1
      }
      let tokens = tokens(of: joined.prefix { $0 != "#" })
      if !tokens.isEmpty { lines.append(PAMLine(number: number, tokens: tokens)) }
    }
    return lines
  }

  private static func tokens(of line: Scalars) -> [Token] {
    var (tokens, rest, isClosed): ([Token], Scalars, Bool) = ([], line, true)
    while true {
      rest.skipSpace()
      guard let first = rest.first else { return tokens }
      let start = rest.startIndex
      if first == "[" {
        if isClosed, let end = bracketEnd(rest) {
          tokens.append(
            Token(text: unescaped(rest[(start + 1)..<end]), column: start + 1, isBracket: true))
          rest = rest[(end + 1)...]
        } else {
          // No bracket after this one is closed either.
          isClosed = false
          rest.removeFirst()
        }
      } else {
        let word = rest.take { !$0.isSpace }
        tokens.append(Token(text: word.text, column: start + 1, isBracket: false))
      }
    }
  }

  /// The index of the bracket that closes; `\]` does so only if no other does.
  private static func bracketEnd(_ part: Scalars) -> Int? {
    var (index, escaped): (Int, Int?) = (part.startIndex + 1, nil)
    while index < part.endIndex {
      if part[index] == "]" { return index }
      if part[index] == "\\", index + 1 < part.endIndex, part[index + 1] == "]" {
        escaped = index + 1
        index += 1
      }
      index += 1
    }
    return escaped
  }

  private static func unescaped(_ inside: Scalars) -> String {
    var text = String.UnicodeScalarView()
    for index in inside.indices
    where inside[index] != "\\" || index + 1 == inside.endIndex || inside[index + 1] != "]" {
      text.append(inside[index])
    }
    return String(text)
  }
}
