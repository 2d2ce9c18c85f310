import Foundation
import Intake
import TestSupport
import Testing

/// Archives that request more memory than the limit.
@Suite struct ArchiveMemoryTests {
  static let text = (0..<30).flatMap { Array("word-\($0)\n".utf8) }

  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  @Test(arguments: ["lzma1", "lzma2"])
  func `a 7z dictionary of 32 MiB is read, and one of 64 is refused`(method: String) throws {
    // liblzma's levels 8 and 9.
    for (level, isRead) in [(8, true), (9, false)] {
      let file = Packing.sevenZip.pack(
        [.init(name: "list.txt", bytes: Self.text)],
        options: "7zip:compression=\(method),7zip:compression-level=\(level)")
      let input = try scratch.list(file)
      let reading = Reading(input)
      #expect(reading.text == (isRead ? Self.text : []))
      #expect(reading.summary.isComplete == isRead)
      #expect(
        reading.summary.problems
          == (isRead ? [] : [.windowTooLarge(list: input.name, .sevenZip, limit: 1 << 25)]))
      #expect(reading.summary.bytesRead == UInt64(file.count) && reading.summary.sha256.count == 32)
    }
  }

  @Test(arguments: ["copy", "deflate", "bzip2", "ppmd"])
  func `7z files of other methods are read`(method: String) throws {
    let file = Packing.sevenZip.pack(
      [.init(name: "list.txt", bytes: Self.text)], options: "7zip:compression=\(method)")
    let reading = Reading(try scratch.list(file))
    #expect(reading.text == Self.text && reading.summary.problems.isEmpty)
  }

  /// `list.txt` and a second file, made by Python's zipfile: LZMA with a dictionary of 8 MiB.
  static let lzma = """
    UEsDBD8AAgAOAAAAIQAui95vTwAAAOYAAAAFAAAAYS50eHQJBAUAXQAAgAAAO5vKqtGQO98bmucawC61NQB9czbQDIlZ\
    XMefKwypSFE2h7Qs7kEdLYmv1UA9v/0GhzJqDLmOnDT3aCBZ1bgm//+m+AAAUEsDBBQAAAAAAAAAIQBufmAJBgAAAAYA\
    AAAFAAAAYi50eHRvdGhlcgpQSwECPwM/AAIADgAAACEALoveb08AAADmAAAABQAAAAAAAAAAAAAAgAEAAAAAYS50eHRQ\
    SwECFAMUAAAAAAAAACEAbn5gCQYAAAAGAAAABQAAAAAAAAAAAAAAgAFyAAAAYi50eHRQSwUGAAAAAAIAAgBmAAAAmwAA\
    AAAA
    """

  /// The same, made by p7zip: PPMd of order 8 with a model of 1 MiB.
  static let ppmd = """
    UEsDBD8AAABiAAAAISgui95vOgAAAOYAAAAFAAAAYS50eHQHAHb2WURCM3S2SqevRhyPBvCKH/DBT4UnhZb6eh5+Of68\
    cY013/eVyeWBXkz4mK6Jmev3OdWbolAAUEsDBAoAAAAAAAAAIShufmAJBgAAAAYAAAAFAAAAYi50eHRvdGhlcgpQSwEC\
    PwM/AAAAYgAAACEoLovebzoAAADmAAAABQAkAAAAAAAAACCApIEAAAAAYS50eHQKACAAAAAAAAEAGAAAQG0l61O/AQAA\
    AAAAAAAAAAAAAAAAAABQSwECPwMKAAAAAAAAACEobn5gCQYAAAAGAAAABQAkAAAAAAAAACCApIFdAAAAYi50eHQKACAA\
    AAAAAAEAGAAAQG0l61O/AQAAAAAAAAAAAAAAAAAAAABQSwUGAAAAAAIAAgCuAAAAhgAAAAAA
    """

  // The first file's data begins at 35, LZMA's dictionary size four bytes further on.
  @Test(arguments: [
    ([0, 0, 0, 2] as [UInt8], true), ([0, 0, 0, 3], false), ([0, 0, 0, 0xFF], false),
  ])
  func `a zipped file that asks for more than 32 MiB is refused alone`(
    size: [UInt8], isRead: Bool
  ) throws {
    var file = Array(try #require(Data(base64Encoded: Self.lzma)))
    file.replaceSubrange(40..<44, with: size)
    let fifo = try Fifo()
    fifo.write([file])
    for input in [try scratch.list(file), fifo.input] {
      let reading = Reading(input)
      #expect(reading.text == (isRead ? Self.text : []) + Array("other\n".utf8))
      #expect(reading.summary.isComplete == isRead)
      let problem = IntakeProblem.windowTooLarge(list: input.name, .zip, limit: 1 << 25)
      #expect(reading.summary.problems == (isRead ? [] : [.inMember("a.txt", problem)]))
    }
  }

  @Test func `a zipped file of an unsupported method is refused alone`() throws {
    let file = Array(try #require(Data(base64Encoded: Self.ppmd)))
    let fifo = try Fifo()
    fifo.write([file])
    for input in [try scratch.list(file), fifo.input] {
      let reading = Reading(input)
      #expect(reading.text == Array("other\n".utf8))
      let problem = IntakeProblem.unsupported(
        list: input.name, .zip, kind: "compressed by PPMd")
      #expect(reading.summary.problems == [.inMember("a.txt", problem)])
      #expect(reading.summary.skippedMembers == 1 && !reading.summary.isComplete)
    }
  }

  // The first byte of a longer number begins with a one for each byte that follows.
  @Test(
    arguments: [
      // Counts of files, folders and packed streams.
      [0x01, 0x05, 0xF0, 0, 0, 0, 0x10], [0x01, 0x04, 0x07, 0x0B, 0xE0, 0, 0, 1, 0],
      [0x01, 0x04, 0x06, 0, 0xE0, 0, 0, 0x0F, 0x09],
    ] as [[UInt8]])
  func `a 7z header of a few bytes cannot ask for much memory`(header: [UInt8]) throws {
    let input = try scratch.list(Self.sevenZip(header))
    let summary = Reading(input).summary
    #expect(summary.problems == [.tooManyFiles(list: input.name, .sevenZip, limit: 1 << 24)])
  }

  @Test(.firstFailureOnly, arguments: seeds(10, of: 300))
  func `a damaged 7z header is a damaged archive`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // An archive with a packed header, and headers that are not packed.
    var file = Packing.sevenZip.pack(Self.text)
    var places = 32..<file.count
    if Bool.random(using: &random) {
      let length = Int.random(in: 0...60, using: &random)
      let folder: [UInt8] = [
        0x01, 0x04, 0x06, 0, 1, 9, 1, 0, 7, 0x0B, 1, 0, 1, 0x23, 3, 1, 1, 5, 0x5D,
      ]
      let noise = (0..<length).map { _ in UInt8.random(in: 0...16, using: &random) }
      file = Self.sevenZip(folder + noise)
      places = 33..<file.count
    }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: places, using: &random)
      file[place] = UInt8.random(in: 0...255, using: &random)
    }
    let summary = Reading(try scratch.list(file)).summary
    #expect(summary.isComplete == summary.problems.isEmpty, "seed \(seed)")
  }

  /// A 7z file with only a header; its checksums are wrong.
  static func sevenZip(_ header: [UInt8]) -> [UInt8] {
    let size = [UInt8(header.count), 0, 0, 0, 0, 0, 0, 0]
    return [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4, 0, 0, 0, 0]
      + Array(repeating: 0, count: 8) + size + [0, 0, 0, 0] + header
  }
}
