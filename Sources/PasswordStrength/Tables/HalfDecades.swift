/// The half decades of guesses: number `b` begins at 10 to the power of `b / 2`.
package enum HalfDecades {
  /// The number of half decades up to the largest finite number, with the one that begins at 1.
  package static let count = 617

  /// The half decade of a number of guesses, given as a decimal logarithm.
  @inline(__always)
  static func number(ofLog10 log10Guesses: Double) -> Int {
    // NaN is in the first one.
    log10Guesses >= 0 ? Int(min(log10Guesses * 2, Double(count - 1))) : 0
  }

  /// The least number of guesses in each half decade: the least `g` with `g² ≥ 10ᵇ`, for `b` from 0.
  ///
  /// The powers are computed as sums of two numbers, exact to some 29 digits; the tests hold every
  /// start to whole numbers.
  package static var starts: [Double] {
    // 1, and the square root of 10; each next power is ten times the one before the last.
    var powers = [(high: 1.0, low: 0.0), (high: 3.1622776601683795, low: -1.9078816970716603e-16)]
    while powers.count < count {
      let (high, low) = powers[powers.count - 2]
      let product = high * 10
      let rest = (-product).addingProduct(high, 10) + low * 10
      powers.append((product + rest, rest - ((product + rest) - product)))
    }
    return powers.map { $0.low > 0 ? $0.high.nextUp : $0.high }
  }
}
