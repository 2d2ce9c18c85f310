import Passwords

/// Scans the bytes of a policy, one token at a time.
///
/// Every meaningful character of the language is ASCII, so the scanner works on UTF-8 bytes, even
/// ill-formed ones. The strict and the lenient reader share it and differ only in the text that
/// they accept.
struct RulesScanner {
  let bytes: [UInt8]
  /// Offset of the next byte; at most `bytes.count`.
  var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// The next byte; nil at the end.
  var next: UInt8? { isAtEnd ? nil : bytes[position] }

  /// Whether the next byte is this one.
  func sees(_ character: Unicode.Scalar) -> Bool {
    next.map { Unicode.Scalar($0) == character } ?? false
  }

  /// Skips the next byte if it is this one.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard sees(character) else { return false }
    position += 1
    return true
  }

  /// Skips space, tab, line feed, carriage return and form feed; other characters do not count as
  /// space.
  mutating func skipSpace() {
    while let byte = next, Self.isSpace(byte) { position += 1 }
  }

  /// Skips the rest of the line, up to its line feed or the end of the bytes.
  mutating func skipLine() { position = bytes.endOfLine(from: position) }

  /// Reads the longest run of letters and `-`, possibly empty.
  mutating func word() -> String {
    let start = position
    while let byte = next, Self.isWord(byte) { position += 1 }
    return text(start..<position)
  }

  var seesWord: Bool { next.map(Self.isWord) ?? false }
  var seesDigit: Bool { next.map(Self.isDigit) ?? false }

  /// Reads the longest run of digits; a number too large for `Int` gives `Int.max`.
  mutating func number() -> Int {
    var result = 0
    while let byte = next, Self.isDigit(byte) {
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
      result = overflow || carry ? .max : sum
      position += 1
    }
    return result
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }

  static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
  static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
  static func isWord(_ byte: UInt8) -> Bool { isLetter(byte) || byte == UInt8(ascii: "-") }
}

/// A class in brackets, or the part of it that could be scanned.
struct ScannedClass {
  /// Its members.
  var members = CodePointSet()
  /// The offset of each `-` that is not first, so is not a member.
  var misplacedDashes: [Int] = []
  /// The offsets of bytes that are not printable ASCII, so are not members.
  var ignored: [Int] = []
  /// The offsets of the text between the brackets.
  var content = 0..<0
  /// How the class ends.
  var end = End.closed

  enum End {
    /// A bracket closes it.
    case closed
    /// A bracket closes it, but the next character cannot follow a class.
    case closedBeforeJunk
    /// The text ends inside it.
    case unterminated
    /// The text ends right after its `[`.
    case empty
  }
}

extension RulesScanner {
  /// Scans a class; the next byte must be its `[`.
  ///
  /// It ends at the first `]`; if two are adjacent, at the second, and then the first is a member.
  /// Without `]` it extends to the end of the text.
  mutating func bracketClass() -> ScannedClass {
    position += 1
    let start = position
    var result = ScannedClass()
    guard !isAtEnd else {
      result.end = .empty
      return result
    }
    let close = UInt8(ascii: "]")
    while let byte = next, byte != close {
      if !(0x20...0x7E ~= byte) {
        result.ignored.append(position)
      } else if byte == UInt8(ascii: "-") && position > start {
        result.misplacedDashes.append(position)
      } else {
        result.members.ascii |= 1 << UInt128(byte)
      }
      position += 1
    }
    if isAtEnd {
      result.end = .unterminated
    } else {
      position += 1
      if next == close {
        result.members.ascii |= 1 << UInt128(close)
        position += 1
      } else if let byte = next, !Self.isSpace(byte), !sees(","), !sees(";") {
        result.end = .closedBeforeJunk
      }
    }
    result.content = start..<max(start, result.end == .unterminated ? position : position - 1)
    return result
  }
}

extension [UInt8] {
  /// The offset of the first line feed from `start` on, or `end` if there is none before it.
  ///
  /// - Parameters:
  ///   - start: The offset at which the search begins.
  ///   - end: The offset at which it ends; nil for the end of the bytes.
  /// - Returns: The offset of the line's end.
  func endOfLine(from start: Int, before end: Int? = nil) -> Int {
    let end = end ?? count
    return self[start..<end].firstIndex(of: UInt8(ascii: "\n")) ?? end
  }
}
