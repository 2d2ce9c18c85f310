import Bytes
import Testing

struct XXH3Tests {
  // The output of `xxhsum -H3` of xxHash 0.8.
  @Test(
    arguments: [
      ("", 0x2D06_8005_38D3_94C2), ("a", 0xE6C6_32B6_1E96_4E1F), ("abc", 0x78AF_5F94_892F_3950),
    ] as [(String, UInt64)])
  func `a hash follows the published algorithm`(text: String, hash: UInt64) {
    let bytes = Array(text.utf8)
    // SAFETY: bytes have no padding.
    #expect(xxh3(unsafe bytes.span.bytes) == hash)
    #expect(xxh3(unsafe bytes.span.bytes, seed: 1) != hash)
  }
}
