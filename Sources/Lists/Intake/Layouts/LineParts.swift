@_spi(Internal) import Bytes
import CCrypto
import CDigests

/// The ranges of a line's parts in a text.
struct LineParts {
  /// The password, without surrounding quotes.
  var password: Range<Int>
  /// The number of its occurrences; at least 1.
  var weight: UInt64 = 1
  /// The user name, if the layout has one.
  var user = 0..<0
  /// Whether two quotes in a row in the password stand for one quote.
  var isQuoted = false
  /// Whether a potfile's line has more than one separator that may end its hash.
  var hasFurther = false
}

extension LineLayout {
  /// Parses a line.
  ///
  /// - Parameters:
  ///   - text: The text that contains the line.
  ///   - line: The line's range, without line end.
  /// - Returns: The ranges of the parts, or nil if the line does not fit the layout.
  /// - Complexity: O(bytes), at most two passes.
  @inline(__always)
  func parts(of text: RawSpan, _ line: Range<Int>) -> LineParts? {
    switch form {
    case .plain: LineParts(password: line)
    case .counted(.prefix): countedBefore(text, line)
    case .counted(.colon): countedBehind(text, line, UInt8(ascii: ":"))
    case .counted(.bar): countedBehind(text, line, UInt8(ascii: "|"))
    case .user: behindUser(text, line)
    case .userHash: behindUserAndHash(text, line, .told)
    case .userHashFirst: behindUserAndHash(text, line, .first)
    case .hash(let end): behindHash(text, line, end)
    case .saltedHash: behindSalt(text, line)
    case .john: shownByJohn(text, line)
    case .table(let column, let user): inTable(text, line, column, user: user)
    }
  }

  /// `   7 password`: exactly one blank follows the count; further blanks belong to the password.
  private func countedBefore(_ text: RawSpan, _ line: Range<Int>) -> LineParts? {
    var start = line.lowerBound
    while start < line.upperBound, text.isBlank(at: start) { start &+= 1 }
    var end = start
    while end < line.upperBound, text.isDigit(at: end) { end &+= 1 }
    guard end < line.upperBound, text.isBlank(at: end), let count = text.count(in: start..<end)
    else { return nil }
    return LineParts(password: end &+ 1..<line.upperBound, weight: count)
  }

  /// `password:7`, split at the last separator.
  private func countedBehind(
    _ text: RawSpan, _ line: Range<Int>, _ separator: UInt8
  ) -> LineParts? {
    var start = line.upperBound
    while start > line.lowerBound, text.isDigit(at: start &- 1) { start &-= 1 }
    guard start > line.lowerBound, text.byte(at: start &- 1) == separator,
      let count = text.count(in: start..<line.upperBound)
    else { return nil }
    return LineParts(password: line.lowerBound..<start &- 1, weight: count)
  }

  func behindUser(_ text: RawSpan, _ line: Range<Int>) -> LineParts? {
    guard let end = text.first(separator, in: line) else { return nil }
    return LineParts(password: end &+ 1..<line.upperBound, user: line.lowerBound..<end)
  }

  /// `user:hash:password`, where the hash ends as in a potfile.
  private func behindUserAndHash(
    _ text: RawSpan, _ line: Range<Int>, _ hashEnd: HashEnd
  ) -> LineParts? {
    guard let end = text.first(separator, in: line) else { return nil }
    var parts = behindHash(text, end &+ 1..<line.upperBound, hashEnd)
    parts?.user = line.lowerBound..<end
    return parts
  }

  /// `hash:salt:password`, split at the second separator.
  private func behindSalt(_ text: RawSpan, _ line: Range<Int>) -> LineParts? {
    guard let first = text.first(separator, in: line),
      let second = text.first(separator, in: first &+ 1..<line.upperBound)
    else { return nil }
    return LineParts(password: second &+ 1..<line.upperBound)
  }

  private func behindHash(_ text: RawSpan, _ line: Range<Int>, _ end: HashEnd) -> LineParts? {
    guard let first = text.first(separator, in: line) else { return nil }
    let takesFirst =
      switch end {
      case .first: true
      case .last: false
      case .told: text.isOfJohn(hash: line.lowerBound..<first)
      }
    var last = line.upperBound &- 1
    while text.byte(at: last) != separator { last &-= 1 }
    let start = takesFirst ? text.endOfTagged(line, first, last, separator) : last
    return LineParts(
      password: start &+ 1..<line.upperBound,
      hasFurther: end == .told && !takesFirst && last != first)
  }

  /// The cell of a column in a row.
  private func inTable(
    _ text: RawSpan, _ line: Range<Int>, _ column: Int, user: Int?
  ) -> LineParts? {
    var found: LineParts?
    var name = 0..<0
    var number = 0
    // The rest of the row is parsed too, to find a quote that never closes, and cells that should not be.
    let isWhole = forEachCell(of: text, line) { cell in
      if number == column { found = cell }
      if number == user { name = cell.password }
      number &+= 1
    }
    found?.user = name
    return isWhole && (width == 0 || number == width) ? found : nil
  }

  /// Parses a row from left to right.
  ///
  /// A quote inside an unquoted cell is an ordinary character, as in most programs. A row with a
  /// quote that is open at the end of the line is malformed.
  ///
  /// - Returns: Whether the row is well-formed.
  /// - Complexity: O(bytes).
  @inline(__always)
  private func forEachCell(
    of text: RawSpan, _ line: Range<Int>, _ body: (LineParts) -> Void
  ) -> Bool {
    var start = line.lowerBound
    while true {
      var cell = LineParts(password: start..<start)
      let next: Int
      if start < line.upperBound, text.byte(at: start) == quote {
        guard let end = text.endOfQuoted(start &+ 1..<line.upperBound, doubled: &cell.isQuoted)
        else { return false }
        cell.password = start &+ 1..<end
        next = end &+ 1
        guard next == line.upperBound || text.byte(at: next) == separator else { return false }
      } else {
        next = text.first(separator, in: start..<line.upperBound) ?? line.upperBound
        cell.password = start..<next
      }
      body(cell)
      if next >= line.upperBound { return true }
      start = next &+ 1
    }
  }

