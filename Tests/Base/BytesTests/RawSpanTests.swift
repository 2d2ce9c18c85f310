@_spi(Internal) import Bytes
import Testing

@Suite struct RawSpanTests {
  @Test func `numbers are read from their bytes at any offset`() {
    let bytes: [UInt8] = [9, 8, 7, 6, 5, 4, 3, 2, 1]
    #expect(bytes.raw.number(at: 1, as: UInt64.self) == 0x0102_0304_0506_0708)
    #expect(bytes.raw.bigEndian(at: 1, as: UInt64.self) == 0x0807_0605_0403_0201)
    #expect(bytes.raw.number(at: 7, as: UInt16.self) == 0x0102)
    #expect(bytes.raw.bigEndian(at: 7, as: UInt16.self) == 0x0201)
    #expect(bytes.raw.number(at: 8, as: UInt8.self) == 1)
    #expect(bytes.raw.bigEndian(at: 5, as: UInt32.self) == 0x0403_0201)
  }

  @Test func `numbers lend their bytes`() {
    let words: [UInt64] = [1, 2]
    #expect(words.raw.byteCount == 16 && words.raw.number(at: 8, as: UInt64.self) == 2)
    #expect(words.span.raw.byteCount == 16)
    let nothing: [UInt8] = []
    #expect(nothing.raw.byteCount == 0)
  }

  @Test(arguments: 0...16)
  func `up to sixteen bytes are two words`(count: Int) {
    let bytes = (0..<count).map { UInt8(0xF0 - 7 * $0) }
    var low: UInt64 = 0
    var high: UInt64 = 0
    for (place, byte) in bytes.enumerated() {
      if place < 8 { low |= UInt64(byte) << (8 * place) }
      if place >= 8 { high |= UInt64(byte) << (8 * (place - 8)) }
    }
    // Within a longer text, whose other bytes must not count.
    let text = [0xEE, 0xEE, 0xEE] + bytes + [0xEE]
    let words = text.raw.extracting(3..<3 + count).words
    #expect(words.low == low && words.high == high)
  }
}
