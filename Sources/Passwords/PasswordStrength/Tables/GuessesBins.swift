#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The half decades of guesses: bin `b` begins at 10 to the power of `b / 2`.
///
/// Bin 30 begins at exactly 10¹⁵ guesses, so bins and guess budgets agree. This does not use
/// logarithms: `g` guesses reach bin `b` if `g² ≥ 10ᵇ`. The computed ``Strength/log10Guesses`` is
/// slightly off at some powers of ten.
struct GuessesBins {
  /// The first number of each bin.
  private let starts: Cells<Double>

  init() {
    starts = Cells(count: HalfDecades.count + 1, filledWith: .infinity)
    for (bin, start) in HalfDecades.starts.enumerated() { starts[bin] = start }
    starts[0] = -.infinity
  }

  /// The bin of a number of guesses; numbers below 1 and NaN are in the first bin, infinite ones in
  /// the last.
  @inline(__always)
  func bin(of guesses: Double) -> Int {
    guard guesses >= 1 else { return 0 }
    // An exponent of 2 is 0.602 half decades; the bin is this one or one of the next two.
    let exponent = Int(guesses.bitPattern >> 52 & 0x7FF) - 1023
    var bin = min(exponent * 616 / 1024, HalfDecades.count - 1)
    while starts[bin] > guesses { bin -= 1 }
    while bin < HalfDecades.count - 1, starts[bin + 1] <= guesses { bin += 1 }
    return bin
  }

  /// The decimal logarithm as the reference computes it.
  static func log10(_ number: Double) -> Double { log(number) / log(10) }
}

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

  /// The least number of guesses in each half decade: the least `g` with `g² ≥ 10ᵇ`, for `b` from
  /// 0.
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

/// The decimal logarithms of guess budgets, to which estimates that are logarithms are compared.
struct BudgetDecades {
  private var budgets: [Double] = []
  private var decades: [Double] = []

  /// Takes the budgets of a schema.
  mutating func update(to budgets: [Double]) {
    if budgets == self.budgets { return }
    self.budgets = budgets
    decades = budgets.map(Self.decade)
  }

  /// The number of budgets below a number of guesses, given as a decimal logarithm.
  @inline(__always)
  func countBelow(_ log10Guesses: Double) -> UInt64 {
    let decades = decades.span
    var count: UInt64 = 0
    for index in decades.indices where decades[index] < log10Guesses { count &+= 1 }
    return count
  }

  /// The decimal logarithm of a budget, exact for powers of ten, so that budgets and half decades
  /// agree.
  private static func decade(_ budget: Double) -> Double {
    let decade = log10(budget)
    return pow(10, decade.rounded()) == budget ? decade.rounded() : decade
  }
}
