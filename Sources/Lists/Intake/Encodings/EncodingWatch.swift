@_spi(Internal) import Bytes

/// A part of a text in another encoding than the text was taken for, as `>>` of PowerShell and `cat` leave
/// it behind other lines.
package struct ForeignPart: Hashable, Sendable {
  /// What the part is.
  package enum Kind: Hashable, Sendable {
    /// UTF-16 in a text of bytes.
    case pairs(TextEncoding)
    /// Code units of UTF-16 in the other order of bytes.
    case swapped(from: TextEncoding)
    /// Lines of bytes in UTF-16.
    case bytes(from: TextEncoding)
    /// So many NUL bytes all over a text of bytes.
    case nuls(UInt64)
  }

  /// What the part is.
  package let kind: Kind
  /// Its first byte in the unpacked text, from 0.
  package let offset: UInt64
}

/// Watches the bytes of a text for a part in another encoding, wherever it begins.
///
/// A text of bytes is searched for NUL bytes: `memchr`, at 0.1 instructions a byte, where there are none.
/// Lines of UTF-16 are told by their line feeds, which have a NUL byte beside them: four of them in
/// succession at even distances, between characters beyond ASCII, or four NULs at every other byte with a
/// line feed among them. In UTF-16, lines of bytes are told by 32 bytes of well-formed UTF-8 without a NUL,
/// one of them a line feed, or by such an end.
struct EncodingWatch {
  /// The encoding that the text was taken for.
  private let encoding: TextEncoding
  /// The first foreign part.
  private(set) var found: ForeignPart?
  /// The offset of the next byte.
  private var offset: UInt64
  private var previous = UInt8(ascii: " ")
  private var nulCount: UInt64 = 0
  private var firstNul: UInt64 = 0
  private var lastNul: UInt64 = 0

  // Of a text of bytes.

  /// The start of the line in which the first NUL stands, a line end just before it left out, since it may
  /// be the first byte of a pair; and the start behind that line end.
  private var (candidate, otherCandidate): (UInt64, UInt64)
  /// The start of the current line.
  private var lineStart: UInt64
  /// The number of NULs at every other byte, and whether a line feed is among them.
  private var (alternating, hasFeed) = (0, false)
  /// The line feeds in succession that a NUL follows, and those that follow one.
  private var (feedsBefore, feedsBehind) = (0, 0)
  /// Whether this line, and the one before it, have a byte that ASCII text lacks, besides NULs.
  private var (isOdd, wasOdd) = (false, false)
  /// The last of these line feeds: the next one is an even number of bytes away.
  private var lastFeed: UInt64 = 0

  // Of UTF-16.

  /// The first bytes since the last code unit below U+0100.
  private var runStart: UInt64
  private var automaton = UTF8Automaton()
  /// Whether these bytes are text in UTF-8, with a line feed.
  private var (isText, isOfLines) = (true, false)
  /// The number of code units in succession whose bytes seem to be exchanged.
  private var swapped = 0

  /// Begins behind a byte order mark of some bytes.
  init(_ encoding: TextEncoding, at offset: Int) {
    self.encoding = encoding
    self.offset = UInt64(offset)
    (candidate, otherCandidate) = (self.offset, self.offset)
    (lineStart, runStart) = (self.offset, self.offset)
  }

  /// Whether a sixteenth of a text's first bytes are NUL, so that it is no list with some garbage.
  var isMostlyForeign: Bool { hasShare(of: 16) }

  /// Whether one byte in so many is NUL; a few bytes prove nothing.
  private func hasShare(of part: UInt64) -> Bool {
    offset >= 32 && nulCount >= 6 && nulCount * part >= offset
  }

  /// Watches the next bytes.
  mutating func take(_ bytes: RawSpan) {
    if found != nil { return }
    var index = 0
    if encoding.isWide {
      while found == nil, index < bytes.byteCount { takeWide(bytes.byte(at: index), &index) }
      return
    }
    while index < bytes.byteCount {
      if isIdle {
        let nul = bytes.first(0, in: index..<bytes.byteCount) ?? bytes.byteCount
        skip(bytes, index..<nul)
        index = nul
        if nul == bytes.byteCount { return }
        // Code units may have the byte of a line feed, so a NUL not far behind is of the same part.
        if nulCount == 0 || offset - lastNul > 256 {
          (candidate, otherCandidate) = (lineStart, isEnd(previous) ? offset : lineStart)
        }
      }
      take(bytes.byte(at: index))
      index += 1
    }
  }

  /// Ends the text.
  mutating func finish() {
    guard found == nil else { return }
    if encoding.isWide {
      if isText, isOfLines, previous == 0x0A, offset - runStart >= 6 {
        found = ForeignPart(kind: .bytes(from: encoding), offset: runStart)
      }
    } else if hasShare(of: 50) {
      found = ForeignPart(kind: .nuls(nulCount), offset: firstNul)
    }
  }

  // MARK: Texts of bytes

  /// Whether no NUL is near.
  private var isIdle: Bool {
    feedsBefore + feedsBehind == 0 && (nulCount == 0 || offset - lastNul > 2)
  }

  /// Passes bytes without a NUL.
  private mutating func skip(_ bytes: RawSpan, _ range: Range<Int>) {
    guard let last = range.last else { return }
    if isEnd(previous) { lineStart = offset }
    let end = range.dropLast().last { isEnd(bytes.byte(at: $0)) }
    if let end { lineStart = offset + UInt64(end + 1 - range.lowerBound) }
    offset += UInt64(range.count)
    previous = bytes.byte(at: last)
  }

