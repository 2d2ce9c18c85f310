import Foundation
import Metrics
import TestSupport
import Testing

private func near(_ a: Double?, _ b: Double?, _ tolerance: Double = 1e-9) -> Bool {
  guard let a, let b else { return a == nil && b == nil }
  return abs(a - b) <= tolerance * max(1, abs(a), abs(b))
}

/// The metrics of a list of counts, computed literally from their definitions.
private struct Plain {
  let counts: [Double]

  init(_ counts: [UInt64]) { self.counts = counts.sorted(by: >).map { Double($0) } }

  var total: Double { counts.reduce(0, +) }
  var shannonBits: Double { -counts.map { $0 / total * log2($0 / total) }.reduce(0, +) }
  var guesswork: Double {
    counts.enumerated().map { Double($0.offset + 1) * $0.element }.reduce(0, +) / total
  }

  func share(after guesses: Int) -> Double { counts.prefix(guesses).reduce(0, +) / total }

  /// Guesses, share reached, and mean guesses when giving up there; the share in hundredths.
  func effort(_ hundredths: Double) -> (guesses: Int, share: Double, guesswork: Double) {
    var (guesses, sum, rankSum) = (0, 0.0, 0.0)
    while sum * 100 < total * hundredths {
      sum += counts[guesses]
      rankSum += counts[guesses] * Double(guesses + 1)
      guesses += 1
    }
    let share = sum / total
    return (guesses, share, (1 - share) * Double(guesses) + rankSum / total)
  }
}

/// The number of passwords with each count.
private func spectrum(_ counts: [UInt64]) -> CountSpectrum {
  CountSpectrum(counts.reduce(into: [:]) { $0[$1, default: 0] += 1 })
}

@Suite struct GuessingMetricsTests {
  @Test func `four passwords are measured as by hand`() {
    let metrics = GuessingMetrics(spectrum([5, 3, 1, 1]))
    #expect(metrics.hartleyBits == 2)
    #expect(near(metrics.shannonBits, 1.685475, 1e-6))
    #expect(metrics.minEntropyBits == 1)
    #expect(metrics.guesswork == 1.8)
    #expect(near(metrics.guessworkBits, 1.378512, 1e-6))
    #expect(metrics.effort(for: "0.25")?.guesses == 1)
    #expect(metrics.effort(for: "0.5")?.guesses == 1)
    #expect(metrics.effort(for: "0.5")?.guesswork == 1)
    #expect(near(metrics.effort(for: "0.5")?.guessworkBits, 1))
    #expect(metrics.unseenMass == 0.2)
    #expect(metrics.success(after: 10)?.share == 1)
    #expect(metrics.success(after: 10)?.bits == nil)
  }

  @Test func `an empty list has no metrics`() {
    let metrics = GuessingMetrics(CountSpectrum([:]))
    #expect(metrics.distinct == 0 && metrics.total == 0 && metrics.efforts.isEmpty)
    let numbers = [
      metrics.hartleyBits, metrics.shannonBits, metrics.minEntropyBits, metrics.guesswork,
      metrics.guessworkBits, metrics.unseenMass,
    ]
    #expect(numbers.allSatisfy { $0 == nil })
    #expect(metrics.successes.allSatisfy { $0.share == nil && $0.bits == nil })
    #expect(ZipfFit(CountSpectrum([:])) == nil && ZipfFit(CountSpectrum([7: 1])) == nil)
  }

  @Test(arguments: [1, 2, 3, 1000, 12_345] as [UInt64], [1, 6, 1_000_000_007] as [UInt64])
  func `equally common passwords give log2 of their number throughout`(
    count: UInt64, occurrences: UInt64
  ) {
    let metrics = GuessingMetrics(CountSpectrum([occurrences: count]))
    let bits = log2(Double(count))
    for number in [
      metrics.hartleyBits, metrics.shannonBits, metrics.minEntropyBits, metrics.guessworkBits,
    ] { #expect(near(number, bits)) }
    for success in metrics.successes where success.guesses <= count {
      #expect(near(success.bits, bits))
    }
    for effort in metrics.efforts {
      #expect(near(effort.bits, bits) && near(effort.guessworkBits, bits))
    }
    if count > 1, let zipf = ZipfFit(CountSpectrum([occurrences: count])) {
      #expect(near(zipf.exponent, 1) && near(zipf.factor, 1 / Double(count)))
      #expect(zipf.deviation < 1e-9)
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 60))
  func `walking levels and sorting all counts give the same metrics`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let most = [2, 5, 40, 100_000][Int(seed % 4)]
    let counts = (0..<Int.random(in: 1...300, using: &generator)).map { _ in
      UInt64(Int.random(in: 1...Int.random(in: 1...most, using: &generator), using: &generator))
    }
    let plain = Plain(counts)
    let metrics = GuessingMetrics(spectrum(counts))
    #expect(metrics.distinct == UInt64(counts.count), "seed \(seed)")
    #expect(metrics.total == UInt128(plain.total), "seed \(seed)")
    #expect(near(metrics.shannonBits, plain.shannonBits), "seed \(seed)")
    #expect(near(metrics.guesswork, plain.guesswork), "seed \(seed)")
    #expect(near(metrics.guessworkBits, log2(2 * plain.guesswork - 1)), "seed \(seed)")
    for success in metrics.successes {
      let share = plain.share(after: Int(success.guesses))
      #expect(near(success.share, share), "seed \(seed)")
      let bits = success.guesses > counts.count ? nil : log2(Double(success.guesses) / share)
      #expect(near(success.bits, bits), "seed \(seed)")
    }
    for (effort, hundredths) in zip(metrics.efforts, [10.0, 25, 50]) {
      let (guesses, share, guesswork) = plain.effort(hundredths)
      #expect(effort.guesses == guesses, "seed \(seed), \(effort.share)")
      #expect(near(effort.bits, log2(Double(guesses) / share)), "seed \(seed)")
      #expect(near(effort.guesswork, guesswork), "seed \(seed)")
      let bits = log2(2 * guesswork / share - 1) - log2(2 - share)
      #expect(near(effort.guessworkBits, bits), "seed \(seed)")
      #expect(Double(effort.lastCount) == plain.counts[guesses - 1], "seed \(seed)")
    }
  }

