/// The number stored in up to eight little-endian bytes.
///
///     littleEndian([0x34, 0x12])  // 0x1234
package func littleEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
  bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
}

/// The number stored in up to eight big-endian bytes.
///
///     bigEndian([0x12, 0x34])  // 0x1234
package func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
  bytes.reduce(0) { $0 << 8 | UInt64($1) }
}

/// The lowest bytes of a number in little-endian order.
///
///     littleEndianBytes(0x1234, 4)  // [0x34, 0x12, 0, 0]
package func littleEndianBytes(_ number: UInt64, _ byteCount: Int) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.append(littleEndian: number, byteCount: byteCount)
  return bytes
}

extension [UInt8] {
  /// Appends the lowest bytes of a number in little-endian order.
  package mutating func append(littleEndian number: UInt64, byteCount: Int) {
    for place in 0..<byteCount {
      append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(place))))
    }
  }

  /// Appends all bytes of a number in little-endian order.
  @_spi(House) @inlinable
  public mutating func append(littleEndian number: UInt64) {
    // SAFETY: exactly the eight bytes of a number.
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
  }

  /// Appends all bytes of a number in big-endian order.
  @_spi(House) @inlinable
  public mutating func append(bigEndian number: UInt64) {
    append(littleEndian: number.byteSwapped)
  }
}
