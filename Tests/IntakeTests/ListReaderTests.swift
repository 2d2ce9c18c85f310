import Intake
import Testing

struct ListReaderTests {
  @Test(arguments: ["", "a", "a\n", "\n", "\n\n", "one\ntwo", "one\r\ntwo\r\n", "\r", "é\n\0\n"])
  func `every line arrives once, ending in a line feed`(text: String) throws {
    let scratch = try Scratch()
    let text = Array(text.utf8)
    for bytes in [text, Gzip.member(text)] {
      let input = try scratch.list(bytes)
      for capacity in 6...9 {
        let reading = Reading(input, chunk: capacity, buffer: 2, longestLine: 4)
        #expect(reading.lines == split(text))
        #expect(reading.summary.isComplete)
        #expect(reading.summary.bytesRead == UInt64(bytes.count))
        #expect(reading.summary.textBytes == UInt64(text.count))
      }
    }
  }
}
