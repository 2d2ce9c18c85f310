import Bytes
import Testing

@Suite struct HashesTests {
  // From the reference code's test vectors, by L. C. Noll.
  @Test(
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C),
      ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)])
  func `the hash of a name is FNV-1a`(name: String, hash: UInt64) {
    #expect(fnv1a(Array(name.utf8)) == hash)
  }

  @Test func `a number has sixteen hexadecimal digits`() {
    #expect(hexadecimal(0) == "0000000000000000")
    #expect(hexadecimal(0xABC) == "0000000000000abc")
    #expect(hexadecimal(.max) == "ffffffffffffffff")
  }
}