  @Test func `the share 0.1 is exactly a tenth`() {
    // Exactly: in binary fractions 0.1 · 30 is more than 3.
    for count in [10, 30, 70, 1000] as [UInt64] {
      let metrics = GuessingMetrics(CountSpectrum([1: count]))
      #expect(metrics.effort(for: "0.1")?.guesses == count / 10)
    }
  }

  @Test func `numbers beyond every list saturate`() {
    let metrics = GuessingMetrics(CountSpectrum([.max: .max, .max - 1: .max]))
    #expect(metrics.distinct == .max)
    #expect(metrics.guesswork?.isFinite == true)
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 12))
  func `the fitted curve has the least squared error`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    // Real lists: a few very common passwords, and a long tail of rare ones.
    var levels: [UInt64: UInt64] = [:]
    for _ in 0..<Int.random(in: 2...60, using: &generator) {
      let occurrences = UInt64(pow(10, Double.random(in: 0...4, using: &generator)))
      levels[occurrences] = UInt64.random(
        in: 1...(2 + 20_000 / (occurrences * occurrences)), using: &generator)
    }
    levels[1] = UInt64.random(in: 1...30_000, using: &generator)
    let spectrum = CountSpectrum(levels)
    let fit = try #require(ZipfFit(spectrum))
    var shares: [Double] = []
    for level in spectrum.levels {
      for _ in 0..<level.passwords {
        shares.append((shares.last ?? 0) + Double(level.occurrences) / Double(spectrum.total))
      }
    }
    func error(_ exponent: Double, _ factor: Double) -> Double {
      shares.enumerated().reduce(0) {
        let difference = $1.element - factor * pow(Double($1.offset + 1), exponent)
        return $0 + difference * difference
      }
    }
    let least = error(fit.exponent, fit.factor)
    let step = 1e-6
    for (s, c) in [(step, 0), (-step, 0), (0, step), (0, -step), (step, -step), (-step, step)] {
      let other = error(fit.exponent + s, fit.factor * (1 + c))
      #expect(least <= other * (1 + 1e-12), "seed \(seed)")
    }
    let deviation = shares.enumerated().map {
      abs($0.element - fit.factor * pow(Double($0.offset + 1), fit.exponent))
    }.max()
    #expect(near(fit.deviation, deviation, 1e-9), "seed \(seed)")
  }

  /// Levels of a few and of thousands of passwords, whose sums are in closed form.
  @Test(.firstFailureOnly, arguments: seeds(3, of: 30))
  func `the line of Zipf's law is the nearest one, rank by rank`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var levels: [UInt64: UInt64] = [:]
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let most = [1, 5, 30, 3000].randomElement(using: &random) ?? 1
      levels[UInt64.random(in: 1...60, using: &random)] =
        UInt64.random(in: 1...UInt64(most), using: &random)
    }
    levels[1] = 40
    let fit = try #require(ZipfFit(CountSpectrum(levels)))
    let total = Double(levels.reduce(0) { $0 + $1.key * $1.value })
    var (shares, found): ([Double], UInt64) = ([], 0)
    for (occurrences, passwords) in levels.sorted(by: { $0.key > $1.key }) {
      for _ in 0..<passwords {
        found += occurrences
        shares.append(Double(found) / total)
      }
    }
    /// The best factor for an exponent, its squared error, and the largest distance.
    func line(_ exponent: Double) -> (factor: Double, error: Double, distance: Double) {
      let powers = shares.indices.map { pow(Double($0 + 1), exponent) }
      let factor =
        zip(shares, powers).reduce(0) { $0 + $1.0 * $1.1 } / powers.reduce(0) { $0 + $1 * $1 }
      let errors = zip(shares, powers).map { abs($0 - factor * $1) }
      return (factor, errors.reduce(0) { $0 + $1 * $1 }, errors.max() ?? 0)
    }
    let best = line(fit.exponent)
    #expect(abs(best.factor - fit.factor) < 1e-9 * best.factor, "\(levels)")
    #expect(abs(best.distance - fit.deviation) < 1e-9, "\(levels)")
    for step in [-1e-3, 1e-3] where (0...1).contains(fit.exponent + step) {
      #expect(line(fit.exponent + step).error >= best.error, "\(levels)")
    }
  }
}
