import Glibc

/// How many passwords are likelier than a given one, estimated from passwords drawn from a model.
///
/// A drawn password of probability p stands for 1/(n·p) passwords; those that are likelier than a given
/// one are added up. The prefix sums are kept relative to the largest term so far, so that they hold
/// passwords of any length.
///
/// - Source: M. Dell'Amico and M. Filippone, *Monte Carlo Strength Evaluation*, CCS 2015.
package struct GuessSample: Sendable {
  /// The bits of the drawn passwords, ascending.
  package let bits: [Double]
  /// For each, Σ 2^(bits − own bits) over it and those before it.
  private let sums: [Double]
  /// For each, Σ 4^(bits − own bits).
  private let squares: [Double]
  /// The number of passwords drawn, with those that do not count.
  private let drawn: Int

  /// An estimated number of guesses, with its standard error.
  package struct Estimate: Hashable, Sendable {
    /// The number of passwords that are likelier, as a binary logarithm; −∞ for none.
    package let log2Guesses: Double
    /// The standard error divided by the number; 0 for none.
    package let relativeError: Double

    /// The number of likelier passwords.
    package var guesses: Double { exp2(log2Guesses) }
    /// The standard error of ``guesses``.
    package var standardError: Double { log2Guesses == -.infinity ? 0 : guesses * relativeError }

    /// The decimal logarithms of the guess numbers, which count the guess itself, between which the
    /// true one lies in 95 of 100 cases.
    package var log10Interval: ClosedRange<Double> {
      func log10Guess(_ factor: Double) -> Double {
        guard factor > 0, log2Guesses > -.infinity else { return 0 }
        let log2 = log2Guesses + Glibc.log2(factor)
        // Beyond 2^60 one more guess changes nothing.
        return (log2 > 60 ? log2 : Glibc.log2(exp2(log2) + 1)) * log10(2)
      }
      return log10Guess(1 - 1.96 * relativeError)...log10Guess(1 + 1.96 * relativeError)
    }
  }

  /// Adds up a sample.
  ///
  /// - Parameters:
  ///   - bits: The bits of the passwords that count, ascending.
  ///   - drawn: How many were drawn; nil if all count.
  package init(_ bits: [Double], of drawn: Int? = nil) {
    self.bits = bits
    self.drawn = drawn ?? bits.count
    var (sums, squares): ([Double], [Double]) = ([], [])
    sums.reserveCapacity(bits.count)
    squares.reserveCapacity(bits.count)
    var (sum, square, last) = (0.0, 0.0, 0.0)
    for each in bits {
      let fall = exp2(last - each)
      sum = sum * fall + 1
      square = square * fall * fall + 1
      sums.append(sum)
      squares.append(square)
      last = each
    }
    self.sums = sums
    self.squares = squares
  }

  /// Estimates how many passwords are likelier than one of so many bits.
  package func estimate(bits target: Double) -> Estimate {
    let likelier = count(below: target)
    guard likelier > 0 else { return Estimate(log2Guesses: -.infinity, relativeError: 0) }
    let n = Double(drawn)
    let mean = sums[likelier - 1] / n
    let variance = drawn > 1 ? (squares[likelier - 1] / n - mean * mean) / (n - 1) : 0
    return Estimate(
      log2Guesses: bits[likelier - 1] + log2(mean),
      relativeError: max(variance, 0).squareRoot() / mean)
  }

  /// The fewest bits of a drawn password before which there are so many guesses, as a binary
  /// logarithm; nil beyond the sample.
  package func bits(ofGuesses log2Guesses: Double) -> Double? {
    var (low, high) = (0, bits.count)
    while low < high {
      let middle = (low + high) / 2
      if estimate(bits: bits[middle]).log2Guesses < log2Guesses {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < bits.count ? bits[low] : nil
  }

  /// The number of drawn passwords of fewer bits.
  private func count(below target: Double) -> Int {
    var (low, high) = (0, bits.count)
    while low < high {
      let middle = (low + high) / 2
      if bits[middle] < target { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Points of a table from bits to guesses, a 32nd of a bit of guesses apart at least.
  ///
  /// Each includes the passwords of its own bits.
  var points: [(bits: Double, log2Guesses: Double)] {
    var points: [(bits: Double, log2Guesses: Double)] = []
    var following = 0.0
    for index in bits.indices {
      if index + 1 < bits.count, bits[index + 1] == bits[index] { continue }
      let log2Guesses = bits[index] + log2(sums[index] / Double(drawn))
      let withOwn = log2Guesses > 60 ? log2Guesses : log2(exp2(log2Guesses) + 1)
      if withOwn >= following {
        points.append((bits[index], withOwn))
        following = withOwn + 1 / 32
      }
    }
    return points
  }
}
