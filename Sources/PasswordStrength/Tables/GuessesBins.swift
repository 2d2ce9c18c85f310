#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The half decades that guesses are counted in: bin `b` begins where log₁₀ reaches `b / 2`.
///
/// The logarithm is ``Strength/log10Guesses`` as the reference computes it, so 1,000 guesses, with a
/// logarithm of 2.9999999999999996, are in bin 5. A bin is looked up by its first number, since the
/// logarithm of every line would take a twentieth of the time.
struct GuessesBins {
  /// The first number of each bin.
  private let starts: Cells<Double>
  /// Half decades up to the largest finite number.
  private static let count = 617

  init() {
    starts = Cells(count: Self.count + 1, filledWith: .infinity)
    starts[0] = -.infinity
    for bin in 1..<Self.count {
      // Near the power there is one place where the computed logarithm reaches the bin.
      var start = pow(10, Double(bin) / 2)
      while Self.log10(start) * 2 >= Double(bin) { start = start.nextDown }
      while Self.log10(start) * 2 < Double(bin) { start = start.nextUp }
      starts[bin] = start
    }
  }

  /// The bin of so many guesses; what is less than 1 or no number is in the first, what is infinite
  /// in the last.
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
