import Intake
import TestSupport
import Testing

@Suite struct GzipTests {
  /// Lines of every length up to 18, and an unfinished one; 197 bytes.
  static let text: [UInt8] = {
    var text: [UInt8] = []
    for length in 0...18 {
      for place in 0..<length { text.append(0x61 + UInt8((place * 7 + length) % 26)) }
      text.append(0x0A)
    }
    return text + Array("the end".utf8)
  }()

  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  @Test(arguments: Gzip.Block.allCases, 0..<32 as Range<UInt8>)
  func `every header and block is read`(block: Gzip.Block, flags: UInt8) throws {
    let file = Gzip.member(Self.text, block, header: Gzip.Header(rawValue: flags))
    let input = try scratch.list(file)
    for (chunk, buffer) in [(66, 2), (67, 13), (4096, 4096)] {
      let reading = Reading(input, chunk: chunk, buffer: buffer)
      #expect(reading.lines == split(Self.text))
      #expect(reading.summary.container == .gzip && reading.summary.members == 1)
      #expect(reading.summary.isComplete && reading.summary.problems.isEmpty)
    }
  }

  @Test func `every member is read, and a line may continue in the next one`() throws {
    for size in [1, 2, 7, 50, 196] {
      let parts = stride(from: 0, to: Self.text.count, by: size).map {
        Array(Self.text[$0..<min($0 + size, Self.text.count)])
      }
      let file = parts.enumerated().flatMap { index, part in
        Gzip.member(part, Gzip.Block.allCases[index % 3], header: index % 2 == 0 ? [] : .name)
          + (index % 5 == 0 ? Gzip.member([]) : [])
      }
      for buffer in [2, 3, 64, 4096] {
        let reading = Reading(try scratch.list(file), chunk: 70, buffer: buffer)
        #expect(reading.lines == split(Self.text))
        #expect(reading.summary.members == UInt64(parts.count + (parts.count + 4) / 5))
        #expect(reading.summary.isComplete && reading.summary.problems.isEmpty)
      }
    }
  }

  @Test(arguments: [2, 3, 4, 5, 1000])
  func `zeros behind the last member are padding`(buffer: Int) throws {
    for count in [1, 2, 3, 511, 5000] {
      let padding = [UInt8](repeating: 0, count: count)
      let file = Gzip.member(Self.text) + padding
      let reading = Reading(try scratch.list(file), buffer: buffer)
      #expect(reading.lines == split(Self.text))
      #expect(reading.summary.isComplete && reading.summary.problems.isEmpty)

      let more = Reading(try scratch.list(file + file), buffer: buffer)
      #expect(more.lines == split(Self.text + Self.text))
      #expect(more.summary.members == 2 && more.summary.problems.isEmpty)
    }
  }

