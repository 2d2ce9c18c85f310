import Intake
import TestSupport
import Testing

/// Compressed lists and archives, by content.
@Suite struct ContainerTests {
  /// Passwords of all kinds, and an unfinished last line.
  static let text: [UInt8] = {
    var random = SeededGenerator(seed: 7)
    var text: [UInt8] = []
    for number in 0..<10_000 {
      let letters = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        UInt8.random(in: 0x21...0x7E, using: &random)
      }
      text += letters + (number % 7 == 0 ? Array("é漢\u{1F511}".utf8) : [])
      text += number % 3 == 0 ? [0x0D, 0x0A] : [0x0A]
    }
    return text + Array("the end".utf8)
  }()

  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 6))
  func `texts that are kept apart share no chunk`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let texts = (0..<30).map { number in
      (0..<Int.random(in: 0...40, using: &random)).flatMap { _ in
        [UInt8](repeating: 65 + UInt8(number), count: Int.random(in: 0...20, using: &random)) + [10]
      }
    }
    let entries = texts.enumerated().map { Packing.Entry(name: "\($0)", bytes: $1) }
    let input = try scratch.list(Packing.tar.pack(entries))
    for capacity in [66, 200, 4096] {
      var reader = ListReader(
        input, longestLine: 64, inputBufferSize: 1000, keepsTextsApart: true)
      let chunk = Chunk(capacity: capacity)
      var found: [[UInt8]] = []
      while reader.fill(chunk) {
        #expect(chunk.beginsText || !found.isEmpty)
        if chunk.beginsText { found.append([]) }
        if let last = found.popLast() { found.append(last + chunk.bytes) }
      }
      #expect(found == texts.filter { !$0.isEmpty }, "seed \(seed), \(capacity) bytes")
      #expect(reader.summary.members == 30)
    }
  }

  @Test(arguments: Packing.allCases)
  func `every container gives the text it holds`(packing: Packing) throws {
    let file = packing.pack(Self.text)
    let input = try scratch.list(file)
    for (chunk, buffer) in [(67, 2), (4096, 999), (100_000, 262_144)] {
      let reading = Reading(input, chunk: chunk, buffer: buffer)
      let isSame = reading.lines == split(Self.text)
      #expect(isSame && reading.summary.isComplete && reading.summary.problems.isEmpty)
      #expect(reading.summary.container.description == packing.container)
      #expect(reading.summary.textBytes == UInt64(Self.text.count))
      #expect(reading.summary.bytesRead == UInt64(file.count) && reading.summary.members == 1)
      #expect(reading.summary.sha256 == Reading(input, buffer: 70).summary.sha256)
      #expect(
        reading.summary.archiveMembers.map(\.name)
          == (Packing.archives.contains(packing) ? ["list.txt"] : []))
    }
  }

  @Test(arguments: Packing.compressions)
  func `compressed members are joined, even within a line`(packing: Packing) throws {
    let half = Self.text.count / 2
    // For zstd and lz4 themselves, zeros are a fault.
    let padding: [UInt8] = packing == .zstd || packing == .lz4 ? [] : [0, 0, 0, 0]
    let file =
      packing.pack(Array(Self.text[..<half])) + padding + packing.pack(Array(Self.text[half...]))
      + padding
    for buffer in [2, 5, 100_000] {
      let reading = Reading(try scratch.list(file), buffer: buffer)
      let isSame = reading.lines == split(Self.text)
      #expect(isSame && reading.summary.members == 2 && reading.summary.problems.isEmpty)
    }
    let input = try scratch.list(file + Array("junk".utf8))
    let reading = Reading(input, buffer: 3)
    // Like their own programs.
    let isIgnored = [Packing.gzip, .bzip2, .lzip].contains(packing)
    let isSame = reading.lines == (isIgnored ? split(Self.text) : wholeLines(Self.text))
    #expect(isSame && reading.summary.isComplete == isIgnored)
    guard
      case .trailingBytes(_, _, offset: UInt64(file.count), isIgnored ? .text : .other) =
        reading.summary.problems.first
    else {
      Issue.record("\(reading.summary.problems)")
      return
    }
  }

  @Test func `the first byte of lzip data may have any value, as in lzip`() throws {
    let member = Packing.lzip.pack(Self.text)
    for byte in [1, 0x80, 0xFF] as [UInt8] {
      var file = member + member
      file[6] = byte
      file[member.count + 6] = byte
      for buffer in [2, 5, 100_000] {
        let reading = Reading(try scratch.list(file), buffer: buffer)
        let isSame = reading.lines == split(Self.text + Self.text)
        #expect(isSame && reading.summary.problems.isEmpty)
      }
    }
  }

  @Test(arguments: Packing.compressions)
  func `compressed data cut anywhere is reported`(packing: Packing) throws {
    let text = Array(Self.text[..<3000])
    let file = packing.pack(text)
    for end in stride(from: 14, to: file.count, by: 13) {
      let input = try scratch.list(Array(file[..<end]))
      let reading = Reading(input, buffer: 100)
      #expect(text.starts(with: reading.text) && !reading.summary.isComplete)
      #expect(reading.summary.problems.count == 1)
      guard case .cut(_, _, offset: UInt64(end)) = reading.summary.problems.first else {
        Issue.record("\(end): \(reading.summary.problems)")
        continue
      }
    }
  }

  /// Frames of stored blocks, followed by a header that no block can have.
  @Test(arguments: [
    (Packing.zstd, [1_000, 3_000, 70, 5]), (.lz4, [1_000, 3_000, 70, 5]), (.zstd, []),
  ])
  func `all blocks before a damaged one are kept`(packing: Packing, sizes: [Int]) throws {
    var file: [UInt8] =
      packing == .zstd
      ? [0x28, 0xB5, 0x2F, 0xFD, 0, 0x58] : [0x04, 0x22, 0x4D, 0x18, 0x60, 0x40, 0x82]
    var end = 0
    for size in sizes {
      let header = packing == .zstd ? UInt32(size) << 3 : UInt32(size) | 1 << 31
      file += (0..<(packing == .zstd ? 3 : 4)).map { UInt8(truncatingIfNeeded: header >> (8 * $0)) }
      file += Self.text[end..<end + size]
      end += size
    }
    let input = try scratch.list(file + [0xFF, 0xFF, 0xFF, 0x7F, 0, 0])
    for (chunk, buffer) in [(66, 2), (67, 5_000), (1_000, 100), (4_096, 999), (100_000, 100_000)] {
      let reading = Reading(input, chunk: chunk, buffer: buffer)
      #expect(reading.summary.textBytes == UInt64(end), "\(chunk), \(buffer)")
      let isStart = Self.text[..<end].starts(with: reading.text)
      #expect(isStart && !reading.summary.isComplete)
      guard case .damaged = reading.summary.problems.first else {
        Issue.record("\(chunk), \(buffer): \(reading.summary.problems)")
        continue
      }
    }
  }

  @Test func `skippable frames of zstd and lz4 are skipped`() throws {
    let frame: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
    for packing in [Packing.zstd, .lz4] {
      let first = packing.pack(Array("one\nt".utf8))
      let second = packing.pack(Array("wo\n".utf8))
      for file in [first + frame + second, first + frame + frame + second + frame] {
        let reading = Reading(try scratch.list(file), buffer: 3)
        #expect(reading.lines == [Array("one".utf8), Array("two".utf8)])
        #expect(reading.summary.problems.isEmpty)
      }
    }
    // Such a frame may begin a file of either format.
    for packing in [Packing.zstd, .lz4] {
      for size in [0, 3, 255, 70_000] {
        let length = [UInt8(size & 0xFF), UInt8(size >> 8 & 0xFF), UInt8(size >> 16), 0]
        let long = frame[..<4] + length + [UInt8](repeating: 9, count: size)
        let file = Array(long) + frame + packing.pack(Array("one\n".utf8))
        for buffer in [3, 100_000] {
          let leading = Reading(try scratch.list(file), buffer: buffer)
          #expect(leading.lines == [Array("one".utf8)] && leading.summary.problems.isEmpty)
          #expect(leading.summary.container.description == packing.container)
          #expect(leading.summary.members == 3)
          let input = try scratch.list(Array(long.dropLast(size == 0 ? 1 : size)))
          let cut = Reading(input, buffer: buffer).summary
          #expect(cut.problems == [.cut(list: input.name, .zstd, offset: cut.bytesRead)])
        }
      }
    }
  }

  @Test(arguments: Packing.archives)
  func `an archive's files are texts of their own, in order`(packing: Packing) throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let entries: [Packing.Entry] = [
      .init(name: "a.txt", bytes: Array("one\ntwo".utf8)),
      .init(name: "lists/b.txt", bytes: mark + Array("three\r\nfour\r".utf8)),
      .init(name: "lists/c.gz", bytes: Gzip.member(Array("five\nsix".utf8))),
      .init(name: "lists/ü\u{202E}.txt", bytes: Array("seven\n".utf8)),
      .init(name: "empty.txt"),
    ]
    let input = try scratch.list(packing.pack(entries))
    for (chunk, buffer) in [(66, 2), (4096, 4096)] {
      let reading = Reading(input, chunk: chunk, buffer: buffer)
      #expect(
        reading.lines
          == ["one", "two", "three\r", "four\r", "five", "six", "seven"].map { Array($0.utf8) })
      let summary = reading.summary
      #expect(summary.isComplete && summary.problems.isEmpty && summary.hadByteOrderMark)
      #expect(summary.members == 5 && summary.archiveMembers.map(\.name) == entries.map(\.name))
      #expect(summary.archiveMembers.map(\.textBytes) == [7, 15, 8, 6, 0])
      #expect(
        summary.archiveMembers.map(\.container.description)
          == ["plain", "plain", "gzip", "plain", "plain"])
    }
  }

  @Test(arguments: Packing.archives)
  func `a member that is no list is skipped or refused by name`(packing: Packing) throws {
    let entries: [Packing.Entry] = [
      .init(name: "lists", kind: .directory),
      .init(name: "lists/a.txt", bytes: Array("one\n".utf8)),
      .init(name: "lists/link", kind: .link, target: "a.txt"),
      .init(name: "lists/.hidden", bytes: Array("no\n".utf8)),
      .init(name: "__MACOSX/lists/._a.txt", bytes: Array("no\n".utf8)),
      .init(name: "inner.zip", bytes: Packing.zip.pack(Array("no\n".utf8))),
      .init(name: "twice.gz", bytes: Gzip.member(Gzip.member(Array("no\n".utf8)))),
      .init(name: "wide.txt", bytes: [0xFF, 0xFE, 0x61, 0, 0x0A, 0]),
      .init(name: "./b.txt", bytes: Array("two".utf8)),
    ]
    let input = try scratch.list(packing.pack(entries))
    let reading = Reading(input)
    #expect(reading.lines == [Array("one".utf8), Array("two".utf8)])
    let summary = reading.summary
    #expect(!summary.isComplete && summary.skippedMembers == 4)
    #expect(
      summary.archiveMembers.map(\.isComplete) == [true, false, false, false, true])
    #expect(
      summary.problems == [
        .inMember("inner.zip", .packed(list: input.name, .zip, summary.container)),
        .inMember("twice.gz", .packed(list: input.name, .gzip, .gzip)),
        .inMember("wide.txt", .wide(list: input.name, .utf16, .plain)),
      ])
  }

  @Test(arguments: Packing.archives)
  func `a damaged member keeps the text before the damage`(packing: Packing) throws {
    var random = SeededGenerator(seed: 3)
    // Incompressible texts, so that damage hits one member.
    let texts = (0..<3).map { _ in
      (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) } + [0x0A]
    }
    let entries = zip(["a", "b", "c"], texts).map { Packing.Entry(name: $0, bytes: $1) }
    let file = packing.pack(entries)
    for end in stride(from: file.count / 2, to: file.count - 2000, by: 4001) {
      let input = try scratch.list(Array(file[..<end]))
      let reading = Reading(
        input, reading: TextSettings(takesAnyBytes: true), chunk: 100_000, longestLine: 90_000)
      #expect(!reading.summary.isComplete && reading.summary.problems.count == 1)
      // A 7z file has its header at its end, and zstd packs 128 KiB at a time.
      if packing == .sevenZip || packing == .tarZstd { continue }
      #expect(reading.text.starts(with: texts[0]))
      #expect(reading.summary.archiveMembers.first?.isComplete == true)
    }
  }

  @Test func `a member with a wrong checksum is damaged, and the next ones are read`() throws {
    let entries: [Packing.Entry] = [
      .init(name: "a", bytes: Array("first\nlist".utf8)),
      .init(name: "b", bytes: Array("second\nlist".utf8)),
    ]
    var file = Packing.storedZip.pack(entries)
    let place = try #require(file.indices.first { file[$0...].starts(with: Array("first".utf8)) })
    file[place] ^= 1
    let reading = Reading(try scratch.list(file))
    #expect(reading.lines.suffix(2) == [Array("second".utf8), Array("list".utf8)])
    #expect(reading.summary.archiveMembers.map(\.isComplete) == [false, true])
    #expect(reading.summary.problems.count == 1 && reading.summary.cutLines == 1)
    guard case .inMember("a", .damaged(_, .zip, _, _)) = reading.summary.problems.first else {
      Issue.record("\(reading.summary.problems)")
      return
    }
  }

  @Test(arguments: Packing.allCases)
  func `reading stops at the requested amount of text`(packing: Packing) throws {
    let text = Array(String(repeating: "0123456\n", count: 100).utf8)
    let input = try scratch.list(packing.pack(text))
    for limit in [0, 1, 8, 100, 799] as [UInt64] {
      let reading = Reading(input, reading: TextSettings(maxBytes: limit))
      #expect(reading.text == Array(text[..<Int(limit / 8 * 8)]))
      #expect(reading.summary.textBytes == limit && !reading.summary.isComplete)
      #expect(reading.summary.problems.count == 1)
    }
    for limit in [800, 801] as [UInt64] {
      let reading = Reading(input, reading: TextSettings(maxBytes: limit))
      #expect(reading.text == text && reading.summary.isComplete)
    }
  }

  @Test(arguments: Packing.allCases)
  func `a mutated container neither crashes nor hangs nor lies`(packing: Packing) throws {
    let text = Array(Self.text[..<2000])
    let file =
      Packing.compressions.contains(packing)
      ? packing.pack(text) + packing.pack(text)
      : packing.pack([.init(name: "a", bytes: text), .init(name: "b", bytes: text)])
    for seed in seeds(15, of: 150) {
      var random = SeededGenerator(seed: seed)
      let mutated = mutated(file, from: 0, times: 1...4, cutting: 200, using: &random)
      let reading = Reading(
        try scratch.list(mutated), reading: TextSettings(maxBytes: 1_000_000), chunk: 5000,
        buffer: Int.random(in: 2...600, using: &random))
      let summary = reading.summary
      try #require(summary.isComplete || !summary.problems.isEmpty, "seed \(seed)")
    }
  }
}
