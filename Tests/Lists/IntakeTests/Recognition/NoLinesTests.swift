import Diagnostics
import Intake
import TestSupport
import Testing

/// Texts that are accepted as lists, and texts that are refused.
@Suite struct NoLinesTests {
  /// Words in single-byte and multi-byte encodings, and typical dirt of lists.
  private static let words: [[UInt8]] = [
    Array("password".utf8), Array("letmein1".utf8), Array("Пароль".utf8), Array("密码123".utf8),
    Array("p\u{1F511}ss\u{1F600}".utf8), Array("$HEX[70617373c3a9]".utf8),
    // Latin-1, Windows-1251, Shift-JIS, GBK.
    [0x4D, 0xFC, 0x6E, 0x63, 0x68, 0x65, 0x6E], [0xEF, 0xE0, 0xF0, 0xEE, 0xEB, 0xFC],
    [0x83, 0x70, 0x83, 0x58, 0x83, 0x8F], [0xC3, 0xDC, 0xC2, 0xEB],
  ]

  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  /// A list with dirt: any bytes in some of its lines, NULs, an unfinished line.
  private static func dirtyList(_ random: inout SeededGenerator) -> [UInt8] {
    var text: [UInt8] = []
    let isOfOneEncoding = Bool.random(using: &random)
    let only = words.randomElement(using: &random) ?? []
    let giant = Int.random(in: 0..<4000, using: &random)
    for number in 0..<Int.random(in: 5...24, using: &random) {
      var line = isOfOneEncoding ? only : words.randomElement(using: &random) ?? []
      line += Array("\(Int.random(in: 0...9_999, using: &random))".utf8)
      switch Int.random(in: 0..<20, using: &random) {
      case 0: line.insert(0, at: Int.random(in: 0...line.count, using: &random))
      case 1: line.append(UInt8.random(in: 0..<0x20, using: &random))
      case 2:
        line = (0..<Int.random(in: 1...40, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      case 3: line = []
      default: break
      }
      if number == giant { line = [UInt8](repeating: 0x78, count: 70_000) }
      text += line + (number % 5 == 0 ? [0x0D, 0x0A] : [0x0A])
    }
    return text
  }

  @Test func `ten thousand lists with dirt in them are lists`() throws {
    for seed in 0..<10_000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let list = Self.dirtyList(&random)
      let what = NoLines(Array(list.prefix(65_536)))
      try #require(what == nil, "seed \(seed)")
    }
  }

  @Test(.firstFailureOnly, arguments: 0..<10 as Range<UInt64>)
  func `a list of random bytes in short lines is a list, and without lines it is none`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var lines: [UInt8] = []
    for _ in 0..<3000 {
      lines += (0..<20).map { _ in UInt8.random(in: 0x0B...255, using: &random) } + [0x0A]
    }
    let list = Reading(try scratch.list(lines), longestLine: 100)
    #expect(list.summary.isComplete && list.lines.count == 3000, "seed \(seed)")

    for byteCount in [200, 1000, 5000, 60_000] {
      let bytes = (0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
      for file in [bytes, Gzip.member(bytes)] {
        let input = try scratch.list(file)
        let none = Reading(input)
        #expect(!none.summary.isComplete, "seed \(seed), \(byteCount) bytes")
        // A packed text may just be damaged, and is read as far as its own program outputs it.
        #expect(none.lines.isEmpty || file != bytes)
        #expect(none.summary.textBytes == UInt64(file == bytes ? 0 : byteCount))
        guard case .noLines(_, .binary, _) = none.summary.problems.first else {
          Issue.record("seed \(seed), \(byteCount) bytes: \(none.summary.problems)")
          continue
        }
        let asked = Reading(input, reading: TextSettings(takesAnyBytes: true), chunk: 100_000)
        #expect(asked.summary.isComplete && asked.summary.textBytes == UInt64(byteCount))
      }
    }
  }

  @Test(arguments: [
    "{}\npassword\n", "[1]\npassword\n", "{\"\npassword\n", "[{\"\npassword\n", "[\"\npass\n",
    "{\"a\":1}\npassword\n", "[\"a\"]\nx\n", "{", "[", "[[[[[[[[", "{\"abc\n", "{\"a\" b}\n",
    "{\"a\":password}\n", "[{}]\n", "[[]]\n{}\n", "{1}\n", "[\n{\n\"\n", "{\"a\":1,}\n",
  ])
  func `a list whose first password looks like JSON is a list`(text: String) throws {
    let reading = Reading(try scratch.list(Array(text.utf8)))
    #expect(reading.summary.isComplete && reading.lines == split(Array(text.utf8)))
  }

  @Test(arguments: [
    "{\"password\":\"x\"}",
    "  [\n  {\n    \"a\": [1, -2.5e3, true, null, NaN], \"b\": {}\n  }\n]\n",
    "[\"one\",\"two\"]", "{\"a\":1}\n{\"a\":2}\n", "[[\"a\", \"\\u00e9\\n\"],[]]",
    "{\"a\":\"cut in a str",
    "{\"a\":tru", "[{\"a\":{\"b\":[", "\u{FEFF}{\"a\":1}", "{\"a\":{}}",
    "{ \"a\" : [ ] , \"b\" : 1 }",
  ])
  func `JSON is refused, whole and cut`(text: String) throws {
    for file in [Array(text.utf8), Gzip.member(Array(text.utf8))] {
      let summary = Reading(try scratch.list(file)).summary
      guard case .noLines(_, .json, _) = summary.problems.first, !summary.isComplete else {
        Issue.record("\(summary.problems)")
        continue
      }
    }
  }

  @Test func `a large JSON document is detected by its first 64 KiB`() throws {
    let member = "{\"user\": \"somebody\", \"password\": \"p\\u0061ss\", \"n\": 12.5},\n"
    let whole = "[\n" + String(repeating: member, count: 3000)
    for text in [whole, String(whole.prefix(70_000))] {
      let input = try scratch.list(Array(text.utf8))
      #expect(
        Reading(input).summary.problems == [
          .noLines(
            list: input.name,
            .json(filter: "del(.. | .passwordHistory?) | .. | .password? | strings"), .plain)
        ])
    }
  }

