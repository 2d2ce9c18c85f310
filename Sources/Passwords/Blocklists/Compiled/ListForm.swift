/// The way in which the lines of a list hold values.
package enum ListForm: String, Hashable, Sendable, CaseIterable {
  /// Each line is a value.
  case plain
  /// A value, a colon and its count: `value:1234`.
  case valueAndCount = "value:count"
  /// A count, a space and a value, as `uniq -c` prints them: `   1234 value`.
  case countAndValue = "count value"
  /// The SHA-1 digest of a value in hexadecimal, optionally with a colon and a count.
  case sha1
  /// The NTLM hash of a value, in the same form.
  case ntlm

  /// The content of a line.
  package enum Line: Hashable, Sendable {
    /// The value's range in the line, and its count; 1 if the line has none.
    case value(Range<Int>, count: UInt64)
    /// The first 64 bits of the digest, and its count; 1 if the line has none.
    case digest(UInt64, count: UInt64)
  }

  /// Whether the list holds digests instead of values.
  package var isOfDigests: Bool { self == .sha1 || self == .ntlm }

  /// Whether each value has a count.
  package var hasCounts: Bool { self != .plain }

  /// Reads a line; nil if it does not have this form.
  package func read(_ line: Span<UInt8>) -> Line? {
    switch self {
    case .plain: return .value(line.indices, count: 1)
    case .valueAndCount:
      guard let colon = Self.colon(in: line),
        let count = Self.number(line, in: colon + 1..<line.count)
      else { return nil }
      return .value(0..<colon, count: count)
    case .countAndValue:
      var start = 0
      while start < line.count, line[start] == UInt8(ascii: " ") { start += 1 }
      var end = start
      while end < line.count, Self.isDigit(line[end]) { end += 1 }
      guard end < line.count, line[end] == UInt8(ascii: " ") || line[end] == UInt8(ascii: "\t"),
        let count = Self.number(line, in: start..<end)
      else { return nil }
      return .value(end + 1..<line.count, count: count)
    case .sha1: return Self.digest(line, digits: 40)
    case .ntlm: return Self.digest(line, digits: 32)
    }
  }

  /// Detects the form of a list from its first non-empty lines.
  ///
  /// If half of the lines are digests with counts (digests alone may be passwords), the list is one
  /// of digests, and a line of another form is a fault: a list of words that holds digests would
  /// refuse nothing. Otherwise all lines must have counts in the same place, on two lines or more;
  /// else the list is plain.
  package init(of lines: [[UInt8]]) {
    let lines = lines.filter { !$0.isEmpty }
    func count(_ form: ListForm) -> Int {
      lines.count { line in
        let bytes = line.span
        return form.read(bytes) != nil && (!form.isOfDigests || Self.colon(in: bytes) != nil)
      }
    }
    let (sha1, ntlm) = (count(.sha1), count(.ntlm))
    if !lines.isEmpty, (sha1 + ntlm) * 2 >= lines.count {
      self = sha1 >= ntlm ? .sha1 : .ntlm
      return
    }
    let counted: [ListForm] = lines.count > 1 ? [.valueAndCount, .countAndValue] : []
    self = counted.first { count($0) == lines.count } ?? .plain
  }

  private static func digest(_ line: Span<UInt8>, digits: Int) -> Line? {
    guard line.count >= digits else { return nil }
    for index in 16..<digits where nibble(line[index]) == nil { return nil }
    guard let head = hexadecimal(line, in: 0..<16) else { return nil }
    if line.count == digits { return .digest(head, count: 1) }
    guard line[digits] == UInt8(ascii: ":"),
      let count = number(line, in: digits + 1..<line.count)
    else { return nil }
    return .digest(head, count: count)
  }

  /// Reads a hexadecimal number; nil if the bytes are not a number.
  static func hexadecimal(_ line: Span<UInt8>, in range: Range<Int>) -> UInt64? {
    var number: UInt64 = 0
    for index in range {
      guard let nibble = nibble(line[index]) else { return nil }
      number = number << 4 | UInt64(nibble)
    }
    return number
  }

  static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte & 15
    case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"):
      byte & 15 + 9
    default: nil
    }
  }

  /// Reads a decimal number; nil if the bytes are not a number or it is too large.
  static func number(_ line: Span<UInt8>, in range: Range<Int>) -> UInt64? {
    guard !range.isEmpty, range.count < 19 else { return nil }
    var number: UInt64 = 0
    for index in range {
      guard isDigit(line[index]) else { return nil }
      number = number * 10 + UInt64(line[index] & 15)
    }
    return number
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// The position of the last colon.
  private static func colon(in line: Span<UInt8>) -> Int? {
    line.indices.last { line[$0] == UInt8(ascii: ":") }
  }
}
