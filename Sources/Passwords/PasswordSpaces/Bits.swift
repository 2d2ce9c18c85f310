package import BigInt

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension BigUInt {
  /// The logarithm to base 2; nil for 0.
  ///
  /// Computed from the highest 64 bits; the error is below 2⁻⁵² of the result.
  package var bits: Double? {
    isZero ? nil : Double(bitWidth - 1) + log2(mantissa)
  }

  /// All decimal digits.
  package var decimal: String { String(self) }

  /// The number divided by the largest power of two that is not above it: from 1 up to 2.
  private var mantissa: Double {
    let high = bitWidth > 64 ? self >> (bitWidth - 64) : self << (64 - bitWidth)
    return Double(UInt64(high)) / 0x1p63
  }

  /// The nearest number to the quotient of this number and another one than 0.
  ///
  /// Correct even if both exceed every `Double`.
  package func share(of whole: BigUInt) -> Double {
    if isZero { return 0 }
    // 63 or 64 bits of the quotient, of which the last is set if something is left.
    let shift = whole.bitWidth - bitWidth + 63
    let (quotient, rest) = (self << shift).quotientAndRemainder(dividingBy: whole)
    return Double(
      sign: .plus, exponent: -shift, significand: Double(UInt64(quotient) | (rest.isZero ? 0 : 1)))
  }
}

/// The bits by which a count is below a baseline; negative if it is above, nil for a count of 0.
///
/// Small losses are computed from the exact number of lost strings: the difference of two
/// logarithms would lose digits, for `max-consecutive: 4` from the eighth on.
///
/// - Source: `log2(B) - log2(N) = -log1p(-(B-N)/B) / ln 2`.
package func bitsLost(from baseline: BigUInt, to count: BigUInt) -> Double? {
  guard let before = baseline.bits, let after = count.bits else { return nil }
  if count == baseline { return 0 }
  let share = (count < baseline ? baseline - count : count - baseline).share(
    of: max(count, baseline))
  guard share < 0x1p-10 else { return before - after }
  let loss = -log1p(-share) / M_LN2
  return count < baseline ? loss : -loss
}
