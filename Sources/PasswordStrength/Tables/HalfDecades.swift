/// The half decades of guesses: number `b` begins at 10 to the power of `b / 2`.
package enum HalfDecades {
  /// The number of half decades up to the largest finite number, with the one that begins at 1.
  package static let count = 617

  /// The least number of guesses in a half decade: the least `g` with `g² ≥ 10ᵇ`, for `b` from 0.
  ///
  /// The power is computed as a sum of two numbers, exact to some 29 digits; the tests hold every
  /// start to whole numbers.
  ///
  /// - Complexity: O(b).
  package static func start(of number: Int) -> Double {
    // 1, or the square root of 10.
    var (high, low) =
      number % 2 == 0 ? (1.0, 0.0) : (3.1622776601683795, -1.9078816970716603e-16)
    for _ in 0..<number / 2 {
      let product = high * 10
      let rest = (-product).addingProduct(high, 10) + low * 10
      high = product + rest
      low = rest - (high - product)
    }
    return low > 0 ? high.nextUp : high
  }
}
