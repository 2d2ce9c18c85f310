package import BigInt

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension BigUInt {
  /// The logarithm to base 2; nil for 0.
  ///
  /// The highest 64 bits decide: the error is below 2⁻⁵² of the result.
  package var bits: Double? {
    isZero ? nil : Double(bitWidth - 1) + log2(mantissa)
  }

  /// All its digits.
  package var decimal: String { String(self) }

  /// The number divided by the highest power of two in it, from 1 up to 2.
  private var mantissa: Double {
    let high = bitWidth > 64 ? self >> (bitWidth - 64) : self << (64 - bitWidth)
    return Double(UInt64(high)) / 0x1p63
  }

  /// This divided by a larger or equal number, which is not 0.
  ///
  /// Right even where both exceed every `Double`.
  package func share(of whole: BigUInt) -> Double {
    isZero ? 0 : scalbn(mantissa / whole.mantissa, bitWidth - whole.bitWidth)
  }
}

/// How many bits fewer a count has than a baseline; negative when it has more, nil for a count of 0.
///
/// Small losses come from the exact number of strings lost: the difference of two logarithms would
/// cancel, at `max-consecutive: 4` from the eighth digit on.
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
