#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The half decades of guesses: bin `b` begins at 10 to the power of `b / 2`.
///
/// Bin 30 begins at exactly 10¹⁵ guesses, so bins and budgets of guesses agree. No logarithm
/// decides this: `g` guesses reach bin `b` if `g² ≥ 10ᵇ`, in whole numbers. The computed
/// ``Strength/log10Guesses`` is slightly off at some powers of ten.
struct GuessesBins {
  /// The first number of each bin.
  private let starts: Cells<Double>
  /// Half decades up to the largest finite number.
  private static let count = 617

  init() {
    starts = Cells(count: Self.count + 1, filledWith: .infinity)
    starts[0] = -.infinity
    // The power of five grows bin by bin; the power of two is kept separately.
    var power = WholeNumber(1)
    for bin in 1..<Self.count {
      power.multiply(by: 5)
      // The estimate is off by a few steps at most.
      var start = pow(10, Double(bin) / 2)
      while power.isReached(bySquareOf: start, twos: bin) { start = start.nextDown }
      while !power.isReached(bySquareOf: start, twos: bin) { start = start.nextUp }
      starts[bin] = start
    }
  }

  /// The bin of a number of guesses; numbers below 1 and NaN are in the first, infinite ones in the
  /// last.
  @inline(__always)
  func bin(of guesses: Double) -> Int {
    guard guesses >= 1 else { return 0 }
    // An exponent of 2 is 0.602 half decades; the bin is this one or one of the next two.
    let exponent = Int(guesses.bitPattern >> 52 & 0x7FF) - 1023
    var bin = min(exponent * 616 / 1024, Self.count - 1)
    while starts[bin] > guesses { bin -= 1 }
    while bin < Self.count - 1, starts[bin + 1] <= guesses { bin += 1 }
    return bin
  }

  /// The decimal logarithm as the reference computes it.
  static func log10(_ number: Double) -> Double { log(number) / log(10) }
}

/// A whole number of any size, the lowest 32 bits first.
private struct WholeNumber {
  private var limbs: [UInt32]

  init(_ number: UInt32) { limbs = [number] }

  mutating func multiply(by factor: UInt32) {
    var carry: UInt64 = 0
    for index in limbs.indices {
      carry += UInt64(limbs[index]) * UInt64(factor)
      limbs[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry > 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
  }

  /// Whether the square of a number is at least this one times this many twos.
  ///
  /// The number is finite, and at least 1.
  func isReached(bySquareOf number: Double, twos: Int) -> Bool {
    let significand = UInt128(number.significandBitPattern | 1 << 52)
    let square = significand * significand
    // number² = square × 2^shift; of the two sides the smaller exponent is taken out.
    let shift = 2 * (Int(number.exponent) - 52) - twos
    let left = WholeNumber(square, shiftedBy: max(0, shift))
    let right = shifted(by: max(0, -shift))
    return left.isAtLeast(right)
  }

  private init(_ number: UInt128, shiftedBy shift: Int) {
    limbs = (0..<4).map { UInt32(truncatingIfNeeded: number >> UInt128(32 * $0)) }
    self = shifted(by: shift)
  }

  private func shifted(by bits: Int) -> WholeNumber {
    var result = self
    result.limbs.insert(contentsOf: repeatElement(0, count: bits / 32), at: 0)
    result.multiply(by: 1 << UInt32(bits % 32))
    while result.limbs.count > 1, result.limbs.last == 0 { result.limbs.removeLast() }
    return result
  }

  private func isAtLeast(_ other: WholeNumber) -> Bool {
    if limbs.count != other.limbs.count { return limbs.count > other.limbs.count }
    return !limbs.reversed().lexicographicallyPrecedes(other.limbs.reversed())
  }
}
