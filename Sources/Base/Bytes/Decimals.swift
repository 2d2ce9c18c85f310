// Text and numbers as bytes of a table or page: hundreds of policies make tens of thousands of
// cells, for which strings took most of a report's time.

/// The most decimal digits of a number of 64 bits.
package let mostDigits = 20

/// A share in 0…1 in millionths; as other programs print it, the half between two numbers becomes the
/// even one.
package func millionths(of share: Double) -> UInt32 {
  let exact = min(max(share, 0), 1) * 1e6
  // Without `rounded()`, which is a call on processors of the first generation.
  let whole = UInt32(exact)
  let rest = exact - Double(whole)
  if rest != 0.5 { return rest > 0.5 ? whole + 1 : whole }
  // The product itself was rounded, and tells only with its error which side is nearer.
  let error = (-exact).addingProduct(share, 1e6)
  return error > 0 || error == 0 && whole % 2 == 1 ? whole + 1 : whole
}

extension OutputSpan<UInt8> {
  /// Appends a number in decimal digits.
  package mutating func appendDecimal(_ number: UInt64) {
    if number < 10 { return appendDigit(UInt32(truncatingIfNeeded: number)) }
    let limit: UInt64 = 100_000_000
    if number >= limit {
      appendDecimal(number / limit)
      return append(eightDigits(of: UInt32(truncatingIfNeeded: number % limit)), from: 0)
    }
    let digits = eightDigits(of: UInt32(truncatingIfNeeded: number))
    let leadingZeros = (digits ^ zeroDigits).trailingZeroBitCount / 8
    append(digits, from: Swift.min(leadingZeros, 7))
  }

  /// Appends a share in 0…1 with six decimals, independent of the locale.
  package mutating func appendSixDecimals(_ share: Double) {
    let millionths = millionths(of: share)
    appendDigit(millionths / 1_000_000)
    append(UInt8(ascii: "."))
    append(eightDigits(of: millionths % 1_000_000), from: 2)
  }

  private mutating func appendDigit(_ digit: UInt32) {
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
  }

  /// Appends the UTF-8 of a text.
  package mutating func append(utf8 text: String) { append(text.utf8.span) }

  /// Appends bytes, of which there must be no more than fit.
  package mutating func append(_ bytes: Span<UInt8>) {
    precondition(bytes.count <= freeCapacity, "the bytes fit")
    unsafe withUnsafeMutableBufferPointer { room, count in
      // SAFETY: as many bytes as these fit after the first `count`, as was checked.
      unsafe bytes.withUnsafeBytes { bytes in
        let free = unsafe UnsafeMutableRawBufferPointer(room)[count...]
        unsafe UnsafeMutableRawBufferPointer(rebasing: free).copyMemory(from: bytes)
      }
      count += bytes.count
    }
  }

  /// Appends the bytes of a word, the lowest first, from one of its eight on.
  private mutating func append(_ word: UInt64, from first: Int) {
    let word = word >> (8 * UInt64(first))
    guard freeCapacity >= 8 else {
      for place in 0..<(8 - first) {
        append(UInt8(truncatingIfNeeded: word >> (8 * UInt64(place))))
      }
      return
    }
    unsafe withUnsafeMutableBufferPointer { room, count in
      // SAFETY: eight bytes fit after the first `count`, as was checked; those after the last that
      // counts are free room.
      unsafe UnsafeMutableRawBufferPointer(room).storeBytes(
        of: word.littleEndian, toByteOffset: count, as: UInt64.self)
      count += 8 - first
    }
  }
}

/// Eight digits of zero.
private let zeroDigits: UInt64 = 0x3030_3030_3030_3030

/// The eight decimal digits of a number below 10⁸, the first in the lowest byte.
///
/// Halves the digits three times, in all parts of a word at once: a division is a product with the
/// rounded reciprocal, exact for numbers of this size.
private func eightDigits(of number: UInt32) -> UInt64 {
  let (high, low) = number.quotientAndRemainder(dividingBy: 10_000)
  let fours = UInt64(high) | (UInt64(low) << 32)
  let hundreds = ((fours &* 10_486) >> 20) & 0x7F_0000_007F
  let twos = hundreds | ((fours &- 100 &* hundreds) << 16)
  let tens = ((twos &* 103) >> 10) & 0xF_000F_000F_000F
  return zeroDigits | tens | ((twos &- 10 &* tens) << 8)
}
