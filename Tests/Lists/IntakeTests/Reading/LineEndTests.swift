import Diagnostics
import Intake
import TestSupport
import Testing

/// Lists whose lines end in CR alone, as Excel on macOS writes them.
@Suite struct LineEndTests {
  private static let words = (0..<40).map { "Tisch\($0)" }

  @Test func `a list whose lines end in CR is read line by line, and says so`() throws {
    let scratch = try TemporaryDirectory()
    let text = Array(Self.words.map { $0 + "\r" }.joined().utf8)
    let wide: [UInt8] = text.reduce(into: [0xFF, 0xFE]) { $0 += [$1, 0] }
    let zip = Zip.archive([("list.txt", text)])
    for bytes in [text, Gzip.member(text), zip, wide] as [[UInt8]] {
      let input = try scratch.list(bytes)
      let reading = Reading(input, reading: TextSettings(encoding: nil))
      #expect(reading.lines.map { String(decoding: $0, as: UTF8.self) } == Self.words)
      #expect(reading.summary.isComplete)
      let problem = try #require(reading.summary.problems.first)
      #expect(reading.summary.problems.count == 1 && problem.severity == .note)
      #expect(problem.message.hasSuffix("the lines end in CR alone, without LF, and are read so"))
    }
  }

  @Test func `an LF among the first 64 KiB leaves each CR in its line`() throws {
    let scratch = try TemporaryDirectory()
    let crs = Array("ab\rcd\r".utf8)
    let filler = [UInt8](repeating: 0x61, count: 65_529)
    for (text, lines) in [
      (crs + [10], 1), (crs + filler + [10], 1), (crs + filler + [0x61, 10], 3),
    ] {
      let input = try scratch.list(text)
      let reading = Reading(input, chunk: 70_000, longestLine: 65_540)
      #expect(reading.lines.count == lines)
      #expect(reading.summary.problems.isEmpty == (lines == 1))
    }
  }

  @Test func `a CR LF at the end of the first 64 KiB is one line end`() throws {
    let scratch = try TemporaryDirectory()
    for length in 65_533...65_537 {
      let text = [UInt8](repeating: 0x61, count: length) + Array("\r\nab\r\ncd\r\n".utf8)
      let wide: [UInt8] = text.reduce(into: [0xFF, 0xFE]) { $0 += [$1, 0] }
      let half: [UInt8] = text.dropFirst(32_768).reduce(into: [0xFF, 0xFE]) { $0 += [$1, 0] }
      for bytes in [text, wide, half] as [[UInt8]] {
        let input = try scratch.list(bytes)
        let reading = Reading(
          input, reading: TextSettings(encoding: nil), chunk: 70_000, longestLine: 65_540)
        let lines = reading.lines.dropFirst().map { Array($0.prefix { $0 != 13 }) }
        #expect(lines == [[97, 98], [99, 100]])
        #expect(reading.summary.problems.isEmpty)
      }
    }
  }

  @Test func `lines in CR are read before the encoding falls back`() throws {
    let scratch = try TemporaryDirectory()
    let input = try scratch.list([0x61, 0xE9, 13, 0xC3, 0xA9, 13])
    let reading = Reading(input, reading: TextSettings(fallback: .latin1))
    #expect(reading.lines == [[0x61, 0xC3, 0xA9], [0xC3, 0xA9]])
    #expect(reading.summary.fallbackLines == 1)
  }
}
