import Diagnostics
import Intake
import TestSupport
import Testing

/// Texts whose parts have several encodings, as `>>` of PowerShell and `cat` leave them behind.
@Suite struct EncodingWatchTests {
  static let latin = (0..<40).map { "Tisch\($0 * 7)\n" }.joined()
  static let cyrillic = (0..<40).map { _ in "слониха\r\n" }.joined()
  static let han = (0..<40).map { $0 % 10 == 1 ? "上海密码長\n" : "密码北京\n" }.joined()
  static let emoji = "\u{1F600}\u{1F60A}a\n" + latin

  private static let wide = [TextEncoding.utf16LittleEndian, .utf16BigEndian]
  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  /// What a part is, and its first byte.
  private struct Part: Equatable {
    let kind: ForeignPart.Kind
    let offset: UInt64
  }

  /// The only problem of a text, which must not depend on the pieces in which it is read.
  private func problem(
    of bytes: [UInt8], _ encoding: TextEncoding?, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Part? {
    let input = try scratch.list(bytes)
    var found: [[IntakeProblem]] = []
    for buffer in [2, 7, 4096, 1 << 20] {
      let reading = Reading(input, reading: TextSettings(encoding: encoding), buffer: buffer)
      #expect(
        reading.summary.isComplete == reading.summary.problems.isEmpty,
        sourceLocation: sourceLocation)
      found.append(reading.summary.problems)
    }
    #expect(Set(found).count == 1 && found[0].count < 2, sourceLocation: sourceLocation)
    if case .mixed(_, let part, _)? = found[0].first {
      return Part(kind: part.kind, offset: part.offset)
    }
    #expect(found[0].isEmpty, sourceLocation: sourceLocation)
    return nil
  }

  @Test(arguments: [latin, cyrillic, han, emoji], wide)
  func `UTF-16 behind lines of bytes is found where it begins`(
    text: String, encoding: TextEncoding
  ) throws {
    for before in ["abc\n", "Ofenrohr\n", String(repeating: "Lampe1\n", count: 20_000)] {
      for mark in ["", "\u{FEFF}"] {
        let bytes = Array(before.utf8) + EncodingTests.bytes(mark + text, encoding)
        let part = try problem(of: bytes, .utf8)
        #expect(part == Part(kind: .pairs(encoding), offset: UInt64(before.utf8.count)))
      }
    }
  }

  @Test(arguments: [latin, cyrillic, han], wide)
  func `lines of bytes behind UTF-16 are found where they begin`(
    text: String, encoding: TextEncoding
  ) throws {
    let before = EncodingTests.bytes("\u{FEFF}" + Self.latin, encoding)
    for behind in [text, "Tisch1\n"] {
      let part = try problem(
        of: before + Array(behind.utf8) + (behind.utf8.count % 2 == 0 ? [] : [10]), nil)
      #expect(part == Part(kind: .bytes(from: encoding), offset: UInt64(before.count)))
    }
  }

  @Test(arguments: wide)
  func `UTF-16 in the other order of bytes, or out of step, is found`(encoding: TextEncoding) throws
  {
    let other = Self.wide[encoding == Self.wide[0] ? 1 : 0]
    let before = EncodingTests.bytes("\u{FEFF}" + Self.latin, encoding)
    let part = try problem(of: before + EncodingTests.bytes(Self.latin, other), nil)
    #expect(part?.kind == .swapped(from: encoding))
    let odd = try scratch.list(before + [0x41] + EncodingTests.bytes(Self.latin, encoding))
    let reading = Reading(odd, reading: TextSettings(encoding: nil))
    #expect(!reading.summary.isComplete)
  }

  @Test(arguments: [latin, cyrillic, han, emoji], wide)
  func `UTF-16 without a mark is converted if asked, or refused`(
    text: String, encoding: TextEncoding
  ) throws {
    let input = try scratch.list(EncodingTests.bytes(text, encoding))
    let refused = Reading(input, reading: TextSettings(encoding: .utf8))
    #expect(refused.text.isEmpty && !refused.summary.isComplete)
    let reading = Reading(input, reading: TextSettings(encoding: nil))
    if reading.summary.isComplete {
      #expect(reading.text == Array(text.replacing("\r", with: "").utf8) || text == Self.cyrillic)
      #expect(reading.summary.encoding == encoding)
    } else {
      // A Han character with the byte of a line feed hides the code units.
      #expect(text == Self.han && reading.text.isEmpty)
    }
  }

  @Test func `text declared UTF-16 that is none is refused`() throws {
    let part = try problem(of: Array(Self.latin.utf8), .utf16LittleEndian)
    #expect(part == Part(kind: .bytes(from: .utf16LittleEndian), offset: 0))
  }

  @Test(.firstFailureOnly, arguments: seeds(20, of: 400))
  func `any bytes are read, with the same problems in any pieces`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet: [UInt8] = [0, 0, 0x0A, 0x0D, 0x61, 0x62, 0x04, 0x4E, 0x80, 0xD0, 0xFE, 0xFF]
    let bytes = (0..<Int.random(in: 1...300, using: &random)).map { _ in
      alphabet.randomElement(using: &random) ?? 0
    }
    let input = try scratch.list(bytes)
    for encoding in [nil, .utf8, TextEncoding.utf16LittleEndian, .utf16BigEndian] {
      let found = [2, 7, 4096].map { buffer in
        Reading(input, reading: TextSettings(encoding: encoding), buffer: buffer).summary.problems
      }
      #expect(Set(found).count == 1, "seed \(seed), \(encoding?.rawValue ?? "any")")
    }
  }

  @Test func `some NUL bytes are garbage, and many are told`() throws {
    let lines = Array(String(repeating: "Tischdecke12345\n", count: 100).utf8)
    #expect(try problem(of: lines + Array("a\0b\nc\0\0d\n\0e\n\0f\n".utf8) + lines, .utf8) == nil)
    let strings = Array(String(repeating: "Tisch1\0\n", count: 100).utf8)
    #expect(try problem(of: strings, .utf8)?.kind == .nuls(100))
    let padded = Array(String(repeating: "Tisch\0\0\0\n", count: 100).utf8)
    #expect(
      try problem(of: padded, .utf8)?.kind == .nuls(300))
    let late = Array(String(repeating: "Tischdecke12345\n", count: 6_000).utf8)
    #expect(
      try problem(
        of: late + Array(String(repeating: "abcdefgh\0\0ijklm\n", count: 3_000).utf8), .utf8)
        == Part(kind: .nuls(6_000), offset: 96_008))
    let any = Reading(
      try scratch.list(padded), reading: TextSettings(encoding: .utf8, takesAnyBytes: true))
    #expect(any.summary.problems.isEmpty)
  }

  @Test func `a frame of zstd that needs a dictionary names the command`() throws {
    let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x21, 7, 1, 9, 0, 0, 0x61]
    let input = try scratch.list(frame)
    let problem = try #require(Reading(input).summary.problems.first)
    #expect(problem == .unsupported(list: input.name, .zstd, kind: "compressed with a dictionary"))
    #expect(
      problem.problem.remedy?.contains("zstd -D DICTIONARY -dc \(input.name) | audit -") == true)
  }
}
