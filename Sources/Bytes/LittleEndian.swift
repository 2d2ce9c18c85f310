/// The number in up to eight little-endian bytes.
///
///     littleEndian([0x34, 0x12])  // 0x1234
package func littleEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
  bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
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
  package mutating func append(littleEndian number: UInt64, byteCount: Int = 8) {
    for place in 0..<byteCount {
      append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(place))))
    }
  }
}
