import Glibc

/// Skeptic's score: the line that comes nearest to the logarithms of share and rank at the ranks that
/// are powers of two.
///
///     SkepticFit(CountSpectrum([1: 1024]))   // slope 0: all are equally common
///
/// The nearer the slope is to 0, the more alike the passwords are. It weighs rank 1, one password, like
/// a million ranks at the other end.
///
/// - Source: S. Johnson et al., *Skeptic*, AsiaCCS 2020, as `zipf.py` of its program Pyrrho; where
///   that reads past the end, of 2ᵏ − 1 passwords, we take the ranks that there are.
package struct SkepticFit: Hashable, Sendable {
  /// `α`.
  package let slope: Double
  /// The share that the line has at rank 1.
  package let amplitude: Double
  /// How many ranks it rests on.
  package let points: Int

  /// Fits a spectrum; nil for fewer than two passwords.
  ///
  /// - Complexity: O(log(passwords) · log(levels)).
  package init?(_ spectrum: CountSpectrum) {
    guard spectrum.distinct >= 2 else { return nil }
    var points: [(x: Double, y: Double)] = []
    var rank: UInt64 = 1
    while rank <= spectrum.distinct, let occurrences = spectrum.occurrences(atRank: rank) {
      points.append((log10(Double(rank)), log10(Double(occurrences) / Double(spectrum.total))))
      let (next, overflow) = rank.multipliedReportingOverflow(by: 2)
      if overflow { break }
      rank = next
    }
    let count = Double(points.count)
    let meanX = points.reduce(0) { $0 + $1.x } / count
    let meanY = points.reduce(0) { $0 + $1.y } / count
    let product = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
    let square = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    slope = product / square
    amplitude = pow(10, meanY - slope * meanX)
    self.points = points.count
  }
}
