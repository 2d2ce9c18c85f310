// These functions are public behind `@_spi(Internal)`, since the compiler inlines only public
// declarations into other modules.

extension RawSpan {
  /// The little-endian number at an offset; the offset must be within the bytes.
  @_spi(Internal) @inlinable @inline(__always)
  public func number<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Number.Type = Number.self
  ) -> Number {
    // SAFETY: the load is bounds-checked, and all bit patterns are valid numbers.
    Number(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: type))
  }

  /// The big-endian number at an offset; the offset must be within the bytes.
  @_spi(Internal) @inlinable @inline(__always)
  public func bigEndian<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Number.Type = Number.self
  ) -> Number {
    number(at: offset, as: type).byteSwapped
  }

  /// Up to 16 bytes as two little-endian words: the first byte is the lowest, and zeros follow the
  /// last byte.
  ///
  ///     [1, 2, 3].raw.words  // (low: 0x030201, high: 0)
  ///
  /// There must be at most 16 bytes. Reads no byte beyond them, in two loads that overlap if there
  /// are four bytes or more.
  @_spi(Internal) @inlinable @inline(__always)
  public var words: (low: UInt64, high: UInt64) {
    let count = byteCount
    precondition(count <= 16, "at most two words")
    if count >= 8 {
      let last = number(at: count &- 8, as: UInt64.self)
      // Bits that are already in the first word are shifted out, in two halves since they may be
      // all 64.
      let half = UInt64(truncatingIfNeeded: 4 &* (16 &- count))
      return (number(at: 0), (last &>> half) &>> half)
    }
    if count >= 4 {
      let last = UInt64(number(at: count &- 4, as: UInt32.self))
      return (UInt64(number(at: 0, as: UInt32.self)) | last << UInt64(8 &* (count &- 4)), 0)
    }
    var low: UInt64 = 0
    for offset in 0..<count {
      low |= UInt64(number(at: offset, as: UInt8.self)) << UInt64(8 &* offset)
    }
    return (low, 0)
  }
}

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
  @_spi(Internal) @inlinable
  public mutating func append(littleEndian number: UInt64) {
    // SAFETY: exactly the eight bytes of a number.
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
  }

  /// Appends all bytes of a number in big-endian order.
  @_spi(Internal) @inlinable
  public mutating func append(bigEndian number: UInt64) {
    append(littleEndian: number.byteSwapped)
  }
}
