import Auditing
import Passwords
import TestSupport
import Testing

@Suite struct ExampleTests {
  @Test(.firstFailureOnly, arguments: seeds(3, of: 20))
  func `draws of parts add up to the draw of the whole`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let offers = (0..<200).map { _ in
      (
        Concealed(bytes: [UInt8.random(in: 0..<12, using: &random)]),
        UInt64.random(in: 0..<500, using: &random)
      )
    }
    var whole = ExampleDraw(limit: 4)
    var parts = (0..<3).map { _ in ExampleDraw(limit: 4) }
    for (text, number) in offers {
      whole.offer(text, number: number)
      parts[Int.random(in: 0..<3, using: &random)].offer(text, number: number)
    }
    // Distinct texts, each with its smallest number; the four smallest.
    let smallest = Dictionary(offers, uniquingKeysWith: min)
      .sorted { ($0.value, $0.key.bytes[0]) < ($1.value, $1.key.bytes[0]) }.prefix(4).map(\.key)
    #expect(whole.texts == smallest)
    var sum = parts[2]
    sum.merge(parts[0])
    sum.merge(parts[1])
    #expect(sum.texts == smallest)
  }
}
