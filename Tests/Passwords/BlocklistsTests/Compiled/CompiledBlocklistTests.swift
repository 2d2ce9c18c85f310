import Blocklists
import Diagnostics
import Files
import Foundation
@_spi(Internal) import Passwords
import TestSupport
import Testing

/// Compiles lists of values, one for each source, and opens the file.
func compiled(
  _ lists: [[[UInt8]]], _ comparison: ListComparison = .exact,
  in directory: TemporaryDirectory, name: String = "compiled"
) throws -> CompiledBlocklist {
  var compiler = try BlocklistCompiler(
    comparison: comparison, temporaryDirectory: directory.path)
  for list in lists {
    try compiler.beginSource(ranking: .byOrder)
    for value in list { try compiler.add(value.span) }
  }
  let path = "\(directory.path)/\(name)"
  _ = try compiler.finish(
    to: FilePlace(path), text: ["made by a test"],
    replacing: Replacing(isForced: true))
  return try CompiledBlocklist(path: path, name: name)
}

@Suite struct CompiledBlocklistTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func line(_ random: inout SeededGenerator, _ bytes: ClosedRange<Int>) -> [UInt8] {
    (0..<Int.random(in: bytes, using: &random)).map { _ in
      UInt8.random(in: 0x20..<0x7F, using: &random)
    }
  }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 100, 1_000, 40_000])
  func `every value is found and nothing else`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let lines = (0..<2 * count + 10).map { _ in line(&random, 1...24) }
    let values = Array(lines.prefix(count))
    let oracle = Set(values)
    let list = try compiled([values], in: directory)
    try list.verify()
    #expect(list.header.valueCount == oracle.count)
    #expect(list.header.repeatCount == count - oracle.count)
    #expect(list.text == "made by a test")
    let set = try BlocklistSet(sources: [.compiled(list)])
    #expect(try set.marks(lines) == lines.map { oracle.contains($0) ? 1 : 0 })
    for (number, line) in lines.enumerated() {
      let isListed = set.lists(holding: line.span) == 1
      try #require(isListed == oracle.contains(line), "line \(number)")
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 10))
  func `look-ups agree with sets of strings and with lists in memory`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let scalars = ["a", "b", "é", "e", "\u{301}", "ệ", "й", "и", "\u{306}", "각", "\u{11A8}", "Ａ"]
    let lines = (0..<2_000).map { _ -> [UInt8] in
      let count = Int.random(in: 0...4, using: &random)
      let line = (0..<count).flatMap { _ in
        Array((scalars.randomElement(using: &random) ?? "").utf8)
      }
      return line + (Int.random(in: 0..<8, using: &random) == 0 ? [0xE9] : [])
    }
    let listed = (0..<3).map { _ in lines.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    }
    for comparison in [ListComparison.exact, .fold] {
      let files = try listed.enumerated().map { number, list in
        try compiled([list], comparison, in: directory, name: "\(number)\(comparison.rawValue)")
      }
      let set = try BlocklistSet(sources: files.map { .compiled($0) })
      let memory = try BlocklistSet(listed.map { builder($0, comparison) })
      #expect(try set.marks(lines) == memory.marks(lines), "seed \(seed)")
      #expect(set.blocklists.map(\.valueCount) == memory.blocklists.map(\.valueCount))
      #expect(set.blocklists.map(\.emptyCount) == memory.blocklists.map(\.emptyCount))
      if comparison == .exact {
        let oracle = listed.map { Set($0.filter { !$0.isEmpty }.map(Value.init)) }
        let expected = lines.map { line in
          oracle.indices.reduce(UInt32(0)) {
            $0 | (oracle[$1].contains(Value(line)) ? 1 << UInt32($1) : 0)
          }
        }
        #expect(try set.marks(lines) == expected, "seed \(seed)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `hits are counted by the rank of the value`(isCompiled: Bool) throws {
    let values = (1...1_500).map { Array("value \($0)".utf8) }
    let source: BlocklistSource =
      isCompiled
      ? .compiled(try compiled([values + [values[0]]], in: directory))
      : .values(builder(values + [values[0]]))
    let set = try BlocklistSet(sources: [.values(.builtIn()), source])
    #expect(Array(set.blocklists[1].bandCounts[1...5]) == [10, 90, 900, 500, 0])
    #expect(set.blocklists[0].bandCounts.isEmpty)
    let schema = try Schema(for: set.demand)
    var hits = ListHits(listCount: 2)
    for (number, weight) in [(1, 1), (10, 3), (11, 1), (1_000, 1), (1_001, 7), (1_501, 1)] {
      let text = Array("value \(number)".utf8)
      var batch = LineBatch()
      batch.append(
        LineBatch.Line(start: 0, byteCount: UInt32(text.count), encoding: .ascii), Signature())
      batch[weight: 0] = UInt64(weight)
      batch.isWeighted = true
      let padded = text + [UInt8](repeating: 0, count: 64)
      // SAFETY: bytes have no padding.
      set.mark(&batch, in: unsafe padded.span.bytes, schema: schema, counting: &hits)
      #expect(
        set.bestBand(of: text.span)?.limit
          == [1: 10, 10: 10, 11: 100, 1_000: 1_000, 1_001: 10_000][number])
    }
    #expect((1...4).map { hits[1, $0] } == [4, 1, 1, 7])
    #expect((1..<16).allSatisfy { hits[0, $0] == 0 })
  }

  @Test
  func `the best rank of several lists counts, and lengths count distinct values`() throws {
    let many = (1...200).map { Array("many \($0)".utf8) }
    let list = try compiled(
      [many, [many[150], Array("Ä".utf8), Array(repeating: 0x61, count: 300)], []],
      in: directory)
    let set = try BlocklistSet(sources: [.compiled(list)])
    let (best, other) = (many[150], many[151])
    #expect(set.bestBand(of: best.span)?.limit == 10)
    #expect(set.bestBand(of: other.span)?.limit == 1_000)
    #expect(list.header.valueCount == 202)
    #expect(list.header.repeatCount == 1)
    #expect(Array(list.header.bandCounts[1...3]) == [13, 90, 99])
    #expect(list.header.lengthCounts[1] == 1)
    #expect(list.header.lengthCounts[6] == 9)
    #expect(list.header.lengthCounts[256] == 1)
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 5))
  func `counts rank values as sorting does`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Counts from 65,536 on keep only 16 bits.
    let counts = (0..<3_000).map { _ in
      UInt64(1) << UInt64.random(in: 0..<16, using: &random)
        + UInt64.random(in: 0..<9, using: &random)
    }
    for first in [nil, 1, 40, 2_999] as [Int?] {
      var compiler = try BlocklistCompiler(
        comparison: .exact, temporaryDirectory: directory.path, first: first)
      try compiler.beginSource(ranking: .byCount)
      for (number, count) in counts.enumerated() {
        let value = Array("\(number)".utf8)
        try compiler.add(value.span, count: count)
      }
      _ = try compiler.finish(
        to: FilePlace("\(directory.path)/list"), text: [], replacing: Replacing(isForced: true))
      let list = try CompiledBlocklist(path: "\(directory.path)/list", name: "list")
      let set = try BlocklistSet(sources: [.compiled(list)])
      let ranked = counts.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
      let kept = ranked.prefix(first ?? .max)
      #expect(list.header.valueCount == kept.count)
      // Values beyond the first ones were reported as repeats.
      #expect(list.header.repeatCount == 0)
      #expect(list.header.droppedCount == counts.count - kept.count)
      var rank = 1
      for (place, number) in ranked.enumerated() {
        if place > 0, counts[ranked[place - 1]] != counts[number] { rank = place + 1 }
        let limit = place < kept.count ? RankBand(ofRank: UInt64(rank)).limit : nil
        let value = Array("\(number)".utf8)
        let found = set.bestBand(of: value.span)?.limit
        try #require(found == limit, "seed \(seed), \(first ?? 0): \(number)")
      }
    }
  }

  @Test
  func `an ordered list keeps its first distinct values`() throws {
    var compiler = try BlocklistCompiler(
      comparison: .exact, temporaryDirectory: directory.path, first: 3)
    try compiler.beginSource(ranking: .byOrder)
    for value in ["a", "b", "a", "c", "d"] where compiler.wantsMore {
      let value = Array(value.utf8)
      try compiler.add(value.span)
    }
    _ = try compiler.finish(
      to: FilePlace("\(directory.path)/list"), text: ["one", "two"],
      replacing: Replacing(isForced: true))
    let list = try CompiledBlocklist(path: "\(directory.path)/list", name: "list")
    let set = try BlocklistSet(sources: [.compiled(list)])
    #expect(try set.lists(holding: ["a", "b", "c", "d"]) == [1, 1, 1, 0])
    #expect(list.text == "one\ntwo" && list.blocklist.provenance == list.text)
    #expect((list.header.repeatCount, list.header.droppedCount) == (1, 0))
  }

  @Test func `repeated values of a counted list are distinguished from omitted ones`() throws {
    var compiler = try BlocklistCompiler(
      comparison: .exact, temporaryDirectory: directory.path, first: 2)
    try compiler.beginSource(ranking: .byCount)
    for (value, count) in [("a", 9), ("b", 1), ("c", 5), ("a", 7), ("d", 3), ("c", 6)] {
      let value = Array(value.utf8)
      try compiler.add(value.span, count: UInt64(count))
    }
    let header = try #require(
      try compiler.finish(
        to: FilePlace("\(directory.path)/list"), text: [],
        replacing: Replacing(isForced: true)))
    #expect((header.valueCount, header.repeatCount, header.droppedCount) == (2, 2, 2))
  }

  @Test
  func `the memory allowed is enough for values that come again and again`() throws {
    var compiler = try BlocklistCompiler(
      comparison: .exact, temporaryDirectory: directory.path, memory: 1)
    try compiler.beginSource(ranking: .byOrder)
    let values = (0..<100).map { Array("again \($0)".utf8) }
    for number in 0..<60_000 {
      let value = values[number % 100]
      try compiler.add(value.span)
    }
    _ = try compiler.finish(
      to: FilePlace("\(directory.path)/list"), text: [],
      replacing: Replacing(isForced: true))
    let list = try CompiledBlocklist(path: "\(directory.path)/list", name: "list")
    #expect(list.header.valueCount == 100)
    #expect(list.header.repeatCount == 59_900)
  }

  @Test(.firstFailureOnly, arguments: 1...3)
  func `false hits are as rare as the expectation says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let list = try compiled(
      [(0..<20_000).map { _ in line(&random, 9...9) }], in: directory)
    let set = try BlocklistSet(sources: [.compiled(list)])
    let probes = 20_000
    // Values have 9 characters and probes 10, so that no probe is a value.
    let hits = (0..<probes).count { _ in
      let probe = line(&random, 10...10)
      return set.lists(holding: probe.span) != 0
    }
    #expect(set.expectedFalseHits(lookups: probes) < 1e-9)
    #expect(hits == 0, "seed \(seed)")
  }

  /// Counts of any size, of which the larger ones share a rank where 16 bits are equal.
  @Test func `counts rank values up to the largest`() throws {
    var counts: [UInt64] = [
      0, 1, 65_535, 65_536, 65_537, 65_538, 131_071, 131_072, 131_074, 131_076,
    ]
    for bit in 18..<47 as Range<UInt64> {
      let power = UInt64(1) << bit
      counts += [power, power + power / 2, power + power >> 15]
    }
    // The rank of a count is one more than how many are larger.
    let ranked = Dictionary(
      uniqueKeysWithValues: Set(counts).map { count in (count, counts.count { $0 > count } + 1) })
    var compiler = try BlocklistCompiler(
      comparison: .exact, temporaryDirectory: directory.path)
    try compiler.beginSource(ranking: .byCount)
    for count in counts {
      let value = Array("\(count)".utf8)
      try compiler.add(value.span, count: count)
    }
    _ = try compiler.finish(
      to: FilePlace("\(directory.path)/list"), text: [], replacing: Replacing(isForced: true))
    let list = try CompiledBlocklist(path: "\(directory.path)/list", name: "list")
    let set = try BlocklistSet(sources: [.compiled(list)])
    for (count, rank) in ranked {
      let value = Array("\(count)".utf8)
      // 65,537 has the first 16 bits of 65,536, and so 131,074 of 131,072, and others have their own.
      let shared = [65_536: 65_537, 131_072: 131_074][count].flatMap { ranked[$0] }
      #expect(
        set.bestBand(of: value.span)?.limit == RankBand(ofRank: UInt64(shared ?? rank)).limit,
        "\(count)")
    }
  }

  /// More records of a value than a block of its part in the temporary file holds.
  @Test(arguments: [4095, 4096, 4097, 9000])
  func `values that come thousands of times are found, and no other`(count: Int) throws {
    let values = ["lark", "otter", "meadow", "fern"].map { Array($0.utf8) }
    let list = try compiled(
      [values.flatMap { Array(repeating: $0, count: count) }, [Array("moss".utf8)]], in: directory)
    try list.verify()
    #expect(list.header.valueCount == 5 && list.header.repeatCount == 4 * count - 4)
    let set = try BlocklistSet(sources: [.compiled(list)])
    #expect(values.allSatisfy { set.lists(holding: $0.span) == 1 })
    #expect(set.lists(holding: "moss") == 1 && set.lists(holding: "mos") == 0)
    let ranks = values.indices.map { UInt64($0 * count + 1) } + [1]
    let limits = (values + [Array("moss".utf8)]).map { set.bestBand(of: $0.span)?.limit }
    #expect(limits == ranks.map { RankBand(ofRank: $0).limit })
  }

  @Test(arguments: [0, 1, 714, 715, 10_000])
  func `a file has 8.96 bytes a value and what the format asks for`(count: Int) throws {
    let list = try compiled([(0..<count).map { Array("value \($0)".utf8) }], in: directory)
    let bytes = try directory.bytes("compiled")
    #expect(list.header.fileByteCount == bytes.count)
    let numbers = [64, 72].map { place in
      bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    // Lines of eight places, at least 512.
    #expect(numbers[0] == max(512, (100 * count + 713) / 714))
    #expect(
      numbers[1] >= 8 * numbers[0] && numbers[1] % 8 == 0 && numbers[1] < 8 * numbers[0] + 800)
    #expect(BlocklistSource.compiled(list).hasUsableValues == (count > 0))
  }

  // MARK: Damage

  @Test func `a check reads block after block, until it is told to stop`() throws {
    _ = try compiled(
      [(0..<200_000).map { Array("value \($0)".utf8) }], in: directory, name: "large")
    var bytes = try directory.bytes("large")
    let sound = try CompiledBlocklist(path: "\(directory.path)/large", name: "large")
    var seen: [Int] = []
    var total = 0
    try sound.verify { done, all in
      seen.append(done)
      total = all
      return true
    }
    #expect(seen == [1 << 20, total] && total > 1 << 20 && total < 2 << 20)
    // Damage in the second block.
    bytes[4160 + 1 << 20 + 100_000] ^= 0x40
    let damaged = try CompiledBlocklist(
      path: try directory.file("damaged", bytes), name: "damaged")
    #expect(problem { try damaged.verify { _, _ in true } } != nil)
    #expect(problem { try damaged.verify { _, _ in false } } == nil)
  }

  /// Its version and comparison are unreadable, so that its first bytes alone decide.
  @Test(arguments: 1...8)
  func `a file of which most of the first eight bytes are right is a damaged list`(
    count: Int
  ) throws {
    let bytes = try file()
    for (length, isKnown) in [(bytes.count, count > 4), (20, count > 4)] {
      var changed = Array(bytes.prefix(length))
      for place in 8..<20 { changed[place] = 0xFF }
      for place in count..<8 { changed[place] = 0xFF }
      let path = try directory.file("changed", changed)
      #expect(CompiledBlocklist.isRecognised(path: path) == isKnown, "\(length)")
      changed[0] = 0x88
      let other = try directory.file("other", changed)
      #expect(!CompiledBlocklist.isRecognised(path: other))
    }
  }

  private func file() throws -> [UInt8] {
    _ = try compiled([(0..<300).map { Array("value \($0)".utf8) }], in: directory, name: "sound")
    return try directory.bytes("sound")
  }

  private func fault(_ bytes: [UInt8]) throws -> Problem? {
    let path = try directory.file("damaged", bytes)
    return problem { try CompiledBlocklist(path: path, name: "damaged").verify() }
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 8))
  func `a changed byte is found, and crashes nothing`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = try file()
    #expect(try fault(bytes) == nil)
    let text = [UInt8](repeating: 0x61, count: 80)
    var answered = 0
    for _ in 0..<40 {
      var changed = bytes
      // Half of the changes hit the header, which locates everything else.
      let range = Bool.random(using: &random) ? 0..<600 : 0..<bytes.count
      let place = Int.random(in: range, using: &random)
      changed[place] ^= UInt8.random(in: 1...255, using: &random)
      let path = try directory.file("damaged", changed)
      if let list = try? CompiledBlocklist(path: path, name: "damaged") {
        let set = try BlocklistSet(sources: [.compiled(list)])
        _ = try set.marks((0..<300).map { Array("value \($0)".utf8) } + [text])
        answered += 1
      }
      // Nothing reads the zeros between text and values.
      let isPadding = (4096 + 14..<4160).contains(place)
      let found = try fault(changed)
      try #require(found != nil || isPadding, "seed \(seed): byte \(place)")
    }
    // Only the header has a checksum that is read at once.
    #expect(1..<40 ~= answered)
  }

  @Test
  func `a header that lies with a sound checksum is refused or answers`() throws {
    let bytes = try file()
    var random = SeededGenerator(seed: 7)
    var answered = 0
    for _ in 0..<300 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let word = Int.random(in: 2..<12, using: &random)
        let numbers: [UInt64] = [
          0, 1, 511, 512, 513, 4096, 1 << 20, 1 << 31, 1 << 34, 1 << 40, .max, .max >> 1, .max >> 4,
        ]
        let number = numbers.randomElement(using: &random) ?? 0
        for byte in 0..<8 {
          changed[8 * word + byte] = UInt8(truncatingIfNeeded: number >> UInt64(8 * byte))
        }
      }
      resign(&changed)
      let path = try directory.file("lying", changed)
      if let list = try? CompiledBlocklist(path: path, name: "lying") {
        let set = try BlocklistSet(sources: [.compiled(list)])
        _ = try set.marks((0..<300).map { Array("value \($0)".utf8) })
        _ = try? list.verify()
        answered += 1
      }
    }
    #expect(1..<300 ~= answered)
  }

  @Test func `damage is told with the part and its place`() throws {
    let bytes = try file()
    let table = bytes.count - 8
    for (place, part, start) in [
      (0, .signature, 0), (8, .header, 0), (4087, .header, 0), (4095, .header, 0),
      (4096, .text, 4096), (4109, .text, 4096), (4160, .values, 4160), (table - 1, .values, 4160),
      (table, .checks, table), (bytes.count - 1, .checks, table),
    ] as [(Int, CompiledFile.Part, Int)] {
      var changed = bytes
      changed[place] ^= 0x40
      let expected = CompiledFile.damaged(part, offset: start).of("\(directory.path)/damaged")
      #expect(try fault(changed) == expected, "byte \(place)")
    }
  }

  /// The words of a header with numbers that it may have, and numbers that it may not.
  @Test(
    arguments: [
      (4, [UInt64(CompiledHeader.largestCount)], [UInt64(CompiledHeader.largestCount) + 1, .max]),
      (5, [0, 1 << 62], [1 << 63]), (6, [0, 1 << 62], [1 << 63]), (7, [0, 1 << 62], [1 << 63]),
      (8, [], [511, .max]), (9, [], [4095, 4097, 8 * 512 - 8, 16 * 512 + 8]),
      (10, [], [1 << 24 + 1, .max]),
    ] as [(Int, [UInt64], [UInt64])])
  func `numbers of the header have limits`(
    word: Int, allowed: [UInt64], refused: [UInt64]
  ) throws {
    let bytes = try file()
    for (number, isAllowed) in allowed.map({ ($0, true) }) + refused.map({ ($0, false) }) {
      var changed = bytes
      for byte in 0..<8 {
        changed[8 * word + byte] = UInt8(truncatingIfNeeded: number >> UInt64(8 * byte))
      }
      resign(&changed)
      let expected = CompiledFile.damaged(.header, offset: 8 * word)
        .of("\(directory.path)/damaged")
      #expect((try fault(changed) == expected) == !isAllowed, "\(number)")
    }
  }

  @Test func `a file of another version or comparison is refused`() throws {
    let bytes = try file()
    for (place, expected) in [
      (8, CompiledFile.unknownVersion(3)), (16, CompiledFile.unknownComparison("gxact")),
    ] {
      var changed = bytes
      changed[place] ^= 2
      resign(&changed)
      #expect(try fault(changed) == expected.of("\(directory.path)/damaged"))
    }
  }

  /// Writes the correct checksum into a header.
  private func resign(_ bytes: inout [UInt8]) {
    let sum = xxh3(Array(bytes[..<4088]))
    for byte in 0..<8 { bytes[4088 + byte] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * byte)) }
  }

  @Test
  func `a file that was cut short, grew or is something else is refused with the reason`() throws {
    let bytes = try file()
    for count in [8, 100, 4095, 4096, 4097, bytes.count - 8, bytes.count - 1] {
      let fault = try fault(Array(bytes.prefix(count)))
      #expect(fault?.code == "cut-built-file")
      #expect(fault?.found == "compiled blocklist of \(count) bytes")
    }
    #expect(try fault(bytes + [0]) != nil)
    let foreign = CompiledFile.foreign.of("\(directory.path)/damaged")
    #expect(try fault([]) == foreign)
    #expect(try fault(Array("password\n".utf8)) == foreign)
    #expect(!CompiledBlocklist.isRecognised(path: "\(directory.path)/damaged"))
    #expect(CompiledBlocklist.isRecognised(path: "\(directory.path)/sound"))
    #expect(!CompiledBlocklist.isRecognised(path: directory.path))
    let problem = CompiledFile.cutShort(found: 100, expected: 4096).of("x")
    #expect(
      problem.message == """
        x: error: compiled blocklist of 100 bytes; expected 4096 bytes, as its header says
          Copy it again, or build it again.
        """)
  }
}