  @Test(arguments: [
    ("[\"a\", \"b\"]", ".[] | strings"), ("[[\"u\", \"a\"]]", ".[][-1] | strings"),
    (
      "{\"user\": \"u\", \"Kennwort\": \"a\"}",
      "del(.. | .passwordHistory?) | .. | .Kennwort? | strings"
    ),
    (
      "{\"login_password\":\"a\"}",
      "del(.. | .passwordHistory?) | .. | .\"login_password\"? | strings"
    ),
    ("{\"word\":\"a\"}", "del(.. | .passwordHistory?) | .. | .password? | strings"),
  ])
  func `the filter for JSON takes out what holds its passwords`(text: String, filter: String) throws
  {
    let input = try scratch.list(Array(text.utf8))
    #expect(
      Reading(input).summary.problems == [
        .noLines(list: input.name, .json(filter: filter), .plain)
      ])
  }

  /// Starts of files that are refused, each with the name of its format.
  private static let foreign: [(String, [UInt8])] = [
    (".lzma", [0x5D, 0, 0, 0x80, 0] + [UInt8](repeating: 0xFF, count: 8) + [0, 0x30, 0x9B]),
    ("lz4 in its legacy", [0x02, 0x21, 0x4C, 0x18, 9, 0, 0, 0]),
    ("compress (.Z)", [0x1F, 0x9D, 0x90, 0x61]), ("pack (.z)", [0x1F, 0x1E, 0, 0]),
    ("split zip", Array("PK\u{7}\u{8}PK\u{3}\u{4}".utf8)), ("RAR", Array("Rar!\u{1A}\u{7}\0".utf8)),
    (
      "Windows",
      Array("MZ".utf8) + [UInt8](repeating: 0, count: 58) + [64, 0, 0, 0]
        + Array("PE\0\0".utf8)
    ),
    ("Linux", [0x7F] + Array("ELF".utf8) + [2, 1, 1, 0]), ("PDF", Array("%PDF-1.7\n".utf8)),
    ("SQLite", Array("SQLite format 3\0".utf8)), ("PNG", [0x89] + Array("PNG\r\n\u{1A}\n".utf8)),
    ("JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10]), ("Java", [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52]),
    ("Python", [0xCB, 0x0D, 0x0D, 0x0A, 0, 0, 0, 0] + [UInt8](repeating: 1, count: 8)),
    ("GIF", Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80]),
    (
      "cpio",
      Array(
        ("070701" + String(repeating: "0", count: 104)).utf8)
    ),
    ("cabinet", Array("MSCF\0\0\0\0".utf8)), ("LHA", [0x20, 0x10] + Array("-lh5-".utf8)),
    ("OpenPGP", Array("-----BEGIN PGP MESSAGE-----\n".utf8)),
    ("Parquet", Array("PAR1".utf8) + [0x15, 4]),
  ]

  @Test(arguments: foreign)
  func `an unsupported format is refused by name`(name: String, start: [UInt8]) throws {
    for (file, container) in [
      (start, ListContainer.plain), (start + Array("word\n".utf8), .plain),
      (Gzip.member(start), .gzip),
    ] {
      let input = try scratch.list(file)
      let reading = Reading(input)
      #expect(reading.text.isEmpty && !reading.summary.isComplete)
      guard
        case .noLines(input.name, .foreign(let format), container) =
          reading.summary.problems.first
      else {
        Issue.record("\(reading.summary.problems)")
        continue
      }
      #expect(format.name.contains(name))
      let message = try #require(reading.summary.problems.first?.message)
      #expect(message.contains(name) && message.split(separator: "\n").count == 2)
      let asked = Reading(input, reading: TextSettings(takesAnyBytes: true), longestLine: 2000)
      #expect(asked.summary.isComplete && !asked.lines.isEmpty)
    }
  }

  @Test(arguments: [
    "MZ1234\n", "MZ\n", "GIF89a\n", "BZh91\n", "PK\n", "LZIPPER\n", "LZIP2000\n", "7zip\n",
    "Rar!\n",
    "PAR1\n", "ID3v2\n", "RIFF\n", "070701\n", "Salted__\n", "SQLite format 3\n", "%PDF\n",
    "xar!\n",
    "]\n", "(\n", "hsqs\n", "ab-lh5-\n", "aaaaftyp\n", "PGDMP\n", "ustar\n", "BZh91AY\n",
  ])
  func `a word with which a signature begins is a password`(word: String) throws {
    let text = Array((word + "password\n").utf8)
    let reading = Reading(try scratch.list(text))
    #expect(reading.summary.isComplete && reading.lines == split(text))
  }

  @Test(arguments: Packing.allCases, [15, 400, 20_000])
  func `a container whose first bytes are damaged is never read as text`(
    packing: Packing, byteCount: Int
  ) throws {
    let text = Array(ContainerTests.text[..<byteCount])
    let file = packing.pack(text)
    for place in 0..<2 {
      for flip in [0x01, 0x20, 0x80, 0xFF] as [UInt8] {
        var damaged = file
        damaged[place] ^= flip
        for bytes in [damaged, Array(damaged[..<(damaged.count / 2)])] {
          let summary = Reading(try scratch.list(bytes)).summary
          #expect(!summary.isComplete, "byte \(place) by \(flip)")
          #expect(!summary.problems.isEmpty, "byte \(place) by \(flip)")
        }
      }
    }
  }
}
