import Files
import Questions
import Testing
import Workers

@Suite struct LineAnswersTests {
  /// Answers blocks with each line twice, but for lines of one `-`.
  private func answers(
    to blocks: [String], lanes: Int = 1, reader: @escaping @Sendable (Int) -> Bool = { _ in true }
  ) throws -> (text: String, areAnswered: Bool) {
    let output = Output()
    let answers = LineAnswers(
      lanes: lanes, overLong: Array("long".utf8), scratch: { 0 },
      deliver: { bytes in
        output.blocks.withLock {
          $0.append(bytes)
          return reader($0.count)
        }
      },
      answer: { _, line, output in
        output += line + line
        return line != [UInt8(ascii: "-")]
      })
    for block in blocks where !answers.take(Array(block.utf8)) { break }
    let areAnswered = try answers.finish()
    let bytes = output.blocks.withLock { $0.flatMap(\.self) }
    return (String(decoding: bytes, as: UTF8.self), areAnswered)
  }

  private final class Output: Sendable {
    let blocks = Locked<[[UInt8]]>([])
  }

  @Test(arguments: [1, 4])
  func `answers come in order`(lanes: Int) throws {
    let blocks = (0..<100).map { "\($0)\n\n" }
    let (text, areAnswered) = try answers(to: blocks, lanes: lanes)
    #expect(text == (0..<100).map { "\($0)\($0)\n\n" }.joined())
    #expect(areAnswered)
  }

  @Test func `lines that are over-long or not answered are remembered`() throws {
    let longest = String(repeating: "a", count: longestAnsweredLine)
    #expect(try answers(to: [longest + "\n"]) == (longest + longest + "\n", true))
    #expect(try answers(to: [longest + "b\r\nc\n"]) == ("long\ncc\n", false))
    #expect(try answers(to: ["-\n", "a\n"]) == ("--\naa\n", false))
  }

  @Test func `an output without reader gets no more`() throws {
    #expect(try answers(to: ["a\n", "b\n", "c\n"]) { $0 < 2 }.text == "aa\nbb\n")
  }
}
