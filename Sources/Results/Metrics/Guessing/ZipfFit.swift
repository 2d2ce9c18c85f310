import Glibc

/// The curve `C · r^s` that comes nearest to the share found by `r` guesses.
///
/// It minimises squared errors of the cumulative shares over all ranks. The best factor for an
/// exponent has a closed form, so only the exponent is searched for.
///
///     ZipfFit(CountSpectrum([1: 1000]))   // exponent 1, factor 0.001, deviation 0
///
/// - Source: D. Wang et al., *Zipf's law in passwords*, IEEE TIFS 2017, the model of cumulative
///   shares.
package struct ZipfFit: Hashable, Sendable {
  /// `s`, from 0 to 1.
  package let exponent: Double
  /// `C`.
  package let factor: Double
  /// The largest distance between curve and data at any rank (Kolmogorov–Smirnov).
  package let deviation: Double

  /// Fits a spectrum; nil for fewer than two passwords.
  ///
  /// - Complexity: O(levels), some ten times over; levels of many passwords are summed in closed
  ///   form.
  package init?(_ spectrum: CountSpectrum) {
    guard spectrum.distinct >= 2 else { return nil }
    let steps = Self.steps(spectrum)
    // The derivative of the squared error by the exponent changes sign between 0 and 1, since
    // cumulative shares of descending counts are concave.
    var (low, high) = (0.0, 1.0)
    var (slopeLow, slopeHigh) = (Sums(steps, low).slope, Sums(steps, high).slope)
    // Regula falsi with halving (Illinois): the derivative is smooth, and the root stays in
    // between.
    var exponent = slopeHigh >= 0 ? high : low
    var lastSide = 0
    for _ in 0..<60 where slopeLow > 0 && slopeHigh < 0 && high - low > 1e-13 {
      let next = (low * slopeHigh - high * slopeLow) / (slopeHigh - slopeLow)
      let slope = Sums(steps, next).slope
      let moved = abs(next - exponent)
      exponent = next
      if slope == 0 || moved < 1e-14 { break }
      if slope > 0 {
        (low, slopeLow) = (next, slope)
        if lastSide == 1 { slopeHigh /= 2 }
        lastSide = 1
      } else {
        (high, slopeHigh) = (next, slope)
        if lastSide == -1 { slopeLow /= 2 }
        lastSide = -1
      }
    }
    let sums = Sums(steps, exponent)
    self.exponent = exponent
    factor = sums.product / sums.square
    let best = factor
    deviation = steps.reduce(0) { max($0, $1.deviation(from: best, exponent)) }
  }

  private static func steps(_ spectrum: CountSpectrum) -> [Step] {
    var (rank, share) = (0.0, 0.0)
    let total = Double(spectrum.total)
    return spectrum.levels.map { level in
      let step = Step(
        first: rank + 1, last: rank + Double(level.passwords), before: share,
        each: Double(level.occurrences) / total)
      rank = step.last
      share = step.share(at: rank)
      return step
    }
  }
}

/// Ranks of equally common passwords, over which the cumulative share is linear.
private struct Step {
  let first: Double
  let last: Double
  /// The share of all ranks before the first.
  let before: Double
  /// The share of each rank.
  let each: Double
  /// The logarithm of the first rank, which every sum over a single rank needs.
  let logFirst: Double

  init(first: Double, last: Double, before: Double, each: Double) {
    self.first = first
    self.last = last
    self.before = before
    self.each = each
    logFirst = log(first)
  }

  func share(at rank: Double) -> Double { before + (rank - first + 1) * each }

  /// The largest distance from `factor · r^exponent` at a rank of the step.
  ///
  /// The difference of the line and that curve is convex: it is largest at an end or where both
  /// have the same slope.
  func deviation(from factor: Double, _ exponent: Double) -> Double {
    func distance(_ rank: Double) -> Double { abs(share(at: rank) - factor * pow(rank, exponent)) }
    var largest = max(distance(first), distance(last))
    if last - first > 1, exponent > 0, exponent < 1 {
      let flat = pow(factor * exponent / each, 1 / (1 - exponent))
      for rank in [flat.rounded(.down), flat.rounded(.up)] where rank > first && rank < last {
        largest = max(largest, distance(rank))
      }
    }
    return largest
  }
}

