import Glibc

/// An exact share: a fraction of whole numbers, reduced.
///
///     Fraction(6, 20)                        // 3/10
///     Fraction(1, 3) < Fraction(2, 5)        // true, by products of 256 bits
///
/// Comparing is exact; sums and products give nil where 128 bits do not hold them.
package struct Fraction: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// What is counted.
  package let numerator: UInt128
  /// The base; at least 1.
  package let denominator: UInt128

  /// Makes a fraction; the denominator must not be 0.
  package init(_ numerator: UInt128, _ denominator: UInt128) {
    precondition(denominator > 0, "a share of something")
    let divisor = commonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// The nearest fraction of 2⁶⁰ to a share in 0…1.
  init(nearest share: Double) {
    let most = UInt128(1) << 60
    self.init(UInt128((min(max(share, 0), 1) * Double(most)).rounded()), most)
  }

  /// The nearest `Double`.
  package var value: Double { Double(numerator) / Double(denominator) }

  /// Minus the logarithm to base 2; nil of nothing.
  var minusLog: Double? { numerator == 0 ? nil : -log2(value) }

  /// The fraction as `numerator/denominator`, or the whole number.
  package var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }

  package static func < (left: Fraction, right: Fraction) -> Bool {
    let a = left.numerator.multipliedFullWidth(by: right.denominator)
    let b = right.numerator.multipliedFullWidth(by: left.denominator)
    return (a.high, a.low) < (b.high, b.low)
  }

  /// The distance from another fraction; nil if 128 bits do not hold it.
  func distance(to other: Fraction) -> Fraction? {
    let divisor = commonDivisor(denominator, other.denominator)
    guard let left = product(numerator, other.denominator / divisor),
      let right = product(other.numerator, denominator / divisor),
      let base = product(denominator, other.denominator / divisor)
    else { return nil }
    return Fraction(left > right ? left &- right : right &- left, base)
  }

  /// The part that this is of the sum of both; nil if 128 bits do not hold it, or both are 0.
  func part(ofSumWith other: Fraction) -> Fraction? {
    let divisor = commonDivisor(denominator, other.denominator)
    guard let own = product(numerator, other.denominator / divisor),
      let rest = product(other.numerator, denominator / divisor),
      let sum = sum(own, rest), sum > 0
    else { return nil }
    return Fraction(own, sum)
  }
}

/// The largest number that divides both; that which is not 0 if one is.
///
/// - Source: Euclid, *Elements*, book VII, propositions 1 and 2.
func commonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
  var (a, b) = (a, b)
  while b > 0 { (a, b) = (b, a % b) }
  return max(a, 1)
}

/// The product of all factors; nil if 128 bits do not hold it.
func product(_ factors: UInt128...) -> UInt128? {
  var result: UInt128 = 1
  for factor in factors {
    let (next, overflow) = result.multipliedReportingOverflow(by: factor)
    if overflow { return nil }
    result = next
  }
  return result
}

/// The sum of all terms; nil if 128 bits do not hold it.
func sum(_ terms: UInt128...) -> UInt128? {
  var result: UInt128 = 0
  for term in terms {
    let (next, overflow) = result.addingReportingOverflow(term)
    if overflow { return nil }
    result = next
  }
  return result
}
