@_spi(Internal) import Bytes

/// A bitmap that rejects most passwords that no list holds, before they are hashed.
///
/// Uses a key made of a password's ends, which costs one multiplication; only passwords that pass
/// are hashed and looked up by fingerprint. A false pass costs time but never gives a wrong answer.
///
/// Each value sets two bits of a 64-bit word. There is a word for every two to four values: 256 KB
/// for 100,000 values, which fits in a second-level cache together with the rest. About one line in
/// seventy passes falsely.
struct ValueFilter: Sendable {
  /// The words; their number is a power of two.
  private let words: FixedNumbers

  /// The largest filter, in words.
  ///
  /// With more than four million values it would not fit in any cache, and a look-up took 45 ns a
  /// line with it, 27 ns without.
  private static let largest = 1 << 20

  /// Makes the filter of values given by their keys.
  init(_ keys: [[UInt64]]) {
    let count = keys.reduce(0) { $0 + $1.count }
    var size = 1
    while size < count / 4 { size *= 2 }
    let isUsed = size <= Self.largest
    words = FixedNumbers(count: isUsed ? size : 1) { words in
      if !isUsed { words[0] = .max }
      for list in keys where isUsed { Self.add(list.span, to: &words) }
    }
  }

  /// Refers to a filter that is compiled into the program.
  init(compiledIn words: FixedNumbers) { self.words = words }

  private static func add(_ keys: Span<UInt64>, to words: inout MutableSpan<UInt64>) {
    for index in keys.indices {
      let key = keys[index]
      words[place(of: key, words.count)] |= 1 &<< (key &>> firstBit) | 1 &<< (key &>> secondBit)
    }
  }

  /// 1 if a value with this key may be listed, 0 for most keys that are not.
  ///
  /// A number, since a branch on it would be mispredicted.
  @inline(__always)
  func mayHold(_ key: UInt64) -> Int {
    // SAFETY: the place is below the number of words, a power of two.
    let word = unsafe words.memory[Self.place(of: key, words.count)]
    return Int(
      truncatingIfNeeded: (word &>> (key &>> Self.firstBit))
        & (word &>> (key &>> Self.secondBit)) & 1)
  }

  // The low bits of a key select the word, bits in the middle select its two bits.
  private static let firstBit: UInt64 = 28
  private static let secondBit: UInt64 = 34

  @inline(__always)
  private static func place(of key: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: key) & (count &- 1)
  }
}

extension ValueFilter {
  /// The key of a value's normalisation form C.
  ///
  /// The form may be ASCII even if the value is not: the Kelvin sign becomes K.
  static func key(of value: Span<UInt8>) -> UInt64 {
    let bytes = value.raw
    if ValueFingerprint.isASCII(bytes) { return key(of: bytes, in: 0..<bytes.byteCount) }
    return FormC.with(bytes) { key(of: $0, in: 0..<$0.byteCount) }
  }

  /// The key of some bytes of a text: the first eight and the last eight bytes, multiplied and
  /// folded.
  ///
  /// They overlap in most passwords, and are equal if there are fewer than eight.
  @inline(__always)
  static func key(of text: RawSpan, in range: Range<Int>) -> UInt64 {
    mixed(ends(of: text, in: range))
  }

  /// The key of 1 to 16 bytes of ASCII at the end of a block.
  @inline(__always)
  static func key(ofBlock block: UInt128, _ count: Int) -> UInt64 {
    let first = UInt64(truncatingIfNeeded: block &>> UInt128(truncatingIfNeeded: 128 - 8 * count))
    return mixed((first, count < 8 ? first : UInt64(truncatingIfNeeded: block &>> 64)))
  }

  /// The key of the same bytes with ASCII letters in lower case.
  @inline(__always)
  static func lowercaseKey(of text: RawSpan, in range: Range<Int>) -> UInt64 {
    let (first, last) = ends(of: text, in: range)
    return mixed((FoldedForm.lowercase(of: first), FoldedForm.lowercase(of: last)))
  }

  @inline(__always)
  static func ends(of text: RawSpan, in range: Range<Int>) -> (first: UInt64, last: UInt64) {
    let (start, end) = (range.lowerBound, range.upperBound)
    // One comparison checks both ends: eight bytes before `end` and eight after it, which is more
    // than needed from `start` on.
    guard text.byteCount >= 16, start >= 0,
      UInt(bitPattern: end &- 8) <= UInt(bitPattern: text.byteCount &- 16)
    else { return ends(of: text.extracting(range)) }
    // SAFETY: eight bytes are readable from `start` on and before `end`; all bit patterns are
    // valid.
    let first = unsafe text.unsafeLoadUnaligned(
      fromUncheckedByteOffset: start, as: UInt64.self)
    let last = unsafe text.unsafeLoadUnaligned(
      fromUncheckedByteOffset: end &- 8, as: UInt64.self)
    // If there are fewer than eight bytes, the surplus is shifted away.
    let missing = UInt64(truncatingIfNeeded: 64 &- 8 &* min(range.count, 8))
    return (first.littleEndian & (.max &>> missing), last.littleEndian &>> missing)
  }

  @inline(__always)
  static func mixed(_ ends: (first: UInt64, last: UInt64)) -> UInt64 {
    let product = (ends.first ^ 0x9E37_79B9_7F4A_7C15)
      .multipliedFullWidth(by: ends.last ^ 0xC2B2_AE3D_27D4_EB4F)
    return product.high ^ product.low
  }

  /// The same two numbers for bytes at the edge of a text.
  private static func ends(of bytes: RawSpan) -> (first: UInt64, last: UInt64) {
    let count = bytes.byteCount
    if count >= 8 { return (bytes.number(at: 0), bytes.number(at: count - 8)) }
    let number = bytes.words.low
    return (number, number)
  }
}

/// Immutable numbers at a fixed address: made at run time and freed with the last copy, or compiled
/// into the program.
@safe struct FixedNumbers: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the memory is written only by the closure of `init`, before any
  // copy exists, and is freed by `owner` when no copy is left; or it is part of the program.
  /// The numbers, valid as long as this value or a copy of it.
  @unsafe let memory: UnsafeBufferPointer<UInt64>
  private let owner: Owner?

  /// Frees memory that was allocated at run time.
  @safe private final class Owner {
    // SAFETY: the class only frees it, once.
    private let memory: UnsafeMutableBufferPointer<UInt64>

    init(_ memory: UnsafeMutableBufferPointer<UInt64>) { unsafe self.memory = unsafe memory }

    deinit { unsafe memory.deallocate() }
  }

  /// Makes numbers, all 0 until `fill` sets some.
  init(count: Int, _ fill: (inout MutableSpan<UInt64>) -> Void) {
    let memory = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: count)
    unsafe memory.initialize(repeating: 0)
    var numbers = unsafe memory.mutableSpan
    fill(&numbers)
    owner = unsafe Owner(memory)
    unsafe self.memory = UnsafeBufferPointer(memory)
  }

  /// Refers to numbers that are compiled into the program.
  @unsafe init(compiledIn memory: UnsafeBufferPointer<UInt64>) {
    unsafe self.memory = unsafe memory
    owner = nil
  }

  var count: Int { unsafe memory.count }
}
