import Glibc

/// The law of the number of hits among independent trials.
///
///     BinomialTails(trials: 18).atLeast(12, 0.604315)   // 0.38866
///
/// Numbers of hits and trials are whole numbers up to 2⁵³. Probabilities are right to about 10⁻¹² of
/// themselves.
/// - Source: C. Loader, *Fast and Accurate Computation of Binomial Probabilities*, 2000, for single
///   probabilities; Lentz's method for the continued fraction of the incomplete beta function.
package struct BinomialTails: Sendable {
  /// The number of trials.
  let trials: Double

  package init(trials: Double) { self.trials = trials }

  /// The probability of so many hits or more.
  package func atLeast(_ hits: Double, _ chance: Double) -> Double {
    if hits <= 0 { return 1 }
    if hits > trials || chance <= 0 { return 0 }
    if chance >= 1 { return 1 }
    guard chance * (trials + 3) <= hits + 1 else { return 1 - atMost(hits - 1, chance) }
    return min(
      1,
      exp(logarithm(hits, chance)) * (1 - chance) * Self.fraction(hits, trials - hits + 1, chance))
  }

  /// The probability of so many hits or fewer: as many failures at least.
  package func atMost(_ hits: Double, _ chance: Double) -> Double {
    if hits >= trials { return 1 }
    if hits < 0 || chance >= 1 { return 0 }
    if chance <= 0 { return 1 }
    let failure = 1 - chance
    guard failure * (trials + 3) <= trials - hits + 1 else { return 1 - atLeast(hits + 1, chance) }
    return min(
      1, exp(logarithm(hits, chance)) * chance * Self.fraction(trials - hits, hits + 1, failure))
  }

  /// The largest chance under which so few hits or fewer are no rarer than a rate: the upper end of Clopper
  /// and Pearson.
  package func upperEnd(_ hits: Double, rate: Double) -> Double {
    if hits >= trials { return 1 }
    var (low, high) = (hits / trials, 1.0)
    while true {
      let middle = (low + high) / 2
      guard low < middle, middle < high else { return middle }
      if atMost(hits, middle) > rate { low = middle } else { high = middle }
    }
  }

  /// The mean of the hits over the most extreme cases above, which together are so likely.
  ///
  /// That is the least y + E[(hits − y)⁺] ÷ rate. A number of which every convex function has no larger mean than it
  /// has of the hits is as large with the probability of the rate at most.
  package func shortfall(_ chance: Double, rate: Double) -> Double {
    let mean = trials * chance
    var low = mean.rounded(.down)
    var high = min(trials, low + (12 * mean.squareRoot()).rounded(.up) + 40)
    if atLeast(low + 1, chance) <= rate { (low, high) = (0, low) }
    while atLeast(high + 1, chance) > rate { (low, high) = (high, min(trials, 2 * high)) }
    // The least number that is exceeded no oftener than the rate.
    while low < high {
      let middle = ((low + high) / 2).rounded(.down)
      if atLeast(middle + 1, chance) <= rate { high = middle } else { low = middle + 1 }
    }
    let others = BinomialTails(trials: trials - 1)
    let excess = mean * others.atLeast(low, chance) - low * atLeast(low + 1, chance)
    return low + max(excess, 0) / rate
  }

  /// The chance of which a part, one of so many, has just these mean hits as its ``shortfall(_:rate:)``.
  package func lowerEnd(_ meanHits: Double, parts: Double, rate: Double) -> Double {
    guard meanHits > 0 else { return 0 }
    func excess(_ chance: Double) -> Double { shortfall(chance / parts, rate: rate) - meanHits }
    var (low, high) = (0.0, min(1, parts * meanHits / trials))
    var (below, above) = (-meanHits, excess(high))
    if above <= 0 { return high }
    // The Illinois method: the shortfall rises with the chance.
    var side = 0
    while high - low > 1e-14 * high {
      var next = (low * above - high * below) / (above - below)
      if next <= low || next >= high { next = (low + high) / 2 }
      let found = excess(next)
      if abs(found) <= 1e-13 * meanHits { return next }
      if found < 0 {
        if side < 0 { above /= 2 }
        (low, below, side) = (next, found, -1)
      } else {
        if side > 0 { below /= 2 }
        (high, above, side) = (next, found, 1)
      }
    }
    return low
  }

  /// The logarithm of the probability of so many hits, for chances between 0 and 1.
  private func logarithm(_ hits: Double, _ chance: Double) -> Double {
    if hits == 0 { return trials * log1p(-chance) }
    if hits == trials { return trials * log(chance) }
    let failures = trials - hits
    let rest =
      Self.stirlingRest(trials) - Self.stirlingRest(hits) - Self.stirlingRest(failures)
      - Self.deviance(hits, trials * chance) - Self.deviance(failures, trials * (1 - chance))
    return rest + 0.5 * log(trials / (2 * .pi * hits * failures))
  }

  /// ln n! less Stirling's approximation.
  private static func stirlingRest(_ number: Double) -> Double {
    if number == 0 { return 0 }
    guard number >= 16 else {
      return lgamma(number + 1)
        - ((number + 0.5) * log(number) - number + 0.5 * log(2 * Double.pi))
    }
    let square = 1 / (number * number)
    var sum = 1 / 1680 - square / 1188
    for term in [1 / 1260, 1 / 360, 1 / 12] as [Double] { sum = term - sum * square }
    return sum / number
  }

  /// x ln(x ÷ mean) + mean − x, without cancelling.
  private static func deviance(_ number: Double, _ mean: Double) -> Double {
    guard abs(number - mean) < 0.1 * (number + mean) else {
      return (number > 0 ? number * log(number / mean) : 0) + mean - number
    }
    let ratio = (number - mean) / (number + mean)
    var (sum, term, power) = ((number - mean) * ratio, 2 * number * ratio, 1.0)
    while true {
      term *= ratio * ratio
      let more = sum + term / (2 * power + 1)
      if more == sum { return sum }
      (sum, power) = (more, power + 1)
    }
  }

  /// The continued fraction of the incomplete beta function, for x below the mean.
  private static func fraction(_ a: Double, _ b: Double, _ x: Double) -> Double {
    func away(_ number: Double) -> Double { abs(number) > 1e-300 ? number : 1e-300 }
    var c = 1.0
    var d = 1 / away(1 - (a + b) * x / (a + 1))
    var value = d
    for step in 1...1_000_000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      for part in [even, odd] {
        d = 1 / away(1 + part * d)
        c = away(1 + part / c)
        value *= c * d
      }
      if abs(c * d - 1) < 1e-15 { break }
    }
    return value
  }
}
