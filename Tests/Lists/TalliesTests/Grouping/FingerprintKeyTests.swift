import Tallies
import Testing

@Suite struct FingerprintKeyTests {
  private let key = FingerprintKey(Array(0..<32))

  // Computed by Python's hashlib: blake2s(message, key=bytes(range(32)), digest_size=16).
  @Test(
    arguments: [
      (Array("a".utf8), "97f392c0c0ba804232e789918f25ece5"),
      (Array("password".utf8), "9d239227f20d2edeacc975604c67df9f"),
      (Array(repeating: UInt8(ascii: "x"), count: 64), "8ef1ad682de828fa8b1802729b64e44d"),
      (Array(repeating: UInt8(ascii: "y"), count: 65), "55fc79b6f0cac18ffd42baa8ea80888d"),
      (Array(0..<200), "42a6f8ff590af21b512e9e088257aa34"),
    ] as [([UInt8], String)])
  func `fingerprints agree with another implementation`(
    bytes: [UInt8], expected: String
  ) throws {
    let hash = KeyedHash(try #require(key))
    // Checks it twice, since the program reuses one hash.
    for _ in 0..<2 {
      // SAFETY: bytes have no padding.
      let fingerprint = hash.fingerprint(of: unsafe bytes.span.bytes)
      let words = [fingerprint.high, fingerprint.low].map { word in
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
      }
      #expect(words.joined() == expected)
    }
  }

  @Test func `a key has 32 bytes, and the fingerprint of no bytes is its id`() throws {
    #expect(try #require(key).id == "9536f9b267655743dee97b8a670f9f53")
    #expect(FingerprintKey(Array(0..<31)) == nil)
    #expect(FingerprintKey(Array(0..<33)) == nil)
    #expect(FingerprintKey.random() != FingerprintKey.random())
  }
}
