import Metrics
import TestSupport
import Testing

/// The curve of an attacker who knows one half of a list, compared with randomly drawn halves.
@Suite struct HeldOutCurveTests {
  @Test func `a password that occurs twice is found in half of the draws`() {
    // In half of the draws each half has one of both occurrences; in the others one half has none.
    let curve = AttackCurve(heldOutOf: CountSpectrum([2: 1]))
    #expect(curve.points.map(\.guesses) == [1] && curve.points[0].share == 0.5)
    #expect(AttackCurve(heldOutOf: CountSpectrum([1: 5])).points.allSatisfy { $0.share == 0 })
    #expect(AttackCurve(heldOutOf: CountSpectrum([:])).points.isEmpty)
  }

  @Test(
    arguments: [
      [50: 1, 20: 3, 5: 20, 2: 100, 1: 500], [1: 1000, 3: 30], [400: 2, 256: 1, 255: 3, 7: 50],
    ] as [[UInt64: UInt64]])
  func `the curve equals the mean over drawn halves`(counts: [UInt64: UInt64]) {
    let spectrum = CountSpectrum(counts)
    let curve = AttackCurve(heldOutOf: spectrum)
    let seed: UInt64 = 16
    var generator = SeededGenerator(seed: seed)
    let draws = 300
    var sums = [Double](repeating: 0, count: curve.points.count)
    for _ in 0..<draws {
      var halves: [(seen: Int, rest: Int)] = []
      for (occurrences, passwords) in counts {
        for _ in 0..<passwords {
          let seen = (0..<occurrences).count { _ in Bool.random(using: &generator) }
          halves.append((seen, Int(occurrences) - seen))
        }
      }
      // The order of equally common passwords is arbitrary.
      halves.shuffle(using: &generator)
      let tried = halves.filter { $0.seen > 0 }.sorted { $0.seen > $1.seen }
      for (index, point) in curve.points.enumerated() {
        let found = tried.prefix(Int(point.guesses)).reduce(0) { $0 + $1.rest }
        sums[index] += Double(found) / (Double(spectrum.total) / 2)
      }
    }
    for (point, sum) in zip(curve.points, sums) {
      #expect(abs(point.share - sum / Double(draws)) < 0.03, "seed \(seed): \(point)")
    }
  }

  @Test func `the curve grows, and never exceeds that of an attacker who knows the list`() throws {
    let seed: UInt64 = 4
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let counts = (0..<6).map { _ in
        (
          UInt64.random(in: 1...600, using: &generator),
          UInt64.random(in: 1...40, using: &generator)
        )
      }
      let spectrum = CountSpectrum(Dictionary(counts, uniquingKeysWith: +))
      let best = AttackCurve(.aware, on: spectrum, of: spectrum.total)
      let curve = AttackCurve(heldOutOf: spectrum)
      try #require(
        curve.points.map(\.guesses) == best.points.map(\.guesses), "seed \(seed): \(counts)")
      for (held, aware) in zip(curve.points, best.points) {
        try #require(held.share <= aware.share + 1e-9, "seed \(seed): \(counts)")
      }
      for (first, second) in zip(curve.points, curve.points.dropFirst()) {
        try #require(first.share <= second.share, "seed \(seed): \(counts)")
      }
    }
  }

  @Test func `the largest counts do not trap`() {
    let curve = AttackCurve(heldOutOf: CountSpectrum([.max: .max, 3: 2]))
    #expect(curve.points.last.map { $0.share > 0.9 } == true)
  }
}
