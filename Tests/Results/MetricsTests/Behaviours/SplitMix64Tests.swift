import Bytes
import Metrics
import Testing

@Suite struct SplitMix64Tests {
  @Test func `the numbers are those of the published program`() {
    var random = SplitMix64(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
    ]
    #expect((0..<3).map { _ in random.next() } == expected)
  }
}
