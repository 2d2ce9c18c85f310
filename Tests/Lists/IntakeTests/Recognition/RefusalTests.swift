import Intake
import TestSupport
import Testing

/// Lists that are not lines of bytes.
@Suite struct RefusalTests {
  static let lines = "password\r\nletmein\r\nM\u{FC}nchen\r\n"

  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  @Test func `UTF-16 is refused, with a byte order mark and without`() throws {
    let little = Self.lines.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = Self.lines.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    for (bytes, encoding) in [
      ([0xFF, 0xFE] + little, WideEncoding.utf16), ([0xFE, 0xFF] + big, .utf16),
      (little, .utf16LittleEndian), (big, .utf16BigEndian), ([0xFF, 0xFE], .utf16),
      ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], .utf32), ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61], .utf32),
    ] {
      for (file, container) in [(bytes, ListContainer.plain), (Gzip.member(bytes), .gzip)] {
        let input = try scratch.list(file)
        let reading = Reading(input, buffer: 2)
        #expect(reading.text.isEmpty && reading.summary.textBytes == 0)
        #expect(!reading.summary.isComplete)
        #expect(reading.summary.problems == [.wide(list: input.name, encoding, container)])
      }
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(10, of: 300))
  func `lists of bytes with NULs in them are not read as UTF-16`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var text: [UInt8] = []
    for _ in 0..<Int.random(in: 1...200, using: &random) {
      // Passwords in which every other byte is a NUL, between line feeds of one byte.
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        text += [UInt8.random(in: 0x30...0x7A, using: &random), 0]
      }
      text.append(0x0A)
    }
    let input = try scratch.list(text)
    let reading = Reading(input)
    if case .mixed? = reading.summary.problems.first {
      #expect(reading.text.isEmpty && text.count >= 32, "seed \(seed)")
    } else {
      #expect(reading.lines == split(text) && text.count < 32, "seed \(seed)")
    }
    let any = Reading(input, reading: TextSettings(takesAnyBytes: true))
    #expect(any.summary.isComplete && any.lines == split(text), "seed \(seed)")
  }

  @Test(arguments: [
    "\0", "\0\0\0\0\n", "a\0\n", "\0a\n", "a\0b\0c\0d\0e\0f\0g\0h\0\n", "a\0\n\0\0\n", "\n\0\0\n",
    "",
    "\n", "\n\n", "\0\n\0\n\0\n",
  ])
  func `a short list with NULs is read`(text: String) throws {
    let reading = Reading(try scratch.list(Array(text.utf8)))
    #expect(reading.summary.isComplete && reading.lines == split(Array(text.utf8)))
  }

  static let packed: [(PackedFormat, [UInt8])] = [
    (.bzip2, Array("BZh91AY&SY".utf8)), (.lz4, [0x04, 0x22, 0x4D, 0x18]),
    (.lzip, Array("LZIP\u{1}".utf8)), (.xz, [0xFD] + Array("7zXZ\0".utf8)),
    (.zstd, [0x28, 0xB5, 0x2F, 0xFD]), (.zip, Array("PK\u{3}\u{4}".utf8)),
    (.sevenZip, Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C]),
  ]

  @Test(arguments: packed)
  func `packed data inside gzip is refused`(format: PackedFormat, start: [UInt8]) throws {
    let input = try scratch.list(Gzip.member(start + Array("some more\n".utf8)))
    let reading = Reading(input, buffer: 2)
    #expect(reading.text.isEmpty && !reading.summary.isComplete)
    #expect(reading.summary.problems == [.packed(list: input.name, format, .gzip)])
    // A part of a signature is not a list, either.
    let cut = Reading(try scratch.list(Array(start.dropLast()))).summary
    #expect(!cut.isComplete && cut.textBytes == 0 && cut.problems.count == 1)
  }

  @Test func `gzip inside gzip is refused`() throws {
    let input = try scratch.list(Gzip.member(Gzip.member(Array("a\n".utf8))))
    #expect(Reading(input).summary.problems == [.packed(list: input.name, .gzip, .gzip)])
  }
}
