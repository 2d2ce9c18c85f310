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
