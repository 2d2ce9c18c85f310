@_spi(Internal) import Bytes
import Glibc

/// The passwords of a chunk, extracted from its lines into a text of one password per line, with
/// the count and user of each.
///
/// Each worker reuses one. The text contains only the passwords to audit: password `k` of the text
/// has `weights[k]` and `users[k]`. Empty, blank, over-long and malformed lines are only counted.
///
///     lines.take(chunk, by: layout)
///     lines.withPaddedText { text, byteCount in … }   // as of a chunk
///
/// Decoded passwords that a line cannot hold, because they contain an LF or end in a CR, are in
/// ``apart``.
@safe package struct PasswordLines: ~Copyable {
  /// The number of lines by outcome.
  package struct Counts: Hashable, Sendable {
    /// Lines parsed, headers included.
    package var lines: UInt64 = 0
    /// Lines without bytes and, in layouts without users, lines with an empty password.
    package var empty: UInt64 = 0
    /// Lines that name a user with an empty password; this password is audited.
    package var blank: UInt64 = 0
    /// Lines whose password is too long.
    package var overLong: UInt64 = 0
    /// Lines that do not fit the layout.
    package var malformed: UInt64 = 0
    /// Header lines, which name the columns.
    package var headers: UInt64 = 0
    /// Header lines that stand again behind the first.
    package var headersAgain: UInt64 = 0
    /// Lines with a byte order mark, which is left out.
    package var marks: UInt64 = 0
    /// Passwords of well-formed UTF-8 beyond ASCII, and those that are not UTF-8; ``PasswordLines``
    /// does not count them.
    package var (utf8, illFormed): (UInt64, UInt64) = (0, 0)
    /// Lines that continue a row of a table; they are no lines of their own.
    package var continued: UInt64 = 0
    /// Lines of a potfile in which more than one separator may end the hash.
    package var furtherSeparators: UInt64 = 0
    /// The number of the first malformed line, from 0; meaningless if there is none.
    package var firstMalformed: UInt64 = 0

    /// Makes counts of 0.
    package init() {}

    /// Adds the counts of the lines that follow.
    mutating func add(_ next: Counts) {
      if malformed == 0 { firstMalformed = lines &+ continued &+ next.firstMalformed }
      lines &+= next.lines
      empty &+= next.empty
      blank &+= next.blank
      overLong &+= next.overLong
      malformed &+= next.malformed
      headers &+= next.headers
      headersAgain &+= next.headersAgain
      marks &+= next.marks
      utf8 &+= next.utf8
      illFormed &+= next.illFormed
      continued &+= next.continued
      furtherSeparators &+= next.furtherSeparators
    }
  }

  /// A password that is not in the text.
  package struct Apart: Sendable {
    /// The range of its bytes in ``apartText``.
    package let range: Range<Int>
    /// The number of its occurrences.
    package let weight: UInt64
    /// The range of the user's name in the chunk.
    package let user: Range<Int>
    /// The range of the line in the chunk, with its line end.
    package let line: Range<Int>
  }

  /// The counts for the last chunk.
  package private(set) var counts = Counts()
  /// The count of each password of the text; empty if the layout has no counts.
  package private(set) var weights: [UInt64] = []
  /// The range in the chunk of each password's user name; empty if the layout has no users.
  package private(set) var users: [Range<Int>] = []
  /// The range in the chunk of the line of each password of the text, with its line end; empty
  /// unless requested.
  package private(set) var lines: [Range<Int>] = []
  /// The lines of users without a password, with their line ends; empty unless requested.
  package private(set) var blankLines: [Range<Int>] = []
  /// Passwords that are not in the text.
  package private(set) var apart: [Apart] = []
  /// The bytes of these passwords.
  package private(set) var apartText: [UInt8] = []

  // SAFETY: `reserve` allocates `capacity` bytes, all initialised, and frees the previous ones;
  // `deinit` frees the last. The bytes up to `byteCount + Chunk.padding` are within it. Cannot be
  // copied.
  private var storage: UnsafeMutableRawPointer
  private var capacity = Chunk.padding
  private var byteCount = 0

  private let longestLine: Int
  private let keepsLines: Bool
  private var dropsMarks = false

  /// Makes an extractor that has no memory yet.
  ///
  /// - Parameters:
  ///   - longestLine: The longest password to accept, in bytes.
  ///   - keepsLines: Whether to fill ``lines``.
  package init(longestLine: Int, keepsLines: Bool = false) {
    self.longestLine = longestLine
    self.keepsLines = keepsLines
    unsafe storage = .allocate(byteCount: capacity, alignment: 64)
    unsafe storage.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
  }

  deinit { unsafe storage.deallocate() }

  /// Lends the passwords, each followed by an LF, with padding like ``Chunk/withPaddedText(_:)``.
  package func withPaddedText<Result: ~Copyable, Failure: Error>(
    _ body: (_ padded: RawSpan, _ byteCount: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: within the allocation; the span ends with the closure, which this value outlives.
    let padded = unsafe UnsafeRawBufferPointer(
      start: storage, count: byteCount + Chunk.padding
    ).bytes
    return try body(padded, byteCount)
  }

  /// Extracts the passwords from the lines of a text; drops the passwords of the previous text.
  ///
  /// - Parameters:
  ///   - text: The lines, followed by ``Chunk/padding`` readable bytes.
  ///   - end: The number of bytes of the lines, which end in an LF.
  ///   - layout: The layout of the lines.
  ///   - headerEnd: The end of the lines that are headers.
  ///   - header: The header, which is no password where it stands again.
  ///   - dropsMarks: Whether a byte order mark at the beginning of a line is no part of it.
  /// - Complexity: O(bytes); allocates only if the text is longer than all previous ones.
  package mutating func take(
    _ text: RawSpan, end: Int, by layout: LineLayout, headerEnd: Int = 0,
    header: [UInt8] = [], dropsMarks: Bool = false
  ) {
    self.dropsMarks = dropsMarks
    reserve(end + Chunk.padding)
    byteCount = 0
    counts = Counts()
    weights.removeAll(keepingCapacity: true)
    users.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    blankLines.removeAll(keepingCapacity: true)
    apart.removeAll(keepingCapacity: true)
    apartText.removeAll(keepingCapacity: true)
    var cursor = 0
    if layout.isTable {
      while let row = layout.nextRow(of: text, at: &cursor, end: end, longest: longestLine) {
        takeLine(
          row.range, of: text, by: layout, whole: row.range.lowerBound..<cursor, header,
          isHeader: row.range.lowerBound < headerEnd, spansLines: row.lineCount > 1)
        counts.lines &+= 1
        counts.continued &+= UInt64(row.lineCount &- 1)
      }
      return
    }
    while let line = text.nextLine(at: &cursor, end: end) {
      takeLine(
        line, of: text, by: layout, whole: line.lowerBound..<cursor, header,
        isHeader: line.lowerBound < headerEnd)
      counts.lines &+= 1
    }
  }

  @inline(__always)
  private mutating func takeLine(
    _ line: Range<Int>, of text: RawSpan, by layout: LineLayout, whole: Range<Int>,
    _ header: [UInt8], isHeader: Bool, spansLines: Bool = false
  ) {
    if isHeader { return counts.headers &+= 1 }
    var line = line
    if dropsMarks, text.hasMark(line) {
      counts.marks &+= 1
      line = text.unmarked(line)
    }
    if line.isEmpty { return counts.empty &+= 1 }
    if line.count == header.count, text.is(header, at: line.lowerBound) {
      counts.headersAgain &+= 1
      return counts.headers &+= 1
    }
    // A wider row may be skipped by the reader, so its length alone decides.
    if layout.isTable, line.count > longestLine { return counts.overLong &+= 1 }
    guard let parts = layout.parts(of: text, line) else {
      if case .john = layout.form, text.isJohnsSum(line) { return counts.headers &+= 1 }
      if counts.malformed == 0 { counts.firstMalformed = counts.lines &+ counts.continued }
      return counts.malformed &+= 1
    }
    let password = parts.password
    if parts.hasFurther { counts.furtherSeparators &+= 1 }
    if parts.isQuoted || spansLines
      || layout.decodesHex && text.isHex(password) && !text.isHashed(password, in: line)
    {
      return takeDecoded(parts, of: text, by: layout, whole)
    }
    if password.isEmpty { return takeBlank(of: layout, parts.user, whole) }
    if password.count > longestLine { return counts.overLong &+= 1 }
    if text.byte(at: password.upperBound &- 1) == 13 {
      return takeDecoded(parts, of: text, by: layout, whole)
    }
    copy(password, of: text)
    if layout.isWeighted { weights.append(parts.weight) }
    if layout.hasUsers { users.append(parts.user) }
    if keepsLines { lines.append(whole) }
  }

  /// Counts an empty password: a fact about an account in a layout with users, otherwise just an
  /// empty line.
  ///
  /// In a table, a row without a user is no account: managers of passwords export notes so.
  private mutating func takeBlank(
    of layout: LineLayout, _ user: Range<Int>, _ whole: Range<Int>
  ) {
    guard layout.hasUsers, !(layout.isTable && user.isEmpty) else { return counts.empty &+= 1 }
    counts.blank &+= 1
    if keepsLines { blankLines.append(whole) }
  }

  /// Appends a password to the text.
  @inline(__always)
  private mutating func copy(_ password: Range<Int>, of text: RawSpan) {
    precondition(
      byteCount &+ password.count &+ Chunk.padding <= capacity
        && password.upperBound &+ Chunk.padding <= text.byteCount)
    // SAFETY: the bytes of a padding can be read after the source and written after the
    // destination, so steps of 16 may overrun the end; one such step is faster than `memcpy`.
    unsafe text.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let from = unsafe base + password.lowerBound
      let to = unsafe storage + byteCount
      var offset = 0
      repeat {
        unsafe (to + offset).storeBytes(
          of: (from + offset).loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
        offset &+= 16
      } while offset < password.count
      unsafe (to + password.count).storeBytes(of: 0x0A, as: UInt8.self)
    }
    byteCount &+= password.count &+ 1
  }

  /// Takes a password written in another form (`$HEX[…]` or with doubled quotes).
  private mutating func takeDecoded(
    _ parts: LineParts, of text: RawSpan, by layout: LineLayout, _ whole: Range<Int>
  ) {
    let start = apartText.count
    var position = parts.password.lowerBound
    while position < parts.password.upperBound {
      let byte = text.byte(at: position)
      apartText.append(byte)
      position &+= parts.isQuoted && byte == UInt8(ascii: "\"") ? 2 : 1
    }
    if layout.decodesHex { apartText.decodeHex(from: start) }
    let count = apartText.count &- start
    if count == 0 || count > longestLine {
      apartText.removeLast(count)
      if count > 0 { return counts.overLong &+= 1 }
      return takeBlank(of: layout, parts.user, whole)
    }
    apart.append(
      Apart(
        range: start..<apartText.count, weight: parts.weight, user: parts.user, line: whole))
  }

  private mutating func reserve(_ count: Int) {
    guard count > capacity else { return }
    unsafe storage.deallocate()
    capacity = count
    unsafe storage = .allocate(byteCount: count, alignment: 64)
    unsafe storage.initializeMemory(as: UInt8.self, repeating: 0, count: count)
  }
}

extension RawSpan {
  /// Whether some bytes stand at an offset.
  fileprivate func `is`(_ bytes: [UInt8], at offset: Int) -> Bool {
    bytes.indices.allSatisfy { byte(at: offset &+ $0) == bytes[$0] }
  }

  /// Whether bytes have the form `$HEX[…]` with pairs of hexadecimal digits.
  @inline(__always)
  func isHex(_ range: Range<Int>) -> Bool {
    range.count >= 6 && byte(at: range.lowerBound) == UInt8(ascii: "$") && isHexSpelledOut(range)
  }

  private func isHexSpelledOut(_ range: Range<Int>) -> Bool {
    let digits = range.lowerBound &+ 5..<range.upperBound &- 1
    return range.count % 2 == 0 && byte(at: range.upperBound &- 1) == UInt8(ascii: "]")
      && zip(range, "$HEX[".utf8).allSatisfy { byte(at: $0) == $1 }
      && digits.allSatisfy { byte(at: $0).hexDigit != nil }
  }
}

extension [UInt8] {
  /// Replaces `$HEX[6162]`, from an offset to the end, by the bytes 61 62; leaves other text
  /// unchanged.
  package mutating func decodeHex(from start: Int) {
    let isHex = self.span.extracting(start..<count).raw.isHex(0..<(count - start))
    guard isHex else { return }
    var decoded: [UInt8] = []
    for offset in stride(from: start + 5, to: count - 2, by: 2) {
      decoded.append((self[offset].hexDigit ?? 0) << 4 | (self[offset + 1].hexDigit ?? 0))
    }
    replaceSubrange(start..<count, with: decoded)
  }
}

extension Span<UInt8> {
  /// The bytes that `$HEX[6162]` spells; nil of other text.
  package var decodedHex: [UInt8]? {
    guard raw.isHex(0..<count) else { return nil }
    var text = indices.map { self[$0] }
    text.decodeHex(from: 0)
    return text
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit; nil for other bytes.
  var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
