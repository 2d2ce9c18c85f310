@_spi(Internal) import Passwords
import TestSupport
import Testing

@Suite struct KeyNumbersTests {
  @Test(.firstFailureOnly, arguments: seeds(2, of: 20))
  func `keys have the numbers that a dictionary gives them`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (numbers, known) = (KeyNumbers(), [Signature: Int]())
    // More keys than the first table has room for, most of which come twice.
    for _ in 0..<20_000 {
      let key = Signature(
        .random(in: 0..<100, using: &random), .random(in: 0..<100, using: &random),
        .random(in: 0...1, using: &random) << 63)
      let number = known[key] ?? known.count
      known[key] = number
      let found = numbers.number(of: key)
      try #require(found == number, "seed \(seed)")
    }
    #expect(known.count > 8000)
  }
}
