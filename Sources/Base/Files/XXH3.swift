public import CXXHash

/// The 64-bit XXH3 hash of some bytes; detects damage, not malice.
///
/// This function and its siblings are public behind `@_spi(Internal)`, since the compiler inlines
/// only public declarations into other modules: hashing a short password costs no call.
@_spi(Internal) @inlinable @inline(__always)
public func xxh3(_ bytes: RawSpan, seed: UInt64 = 0) -> UInt64 {
  // SAFETY: XXH3 reads only the bytes of the buffer.
  unsafe bytes.withUnsafeBytes { unsafe xxh3_64bits($0.baseAddress, $0.count, seed) }
}

/// The 64-bit XXH3 hash of the 16 bytes of a number in little-endian order.
///
/// Uses no branch on a length, and no memory.
@_spi(Internal) @inlinable @inline(__always)
public func xxh3(littleEndian number: UInt128, seed: UInt64 = 0) -> UInt64 {
  xxh3_64bits_of_words(
    UInt64(truncatingIfNeeded: number).littleEndian,
    UInt64(truncatingIfNeeded: number &>> 64).littleEndian, seed)
}

/// The 128-bit XXH3 hash of some bytes, as two words.
@_spi(Internal) @inlinable @inline(__always)
public func xxh3Wide(_ bytes: RawSpan, seed: UInt64 = 0) -> (high: UInt64, low: UInt64) {
  // SAFETY: XXH3 reads only the bytes of the buffer.
  let hash = unsafe bytes.withUnsafeBytes {
    unsafe xxh3_128bits($0.baseAddress, $0.count, seed)
  }
  return (hash.high, hash.low)
}

/// The version of xxHash that the program was built with, such as `0.8.1`.
package let xxHashVersion = [XXH_VERSION_MAJOR, XXH_VERSION_MINOR, XXH_VERSION_RELEASE]
  .map { String($0) }.joined(separator: ".")