  @Test(arguments: [
    ([0x0A], TrailingBytes.text), (Array("junk".utf8), .text), ([0, 0] + Array("é".utf8), .text),
    (Array(repeating: 0x61, count: 65_536), .text), (Array(repeating: 0x61, count: 65_537), .other),
    ([0x1F, 0x8C], .other), ([0x8B, 0x1F], .other), ([0, 0, 7], .other), ([0x61, 0], .other),
    ([0x1F, 0, 8, 0], .member), ([0, 0x8B, 8, 0], .member), ([0x1E, 0x8B, 8, 0, 0], .member),
  ])
  func `text behind the last member is a warning, anything else an error`(
    trailing: [UInt8], kind: TrailingBytes
  ) throws {
    let member = Gzip.member(Self.text)
    let zeros = trailing.prefix { $0 == 0 }.count
    for buffer in [2, 3, 5, 1000] {
      let input = try scratch.list(member + trailing)
      let reading = Reading(input, buffer: buffer)
      let isText = kind == .text
      #expect(reading.lines == (isText ? split(Self.text) : wholeLines(Self.text)))
      #expect(reading.summary.isComplete == isText && reading.summary.members == 1)
      let offset = UInt64(member.count + zeros)
      #expect(
        reading.summary.problems == [
          .trailingBytes(list: input.name, .gzip, offset: offset, kind)
        ])
    }
  }

  @Test(arguments: Gzip.Block.allCases)
  func `a file cut anywhere is reported, and its whole lines are kept`(block: Gzip.Block) throws {
    let first = Gzip.member(Self.text + [0x0A], block, header: [.name, .checksum])
    let file = first + Gzip.member(Self.text, block)
    for end in 2..<file.count where end != first.count {
      let cut = Array(file[..<end])
      let input = try scratch.list(cut)
      let content = Gzip.content(of: cut)
      try #require(content.ending == .cut, "\(end) bytes")
      for (chunk, buffer) in [(66, 2), (97, 31), (4096, 4096)] {
        let reading = Reading(input, chunk: chunk, buffer: buffer)
        let comment: Comment = "\(end) bytes, chunks of \(chunk)"
        try #require(reading.lines == wholeLines(content.text), comment)
        try #require(!reading.summary.isComplete, comment)
        try #require(
          reading.summary.cutLines == (content.text.last ?? 0x0A == 0x0A ? 0 : 1), comment)
        try #require(reading.summary.textBytes == UInt64(content.text.count), comment)
        try #require(
          reading.summary.problems == [.cut(list: input.name, .gzip, offset: UInt64(end))], comment)
      }
    }
  }

  @Test(arguments: [Gzip.Block.fixed, .dynamic])
  func `text that zlib still holds when the input is cut is kept`(block: Gzip.Block) throws {
    // A few matches of 258 bytes give more text than a chunk takes at once.
    let file = Gzip.member(Array(String(repeating: "again, \n", count: 1000).utf8), block)
    for end in 2..<file.count {
      let cut = Array(file[..<end])
      let input = try scratch.list(cut)
      let text = Gzip.content(of: cut).text
      for chunk in few(3, of: Array(10...19)) {
        let reading = Reading(input, chunk: chunk, buffer: 64, longestLine: 8)
        let isSame = reading.lines == wholeLines(text)
        let comment: Comment = "\(end) bytes, chunks of \(chunk)"
        try #require(isSame && reading.summary.textBytes == UInt64(text.count), comment)
        try #require(
          reading.summary.problems == [.cut(list: input.name, .gzip, offset: UInt64(end))], comment)
      }
    }
  }

  @Test func `a line cut beyond the limit is over-long at every size of chunk`() throws {
    for length in 0...40 {
      let line = [UInt8](repeating: 0x78, count: length)
      let file = Gzip.member(Array("first\n".utf8) + line, .stored)
      let input = try scratch.list(Array(file.dropLast(8)))
      for chunk in 12...60 {
        let summary = Reading(input, chunk: chunk, longestLine: 10).summary
        let comment: Comment = "\(length) bytes, chunks of \(chunk)"
        try #require(summary.overLongLines == (length > 11 ? 1 : 0), comment)
        try #require(summary.cutLines == (1...11 ~= length ? 1 : 0), comment)
      }
    }
  }

  @Test func `an empty file is an empty list, and a lone signature a cut one`() throws {
    let empty = Reading(try scratch.list([])).summary
    #expect(empty.container == .plain && empty.isComplete && empty.problems.isEmpty)
    let input = try scratch.list([0x1F, 0x8B])
    let lone = Reading(input).summary
    #expect(lone.container == .gzip && !lone.isComplete)
    #expect(lone.problems == [.cut(list: input.name, .gzip, offset: 2)])
    let start = try scratch.list([0x1F])
    let half = Reading(start).summary
    #expect(half.problems == [.noLines(list: start.name, .damagedSignature(.gzip), .plain)])
  }

  @Test(arguments: Gzip.Block.allCases)
  func `a flipped byte never changes the text in silence`(block: Gzip.Block) throws {
    let flags: Gzip.Header = [.extra, .name, .comment]
    let file = Gzip.member(Self.text, block, header: flags) + Gzip.member(Self.text, block)
    let expected = split(Self.text + Self.text)
    for position in 2..<file.count {
      for flip in [0x01, 0x80, 0xFF] as [UInt8] {
        var flipped = file
        flipped[position] ^= flip
        let reading = Reading(try scratch.list(flipped), chunk: 2000, buffer: 50, longestLine: 1998)
        let isReported = !reading.summary.problems.isEmpty
        try #require(isReported || reading.lines == expected, "byte \(position) by \(flip)")
        try requireAgreement(reading, Gzip.content(of: flipped), "byte \(position) by \(flip)")
      }
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(10, of: 150))
  func `a mutated file gives the text that zlib gives in one call`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var file: [UInt8] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let block = Gzip.Block.allCases.randomElement(using: &random) ?? .dynamic
      let flags = Gzip.Header(rawValue: UInt8.random(in: 0..<32, using: &random))
      file += Gzip.member(Array(Self.text.shuffled(using: &random)), block, header: flags)
    }
    for _ in 0..<20 {
      let mutated = mutated(file, from: 2, times: 1...4, cutting: 20, using: &random)
      let chunk = Int.random(in: 600...2000, using: &random)
      let buffer = Int.random(in: 2...600, using: &random)
      let reading = Reading(
        try scratch.list(mutated), chunk: chunk, buffer: buffer, longestLine: 598)
      try requireAgreement(reading, Gzip.content(of: mutated), "seed \(seed)")
    }
  }
}

/// Requires a reader to find the same in a file as one call of zlib for each member.
private func requireAgreement(
  _ reading: Reading, _ content: Gzip.Content, _ comment: Comment,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  // A text without LF has lines that end in CR, and a note says so if it changes what is read.
  let endsInCR = content.text.contains(0x0D) && !content.text.contains(0x0A)
  let text = content.text.map { endsInCR && $0 == 0x0D ? 0x0A : $0 }
  let hasNote = endsInCR && content.text.drop { $0 != 0x0D }.contains { $0 != 0x0D }
  let problems = reading.summary.problems.filter {
    if case .carriageReturns = $0 { false } else { true }
  }
  try #require(
    reading.summary.problems.count - problems.count == (hasNote ? 1 : 0), comment,
    sourceLocation: sourceLocation)
  let isWhole: Bool? =
    switch (content.ending, problems.first) {
    case (.whole, nil): true
    case (.trailing(let offset), .trailingBytes(_, .gzip, let place, let kind))
    where place == UInt64(offset) && problems.count == 1:
      kind == .text
    case (.cut, .cut), (.damaged, .damaged): false
    default: nil
    }
  try #require(
    isWhole == reading.summary.isComplete, "\(content.ending), yet \(problems); \(comment)",
    sourceLocation: sourceLocation)
  let lines = isWhole == true ? split(text) : wholeLines(text)
  let isSame = reading.lines == lines && reading.overLongLines == 0
  try #require(isSame, comment, sourceLocation: sourceLocation)
  try #require(
    reading.summary.members == UInt64(content.members), comment, sourceLocation: sourceLocation)
  try #require(
    reading.summary.textBytes == UInt64(content.text.count), comment,
    sourceLocation: sourceLocation)
}
