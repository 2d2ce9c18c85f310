/// ``FoldedForm`` with what stands for a letter made that letter, and `i` and `l`, for which `1`
/// stands alike, made one.
///
/// | becomes | a | e | i | o | s | t |
/// | ------- | --- | --- | --- | --- | --- | --- |
/// | from | 4 @ | 3 | 1 ! l | 0 | 5 $ | 7 |
///
/// A value and a password that differ only by these substitutions have one form, so no listed value
/// is missed; that `bill` and `bi11` and `biil` are one too is the price. Digits stay apart from each
/// other: `12345` and `I2E4S` are one, `12345` and `12346` are not.
///
/// - Source: the substitutions are the commonest of zxcvbn's, those of ``ContextWords``.
enum LeetForm {
  /// What becomes of each character that does not stay itself.
  static let table: [(letter: Character, from: String)] = [
    ("a", "4@"), ("e", "3"), ("i", "1!l"), ("o", "0"), ("s", "5$"), ("t", "7"),
  ]

  static var tableText: String {
    table.map { "\($0.from.map(String.init).joined(separator: " ")) = \($0.letter)" }
      .joined(separator: ", ")
  }

  /// What a byte of a folded text, or an ASCII capital, becomes.
  @inline(__always)
  static func letter(of byte: UInt8) -> UInt8 {
    switch FoldedForm.lowercase(byte) {
    case UInt8(ascii: "4"), UInt8(ascii: "@"): UInt8(ascii: "a")
    case UInt8(ascii: "3"): UInt8(ascii: "e")
    case UInt8(ascii: "1"), UInt8(ascii: "!"), UInt8(ascii: "l"): UInt8(ascii: "i")
    case UInt8(ascii: "0"): UInt8(ascii: "o")
    case UInt8(ascii: "5"), UInt8(ascii: "$"): UInt8(ascii: "s")
    case UInt8(ascii: "7"): UInt8(ascii: "t")
    case let other: other
    }
  }

  /// The same of all bytes of a block at once; zeros stay zeros.
  @inline(__always)
  static func letters(of block: UInt128) -> UInt128 {
    // SAFETY: both are sixteen bytes, of which any are a number.
    var bytes = unsafe unsafeBitCast(FoldedForm.lowercase(of: block), to: SIMD16<UInt8>.self)
    let (four, at, three) = (bytes .== 0x34, bytes .== 0x40, bytes .== 0x33)
    let (one, mark, el) = (bytes .== 0x31, bytes .== 0x21, bytes .== 0x6C)
    let (zero, five, dollar, seven) = (
      bytes .== 0x30, bytes .== 0x35, bytes .== 0x24, bytes .== 0x37
    )
    bytes.replace(with: UInt8(ascii: "a"), where: four .| at)
    bytes.replace(with: UInt8(ascii: "e"), where: three)
    bytes.replace(with: UInt8(ascii: "i"), where: one .| mark .| el)
    bytes.replace(with: UInt8(ascii: "o"), where: zero)
    bytes.replace(with: UInt8(ascii: "s"), where: five .| dollar)
    bytes.replace(with: UInt8(ascii: "t"), where: seven)
    return unsafe unsafeBitCast(bytes, to: UInt128.self)
  }

  /// Lends the form of a value.
  static func with<Result>(_ value: RawSpan, _ body: (RawSpan) -> Result) -> Result {
    FoldedForm.with(value) { withLetters($0, body) }
  }

  /// Lends bytes of a folded text, or of one with ASCII capitals, with all substitutions made.
  static func withLetters<Result>(_ text: RawSpan, _ body: (RawSpan) -> Result) -> Result {
    let bytes = Span<UInt8>(_bytes: text)
    // SAFETY: every byte of the copy is written before it is lent, and it is lent no longer than it
    // is there.
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { copy in
      for index in bytes.indices {
        unsafe copy.initializeElement(at: index, to: letter(of: bytes[index]))
      }
      return unsafe body(UnsafeRawBufferPointer(copy).bytes)
    }
  }
}

extension LeetForm: ValueForm {
  static func fingerprint(of value: Span<UInt8>) -> UInt64 {
    // SAFETY: bytes have no padding.
    with(unsafe value.bytes) { Fingerprint.ofRaw($0, in: 0..<$0.byteCount) }
  }

  @inline(__always)
  static func fingerprint(of text: RawSpan, in range: Range<Int>) -> UInt64 {
    if range.count > 16 {
      return withLetters(text.extracting(range)) { Fingerprint.ofRaw($0, in: 0..<$0.byteCount) }
    }
    return Fingerprint.ofBlock(letters(of: Fingerprint.block(of: text, in: range)), range.count)
  }

  static func fingerprintOfUTF8(_ text: RawSpan) -> UInt64 {
    FoldedForm.withBeyondASCII(text) {
      withLetters($0) { Fingerprint.ofRaw($0, in: 0..<$0.byteCount) }
    }
  }

  @inline(__always)
  static func key(of text: RawSpan, in range: Range<Int>) -> UInt64 {
    let ends = ValueFilter.ends(of: text, in: range)
    let both = letters(of: UInt128(ends.first) | UInt128(ends.last) &<< 64)
    return ValueFilter.mixed(
      (UInt64(truncatingIfNeeded: both), UInt64(truncatingIfNeeded: both &>> 64)))
  }
}