/// The sums over all ranks `r`, with cumulative share `y`, for least squares.
private struct Sums {
  /// Σ y rˢ.
  var product = 0.0
  /// Σ y rˢ ln r.
  var productLog = 0.0
  /// Σ r²ˢ.
  var square = 0.0
  /// Σ r²ˢ ln r.
  var squareLog = 0.0

  // Shorter steps are summed rank by rank, which is equally fast.
  private static let closedFrom = 24.0

  init(_ steps: [Step], _ exponent: Double) {
    for step in steps {
      if step.last - step.first < Self.closedFrom {
        add(step.logFirst, share: step.share(at: step.first), exponent)
        var rank = step.first + 1
        while rank <= step.last {
          add(log(rank), share: step.share(at: rank), exponent)
          rank += 1
        }
      } else {
        let power = PowerSum(step.first, step.last, exponent)
        let next = PowerSum(step.first, step.last, exponent + 1)
        let twice = PowerSum(step.first, step.last, 2 * exponent)
        let offset = step.before - (step.first - 1) * step.each
        product += offset * power.plain + step.each * next.plain
        productLog += offset * power.log + step.each * next.log
        square += twice.plain
        squareLog += twice.log
      }
    }
  }

  /// Has the sign of the error's descent as the exponent grows; 0 at the minimum.
  var slope: Double { productLog / product - squareLog / square }

  private mutating func add(_ logRank: Double, share: Double, _ exponent: Double) {
    let power = exp(exponent * logRank)
    product += share * power
    productLog += share * power * logRank
    square += power * power
    squareLog += power * power * logRank
  }
}

/// Σ rᵖ and Σ rᵖ ln r over a range of integers, in closed form.
///
/// Euler–Maclaurin: the integral, half of both ends, and the first three corrections by
/// derivatives; ranks below 12, where these are not small, are summed one by one. Agrees with the
/// plain sum to some 10⁻¹³ for exponents up to 2.
struct PowerSum {
  private(set) var plain = 0.0
  private(set) var log = 0.0

  init(_ first: Double, _ last: Double, _ exponent: Double) {
    var first = first
    while first < 12, first <= last {
      let power = pow(first, exponent)
      plain += power
      log += power * Glibc.log(first)
      first += 1
    }
    guard first <= last else { return }
    let (low, high) = (Term(first, exponent), Term(last, exponent))
    plain += high.integral - low.integral + (high.value + low.value) / 2
    log += high.integralLog - low.integralLog + (high.valueLog + low.valueLog) / 2
    // Bernoulli's numbers over factorials: B₂/2!, B₄/4!, B₆/6!.
    for (order, weight) in [1.0 / 12, -1.0 / 720, 1.0 / 30_240].enumerated() {
      let (l, h) = (low.derivative(2 * order + 1), high.derivative(2 * order + 1))
      plain += weight * (h.plain - l.plain)
      log += weight * (h.log - l.log)
    }
  }

  /// xᵖ and xᵖ ln x with the terms that the formula needs at one end.
  private struct Term {
    let x: Double
    let exponent: Double
    let logarithm: Double
    let value: Double

    init(_ x: Double, _ exponent: Double) {
      self.x = x
      self.exponent = exponent
      logarithm = Glibc.log(x)
      value = exp(exponent * logarithm)
    }

    var valueLog: Double { value * logarithm }
    var integral: Double { value * x / (exponent + 1) }
    var integralLog: Double { integral * (logarithm - 1 / (exponent + 1)) }

    /// The n-th derivative: a·xᵖ⁻ⁿ for xᵖ, and (a ln x + b)·xᵖ⁻ⁿ for xᵖ ln x.
    func derivative(_ order: Int) -> (plain: Double, log: Double) {
      var (a, b, power) = (1.0, 0.0, exponent)
      var scale = value
      for _ in 0..<order {
        (a, b) = (a * power, b * power + a)
        power -= 1
        scale /= x
      }
      return (a * scale, (a * logarithm + b) * scale)
    }
  }
}
