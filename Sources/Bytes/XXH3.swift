import CXXHash

/// The 64-bit XXH3 hash of some bytes: detects damage, not malice.
package func xxh3(_ bytes: RawSpan, seed: UInt64 = 0) -> UInt64 {
  // SAFETY: XXH3 reads the bytes of the buffer and none beyond.
  unsafe bytes.withUnsafeBytes { unsafe xxh3_64bits($0.baseAddress, $0.count, seed) }
}
