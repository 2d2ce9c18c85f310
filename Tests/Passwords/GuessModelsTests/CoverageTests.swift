import GuessModels
import TestSupport
import Testing

@Suite struct CoverageTests {
  // Ranks of the reference's order are exact: 40 passwords are counted by enumeration.
  @Test func `the interval holds the true rank in 93 to 97 of 100 samples`() throws {
    let corpus = try ToyCorpus()
    let directory = try TemporaryDirectory()
    let model = try corpus.model(k: 3, leastCount: 1, at: "\(directory.path)/model")
    var drawn: [Double] = []
    model.draw { bits, _ in
      drawn.append(bits)
      return drawn.count < 200 * 1_000
    }
    let places = try #require(corpus.rows(of: "order").first?.first)
    let bits = places.map { model.bits(Array($0.password.utf8).span) }.sorted()
    var (held, all) = (0, 0)
    for rank in [5, 12, 20, 30] {
      let target = bits[rank]
      let likelier = Double(bits.count { $0 < target })
      for part in 0..<200 {
        let sample = GuessSample(drawn[part * 1_000..<(part + 1) * 1_000].sorted())
        let estimate = sample.estimate(bits: target)
        held += abs(estimate.guesses - likelier) <= 1.96 * estimate.standardError ? 1 : 0
        all += 1
      }
    }
    #expect((0.93...0.97).contains(Double(held) / Double(all)), "\(held) of \(all)")
  }
}
