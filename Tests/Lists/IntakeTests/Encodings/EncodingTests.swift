import Intake
import TestSupport
import Testing

/// Lists in other encodings than UTF-8.
@Suite struct EncodingTests {
  /// Characters that every encoding here has, in lines with CR LF and LF.
  static let text = "password\r\ncaf\u{E9}\nM\u{FC}nchen \u{A3}5\r\n\nlast \u{FF}"

  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  static func bytes(_ text: String, _ encoding: TextEncoding) -> [UInt8] {
    switch encoding {
    case .utf8: Array(text.utf8)
    case .latin1, .windows1252: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    case .utf16LittleEndian:
      text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    case .utf16BigEndian: text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
  }

  private static let forms = TextEncoding.allCases.flatMap { encoding in
    Packing.allCases.map { (encoding, $0) }
  }

  @Test(arguments: few(26, of: forms))
  func `every encoding in every container gives the same lines`(
    encoding: TextEncoding, packing: Packing
  ) throws {
    let whole = String(decoding: ContainerTests.text, as: UTF8.self)
      .replacing("漢\u{1F511}", with: "\u{FC}")
    let input = try scratch.list(packing.pack(Self.bytes(whole, encoding)))
    for buffer in [3, 100_000] {
      let reading = Reading(input, reading: TextSettings(encoding: encoding), buffer: buffer)
      let isSame = reading.lines == split(Array(whole.utf8))
      #expect(isSame && reading.summary.problems.isEmpty)
      #expect(reading.summary.encoding == encoding)
    }
  }

  @Test(arguments: [TextEncoding.utf16LittleEndian, .utf16BigEndian])
  func `UTF-16 is detected by its mark, or by its zeros`(encoding: TextEncoding) throws {
    for text in ["\u{FEFF}" + Self.text, Self.text, "\u{FEFF}"] {
      let input = try scratch.list(Self.bytes(text, encoding))
      let reading = Reading(input, reading: TextSettings(encoding: nil), buffer: 5)
      let expected = text.unicodeScalars.drop { $0 == "\u{FEFF}" }
      #expect(reading.lines == split(Array(String(expected).utf8)))
      #expect(reading.summary.encoding == encoding && reading.summary.isComplete)
      #expect(reading.summary.hadByteOrderMark == text.unicodeScalars.starts(with: ["\u{FEFF}"]))
    }
  }

  @Test func `a mark that contradicts the requested encoding is refused`() throws {
    let little = Self.bytes("\u{FEFF}" + Self.text, .utf16LittleEndian)
    let input = try scratch.list(little)
    for encoding in [TextEncoding.utf8, .latin1, .windows1252, .utf16BigEndian] {
      let reading = Reading(input, reading: TextSettings(encoding: encoding))
      #expect(reading.text.isEmpty)
      #expect(reading.summary.problems == [.wide(list: input.name, .utf16, .plain)])
    }
    let wide = try scratch.list([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0])
    let reading = Reading(wide, reading: TextSettings(encoding: nil))
    #expect(reading.summary.problems == [.wide(list: wide.name, .utf32, .plain)])
  }

  @Test func `text declared to be UTF-8 keeps its mark out of the first line`() throws {
    let input = try scratch.list(Self.bytes("\u{FEFF}" + Self.text, .utf8))
    let reading = Reading(input, reading: TextSettings(encoding: nil))
    #expect(reading.lines == split(Array(Self.text.utf8)) && reading.summary.hadByteOrderMark)
    #expect(reading.summary.encoding == .utf8)
  }

  @Test func `unpaired surrogates become ill-formed bytes, and an odd byte is a fault`() throws {
    let units: [UInt16] = [
      0x61, 0xD800, 0x62, 0x0A, 0xDC00, 0x0A, 0xD83D, 0xDD11, 0x0A, 0xD800, 0xD83D, 0xDD11, 0x0A,
      0xD800, 0x0A, 0x63,
    ]
    var big: [UInt8] = []
    for unit in units { big += [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)] }
    big.append(0x64)
    let textBytes = UInt64(big.count)
    let key = Array("\u{1F511}".utf8)
    for buffer in [2, 3, 100] {
      let whole = Reading(
        try scratch.list(big.dropLast() + [0, 0x0A]),
        reading: TextSettings(encoding: .utf16BigEndian), buffer: buffer)
      let lines = [[0x61, 0xFF, 0x62], [0xFF], key, [0xFF] + key, [0xFF], [0x63]]
      #expect(whole.lines == lines && whole.summary.isComplete)
      let odd = try scratch.list(big)
      for encoding in [TextEncoding.utf16BigEndian, .utf16LittleEndian] {
        let reading = Reading(odd, reading: TextSettings(encoding: encoding), buffer: buffer)
        if encoding == .utf16BigEndian { #expect(reading.lines == lines.dropLast()) }
        #expect(!reading.summary.isComplete && reading.summary.cutLines == 1)
        #expect(
          reading.summary.problems == [
            .halfCodeUnit(list: odd.name, encoding, textBytes: textBytes)
          ])
      }
      // A code unit that another fault cuts off is not reported again.
      let limited = Reading(
        odd, reading: TextSettings(encoding: .utf16BigEndian, maxBytes: 5), buffer: buffer)
      #expect(limited.summary.problems == [.limitReached(list: odd.name, textBytes: 5)])
    }
    let open = Reading(
      try scratch.list([0xD8, 0]), reading: TextSettings(encoding: .utf16BigEndian))
    #expect(open.lines == [[0xFF]])
  }

