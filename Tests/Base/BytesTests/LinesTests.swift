@_spi(Internal) import Bytes
import Testing

@Suite struct LinesTests {
  private func lines(_ text: String, end: Int? = nil) -> (lines: [String], cursor: Int) {
    let bytes = Array(text.utf8)
    var cursor = 0
    var lines: [String] = []
    while let line = bytes.raw.nextLine(at: &cursor, end: end) {
      lines.append(String(decoding: bytes[line], as: UTF8.self))
    }
    return (lines, cursor)
  }

  @Test(
    arguments: [
      ("", [], 0), ("a", [], 0), ("\n", [""], 1), ("\r\n", [""], 2), ("a\r\r\n", ["a\r"], 4),
      ("a\nb\r\n\nc", ["a", "b", ""], 6), ("a\rb\n", ["a\rb"], 4), ("a\n\r\n", ["a", ""], 4),
    ] as [(String, [String], Int)])
  func `each whole line comes without its end`(text: String, found: [String], cursor: Int) {
    let result = lines(text)
    #expect(result.lines == found)
    #expect(result.cursor == cursor)
  }

  @Test func `lines behind the end do not count`() {
    #expect(lines("a\nb\nc\n", end: 4) == (["a", "b"], 4))
    #expect(lines("a\nb\nc\n", end: 3) == (["a"], 2))
  }

  @Test func `a CR before the cursor belongs to no line`() {
    let bytes = Array("a\r\nb".utf8)
    var cursor = 2
    #expect(bytes.raw.nextLine(at: &cursor) == 2..<2)
    #expect(cursor == 3)
  }

  @Test func `the first byte of a range is found`() {
    let bytes = Array("a:b:c".utf8)
    #expect(bytes.raw.first(0x3A, in: 0..<5) == 1)
    #expect(bytes.raw.first(0x3A, in: 2..<5) == 3)
    #expect(bytes.raw.first(0x3A, in: 2..<3) == nil)
    #expect(bytes.raw.first(0x3A, in: 5..<5) == nil)
    let nothing: [UInt8] = []
    #expect(nothing.raw.first(0x3A, in: 0..<0) == nil)
  }
}
