import Diagnostics
import Intake
import TestSupport
import Testing
import Workers

/// Gzip files whose members state their lengths, inflated on several workers.
@Suite struct SizedMembersTests {
  /// The form in which a member states its length.
  enum Size: CaseIterable { case bgzip, pgzip, mgzip, namedMgzip }

  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  /// A member with its length in its header's extra field.
  static func member(_ text: [UInt8], _ size: Size, _ block: Gzip.Block = .dynamic) -> [UInt8] {
    let plain = Gzip.member(text, block)
    let data = Array(plain[10...])
    func header(_ id: String, _ number: Int, _ byteCount: Int, flags: UInt8 = 4) -> [UInt8] {
      let value = (0..<byteCount).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      return plain[..<3] + [flags] + plain[4..<10] + [UInt8(byteCount + 4), 0] + Array(id.utf8)
        + [UInt8(byteCount), 0] + value
    }
    switch size {
    case .bgzip: return header("BC", 18 + data.count - 1, 2) + data
    case .pgzip: return header("IG", 20 + data.count, 4) + data
    case .mgzip: return header("MZ", data.count - 8, 4) + data
    case .namedMgzip: return header("MZ", data.count - 8, 4, flags: 12) + Array("a\0".utf8) + data
    }
  }

  /// Text cut into members at random places, some of them empty.
  static func file(_ text: [UInt8], random: inout SeededGenerator) -> [UInt8] {
    var file: [UInt8] = []
    var start = 0
    while start < text.count {
      let most = Bool.random(using: &random) ? 20 : 60_000
      let end = min(text.count, start + Int.random(in: 0...most, using: &random))
      file += member(
        Array(text[start..<end]), Size.allCases.randomElement(using: &random) ?? .bgzip,
        Gzip.Block.allCases.randomElement(using: &random) ?? .dynamic)
      start = end
    }
    return file + member([], .bgzip)
  }

  /// A member without its length, so that the following ones are read in order.
  static let plain = Gzip.member([])

  @Test(.firstFailureOnly, arguments: seeds(3, of: 12))
  func `members cut anywhere give the text`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var text = ContainerTests.text
    for _ in 0..<4 { text += ContainerTests.text }
    let file = Self.file(text, random: &random)
    let input = try scratch.list(file)
    let inOrder = Reading(try scratch.list(Self.plain + file, name: "in order"))
    for threads in [1, 2, 3, 9] {
      for buffer in [1000, 262_144] {
        let reading = Reading(input, chunk: 100_000, buffer: buffer, threads: threads)
        let isSame = reading.text == inOrder.text && reading.lines == split(text)
        #expect(isSame, "seed \(seed), \(threads) lanes")
        #expect(reading.summary.members + 1 == inOrder.summary.members)
        #expect(reading.summary.textBytes == UInt64(text.count))
        #expect(reading.summary.isComplete && reading.summary.problems.isEmpty)
      }
    }
  }

  @Test(arguments: Size.allCases)
  func `a file of bgzip's ends with an empty block, or is incomplete`(size: Size) throws {
    let first = Array("one\ntwo\nthr".utf8)
    let second = Array("ee\nfour\nfi".utf8)
    let isBlock = size == .bgzip
    let start = Self.member(first, size) + Self.member(second, size)
    let end = Self.member([], .bgzip)
    let whole = [
      start + end, start + end + [0, 0], start + end + [UInt8](repeating: 0, count: 512),
      start + end + end, start + end + start + end,
      start + Self.plain, start + Gzip.member(first), end, start + Self.member([], .pgzip),
    ]
    let cut = [start, start + [0, 0, 0], start + Array("junk".utf8), start + end + start]
    for file in whole + cut {
      // Read on all workers, on one, and as a file of an archive.
      for (name, threads, bytes) in [
        ("lanes", 2, file), ("one", 1, file), ("in order", 1, Self.plain + file),
        ("archive", 1, Packing.zip.pack(file)),
      ] {
        for buffer in [2, 5, 4096] {
          let input = try scratch.list(bytes, name: name)
          let reading = Reading(input, buffer: buffer, threads: threads)
          let isWhole = whole.contains(file) || !isBlock
          #expect(reading.summary.isComplete == isWhole, "\(name), \(buffer)")
          #expect(!reading.lines.isEmpty || file == end)
          guard !isWhole else { continue }
          let problems = reading.summary.problems
          guard problems.count == 1,
            problems[0].message.contains("bgzip data ends early at byte")
          else {
            Issue.record("\(name), \(buffer): \(problems)")
            continue
          }
        }
      }
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 60))
  func `a mutated file gives the same text as when it is read in order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let file = Self.file(Array(ContainerTests.text[..<4000]), random: &random)
    for round in 0..<10 {
      var mutated = mutated(file, from: 2, times: 1...3, cutting: 99, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        mutated += [[0, 0, 0], [0, 7], Self.plain].randomElement(using: &random) ?? []
      }
      let buffer = Int.random(in: 2...600, using: &random)
      let input = try scratch.list(mutated)
      let reading = Reading(input, buffer: buffer, threads: 3)
      let inOrder = Reading(
        try scratch.list(Self.plain + mutated, name: "in order"), buffer: buffer)
      let comment: Comment = "seed \(seed), round \(round)"
      let isSame = reading.text == inOrder.text
      try #require(isSame, comment)
      try #require(reading.summary.isComplete == inOrder.summary.isComplete, comment)
      try #require(reading.summary.members + 1 == inOrder.summary.members, comment)
      try #require(reading.summary.textBytes == inOrder.summary.textBytes, comment)
      #expect(reading.summary.cutLines == inOrder.summary.cutLines, comment)
      let expected = inOrder.summary.problems.map { $0.earlier(by: Self.plain.count, input.name) }
      #expect(reading.summary.problems == expected, comment)
    }
  }

  @Test func `a member too large for memory is read in order, as are those after it`() throws {
    let small = Array("one\ntwo\n".utf8)
    let large = [UInt8](repeating: 0x0A, count: 5 << 20)
    let file =
      Self.member(small, .bgzip) + Self.member(large, .pgzip) + Self.member(small, .bgzip)
      + Gzip.member(small)
    let reading = Reading(try scratch.list(file), chunk: 100_000, threads: 2)
    let isSame = reading.text == small + large + small + small
    #expect(isSame && reading.summary.members == 4 && reading.summary.problems.isEmpty)
  }

  @Test func `a reader may be abandoned while threads inflate`() throws {
    var random = SeededGenerator(seed: 1)
    let input = try scratch.list(Self.file(ContainerTests.text, random: &random))
    let chunk = Chunk(capacity: 5000)
    for count in 0..<10 {
      var reader = ListReader(input, longestLine: 1000, workers: WorkerPool(width: 4))
      for _ in 0..<count { _ = reader.fill(chunk) }
    }
  }
}

extension IntakeProblem {
  /// The same problem in a file that lacks this many bytes at its start.
  fileprivate func earlier(by byteCount: Int, _ list: String) -> IntakeProblem {
    let less = UInt64(byteCount)
    return switch self {
    case .cut(_, let format, let offset): .cut(list: list, format, offset: offset - less)
    case .damaged(_, let format, let offset, let reason):
      .damaged(list: list, format, offset: offset - less, reason: reason)
    case .endBlockMissing(_, let offset): .endBlockMissing(list: list, offset: offset - less)
    case .trailingBytes(_, let format, let offset, let kind):
      .trailingBytes(list: list, format, offset: offset - less, kind)
    default: self
    }
  }
}
