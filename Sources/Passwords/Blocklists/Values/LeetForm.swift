@_spi(Internal) import Bytes

/// ``FoldedForm`` with substitutes replaced by letters; `i` and `l` become the same, since `1`
/// stands for both.
///
/// | becomes | a | e | i | o | s | t |
/// | ------- | --- | --- | --- | --- | --- | --- |
/// | from | 4 @ | 3 | 1 ! l | 0 | 5 $ | 7 |
///
/// A value and a password that differ only by these substitutions have the same form, so no listed
/// value is missed. In return, `bill`, `bi11` and `biil` are equal, too. Digits stay distinct:
/// `12345` and `I2E4S` are equal, `12345` and `12346` are not.
///
/// - Source: the substitutions are the commonest of zxcvbn's, those of ``ContextWords``.
enum LeetForm {
  /// The letter that replaces each of these characters; all others stay the same.
  static let table: [(letter: Character, from: String)] = [
    ("a", "4@"), ("e", "3"), ("i", "1!l"), ("o", "0"), ("s", "5$"), ("t", "7"),
  ]

  static var tableText: String {
    table.map { "\($0.from.map(String.init).joined(separator: " ")) = \($0.letter)" }
      .joined(separator: ", ")
  }

  /// The form of a byte of folded text, or of an ASCII capital.
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

  /// The form of each byte of a number; zero bytes stay zero.
  ///
  /// The compiler turns ``letter(of:)`` into a table. Comparing vectors of sixteen bytes with each
  /// character of the table took 1.1 µs a line: their comparisons are not inlined.
  @inline(__always)
  static func letters(of bytes: UInt64) -> UInt64 {
    var (result, shift): (UInt64, UInt64) = (0, 0)
    while shift < 64 {
      result |= UInt64(letter(of: UInt8(truncatingIfNeeded: bytes &>> shift))) &<< shift
      shift &+= 8
    }
    return result
  }

  /// Lends the form of a value.
  static func with<Result>(_ value: RawSpan, _ body: (RawSpan) -> Result) -> Result {
    FoldedForm.with(value) { withLetters($0, body) }
  }

  /// Lends the form of a text that is folded except for ASCII capitals.
  static func withLetters<Result>(_ text: RawSpan, _ body: (RawSpan) -> Result) -> Result {
    let bytes = Span<UInt8>(_bytes: text)
    // SAFETY: every byte of the copy is written before it is lent, and the copy outlives the call.
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
    with(value.raw) { ValueFingerprint.ofRaw($0, in: 0..<$0.byteCount) }
  }

  @inline(__always)
  static func fingerprint(of text: RawSpan, in range: Range<Int>) -> UInt64 {
    if range.count > 16 {
      return withLetters(text.extracting(range)) {
        ValueFingerprint.ofRaw($0, in: 0..<$0.byteCount)
      }
    }
    let block = ValueFingerprint.block(of: text, in: range)
    let low = letters(of: UInt64(truncatingIfNeeded: block))
    let high = letters(of: UInt64(truncatingIfNeeded: block &>> 64))
    return ValueFingerprint.ofBlock(UInt128(low) | UInt128(high) &<< 64, range.count)
  }

  static func fingerprintOfUTF8(_ text: RawSpan) -> UInt64 {
    FoldedForm.withBeyondASCII(text) {
      withLetters($0) { ValueFingerprint.ofRaw($0, in: 0..<$0.byteCount) }
    }
  }

  @inline(__always)
  static func key(of text: RawSpan, in range: Range<Int>) -> UInt64 {
    let ends = ValueFilter.ends(of: text, in: range)
    let first = letters(of: ends.first)
    // Up to eight bytes have the same value at both ends.
    return ValueFilter.mixed((first, ends.first == ends.last ? first : letters(of: ends.last)))
  }
}
