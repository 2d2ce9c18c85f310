import Glibc

/// The passwords of a chunk, taken out of its lines: a text of one password a line, and what the
/// lines said beside it.
///
/// A lane keeps one and uses it again and again. Only what a lane would audit stands in the text,
/// so password `k` of the text belongs to `weights[k]` and `users[k]`; empty, blank, over-long and
/// malformed lines are counted here.
///
///     lines.take(chunk, by: layout)
///     lines.withPaddedText { text, byteCount in … }   // as of a chunk
///
/// Passwords that a line cannot hold, because an LF is in them or a CR at their end, are decoded
/// ones; they stand apart, in ``apart``.
@safe package struct PasswordLines: ~Copyable {
  /// What became of the lines.
  package struct Account: Hashable, Sendable {
    /// Lines taken apart, headers included.
    package var lines: UInt64 = 0
    /// Lines of no byte, and where they name no user, those of an empty password.
    package var empty: UInt64 = 0
    /// Lines that name a user who has no password: an empty one, which is audited.
    package var blank: UInt64 = 0
    /// Lines of a password that is too long.
    package var overLong: UInt64 = 0
    /// Lines that are not of the layout.
    package var malformed: UInt64 = 0
    /// First lines that name what stands below.
    package var headers: UInt64 = 0
    /// The number of the first malformed line, from 0; of no meaning where there is none.
    package var firstMalformed: UInt64 = 0

    /// Nothing yet.
    package init() {}
  }

  /// A password that stands apart.
  package struct Apart: Sendable {
    /// Its bytes in ``apartText``.
    package let range: Range<Int>
    /// How often it occurs.
    package let weight: UInt64
    /// Its user's name in the chunk.
    package let user: Range<Int>
    /// Its line in the chunk, line end included.
    package let line: Range<Int>
  }

  /// What became of the lines of the last chunk.
  package private(set) var account = Account()
  /// How often each password of the text occurs; empty where the layout does not say.
  package private(set) var weights: [UInt64] = []
  /// Where the chunk names the user of each password of the text; empty where it does not.
  package private(set) var users: [Range<Int>] = []
  /// The lines of the chunk that the passwords of the text were taken from, line ends included;
  /// empty unless they are asked for.
  package private(set) var lines: [Range<Int>] = []
  /// The lines of users without a password, line ends included; empty unless they are asked for.
  package private(set) var blankLines: [Range<Int>] = []
  /// Passwords that do not stand in the text.
  package private(set) var apart: [Apart] = []
  /// Their bytes.
  package private(set) var apartText: [UInt8] = []

  // SAFETY: allocated with `capacity` bytes, all initialised, by `reserve`, freed by it and in
  // `deinit`; the bytes up to `byteCount + Chunk.padding` are within it. No copy can exist.
  private var storage: UnsafeMutableRawPointer
  private var capacity = Chunk.padding
  private var byteCount = 0

  private let longestLine: Int
  private let keepsLines: Bool

  /// Makes room for nothing yet.
  ///
  /// - Parameters:
  ///   - longestLine: Bytes of the longest password to be taken.
  ///   - keepsLines: Whether ``lines`` are asked for.
  package init(longestLine: Int, keepsLines: Bool = false) {
    self.longestLine = longestLine
    self.keepsLines = keepsLines
    unsafe storage = .allocate(byteCount: capacity, alignment: 64)
    unsafe storage.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
  }

  deinit { unsafe storage.deallocate() }

  /// Lends the passwords, an LF behind each, with padding as ``Chunk/withPaddedText(_:)`` does.
  package func withPaddedText<Result: ~Copyable, Failure: Error>(
    _ body: (_ padded: RawSpan, _ byteCount: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: within the allocation; the span ends with the closure, which this value outlives.
    let padded = unsafe UnsafeRawBufferPointer(
      start: storage, count: byteCount + Chunk.padding
    ).bytes
    return try body(padded, byteCount)
  }

  /// Takes the passwords out of the lines of a text; forgets those of the text before.
  ///
  /// - Parameters:
  ///   - text: The lines and ``Chunk/padding`` readable bytes behind them.
  ///   - end: Bytes of the lines, which end on an LF.
  ///   - layout: What the lines hold where.
  ///   - skipsHeader: Whether the first line is none of them.
  /// - Complexity: O(bytes); allocates only where a text is longer than all before.
  package mutating func take(
    _ text: RawSpan, end: Int, by layout: LineLayout, skipsHeader: Bool = false
  ) {
    reserve(end + Chunk.padding)
    byteCount = 0
    account = Account()
    weights.removeAll(keepingCapacity: true)
    users.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    blankLines.removeAll(keepingCapacity: true)
    apart.removeAll(keepingCapacity: true)
    apartText.removeAll(keepingCapacity: true)
    var start = 0
    while start < end {
      let lineFeed = text.first(0x0A, in: start..<end) ?? end
      let stop = lineFeed > start && text.byte(at: lineFeed &- 1) == 13 ? lineFeed &- 1 : lineFeed
      takeLine(
        start..<stop, of: text, by: layout, whole: start..<lineFeed &+ 1,
        isHeader: start == 0 && skipsHeader)
      start = lineFeed &+ 1
      account.lines &+= 1
    }
  }

  @inline(__always)
  private mutating func takeLine(
    _ line: Range<Int>, of text: RawSpan, by layout: LineLayout, whole: Range<Int>,
    isHeader: Bool
  ) {
    if isHeader { return account.headers &+= 1 }
    if line.isEmpty { return account.empty &+= 1 }
    guard let parts = layout.parts(of: text, line) else {
      if account.malformed == 0 { account.firstMalformed = account.lines }
      return account.malformed &+= 1
    }
    let password = parts.password
    if parts.isQuoted || layout.decodesHex && text.isHex(password) {
      return takeDecoded(parts, of: text, by: layout, whole)
    }
    if password.isEmpty { return takeBlank(of: layout, whole) }
    if password.count > longestLine { return account.overLong &+= 1 }
    if text.byte(at: password.upperBound &- 1) == 13 {
      return takeDecoded(parts, of: text, by: layout, whole)
    }
    copy(password, of: text)
    if layout.isWeighted { weights.append(parts.weight) }
    if layout.hasUsers { users.append(parts.user) }
    if keepsLines { lines.append(whole) }
  }

  /// Counts an empty password: that an account has none is a fact, that a line has none is not.
  private mutating func takeBlank(of layout: LineLayout, _ whole: Range<Int>) {
    guard layout.hasUsers else { return account.empty &+= 1 }
    account.blank &+= 1
    if keepsLines { blankLines.append(whole) }
  }

  /// Adds a line to the text.
  @inline(__always)
  private mutating func copy(_ password: Range<Int>, of text: RawSpan) {
    precondition(
      byteCount &+ password.count &+ Chunk.padding <= capacity
        && password.upperBound &+ Chunk.padding <= text.byteCount)
    // SAFETY: a padding's worth of bytes can be read behind the one and written behind the other,
    // so steps of 16 may overrun the password's end; one such step is faster than `memcpy`.
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

  /// Takes a password that is written otherwise than it is.
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
      if count > 0 { return account.overLong &+= 1 }
      return takeBlank(of: layout, whole)
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
  /// Whether bytes are written `$HEX[…]` with pairs of hexadecimal digits.
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
  /// Turns `$HEX[6162]`, from an offset to the end, into the bytes 61 62; leaves anything else.
  mutating func decodeHex(from start: Int) {
    let isHex = self.span.extracting(start..<count).withBytes { $0.isHex(0..<$0.byteCount) }
    guard isHex else { return }
    var decoded: [UInt8] = []
    for offset in stride(from: start + 5, to: count - 2, by: 2) {
      decoded.append((self[offset].hexDigit ?? 0) << 4 | (self[offset + 1].hexDigit ?? 0))
    }
    replaceSubrange(start..<count, with: decoded)
  }
}

extension Span<UInt8> {
  fileprivate func withBytes(_ body: (RawSpan) -> Bool) -> Bool {
    // SAFETY: bytes have no padding.
    unsafe body(bytes)
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit; nil for any other byte.
  var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
