import PasswordPolicies

/// A part of a text, as code points; its indices count from the beginning of the text.
typealias Scalars = ArraySlice<Unicode.Scalar>

/// The text of a source, as code points, with its lines.
struct SourceText {
  /// The whole text, without a byte order mark.
  let scalars: Scalars
  /// The lines without their line feeds; a carriage return before one stays.
  let lines: [Line]

  /// A line of a text.
  struct Line {
    /// Its number, from 1.
    let number: Int
    let scalars: Scalars

    /// The place of an index.
    func place(_ index: Int) -> SourcePlace {
      .text(line: number, column: index - scalars.startIndex + 1)
    }
  }

  /// Decodes UTF-8, or UTF-16 with a byte order mark; ill-formed parts become U+FFFD.
  init(_ bytes: [UInt8]) {
    var scalars: [Unicode.Scalar] = []
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      let (low, high) = bytes[0] == 0xFF ? (0, 1) : (1, 0)
      let units = stride(from: 2, to: bytes.count - 1, by: 2).lazy.map {
        UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + high]) << 8
      }
      scalars = Array(String(decoding: Array(units), as: UTF16.self).unicodeScalars)
    } else {
      scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    }
    self.init(scalars.first == "\u{FEFF}" ? scalars[1...] : scalars[...])
  }

  /// A text, or a part of one that begins on a line.
  init(_ scalars: Scalars, firstLine: Int = 1) {
    self.scalars = scalars
    lines = scalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      Line(number: $0 + firstLine, scalars: $1)
    }
  }
}

extension SourceText {
  /// The place of an index of the whole text.
  ///
  /// - Complexity: O(log lines).
  func place(_ index: Int) -> SourcePlace {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].scalars.startIndex <= index { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? lines[low - 1].place(index) : .start
  }

  /// The line of a text that consists of one: the only one that is neither empty nor a comment.
  ///
  /// - Throws: ``Refusal`` if there are several.
  func onlyLine() throws(Refusal) -> Line {
    let isEnd = { (scalar: Unicode.Scalar) in scalar == "\n" || scalar == "\r" }
    let start = scalars.drop(while: isEnd)
    let body = start.lastIndex { !isEnd($0) }.map { start[...$0] } ?? start.prefix(0)
    let code = lines.filter { line in
      let text = line.scalars.trimmed
      return !text.isEmpty && !["#", "//", "--"].contains { text.begins(with: $0) }
    }
    if !body.contains("\n") {
      return Line(number: scalars[..<body.startIndex].count { $0 == "\n" } + 1, scalars: body)
    }
    guard code.count == 1, let line = code.first else {
      throw Refusal("text", "several lines, where one is expected")
    }
    let end = line.scalars.lastIndex { !isEnd($0) }.map { $0 + 1 } ?? line.scalars.startIndex
    return Line(number: line.number, scalars: line.scalars[..<end])
  }
}

extension Scalars {
  /// The part as a string.
  var text: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: self)
    return String(text)
  }

  /// The part without white space at both ends.
  var trimmed: Scalars {
    let start = drop(while: \.isSpace)
    return start.lastIndex { !$0.isSpace }.map { start[...$0] } ?? start.prefix(0)
  }

  /// Whether the part begins with a text, optionally in any case of ASCII letters.
  func begins(with text: String, anyCase: Bool = false) -> Bool {
    var rest = self
    return rest.take(text, anyCase: anyCase)
  }

  /// Removes a text from the beginning; false if the part begins otherwise.
  mutating func take(_ text: String, anyCase: Bool = false) -> Bool {
    var index = startIndex
    for scalar in text.unicodeScalars {
      guard index < endIndex, self[index] == scalar || anyCase && self[index].lower == scalar.lower
      else { return false }
      index += 1
    }
    self = self[index...]
    return true
  }

  /// Removes the beginning that a condition holds for.
  mutating func take(while holds: (Unicode.Scalar) -> Bool) -> Scalars {
    let taken = prefix(while: holds)
    self = self[taken.endIndex...]
    return taken
  }

  /// Removes so many digits, and gives their number; nil if there are fewer.
  mutating func takeNumber(ofDigits count: Int, radix: Int = 16) -> UInt32? {
    let digits = prefix(count)
    guard digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit),
      let number = UInt32(digits.text, radix: radix)
    else { return nil }
    self = self[digits.endIndex...]
    return number
  }

  /// Removes white space from the beginning; false if there is none.
  @discardableResult mutating func skipSpace() -> Bool { !take(while: \.isSpace).isEmpty }

  /// Removes the first code point; nil if the part is empty.
  mutating func popFirst() -> Unicode.Scalar? { isEmpty ? nil : removeFirst() }

  /// The index of a text in the part; nil if it does not occur.
  func firstIndex(of text: String) -> Int? {
    guard let first = text.unicodeScalars.first else { return startIndex }
    return indices.first { self[$0] == first && self[$0...].begins(with: text) }
  }

  /// Whether a text occurs.
  func contains(_ text: String) -> Bool { firstIndex(of: text) != nil }
}

extension Unicode.Scalar {
  /// Whether it is white space, or one of the four separators of ASCII.
  var isSpace: Bool {
    isASCII ? 9...13 ~= value || 28...32 ~= value : properties.isWhitespace
  }

  /// Whether it is a digit of ASCII.
  var isDigit: Bool { 48...57 ~= value }

  /// Whether it is a letter of ASCII.
  var isLetter: Bool { 97...122 ~= value | 0x20 }

  /// Whether it is a letter, a digit or an underscore.
  var isWord: Bool {
    isASCII
      ? isLetter || isDigit || self == "_"
      : properties.isAlphabetic || properties.numericType != nil
  }

  /// The lower case of a letter of ASCII.
  var lower: Unicode.Scalar { 65...90 ~= value ? Unicode.Scalar(UInt8(value + 32)) : self }
}
