@_spi(Internal) import Passwords
import TestSupport
import Testing

/// Schemas for each path through the profiler.
private let demands: [FactDemand] = {
  var plain = FactDemand()
  plain[.longestRun] = 4
  var meter = plain
  meter.meter = true
  var sequences = meter
  sequences[.longestSequence] = 5
  sequences[.longestClassRun] = 6
  sequences.lists = 3
  var custom = plain
  custom.classes = [CodePointSet(ascii: "!@#".utf8), CodePointSet(ascii: "-_ ".utf8)]
  var vowels = plain
  vowels.classes = [CodePointSet(ascii: "aeiou".utf8)]
  vowels[.longestSequence] = 3
  var counts = meter
  counts.counts = [.digit: 3, .upper.union(.lower): 2, .special: 300]
  counts[.longestClassRun] = 5
  var singles = plain
  singles.classes = Set((UInt8(0x20)...0x7E).map { CodePointSet(ascii: [$0]) })
  var someKinds = plain
  someKinds.counts = [.digit: 3, .special: 1]
  var unions = plain
  unions.counts = [
    .digit.union(.special): 4, .asciiPrintable: 9, .upper.union(.lower): 2, .digit: 1,
    .unicode: 12, .unicode.subtracting(.asciiPrintable): 3,
  ]
  var unique = plain
  unique[.uniqueCharacters] = 31
  var fewUnique = counts
  fewUnique[.uniqueCharacters] = 4
  var fullUnique = FactDemand.full(strength: .meter, lists: 32)
  fullUnique[.uniqueCharacters] = 31
  var ends = plain
  (ends[.firstCharacter], ends[.lastCharacter]) = (1, 1)
  var someEnds = vowels
  someEnds[.lastCharacter] = 1
  var fullEnds = fullUnique
  (fullEnds[.firstCharacter], fullEnds[.lastCharacter]) = (1, 1)
  var endsOfSingles = singles
  (endsOfSingles[.firstCharacter], endsOfSingles[.lastCharacter]) = (1, 1)
  return [
    ends, someEnds, fullEnds, endsOfSingles, unique, fewUnique, fullUnique, FactDemand(), plain,
    meter, sequences, custom, vowels, counts, singles, someKinds, unions,
    .full(strength: .meter, lists: 32), .full(strength: .none),
  ]
}()

private let pieces: [[UInt8]] = [
  Array("abc".utf8), Array("CBA".utf8), Array("123".utf8), Array("aaa".utf8), Array("Z".utf8),
  Array("!".utf8), Array("@~".utf8), Array(" ".utf8), Array("90".utf8), Array("zab".utf8),
  Array("é".utf8), Array("É".utf8), Array("日本".utf8), Array("٣".utf8), Array("😀".utf8),
  Array("e\u{301}".utf8), Array("—".utf8), [0], [0x7F], [0x09], [13], [0xFF], [0xC3],
  [0xE2, 0x82], [0xFF, 0xC3, 0xFF], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80], [0xC0, 0x80],
  [0xEF, 0xBF, 0xBD],
]

/// Lines of every shape: runs, sequences, specials, controls, scripts, ill-formed parts.
private func line(_ generator: inout SeededGenerator) -> [UInt8] {
  let ascii = Int.random(in: 0..<3, using: &generator) > 0
  let length = Int.random(
    in: 0...(Int.random(in: 0..<9, using: &generator) == 0 ? 60 : 14), using: &generator)
  var line: [UInt8] = []
  while line.count < length {
    line += pieces[Int.random(in: 0..<(ascii ? 10 : pieces.count), using: &generator)]
  }
  return line
}

@Suite struct ProfilerTests {
  @Test(.firstFailureOnly, arguments: demands.indices, [1, 2, 3] as [UInt64])
  func `batches of lines agree with the naive profile`(demand: Int, seed: UInt64) throws {
    let schema = try Schema(for: demands[demand])
    var generator = SeededGenerator(seed: seed)
    let passwords = (0..<(isExhaustive ? 3_000 : 600)).map { _ in line(&generator) }
    let carriageReturn = seed == 2
    let lineEnd: [UInt8] = carriageReturn ? [13, 10] : [10]
    let text = Array(passwords.map { $0 + lineEnd }.joined())
    var counts = LineCounts()
    let profiler = Profiler(schema)
    let signatures = profileLines(text, profiler, counting: &counts)
    let expected = passwords.map { password in
      !carriageReturn && password.last == 13 ? Array(password.dropLast()) : password
    }.filter { !$0.isEmpty }
    guard signatures.count == expected.count else {
      Issue.record("seed \(seed): \(signatures.count) lines, expected \(expected.count)")
      return
    }
    #expect(counts.audited == UInt64(expected.count))
    #expect(counts.empty == UInt64(passwords.count - expected.count))
    for (signature, password) in zip(signatures, expected) {
      let naive = NaiveProfile(password).profile(schema)
      #expect(schema.profile(of: signature) == naive, "seed \(seed), bytes \(password)")
      #expect(schema.signature(of: profiler.profile(of: password.span)) == signature)
    }
  }

  @Test func `every single byte between two letters has a right profile`() throws {
    for demand in demands {
      let schema = try Schema(for: demand)
      let profiler = Profiler(schema)
      for byte in UInt8.min...UInt8.max where byte != 10 {
        let password = [UInt8(ascii: "a"), byte, UInt8(ascii: "a")]
        var counts = LineCounts()
        let signatures = profileLines(password + [10], profiler, counting: &counts)
        #expect(
          signatures.map(schema.profile(of:)) == [NaiveProfile(password).profile(schema)],
          "byte \(byte)")
        #expect(counts.illFormed == (byte >= 0x80 ? 1 : 0))
      }
    }
  }

  @Test func `lines up to the limit are audited and longer ones are counted`() throws {
    let schema = try Schema(for: FactDemand())
    let longest = [UInt8](repeating: 97, count: Schema.longestLine)
    var counts = LineCounts()
    let signatures = profileLines(
      longest + [13, 10] + longest + [98, 10, 99, 10], Profiler(schema), counting: &counts)
    #expect(signatures.map { schema.profile(of: $0).codePointCount } == [65_536, 1])
    #expect(counts.overLong == 1)
    #expect(counts.audited == 2)
  }
}

/// Runs a text through the profiler as a worker does.
private func profileLines(
  _ text: [UInt8], _ profiler: Profiler, counting counts: inout LineCounts
) -> [Signature] {
  let padded = text + [UInt8](repeating: 0, count: 64)
  var batch = LineBatch()
  var cursor = 0
  var signatures: [Signature] = []
  while cursor < text.count {
    batch.removeAll()
    unsafe profiler.fill(
      &batch, from: padded.span.bytes, end: text.count, at: &cursor, counting: &counts)
    signatures += (0..<batch.count).map { batch[signature: $0] }
  }
  return signatures
}
