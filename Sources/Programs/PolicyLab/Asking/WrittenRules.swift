/// The rules of a text with their places; of several policies, those of the first.
///
///     WrittenRules(Array("# ours\nminlength: 8;".utf8)).rules[0].value  // 18..<19, the number 8
///
/// The text must have no errors. Then a rule ends at its semicolon or with its policy, and lines
/// that begin with `#` are comments wherever they stand.
struct WrittenRules {
  /// A rule as written; its offsets are those of bytes.
  struct Rule {
    /// The word before the colon.
    let keyword: String
    /// The rule with its semicolon.
    let range: Range<Int>
    /// The value, without space at its ends.
    let value: Range<Int>
    /// Whether a semicolon ends it.
    let isEnded: Bool
  }

  /// The rules in the order of the text.
  private(set) var rules: [Rule] = []
  /// The offset at which the policy begins, after its name.
  private(set) var start = 0
  private let bytes: [UInt8]
  private var position = 0

  /// Finds the rules of a text.
  ///
  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var isNamed = false
    skipBlank()
    while position < bytes.count {
      if isAtLineStart, isAtName {
        if isNamed || !rules.isEmpty { return }
        isNamed = true
        skipLine()
        start = position
      } else {
        readRule()
      }
      skipBlank()
    }
  }

  private mutating func readRule() {
    let first = position
    while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
    let keyword = String(decoding: bytes[first..<position], as: UTF8.self)
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
      // Not a rule: the word 'or', for example.
      position = max(position, first + 1)
      return
    }
    position += 1
    skipBlank()
    let value = position
    var end = position
    while position < bytes.count, bytes[position] != UInt8(ascii: ";") {
      if end > value, isAtLineStart, isAtName { break }
      skipToken()
      end = position
      skipBlank()
    }
    let isEnded = position < bytes.count && bytes[position] == UInt8(ascii: ";")
    if isEnded { position += 1 }
    rules.append(
      Rule(
        keyword: keyword, range: first..<(isEnded ? position : end), value: value..<end,
        isEnded: isEnded))
  }

  /// Skips a class, a text in quotes, or one other byte.
  private mutating func skipToken() {
    let first = bytes[position]
    position += 1
    if first == UInt8(ascii: "[") {
      while position < bytes.count, bytes[position] != UInt8(ascii: "]") { position += 1 }
      if position < bytes.count { position += 1 }
      // Of two brackets, the first is a member of the class.
      if position < bytes.count, bytes[position] == UInt8(ascii: "]") { position += 1 }
    } else if first == UInt8(ascii: "\"") {
      while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      position = min(position + 1, bytes.count)
    }
  }

  private mutating func skipBlank() {
    while position < bytes.count {
      if Self.isSpace(bytes[position]) {
        position += 1
      } else if bytes[position] == UInt8(ascii: "#"), isAtLineStart {
        skipLine()
      } else {
        return
      }
    }
  }

  private mutating func skipLine() {
    position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
  }

  /// Whether only space precedes the next byte on its line.
  private var isAtLineStart: Bool {
    let line = bytes[..<position].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return bytes[line..<position].allSatisfy(Self.isSpace)
  }

  /// Whether the rest of the line is the name of a policy, in brackets.
  private var isAtName: Bool {
    guard bytes[position] == UInt8(ascii: "[") else { return false }
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    guard let last = bytes[position..<end].lastIndex(where: { !Self.isSpace($0) }),
      last > position, bytes[last] == UInt8(ascii: "]")
    else { return false }
    let name = bytes[(position + 1)..<last]
    return !name.allSatisfy(Self.isSpace) && !name.contains(UInt8(ascii: "]"))
      && !name.contains(UInt8(ascii: "["))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "-")
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte)
  }
}