  @Test func `Windows-1252 follows Microsoft's table, and other bytes stay ill-formed`() throws {
    let input = try scratch.list(Array(0x80...0xFF))
    let reading = Reading(
      input, reading: TextSettings(encoding: .windows1252), longestLine: 500)
    let upper = String(String.UnicodeScalarView((0xA0...0xFF).map { Unicode.Scalar($0 as UInt8) }))
    let euro = Array("€".utf8) + [0x81] + Array("‚ƒ„…†‡ˆ‰Š‹Œ".utf8)
    let lower = [0x8D] + Array("Ž".utf8) + [0x8F, 0x90] + Array("‘’“”•–—˜™š›œ".utf8)
    let end = [0x9D] + Array("žŸ".utf8)
    #expect(reading.lines == [euro + lower + end + Array(upper.utf8)])
    let latin = Reading(input, reading: TextSettings(encoding: .latin1), longestLine: 500)
    let whole = String(String.UnicodeScalarView((0x80...0xFF).map { Unicode.Scalar($0 as UInt8) }))
    #expect(latin.lines == [Array(whole.utf8)])
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 30))
  func `the fallback reads only the lines that are not UTF-8`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var text: [UInt8] = []
    for _ in 0..<200 {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: text += Array("plain".utf8)
      case 1: text += Array("caf\u{E9} \u{1F511}".utf8)
      default:
        for _ in 0..<Int.random(in: 0...8, using: &random) {
          let byte = UInt8.random(in: 0x20...0xFF, using: &random)
          text.append(byte)
        }
      }
      text += Bool.random(using: &random) ? [0x0D, 0x0A] : [0x0A]
    }
    if Bool.random(using: &random) { text.removeLast() }
    for fallback in [TextEncoding.latin1, .windows1252] {
      let lines = split(text)
      let expected = lines.map { line in
        String(validating: line, as: UTF8.self) != nil
          ? line : Reading.converted(line, from: fallback)
      }
      let count = lines.count { String(validating: $0, as: UTF8.self) == nil }
      for encoding in [TextEncoding.utf8, nil] {
        let reading = Reading(
          try scratch.list(text), reading: TextSettings(encoding: encoding, fallback: fallback),
          buffer: Int.random(in: 2...300, using: &random))
        #expect(reading.lines == expected, "seed \(seed)")
        #expect(reading.summary.fallbackLines == UInt64(count), "seed \(seed)")
      }
    }
  }

  @Test func `a giant line passes the fallback in bounded memory, and is one over-long line`()
    throws
  {
    let giant = [UInt8](repeating: 0xE9, count: 3_000_000)
    let text = Array("one\n".utf8) + giant + Array("\ncaf".utf8) + [0xE9]
    let reading = Reading(
      try scratch.list(text), reading: TextSettings(encoding: nil, fallback: .latin1))
    #expect(reading.lines == [Array("one".utf8), Array("caf\u{E9}".utf8)])
    #expect(reading.overLongLines == 1 && reading.summary.fallbackLines == 1)
  }
}

extension Reading {
  /// Converts a line of single bytes to UTF-8; bytes that Windows-1252 lacks stay unchanged.
  fileprivate static func converted(_ line: [UInt8], from encoding: TextEncoding) -> [UInt8] {
    // Code page 1252 from 0x80 to 0x9F; NUL for missing characters.
    let page = Array("€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ".unicodeScalars)
    return line.flatMap { byte -> [UInt8] in
      var scalar = Unicode.Scalar(byte)
      if encoding == .windows1252, (0x80..<0xA0).contains(byte) {
        scalar = page[Int(byte) - 0x80]
        if scalar == "\0" { return [byte] }
      }
      return Array(String(Character(scalar)).utf8)
    }
  }
}