  /// The cells of a row as text, for a header; empty if the row is malformed.
  func cells(of text: RawSpan, _ line: Range<Int>) -> [String] {
    var cells: [String] = []
    return forEachCell(of: text, line, { cells.append(text.string($0)) }) ? cells : []
  }

  /// The number of cells in a row; 0 if it is malformed.
  func cellCount(of text: RawSpan, _ line: Range<Int>) -> Int {
    var count = 0
    return forEachCell(of: text, line, { _ in count &+= 1 }) ? count : 0
  }
}

private let quote = UInt8(ascii: "\"")

extension RawSpan {
  func byte(at offset: Int) -> UInt8 { number(at: offset) }

  func isBlank(at offset: Int) -> Bool {
    let byte = byte(at: offset)
    return byte == 0x20 || byte == 9
  }

  func isDigit(at offset: Int) -> Bool { byte(at: offset) &- UInt8(ascii: "0") < 10 }

  /// The decimal value of digits; nil for 0, for no digits, and from 2⁶³ on.
  func count(in digits: Range<Int>) -> UInt64? {
    var value: UInt64 = 0
    for offset in digits {
      let (tenfold, isTooMuch) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = tenfold.addingReportingOverflow(
        UInt64(byte(at: offset) &- UInt8(ascii: "0")))
      if isTooMuch || carries { return nil }
      value = sum
    }
    return value == 0 || value > .max / 2 ? nil : value
  }

  /// The offset of the quote that closes a cell; two quotes in a row stand for one and do not close
  /// it.
  func endOfQuoted(_ range: Range<Int>, doubled: inout Bool) -> Int? {
    var start = range.lowerBound
    while let end = first(quote, in: start..<range.upperBound) {
      guard end &+ 1 < range.upperBound, byte(at: end &+ 1) == quote else { return end }
      doubled = true
      start = end &+ 2
    }
    return nil
  }

  /// Whether a hash is in one of John the Ripper's forms, which contain no colon: tagged, or DES
  /// crypt.
  func isOfJohn(hash: Range<Int>) -> Bool {
    if hash.isEmpty { return false }
    switch byte(at: hash.lowerBound) {
    case UInt8(ascii: "$"), UInt8(ascii: "{"), UInt8(ascii: "_"): return true
    default: break
    }
    return hash.count == 13 && hash.allSatisfy { byte(at: $0).isOfCrypt }
  }

  /// The separator behind a hash that ends at the first one; a hash of Kerberos may hold one itself:
  /// `$krb5asrep$23$user@REALM:digits$digits`.
  fileprivate func endOfTagged(
    _ line: Range<Int>, _ first: Int, _ last: Int, _ separator: UInt8
  ) -> Int {
    guard first != last, zip(line, "$krb5asrep$".utf8).allSatisfy({ byte(at: $0) == $1 }),
      line.count > 11, let second = self.first(separator, in: first &+ 1..<line.upperBound),
      second &- first > 33, byte(at: first &+ 33) == UInt8(ascii: "$"),
      (first &+ 1..<first &+ 33).allSatisfy({ byte(at: $0).hexDigit != nil })
    else { return first }
    return second
  }

  /// A cell as text; invalid UTF-8 becomes U+FFFD.
  func string(_ cell: LineParts) -> String {
    let bytes = cell.password.map { byte(at: $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    return cell.isQuoted
      ? text.split(separator: "\"\"", omittingEmptySubsequences: false).joined(separator: "\"")
      : text
  }
}

extension UInt8 {
  /// Whether the byte is one of the 64 characters of crypt's hashes: letters, digits, `.` and `/`.
  fileprivate var isOfCrypt: Bool {
    switch self {
    case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

extension RawSpan {
  /// Whether the hash before a text `$HEX[…]` is of the text itself, not of the bytes that it spells.
  ///
  /// John's potfiles hold such passwords. Asks hashes without a salt: NT and MD5 of 32 digits, SHA-1 of 40; compares 16 digits.
  func isHashed(_ text: Range<Int>, in line: Range<Int>) -> Bool {
    let end = text.lowerBound &- 1
    for count in [32, 40] where end &- count >= line.lowerBound {
      let digits = end &- count..<end
      let isLonger =
        digits.lowerBound > line.lowerBound && byte(at: digits.lowerBound &- 1).hexDigit != nil
      guard !isLonger, areHex(digits) else { continue }
      let head = digits.prefix(16).reduce(UInt64(0)) {
        $0 << 4 | UInt64(byte(at: $1).hexDigit ?? 0)
      }
      let bytes = text.map { byte(at: $0) }
      return count == 40
        ? unsafe digests_sha1(bytes, bytes.count) == head
        : unsafe digests_md4(bytes.flatMap { [$0, 0] }, 2 * bytes.count) == head
          || md5(bytes) == head
    }
    return false
  }
}

/// The first 64 bits of the MD5 of some bytes.
private func md5(_ bytes: [UInt8]) -> UInt64 {
  var digest = [UInt8](repeating: 0, count: 16)
  // SAFETY: reads the bytes, and writes the 16 of the digest.
  _ = unsafe MD5(bytes, bytes.count, &digest)
  return digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
}
