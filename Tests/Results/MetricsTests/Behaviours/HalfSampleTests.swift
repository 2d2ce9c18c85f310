import Metrics
import TestSupport
import Testing

@Suite struct HalfSampleTests {
  /// A joint spectrum of one policy that accepts everything.
  private static func joint(_ counts: [UInt64: UInt64]) -> JointSpectrum {
    JointSpectrum([[1]: counts])
  }

  @Test(
    arguments: [
      // Drawn side by side, with coins in words, and as normal numbers.
      [1: 40, 2: 9, 3: 1], [1: 100_000, 2: 1000, 5: 65], [200: 100, 64: 30, 127: 5],
      [1_000_000: 3, 20_000: 2],
    ] as [[UInt64: UInt64]])
  func `halves have the passwords that are to be expected, on average`(
    counts: [UInt64: UInt64]
  ) throws {
    let halves = (0..<400).map { HalfSample(of: Self.joint(counts), seed: $0) }
    let lines = counts.reduce(0.0) { $0 + Double($1.key) * Double($1.value) }
    let mean = halves.reduce(0.0) { $0 + Double($1.total) } / 400
    // Half of the lines, within five standard errors of the mean.
    #expect(abs(mean - lines / 2) < 5 * (lines / 4 / 400).squareRoot())
    let square = halves.reduce(0.0) { $0 + (Double($1.total) - mean) * (Double($1.total) - mean) }
    #expect(abs(square / 400 / (lines / 4) - 1) < 0.4)
    guard let most = counts.keys.max(), most <= 5 else { return }
    let spectra = halves.map { $0.spectrum(acceptedBy: 0) }
    // Of c occurrences, k are kept by one in 2^c of the passwords for each choice of k from c.
    func choices(_ k: UInt64, from c: UInt64) -> Double {
      (0..<k).reduce(1) { $0 * Double(c - $1) / Double($1 + 1) }
    }
    for kept in 1...most {
      let expected = counts.reduce(0.0) { sum, count in
        guard count.key >= kept else { return sum }
        let part = choices(kept, from: count.key) / Double(1 << count.key)
        return sum + part * Double(count.value)
      }
      let found = spectra.map { spectrum in
        spectrum.levels.first { $0.occurrences == UInt128(kept) }?.passwords ?? 0
      }
      let mean = Double(found.reduce(0, +)) / 400
      #expect(abs(mean - expected) < 5 * (expected / 400).squareRoot() + 1e-9, "\(kept)")
    }
  }

  @Test func `a half is the same for the same seed, and another for another`() {
    let joint = Self.joint([1: 1000, 7: 70])
    let first = HalfSample(of: joint, seed: 7)
    #expect(first.spectrum(acceptedBy: 0) == HalfSample(of: joint, seed: 7).spectrum(acceptedBy: 0))
    #expect(first.spectrum(acceptedBy: 0) != HalfSample(of: joint, seed: 8).spectrum(acceptedBy: 0))
    #expect(first.spectrum(acceptedBy: 0).total == first.total)
  }

  @Test func `a policy's half has the passwords that it accepts`() {
    // The second policy accepts less, and the 65th stands in the second word.
    let joint = JointSpectrum([[1, 1]: [3: 100], [3, 0]: [2: 200], [0, 0]: [1: 400]])
    let half = HalfSample(of: joint, seed: 1)
    let spectra = [0, 1, 64].map { half.spectrum(acceptedBy: $0) }
    #expect(spectra[0].total == spectra[1].total + spectra[2].total)
    #expect(spectra[1].topCount == 2 && spectra[2].topCount == 3)
    #expect(half.total > spectra[0].total)
  }
}
