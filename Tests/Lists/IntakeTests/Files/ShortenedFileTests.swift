import Diagnostics
import Foundation
import Intake
import TestSupport
import Testing
import Workers

/// Files that shrink or grow while they are read.
@Suite struct ShortenedFileTests {
  /// Lines that hardly compress.
  private static let text: [UInt8] = {
    var random = SeededGenerator(seed: 4)
    return (0..<100_000).flatMap { _ in
      Array(String(random.next(), radix: 36).utf8) + [10]
    }
  }()

  /// The bytes that are read before anything else.
  private static let headByteCount = 65_536

  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  /// Reads a list whose file is changed after the first chunk.
  private func read(
    _ input: ListInput, chunk capacity: Int = 4096, buffer: Int = 4096, threads: Int = 1,
    _ happen: () -> Void
  ) -> (text: [UInt8], summary: ListSummary) {
    var reader = ListReader(
      input, longestLine: 64, inputBufferSize: buffer, workers: WorkerPool(width: threads))
    let chunk = Chunk(capacity: capacity)
    var text: [UInt8] = []
    while reader.fill(chunk) {
      if text.isEmpty { happen() }
      text += chunk.bytes
    }
    return (text, reader.summary)
  }

  private func resize(_ scratch: TemporaryDirectory, to byteCount: Int) {
    #expect(unsafe truncate("\(scratch.path)/list", byteCount) == 0)
  }

  @Test(arguments: [40_000, 70_001, 100_003, 1_000_000], [4096, 65_536])
  func `a text cut while it is read is incomplete from there on`(
    byteCount: Int, buffer: Int
  ) throws {
    let input = try scratch.list(Self.text)
    let (text, summary) = read(input, buffer: buffer) { resize(scratch, to: byteCount) }
    // Bytes that were already read stay in the text.
    let end = max(byteCount, buffer, Self.headByteCount)
    let isWhole = split(text) == wholeLines(Array(Self.text[..<end]))
    #expect(isWhole)
    #expect(!summary.isComplete)
    #expect(summary.cutLines == (Self.text[end - 1] == 10 ? 0 : 1))
    #expect(
      summary.problems == [
        .shortened(list: input.name, offset: UInt64(end), former: UInt64(Self.text.count))
      ])
  }

  @Test func `a text that is emptied while it is read ends after the part that was read`() throws {
    let input = try scratch.list(Self.text)
    let (text, summary) = read(input) { resize(scratch, to: 0) }
    let isWhole = split(text) == wholeLines(Array(Self.text[..<Self.headByteCount]))
    #expect(isWhole)
    #expect(summary.problems.count == 1 && !summary.isComplete)
    #expect(summary.bytesRead == UInt64(Self.headByteCount))
  }

  @Test func `a text that grows, or is cut behind the part that was read, is complete`() throws {
    let input = try scratch.list(Self.text)
    let (longer, summary) = read(input) {
      let file = unsafe open("\(scratch.path)/list", O_WRONLY | O_APPEND)
      _ = unsafe write(file, "more\n", 5)
      close(file)
    }
    #expect(summary.isComplete && summary.problems.isEmpty)
    let isLonger = longer == Self.text + Array("more\n".utf8)
    #expect(isLonger)

    // The buffer holds all of it when the file is cut.
    let short = Array(Self.text[..<10_000])
    let (text, summaryOfShort) = read(try scratch.list(short), buffer: 20_000) {
      resize(scratch, to: 0)
    }
    #expect(summaryOfShort.isComplete && split(text) == split(short))
  }

  @Test func `a file that gives fewer bytes than its size is complete`() throws {
    for path in ["/sys/kernel/uevent_seqnum", "/proc/self/status", "/proc/version"]
    where FileManager.default.isReadableFile(atPath: path) {
      let (inputs, _) = ListInput.resolve([path])
      let reading = Reading(try #require(inputs.first))
      #expect(reading.summary.problems.isEmpty && reading.summary.isComplete, "\(path)")
      #expect(!reading.text.isEmpty)
    }
  }

  // For lz4, all of it is one block here, so that it is read whole before any text comes.
  @Test(arguments: few(5, of: Packing.allCases.filter { $0 != .lz4 }))
  func `a packed file cut while it is read has one fault`(packing: Packing) throws {
    let packed = packing.pack(Self.text)
    let input = try scratch.list(packed)
    // The bytes that bzip2 needs for its first block are before that.
    let end = packed.count / 4 * 3
    let (text, summary) = read(input) { resize(scratch, to: end) }
    try expectOneFault(text, summary, packing.rawValue)
    guard !packing.readsAnywhere else { return }
    let problem = IntakeProblem.shortened(
      list: input.name, offset: UInt64(end), former: UInt64(packed.count))
    #expect(
      summary.problems == [packing.isArchive ? .inMember("list.txt", problem) : problem])
    #expect(summary.bytesRead == UInt64(end))
  }

  @Test(arguments: [1, 2], [0, 1])
  func `members that state their length are cut with one fault`(
    threads: Int, more: Int
  ) throws {
    let members = stride(from: 0, to: Self.text.count, by: 5000).map { start in
      SizedMembersTests.member(
        Array(Self.text[start..<min(start + 5000, Self.text.count)]), .bgzip, .stored)
    }
    let packed = Array(members.joined())
    let input = try scratch.list(packed)
    // Between two members, and after a byte of the next, which the decoder does not see.
    let end = members[..<250].reduce(more) { $0 + $1.count }
    let (text, summary) = read(input, threads: threads) { resize(scratch, to: end) }
    try expectOneFault(text, summary, "\(threads) lanes")
    let isAll = split(text) == wholeLines(Array(Self.text[..<(250 * 5000)]))
    #expect(isAll)
    #expect(
      summary.problems == [
        .shortened(list: input.name, offset: UInt64(end), former: UInt64(packed.count))
      ])
  }

  private func expectOneFault(_ text: [UInt8], _ summary: ListSummary, _ words: String) throws {
    #expect(!summary.isComplete, "\(words)")
    #expect(summary.problems.count == 1, "\(words): \(summary.problems)")
    #expect(summary.problems.first?.severity == .error)
    let isStart = !text.isEmpty && text.last == 10 && Self.text.starts(with: text)
    #expect(isStart, "\(words)")
  }
}

extension Packing {
  fileprivate var isArchive: Bool { Self.archives.contains(self) }

  /// Whether the file is read by random access.
  fileprivate var readsAnywhere: Bool { [.zip, .storedZip, .sevenZip].contains(self) }
}
