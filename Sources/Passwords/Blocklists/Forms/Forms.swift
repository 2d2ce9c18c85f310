import CUTF8Proc
import Files
@_spi(Internal) package import Passwords

/// Unicode's normalisation form KC with case folding: `Ａ`, `a` and `A` become the same.
///
/// ASCII letters become lower case, even among bytes that are not UTF-8.
///
/// - Source: The Unicode Standard, section 3.13, definition D146, with a final composition.
enum FoldedForm {
  private static let decomposed = utf8proc_option_t(
    UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_STABLE.rawValue)
  private static let folded = utf8proc_option_t(
    UTF8PROC_COMPAT.rawValue | UTF8PROC_CASEFOLD.rawValue | UTF8PROC_COMPOSE.rawValue
      | UTF8PROC_STABLE.rawValue)

  /// Lends the folded form of a value.
  static func with<Result>(_ value: RawSpan, _ body: (RawSpan) -> Result) -> Result {
    let bytes = Span<UInt8>(_bytes: value)
    for index in bytes.indices where bytes[index] >= 0x80 { return withBeyondASCII(value, body) }
    return withLowercase(value, body)
  }

  /// Lends the folded form of bytes that are not only ASCII.
  static func withBeyondASCII<Result>(_ text: RawSpan, _ body: (RawSpan) -> Result) -> Result {
    if FormC.isCertain(text) { return withFolded(text, body) }
    // The iota below folds to a letter, so it must be in its canonical place before that.
    return UTF8Proc.with(text, decomposed) { decomposed in
      if let decomposed { withFolded(decomposed, body) } else { withLowercase(text, body) }
    }
  }

  private static func withFolded<Result>(_ text: RawSpan, _ body: (RawSpan) -> Result) -> Result {
    UTF8Proc.with(text, folded) { folded in
      if let folded { body(folded) } else { withLowercase(text, body) }
    }
  }

  /// Lends bytes with ASCII letters in lower case; lends the original bytes if they have no
  /// capital.
  static func withLowercase<Result>(_ text: RawSpan, _ body: (RawSpan) -> Result) -> Result {
    let bytes = Span<UInt8>(_bytes: text)
    guard bytes.indices.contains(where: { lowercase(bytes[$0]) != bytes[$0] }) else {
      return body(text)
    }
    // SAFETY: every byte of the copy is written before it is lent, and the copy outlives the loan.
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { copy in
      for index in bytes.indices {
        unsafe copy.initializeElement(at: index, to: lowercase(bytes[index]))
      }
      return unsafe body(UnsafeRawBufferPointer(copy).bytes)
    }
  }

  /// Makes an ASCII capital lower case; leaves other bytes unchanged.
  @inline(__always)
  static func lowercase(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// Does the same for all bytes of a number at once.
  @inline(__always)
  static func lowercase<Bytes: FixedWidthInteger & UnsignedInteger>(of bytes: Bytes) -> Bytes {
    let each = Bytes.max / 0xFF
    // Sums of seven bits: they carry into the eighth bit but not into the next byte.
    let low = bytes & (each &* 0x7F)
    let fromA = low &+ each &* (0x80 - 0x41)
    let beyondZ = low &+ each &* (0x80 - 0x5B)
    return bytes | (fromA & ~beyondZ & ~bytes & (each &* 0x80)) &>> 2
  }
}

/// Unicode's normalisation form C.
///
/// - Source: Unicode Standard Annex 15.
enum FormC {
  /// Whether well-formed text is certainly in form C; false also for some text that is.
  ///
  /// The first byte of each character decides. Form C does not change, combine or move characters
  /// with these first bytes: Latin, Cyrillic, the common Chinese characters and most Korean
  /// syllables. A look-up of such a line takes 20 to 40 ns, of other lines 200 ns.
  static func isCertain(_ text: RawSpan) -> Bool {
    let certain = certain
    for offset in 0..<text.byteCount {
      // SAFETY: the load is bounds-checked.
      let byte = unsafe text.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      if byte >= 0x80 && certain & (1 &<< UInt128(byte & 0x7F)) == 0 { return false }
    }
    return true
  }

