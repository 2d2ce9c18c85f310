import Blocklists
import Foundation
@_spi(Internal) import Passwords
import TestSupport
import Testing

@Suite struct NormalisationTests {
  @Test(.firstFailureOnly, arguments: seeds(3, of: 10))
  func `a batch counts the passwords that normalisation changes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "a", "é", "e\u{301}", "한", "\u{1112}\u{1161}", "ﬁ", "\u{212A}", "z\u{323}\u{307}", "日",
    ]
    var text: [UInt8] = []
    var batch = LineBatch()
    var expected: UInt64 = 0
    for _ in 0..<LineBatch.capacity {
      let count = Int.random(in: 1...4, using: &random)
      var line = Array(
        (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined().utf8)
      if Int.random(in: 0..<8, using: &random) == 0 { line.append(0xFF) }
      if let password = String(validating: line, as: UTF8.self) {
        let form = Array(password.precomposedStringWithCanonicalMapping.utf8)
        expected += form == line ? 0 : 1
      }
      batch.append(
        LineBatch.Line(
          start: UInt32(text.count), byteCount: UInt32(line.count), encoding: encoding(of: line)),
        Signature())
      text += line
    }
    // SAFETY: bytes have no padding.
    let bytes = unsafe text.span.bytes
    #expect(Normalisation.changedLines(in: batch, of: bytes) == expected, "seed \(seed)")
    #expect(expected > 0)

    for index in 0..<batch.count { batch[weight: index] = 3 }
    batch.isWeighted = true
    #expect(Normalisation.changedLines(in: batch, of: bytes) == 3 * expected)
  }
}
