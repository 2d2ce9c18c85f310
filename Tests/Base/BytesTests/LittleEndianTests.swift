@_spi(Internal) import Bytes
import Testing

@Suite struct LittleEndianTests {
  @Test func `a number is its bytes, the lowest first`() {
    #expect(littleEndianBytes(0x0102_0304_0506_0708, 8) == [8, 7, 6, 5, 4, 3, 2, 1])
    #expect(littleEndianBytes(0x0102_0304_0506_0708, 3) == [8, 7, 6])
    #expect(littleEndian([8, 7, 6, 5, 4, 3, 2, 1]) == 0x0102_0304_0506_0708)
    #expect(littleEndian([0xFF, 0x80]) == 0x80FF && littleEndian([]) == 0)
  }

  @Test func `a big-endian number is its bytes, the highest first`() {
    #expect(bigEndian([1, 2, 3, 4, 5, 6, 7, 8]) == 0x0102_0304_0506_0708)
    #expect(bigEndian([0x80, 0xFF]) == 0x80FF && bigEndian([]) == 0)
    var bytes: [UInt8] = [7]
    bytes.append(bigEndian: 0x0102_0304_0506_0708)
    bytes.append(littleEndian: 0x0102_0304_0506_0708)
    #expect(bytes == [7, 1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1])
  }

  @Test(arguments: 1...8)
  func `written numbers are read back`(byteCount: Int) {
    for number in [0, 1, 0x80, 0xFFFF, 0x1234_5678_9ABC_DEF0, .max] as [UInt64] {
      var bytes: [UInt8] = [7]
      bytes.append(littleEndian: number, byteCount: byteCount)
      let kept = byteCount == 8 ? number : number & (1 << (8 * UInt64(byteCount)) - 1)
      #expect(bytes.count == 1 + byteCount && littleEndian(bytes[1...]) == kept)
    }
  }
}
