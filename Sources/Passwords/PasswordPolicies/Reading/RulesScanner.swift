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

/// A class in brackets, or the part of it that could be scanned.
struct ScannedClass {
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

// Descriptions of the text for messages.
extension RulesScanner {
  /// The next character, for a message: `'x'`, `U+00A0` or `the end of the text`.
  var whatIsNext: String {
    let window = bytes[position...].prefix(4)
    guard let scalar = String(decoding: window, as: UTF8.self).unicodeScalars.first else {
      return "the end of the text"
    }
    if next.map(Self.isSpace) ?? false { return "space" }
    if seesWord {
      var ahead = self
      return "'\(ahead.word().prefix(40))'"
    }
    return Self.name(of: scalar)
  }

  /// The text up to the next space, comma or semicolon.
  func textUntilDelimiter(from start: Int) -> String {
    let rest = bytes[start...].prefix {
      !Self.isSpace($0) && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",")
    }
    return String(String(decoding: rest, as: UTF8.self).prefix(40))
  }

  /// A character in quotes, or its number if it is invisible.
  static func name(of scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned,
      .privateUse, .surrogate, .nonspacingMark, .enclosingMark:
      return scalar.notation
    default: return "'\(scalar)'"
    }
  }
}

extension Unicode.Scalar {
  /// Its number as Unicode writes it: `U+00E9`.
  package var notation: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension PasswordRules {
  /// Reads a rules string strictly.
  ///
  ///     try PasswordRules(parsing: "minlength: 8; required: lower; max-consecutive: 2")
  ///
  /// Everything that Apple's own parser complains about is an error here, since that parser then
  /// drops a rule or the whole policy, which is rarely intended. `ascii-printable` together with
  /// `unicode` is also an error, since other readers interpret it differently. All problems are
  /// reported at once.
  ///
  /// - Parameters:
  ///   - text: The rules, such as the value of the attribute `passwordrules`.
  ///   - reading: The meaning of `max-consecutive`.
  /// - Throws: ``ParseError`` if there is an error.
  /// - Complexity: O(length).
  public init(
    parsing text: String, readingMaxConsecutiveAs reading: MaxConsecutiveReading = .repeats
  ) throws(ParseError) {
    let read = Self.strictReading(of: text)
    guard !read.hasErrors, let policy = read.policies.first else {
      throw ParseError(problems: read.problems)
    }
    self = policy.alternatives[0]
    maxConsecutiveReading = reading
  }

  /// All problems of a rules string: the errors for which ``init(parsing:readingMaxConsecutiveAs:)`` throws, and warnings,
  /// such as for the number 0, which has no effect.
  public static func problems(in text: String) -> [Problem] { strictReading(of: text).problems }

  /// Reads a rules string like Apple's own parser, as Safari does: rules that it drops are missing,
  /// and if it discards the text, the rules are the default, printable ASCII.
  ///
  ///     PasswordRules(leniently: "minlength: 8 ; required: digit; maxlength: 20")
  ///     // required: digit; maxlength: 20; the space before the first semicolon costs a rule
  ///
  /// ``ReferenceReading`` also says what was dropped.
  ///
  /// - Complexity: O(length).
  public init(
    leniently text: String, readingMaxConsecutiveAs reading: MaxConsecutiveReading = .repeats
  ) {
    self = ReferenceReading(of: text).rules
    maxConsecutiveReading = reading
  }

  private static func strictReading(of text: String) -> PolicyReading {
    PolicyReading(rulesString: Array(text.utf8), name: "", file: "<rules>")
  }
}
