import Bytes
import Glibc

// How many of some things are kept if each is kept with a probability.
extension SplitMix64 {
  /// How many of some occurrences a fair coin keeps: the ones among as many random bits.
  ///
  /// Of more than ``mostBits`` occurrences a number with the same mean and spread, rounded.
  ///
  /// - Complexity: O(occurrences ÷ 64).
  mutating func half(of occurrences: UInt64) -> UInt64 {
    guard occurrences <= Self.mostBits else {
      return normal(
        occurrences, mean: Double(occurrences) / 2, spread: Double(occurrences).squareRoot() / 2)
    }
    var kept = 0
    var rest = occurrences
    while rest >= 64 {
      kept += next().nonzeroBitCount
      rest -= 64
    }
    if rest > 0 { kept += (next() >> (64 - rest)).nonzeroBitCount }
    return UInt64(kept)
  }

  /// Coins are thrown for as many occurrences; of more, one is below a two-hundredth of the spread.
  private static let mostBits: UInt64 = 1 << 14

  /// How many of some things are kept, each with a probability.
  ///
  /// - Complexity: O(1) if at least ten are expected on both sides, else O(expected).
  /// - Source: W. Hörmann, *The generation of binomial random variates*, J. Stat. Comput. Simul. 46,
  ///   1993, algorithm BTRS; below ten by inversion.
  mutating func binomial(_ count: UInt64, _ probability: Double) -> UInt64 {
    if count == 0 || probability <= 0 { return 0 }
    if probability >= 1 { return count }
    if probability > 0.5 { return count &- binomial(count, 1 - probability) }
    return Double(count) * probability < 10
      ? inverted(count, probability) : rejected(count, probability)
  }

  private mutating func inverted(_ count: UInt64, _ probability: Double) -> UInt64 {
    let odds = probability / (1 - probability)
    var term = exp(Double(count) * log1p(-probability))
    var (left, kept) = (share(), UInt64(0))
    while left > term, kept < count {
      left -= term
      kept += 1
      term *= odds * (Double(count) - Double(kept) + 1) / Double(kept)
    }
    return kept
  }

  private mutating func rejected(_ count: UInt64, _ probability: Double) -> UInt64 {
    let n = Double(count)
    let spread = (n * probability * (1 - probability)).squareRoot()
    let b = 1.15 + 2.53 * spread
    let a = -0.0873 + 0.0248 * b + 0.01 * probability
    let odds = probability / (1 - probability)
    let alpha = (2.83 + 5.1 / b) * spread
    let mode = ((n + 1) * probability).rounded(.down)
    while true {
      let (u, v) = (share() - 0.5, share())
      let distance = 0.5 - abs(u)
      let kept = ((2 * a / distance + b) * u + n * probability + 0.5).rounded(.down)
      if distance >= 0.07, v <= 0.92 - 4.2 / b { return UInt64(kept) }
      if !(0...n).contains(kept) { continue }
      let height = log(v * alpha / (a / (distance * distance) + b))
      let first = (mode + 0.5) * log((mode + 1) / (odds * (n - mode + 1)))
      let second = (n + 1) * log((n - mode + 1) / (n - kept + 1))
      let third = (kept + 0.5) * log(odds * (n - kept + 1) / (kept + 1))
      let rest =
        Self.stirling(mode) + Self.stirling(n - mode) - Self.stirling(kept)
        - Self.stirling(n - kept)
      if height <= first + second + third + rest { return UInt64(kept) }
    }
  }

  /// What Stirling's formula lacks of log n!.
  private static func stirling(_ n: Double) -> Double {
    if n < 10 {
      return lgamma(n + 1) - ((n + 0.5) * log(n + 1) - (n + 1) + 0.5 * log(2 * .pi))
    }
    let square = (n + 1) * (n + 1)
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (n + 1)
  }

  /// A normal number, rounded and cut to 0 to `most`.
  private mutating func normal(_ most: UInt64, mean: Double, spread: Double) -> UInt64 {
    // Box and Muller.
    let radius = (-2 * log(1 - share())).squareRoot()
    let number = mean + spread * radius * cos(2 * .pi * share())
    return UInt64(min(max(number.rounded(), 0), Double(most)))
  }
}