  private mutating func take(_ byte: UInt8) {
    if byte == 0 {
      let isNext = alternating > 0 && offset - lastNul == 2
      hasFeed = isNext && hasFeed || previous == 0x0A
      alternating = isNext ? alternating + 1 : 1
      if nulCount == 0 { firstNul = offset }
      nulCount += 1
      lastNul = offset
      if previous == 0x0A { feedsBefore = inStep(feedsBefore, offset - 1) }
    } else {
      if previous == 0x0A { feedsBefore = 0 }
      if isEnd(previous) { lineStart = offset }
      if byte >= 0x80 || byte < 0x20 && byte != 9 && byte != 0x0A && byte != 0x0D { isOdd = true }
      if byte == 0x0A {
        (wasOdd, isOdd) = (isOdd, false)
        feedsBehind = previous == 0 ? inStep(feedsBehind, offset) : 0
      }
    }
    if found == nil { findPairs() }
    previous = byte
    offset += 1
  }

  /// Finds UTF-16 by its line feeds.
  private mutating func findPairs() {
    // Where the lower byte comes first, a NUL follows each line feed; where the upper one does, perhaps.
    let isLittle: Bool
    var start = otherCandidate
    if alternating >= 4, hasFeed {
      isLittle = (lastFeed ^ start) & 1 == 0
    } else if feedsBefore >= 4 {
      (isLittle, start) = (true, candidate)
    } else if feedsBehind >= 5 {
      isLittle = false
    } else {
      return
    }
    found = ForeignPart(
      kind: .pairs(isLittle ? .utf16LittleEndian : .utf16BigEndian), offset: start)
  }

  /// Whether a byte ends lines.
  private func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// The number of line feeds with one at an offset.
  private mutating func inStep(_ count: Int, _ feed: UInt64) -> Int {
    defer { lastFeed = feed }
    return count > 0 && wasOdd && (feed ^ lastFeed) & 1 == 0 ? count + 1 : 1
  }

  // MARK: UTF-16

  /// Takes a byte; at the second one of a pair, judges the code unit.
  private mutating func takeWide(_ byte: UInt8, _ index: inout Int) {
    index += 1
    offset += 1
    defer { previous = byte }
    guard offset % 2 == 0 else { return }
    let isLittle = encoding == .utf16LittleEndian
    let (low, high) = isLittle ? (previous, byte) : (byte, previous)
    if high == 0 {
      (runStart, automaton, isText, isOfLines, swapped) = (offset, .init(), true, false, 0)
      return
    }
    for byte in [previous, byte] where isText {
      let isControl = byte < 0x20 && byte != 9 && byte != 0x0A && byte != 0x0D
      if automaton.take(byte) > 0 || isControl { isText = false }
      if byte == 0x0A { isOfLines = true }
    }
    swapped = low == 0 ? swapped + 1 : 0
    if swapped == 8 {
      found = ForeignPart(kind: .swapped(from: encoding), offset: offset - 16)
    } else if isText, isOfLines, offset - runStart >= 32 {
      found = ForeignPart(kind: .bytes(from: encoding), offset: runStart)
    }
  }
}

extension TextEncoding {
  /// The other order of bytes in UTF-16.
  fileprivate var otherOrder: TextEncoding {
    self == .utf16LittleEndian ? .utf16BigEndian : .utf16LittleEndian
  }
}

extension ForeignPart {
  /// The finding, in the words of messages.
  var found: String {
    switch kind {
    case .pairs(let encoding) where offset == 0:
      "the text is \(encoding.rawValue.uppercased()), without a byte order mark"
    case .pairs(let encoding):
      "the text is \(encoding.rawValue.uppercased()) from byte \(offset) on, and not before"
    case .swapped(let encoding):
      "the text is \(encoding.rawValue.uppercased()), and \(encoding.otherOrder.rawValue.uppercased()) from "
        + "byte \(offset) on"
    case .bytes(let encoding) where offset == 0:
      "the text is lines of single bytes, as of UTF-8, and not \(encoding.rawValue.uppercased())"
    case .bytes(let encoding):
      "the text is \(encoding.rawValue.uppercased()), and lines of single bytes, as of UTF-8, from byte "
        + "\(offset) on"
    case .nuls(let count):
      "\(count) bytes of the text are NUL, which passwords do not contain; the first is byte \(offset)"
    }
  }

  /// A command that converts the text; the name of its file stands behind a blank, empty where there is
  /// no file that can be cut.
  func remedy(_ name: String) -> String {
    let file = name.isEmpty ? " FILE" : name
    func iconv(_ encoding: TextEncoding) -> String {
      " | iconv -f \(encoding.rawValue.uppercased()) -t UTF-8"
    }
    func joined(_ first: TextEncoding?, _ second: TextEncoding?) -> String {
      "(head -c \(offset)\(file)\(first.map(iconv) ?? ""); tail -c +\(offset + 1)\(file)"
        + "\(second.map(iconv) ?? "")) | audit -"
    }
    if offset == 0, case .bytes(let encoding) = kind {
      return "Leave out --encoding \(encoding.rawValue)."
    }
    let command =
      switch kind {
      case .pairs(let encoding) where offset == 0:
        "iconv -f \(encoding.rawValue.uppercased()) -t UTF-8\(file) | audit -"
      case .pairs(let encoding): joined(nil, encoding)
      case .swapped(let encoding): joined(encoding, encoding.otherOrder)
      case .bytes(let encoding): joined(encoding, nil)
      case .nuls: "tr -d '\\000' <\(file) | audit -"
      }
    let isOfNuls = if case .nuls = kind { true } else { false }
    return (name.isEmpty ? "Save the text to a file, and convert it: " : "Convert it on the way: ")
      + command
      + (isOfNuls ? "; with --binary they are read." : "")
  }
}
