import Files
import TestSupport
import Testing

@Suite struct SpillCipherTests {
  /// Bytes of a file from an offset on, encrypted or decrypted.
  private func applied(_ cipher: SpillCipher, to bytes: [UInt8], at offset: Int) throws -> [UInt8] {
    var result = [UInt8](repeating: 0, count: bytes.count)
    try unsafe bytes.withUnsafeBytes { bytes in
      try unsafe result.withUnsafeMutableBytes { room in
        try unsafe cipher.apply(to: bytes, into: room, at: offset)
      }
    }
    return result
  }

  @Test func `the key stream equals AES-128 in counter mode`() throws {
    // The block of zeros under the key of zeros (FIPS 197), and that of the number 1.
    let stream = try applied(SpillCipher(key: (0, 0)), to: Array(repeating: 0, count: 32), at: 0)
    let hexadecimal = stream.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      .joined()
    #expect(hexadecimal == "66e94bd4ef8a2c3b884cfa59ca342b2e58e2fccefa7e3061367f1d57a4e7455a")
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 50))
  func `any part can be encrypted and decrypted alone`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let cipher = SpillCipher(key: (random.next(), random.next()))
    let bytes = (0..<1000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let whole = try applied(cipher, to: bytes, at: 0)
    #expect(try applied(cipher, to: whole, at: 0) == bytes)
    for _ in 0..<20 {
      let start = Int.random(in: 0...1000, using: &random)
      let end = Int.random(in: start...1000, using: &random)
      let part = try applied(cipher, to: Array(bytes[start..<end]), at: start)
      try #require(part == Array(whole[start..<end]), "seed \(seed): \(start)..<\(end)")
    }
    #expect(try applied(SpillCipher(key: (1, 2)), to: bytes, at: 0) != whole)
  }
}