  /// Bit `b` is set if the byte 0x80 + `b` continues a character or starts one of U+0080–02FF,
  /// U+0400–047F, U+4000–9FFF, U+B000–CFFF.
  private static let certain: UInt128 = {
    let bytes: [ClosedRange<UInt128>] = [0x80...0xCB, 0xD0...0xD1, 0xE4...0xE9, 0xEB...0xEC]
    return bytes.joined().reduce(0) { $0 | 1 << ($1 - 0x80) }
  }()

  /// Lends the form C of a text, or the text itself if it is not well-formed UTF-8.
  static func with<Result>(_ text: RawSpan, _ body: (RawSpan) -> Result) -> Result {
    let form = utf8proc_option_t(UTF8PROC_COMPOSE.rawValue | UTF8PROC_STABLE.rawValue)
    return UTF8Proc.with(text, form) { composed in
      if let composed { body(composed) } else { body(text) }
    }
  }
}

/// The effect of normalisation on passwords.
package enum Normalisation {
  /// Counts the lines of a batch that form C changes.
  ///
  /// SP 800-63B-4 demands form C before a password is hashed. So these entries may differ from the
  /// text that a verifier compares.
  ///
  /// Looks only at well-formed lines beyond ASCII, since no others can change; a batch without such
  /// lines need not be passed.
  package static func changedLines(in batch: borrowing LineBatch, of text: RawSpan) -> UInt64 {
    var count: UInt64 = 0
    for index in 0..<batch.count {
      if batch.line(index).encoding != .utf8 { continue }
      if changes(batch.bytes(of: index, in: text)) {
        count &+= batch.isWeighted ? batch[weight: index] : 1
      }
    }
    return count
  }

  /// Whether form C changes a well-formed text.
  static func changes(_ text: RawSpan) -> Bool {
    if FormC.isCertain(text) { return false }
    return FormC.with(text) { form in
      guard form.byteCount == text.byteCount else { return true }
      let (before, after) = (Span<UInt8>(_bytes: text), Span<UInt8>(_bytes: form))
      return before.indices.contains { before[$0] != after[$0] }
    }
  }
}

/// Wraps utf8proc.
enum UTF8Proc {
  /// Lends a normalisation form of a text; nil if the text is not well-formed UTF-8.
  static func with<Result>(
    _ text: RawSpan, _ form: utf8proc_option_t, _ body: (RawSpan?) -> Result
  ) -> Result {
    // Canonical decomposition gives at most 1.5 code points per byte. Compatibility decomposition
    // may give more; then the function returns the needed number.
    with(text, form, codePointCapacity: 2 * text.byteCount, body)
  }

  private static func with<Result>(
    _ text: RawSpan, _ form: utf8proc_option_t, codePointCapacity: Int, _ body: (RawSpan?) -> Result
  ) -> Result {
    // SAFETY: `utf8proc_decompose` writes at most the given capacity and returns the number of code
    // points, or a negative number if the bytes are not UTF-8. `utf8proc_reencode` turns them in
    // place into at most four bytes each and a zero, for which there is one extra place. It returns
    // the number of bytes that it has written.
    return unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: codePointCapacity + 1) {
      codePoints in
      let count = unsafe text.withUnsafeBytes { bytes in
        unsafe utf8proc_decompose(
          bytes.baseAddress, bytes.count, codePoints.baseAddress, codePointCapacity, form)
      }
      if count > codePointCapacity { return with(text, form, codePointCapacity: count, body) }
      if count < 0 { return body(nil) }
      let byteCount = unsafe utf8proc_reencode(codePoints.baseAddress, count, form)
      if byteCount < 0 { return body(nil) }
      return unsafe body(UnsafeRawBufferPointer(codePoints).bytes.extracting(first: byteCount))
    }
  }
}

/// The C libraries that normalise and hash passwords before they are looked up.
package enum ComparingLibraries {
  /// Their names and versions, such as `utf8proc 2.8.0`, in alphabetical order.
  package static var versions: [String] {
    // SAFETY: the function returns a constant text that ends in a zero byte.
    let utf8proc = unsafe String(cString: utf8proc_version())
    return ["utf8proc \(utf8proc)", "xxHash \(xxHashVersion)"]
  }
}
