/// Distinguishes the start of a JSON document, or of JSON lines, from a list of passwords.
///
/// A password may be `{}`, `[1]` or `{"`, but no JSON follows it. So all bytes must be JSON, and
/// begin with an object that has a member, or with an array of objects, arrays or strings.
struct JSONStart {
  private let bytes: [UInt8]
  private var position = 0
  private var open: [UInt8] = []

  /// The deepest nesting that is followed; lists of passwords do not need more.
  private static let deepest = 512

  /// The results of reading a part.
  private enum PartOutcome {
    /// It is complete.
    case whole
    /// The bytes end in it.
    case cut
    /// It is not JSON.
    case wrong
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The filter of `jq` that takes the passwords out of a text whose first bytes are JSON; nil for other text.
  ///
  /// It leaves out former passwords, which managers of passwords keep in a history.
  static func filter(_ bytes: [UInt8]) -> String? {
    guard isIn(bytes) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    if text.first(where: { !$0.isWhitespace }) == "[", !text.contains("{") {
      return text.dropFirst().first { !$0.isWhitespace } == "["
        ? ".[][-1] | strings" : ".[] | strings"
    }
    // Names stand in quotes before a colon.
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    let name = zip(parts, parts.dropFirst()).first { name, next in
      ColumnWords.isPassword(String(name)) && next.first { !$0.isWhitespace } == ":"
    }
    let key = name.map { ".\"\($0.0)\"" } ?? ".\"password\""
    let isSimple = key.dropFirst(2).dropLast().allSatisfy { $0.isASCII && $0.isLetter }
    let field = isSimple ? "." + key.dropFirst(2).dropLast() : key
    return "del(.. | .passwordHistory?) | .. | \(field)? | strings"
  }

  /// Whether a text's first bytes are JSON.
  ///
  /// - Complexity: O(bytes), and O(1) for nearly all other text.
  static func isIn(_ bytes: [UInt8]) -> Bool {
    var start = JSONStart(bytes)
    guard start.beginsLikeDocument() else { return false }
    start.position = 0
    var documents = 0
    while true {
      start.skipBlanks()
      if start.position == bytes.count { return documents > 0 }
      // After the first document, only similar ones may follow, as in JSON lines.
      guard start.next?.opens == true else { return false }
      switch start.readDocument() {
      case .whole: documents += 1
      case .cut: return true
      case .wrong: return false
      }
    }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 9 || byte == 0x0A || byte == 0x0D {
      position += 1
    }
  }

  /// Whether the bytes begin with `{"…":`, `[{"…":`, `["…"` or arrays of these.
  private mutating func beginsLikeDocument() -> Bool {
    skipBlanks()
    while next == UInt8(ascii: "[") {
      position += 1
      skipBlanks()
      if next == UInt8(ascii: "\"") { return readString() == .whole }
    }
    guard next == UInt8(ascii: "{") else { return false }
    position += 1
    skipBlanks()
    guard next == UInt8(ascii: "\""), readString() == .whole else { return false }
    skipBlanks()
    return next == UInt8(ascii: ":")
  }

  /// The parts that may follow at the current place.
  private enum Expectation {
    case value, valueOrEnd, key, keyOrEnd, commaOrEnd
  }

  /// Reads an object or array with its contents.
  private mutating func readDocument() -> PartOutcome {
    open = []
    var expected = Expectation.value
    repeat {
      skipBlanks()
      guard let byte = next else { return .cut }
      var part = PartOutcome.whole
      switch expected {
      case .valueOrEnd where closes(byte), .keyOrEnd where closes(byte),
        .commaOrEnd where closes(byte):
        open.removeLast()
        position += 1
        expected = .commaOrEnd
      case .commaOrEnd:
        guard byte == UInt8(ascii: ",") else { return .wrong }
        position += 1
        expected = open.last == UInt8(ascii: "{") ? .key : .value
      case .key, .keyOrEnd:
        part = readKey()
        expected = .value
      case .value where byte.opens, .valueOrEnd where byte.opens:
        guard open.count < Self.deepest else { return .wrong }
        open.append(byte)
        position += 1
        expected = byte == UInt8(ascii: "{") ? .keyOrEnd : .valueOrEnd
      case .value, .valueOrEnd:
        part = readScalar()
        expected = .commaOrEnd
      }
      if part != .whole { return part }
    } while !open.isEmpty
    return .whole
  }

  private func closes(_ byte: UInt8) -> Bool {
    open.last == UInt8(ascii: "{") && byte == UInt8(ascii: "}")
      || open.last == UInt8(ascii: "[") && byte == UInt8(ascii: "]")
  }

  /// Reads a name and its colon.
  private mutating func readKey() -> PartOutcome {
    guard next == UInt8(ascii: "\"") else { return .wrong }
    let part = readString()
    if part != .whole { return part }
    skipBlanks()
    guard let colon = next else { return .cut }
    position += 1
    return colon == UInt8(ascii: ":") ? .whole : .wrong
  }

  /// Reads a string, which must not contain control characters.
  private mutating func readString() -> PartOutcome {
    position += 1
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return .whole
      case UInt8(ascii: "\\"):
        guard let escaped = next else { return .cut }
        guard "\"\\/bfnrtu".utf8.contains(escaped) else { return .wrong }
        position += 1
      case 0..<0x20: return .wrong
      default: break
      }
    }
    return .cut
  }

  /// Reads a string, a number, or a word.
  private mutating func readScalar() -> PartOutcome {
    if next == UInt8(ascii: "\"") { return readString() }
    let start = position
    while let byte = next, byte.isOfScalar { position += 1 }
    let scalar = bytes[start..<position]
    if position == bytes.count { return scalar.count <= 64 ? .cut : .wrong }
    let isNumber =
      scalar.contains { $0 &- 0x30 < 10 } && scalar.allSatisfy(\.isOfNumber)
    return isNumber || Self.words.contains { scalar.elementsEqual($0.utf8) } ? .whole : .wrong
  }

  /// Python writes the last three of these.
  private static let words = ["true", "false", "null", "NaN", "Infinity", "-Infinity"]
}

extension UInt8 {
  /// Whether an object or an array begins with it.
  fileprivate var opens: Bool { self == UInt8(ascii: "{") || self == UInt8(ascii: "[") }

  fileprivate var isOfScalar: Bool {
    isOfNumber || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }

  fileprivate var isOfNumber: Bool { self &- 0x30 < 10 || "+-.eE".utf8.contains(self) }
}
