import Diagnostics
import Foundation
import Intake
import TestSupport
import Testing

@Suite struct ListReaderTests {
  static let texts: [String] = [
    "", "\n", "\n\n\n", "a", "a\n", "one\ntwo", "one\ntwo\n", "one\r\ntwo\r\n", "\r", "\r\n",
    "\rx\r", "ab\rcd\ref", "a\r\rb\r",
    "é\n\0\n\0\0\n", "four\nfour\r\nfour", "fiver\nfour\nfiver\r\nfour\r\n", "fiver", "four\r",
    "seventeen letters\nok\n", "ok\nseventeen letters", "ok\nseventeen letters\r\nok",
    "aaaaa\nbbbbb\nccccc\nddddd\r\neeeee\r\n", "aaaa\r\r\nbbb\r\r\n\n\ncc\n",
  ]

  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  @Test(arguments: texts)
  func `every line arrives once with any sizes of chunk and buffer`(text: String) throws {
    let text = Array(text.utf8)
    let expected = split(withLineFeeds(text))
    let isNoted = !text.contains(10) && text.drop { $0 != 13 }.contains { $0 != 13 }
    for bytes in [text, Gzip.member(text), Gzip.member(text, .stored)] {
      let input = try scratch.list(bytes)
      for chunk in 6...24 {
        for buffer in [2, 3, 5, 64] {
          let reading = Reading(input, chunk: chunk, buffer: buffer, longestLine: 4)
          #expect(reading.lines == expected.filter { !isOverLong($0, 4) })
          #expect(reading.overLongLines == expected.count { isOverLong($0, 4) })
          #expect(reading.summary.cutLines == 0)
          #expect(reading.summary.isComplete)
          #expect(
            reading.summary.problems == (isNoted ? [.carriageReturns(list: input.name)] : []))
          #expect(reading.summary.bytesRead == UInt64(bytes.count))
          #expect(reading.summary.textBytes == UInt64(text.count))
        }
      }
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 40))
  func `random texts arrive whole`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var text: [UInt8] = []
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      let length = Int.random(in: 0...Int.random(in: 0...40, using: &random), using: &random)
      text += (0..<length).map { _ in
        [0x61, 0x62, 0x0D, 0x00, 0xC3].randomElement(using: &random) ?? 0
      }
      text += [[0x0A], [0x0D, 0x0A], [0x0A, 0x0A]].randomElement(using: &random) ?? []
    }
    if Bool.random(using: &random) { text.removeLast(min(text.count, 2)) }
    let block = Gzip.Block.allCases.randomElement(using: &random) ?? .fixed
    let expected = split(withLineFeeds(text))
    for bytes in [text, Gzip.member(text, block)] {
      let input = try scratch.list(bytes)
      for _ in 0..<20 {
        let limit = Int.random(in: 0...30, using: &random)
        let chunk = limit + 2 + Int.random(in: 0...40, using: &random)
        let buffer = Int.random(in: 2...100, using: &random)
        let reading = Reading(
          input, reading: TextSettings(takesAnyBytes: true), chunk: chunk, buffer: buffer,
          longestLine: limit)
        #expect(
          reading.lines == expected.filter { !isOverLong($0, limit) }
            && reading.overLongLines == expected.count { isOverLong($0, limit) },
          "seed \(seed), limit \(limit), chunk \(chunk), buffer \(buffer)")
      }
    }
  }

  @Test func `an over-long line is skipped wherever it begins and ends in a chunk`() throws {
    for before in 0...20 {
      for length in 0...40 {
        let text =
          Array((String(repeating: "b", count: before) + "\n").utf8)
          + [UInt8](repeating: 0x78, count: length) + Array("\r\nlast\n".utf8)
        let reading = Reading(try scratch.list(text), chunk: 12, buffer: 7, longestLine: 10)
        let expected = split(text)
        #expect(reading.lines == expected.filter { !isOverLong($0, 10) })
        #expect(reading.overLongLines == expected.count { isOverLong($0, 10) })
      }
    }
  }

  @Test func `a line far larger than a chunk is one over-long line`() throws {
    let giant = [UInt8](repeating: 0x78, count: 3_000_000)
    for bytes in [giant, Gzip.member(giant)] {
      let alone = Reading(try scratch.list(bytes), chunk: 100)
      #expect(alone.lines.isEmpty && alone.overLongLines == 1)
    }
    let between = Array("one\n".utf8) + giant + Array("\ntwo".utf8)
    let reading = Reading(try scratch.list(between), chunk: 66)
    #expect(reading.lines == [Array("one".utf8), Array("two".utf8)])
    #expect(reading.summary.overLongLines == 1 && reading.summary.isComplete)
  }

  @Test func `a byte order mark is removed only at the start of a text`() throws {
    let mark = "\u{FEFF}"
    for (text, expected) in [
      (mark, ""), (mark + "a\n", "a\n"), (mark + mark + "a\n", mark + "a\n"),
      ("a\n" + mark + "b\n", "a\n" + mark + "b\n"),
    ] {
      let bytes = Array(text.utf8)
      for file in [bytes, Gzip.member(bytes), Gzip.member([]) + Gzip.member(bytes)] {
        let reading = Reading(try scratch.list(file), chunk: 10, buffer: 2, longestLine: 8)
        #expect(reading.text == Array(expected.utf8))
        #expect(reading.summary.hadByteOrderMark == text.hasPrefix(mark))
        #expect(reading.summary.textBytes == UInt64(bytes.count))
      }
    }
    let unmarked = Reading(try scratch.list([0xEF, 0xBB]))
    #expect(unmarked.lines == [[0xEF, 0xBB]] && !unmarked.summary.hadByteOrderMark)
  }

  @Test func `the digest covers the whole file, read to its end`() throws {
    // FIPS 180-2, appendix B.1, and the digest of no bytes.
    let empty = Reading(try scratch.list([])).summary.sha256
    #expect(
      hexadecimal(empty) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    for buffer in 2...4 {
      let digest = Reading(try scratch.list(Array("abc".utf8)), buffer: buffer).summary.sha256
      #expect(
        hexadecimal(digest) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
    let member = Gzip.member(Array("a line\n".utf8))
    let damaged = member.dropLast(8) + [1, 2, 3, 4, 5, 6, 7, 8]
    for file in [member + [9, 9, 9] + [UInt8](repeating: 8, count: 100), damaged + [1, 2, 3]] {
      let whole = Reading(try scratch.list(Array(file)), buffer: 1000).summary
      let pieces = Reading(try scratch.list(Array(file)), buffer: 3).summary
      #expect(whole.bytesRead == UInt64(file.count) && pieces.bytesRead == whole.bytesRead)
      #expect(whole.sha256 == pieces.sha256 && whole.sha256.count == 32)
    }
  }

  @Test func `hashing beside the reading gives the same digest and the same text`() throws {
    var random = SeededGenerator(seed: 1)
    let text = (0..<300_001).map { _ in UInt8.random(in: 0x09...0x20, using: &random) }
    let file = Gzip.member(text)
    for input in [try scratch.list(text, name: "1"), try scratch.list(file, name: "2")] {
      let any = TextSettings(takesAnyBytes: true)
      let atOnce = Reading(input, reading: any, chunk: 5000, buffer: 10_000, longestLine: 4000)
      let beside = Reading(input, reading: any, chunk: 5000, buffer: 40_000, longestLine: 4000)
      #expect(beside.summary.sha256 == atOnce.summary.sha256)
      let isSame = beside.text == atOnce.text && beside.lines == split(text)
      #expect(isSame)
    }
  }

  @Test func `no buffer is filled again before it is hashed`() throws {
    var random = SeededGenerator(seed: 2)
    var text = (0..<100_003).map { _ in UInt8.random(in: 0x09...0x20, using: &random) }
    for _ in 0..<6 { text += text }
    let input = try scratch.list(text)
    let chunk = Chunk(capacity: 1_000_000)
    // Nobody reads the chunks, so the reader is faster than the digest.
    let digests = [20_000, 40_000].map { buffer in
      var reader = ListReader(input, longestLine: 4000, inputBufferSize: buffer)
      while reader.fill(chunk) {}
      return reader.summary.sha256
    }
    #expect(digests[0] == digests[1])
  }

  @Test func `a reader may be abandoned in the middle`() throws {
    let text = [UInt8](repeating: 0x0A, count: 200_000)
    for bytes in [text, Gzip.member(text, .stored)] {
      let input = try scratch.list(bytes)
      for count in 0..<40 {
        var reader = ListReader(input, longestLine: 1000, inputBufferSize: 40_000)
        let chunk = Chunk(capacity: 5000)
        for _ in 0..<count { _ = reader.fill(chunk) }
      }
    }
  }

  @Test func `progress ends at the size of the files`() throws {
    let inputs = [
      try scratch.list([UInt8](repeating: 0x0A, count: 1000), name: "a"),
      try scratch.list(Gzip.member(Array("b\n".utf8)), name: "b"),
    ]
    let progress = ReadingProgress(totalByteCount: ListInput.totalByteCount(of: inputs))
    #expect(progress.byteCount == 0)
    for input in inputs { _ = Reading(input, buffer: 10, progress: progress) }
    #expect(progress.byteCount > 1000 && progress.byteCount == progress.totalByteCount)
  }

  @Test func `a raised flag ends the list at once, marked incomplete`() throws {
    let input = try scratch.list(Array("one\ntwo\n".utf8))
    let stop = StopFlag()
    #expect(stop.raise() == false && stop.raise() == true)
    let summary = Reading(input, stop: stop).summary
    #expect(!summary.isComplete && summary.textBytes == 0)
    #expect(summary.problems == [.stopped(list: input.name, offset: 0)])
  }

  @Test func `a flag raised between two chunks leaves whole lines and a cut one`() throws {
    let text = [UInt8]((0..<5000).flatMap { Array("line \($0)\n".utf8) })
    for bytes in [text, Gzip.member(text)] {
      let stop = StopFlag()
      var reader = ListReader(
        try scratch.list(bytes), longestLine: 64, inputBufferSize: 100,
        watch: ReadingWatch(stop: stop))
      let chunk = Chunk(capacity: 100)
      var seen: [UInt8] = []
      for _ in 0..<10 {
        let isFilled = reader.fill(chunk)
        #expect(isFilled)
        seen += chunk.bytes
      }
      stop.raise()
      while reader.fill(chunk) { seen += chunk.bytes }
      #expect(text.starts(with: seen) && seen.last == 0x0A && seen.count < 1100)
      #expect(!reader.summary.isComplete && reader.summary.cutLines <= 1)
      #expect(reader.summary.problems.count == 1)
    }
  }

  @Test func `a list that vanished or turned into a directory is reported in the system's words`()
    throws
  {
    let input = try scratch.list([0x61], name: "list")
    try FileManager.default.removeItem(atPath: input.name)
    let gone = Reading(input)
    #expect(gone.text.isEmpty && !gone.summary.isComplete)
    #expect(gone.summary.problems == [.unreadable(list: input.name, SystemError(code: ENOENT))])

    try FileManager.default.createDirectory(atPath: input.name, withIntermediateDirectories: true)
    let directory = Reading(input)
    #expect(directory.text.isEmpty && !directory.summary.isComplete)
    #expect(
      directory.summary.problems == [
        .readFailed(list: input.name, offset: 0, SystemError(code: EISDIR))
      ])
  }

  @Test func `a read error ends the list`() {
    // The first page of a process is never mapped, and reading it fails with EIO.
    let (inputs, problems) = ListInput.resolve(["/proc/self/mem"])
    #expect(problems.isEmpty && inputs.count == 1)
    for input in inputs {
      let summary = Reading(input).summary
      #expect(!summary.isComplete)
      #expect(
        summary.problems == [.readFailed(list: input.name, offset: 0, SystemError(code: EIO))])
    }
  }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
