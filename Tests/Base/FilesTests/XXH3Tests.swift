@_spi(Internal) import Bytes
@_spi(Internal) import Files
import Testing

@Suite struct XXH3Tests {
  // The output of `xxhsum -H3` of xxHash 0.8.
  @Test(
    arguments: [
      ("", 0x2D06_8005_38D3_94C2), ("a", 0xE6C6_32B6_1E96_4E1F), ("abc", 0x78AF_5F94_892F_3950),
    ] as [(String, UInt64)])
  func `a hash follows the published algorithm`(text: String, hash: UInt64) {
    let bytes = Array(text.utf8)
    #expect(xxh3(bytes.raw) == hash)
    #expect(xxh3(bytes.raw, seed: 1) != hash)
  }

  // The output of `xxhsum -H2` of xxHash 0.8.
  @Test(
    arguments: [
      ("", 0x99AA_06D3_0147_98D8, 0x6001_C324_468D_497F),
      ("abc", 0x06B0_5AB6_733A_6185, 0x78AF_5F94_892F_3950),
    ] as [(String, UInt64, UInt64)])
  func `a wide hash follows the published algorithm`(text: String, high: UInt64, low: UInt64) {
    let bytes = Array(text.utf8)
    let hash = xxh3Wide(bytes.raw)
    #expect(hash.high == high && hash.low == low)
    #expect(xxh3Wide(bytes.raw, seed: 1) != hash)
  }

  @Test func `a number has the hash of its bytes`() {
    let number: UInt128 = 0x0F0E_0D0C_0B0A_0908_0706_0504_0302_0100
    let bytes = Array(0..<16 as Range<UInt8>)
    for seed: UInt64 in [0, 1, .max] {
      #expect(xxh3(littleEndian: number, seed: seed) == xxh3(bytes.raw, seed: seed))
    }
  }
}
