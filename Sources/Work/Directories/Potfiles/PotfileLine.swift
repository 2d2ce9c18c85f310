/// What one line of a potfile is; ranges are places in the line.
///
///     PotfileLine(Array("8846f7eaee8fb117ad06bdd830b7586c:password".utf8).span)  // .hashed(…)
package enum PotfileLine {
  /// An NT hash, and all bytes behind its colon, whatever they stand for.
  case hashed(NTHash, plain: Range<Int>)
  /// A password that a directory stored reversibly, without its hash.
  case cleartext(plain: Range<Int>, isHexadecimal: Bool)
  /// Half an LM hash, which is no password.
  case lm
  /// Not of a potfile, or of another kind of hash.
  case other
  case empty

  /// Reads a line, without its LF; a CR at its end is dropped.
  package init(_ line: Span<UInt8>) {
    let hasReturn = line.count > 0 && line[line.count - 1] == 0x0D
    self.init(trimmed: line.extracting(0..<(hasReturn ? line.count - 1 : line.count)))
  }

  private init(trimmed text: Span<UInt8>) {
    if text.isEmpty {
      self = .empty
      return
    }
    self = Self.hashFirst(text) ?? Self.nameFirst(text) ?? .other
  }

  /// `HASH:plain`, `$NT$HASH:plain`, and halves of LM hashes.
  private static func hashFirst(_ text: Span<UInt8>) -> PotfileLine? {
    guard let colon = text.first(0x3A, in: 0..<text.count) else { return .other }
    let first = 0..<colon
    let digits = text.begins(first, with: "$NT$") ? first.dropFirst(4) : first
    if digits.count == 32, let hash = NTHash(digits: text.extracting(digits)) {
      return .hashed(hash, plain: colon + 1..<text.count)
    }
    let half = text.begins(first, with: "$LM$") ? first.dropFirst(4) : first
    if half.count == 16, text.hexadecimalNumber(in: half) != nil { return .lm }
    return nil
  }

  /// `NAME:CLEARTEXT:plain`, `NAME:HASH:plain`, and what `john --show` prints.
  private static func nameFirst(_ text: Span<UInt8>) -> PotfileLine? {
    guard let first = text.first(0x3A, in: 0..<text.count) else { return nil }
    if let colon = text.first(0x3A, in: first + 1..<text.count) {
      let (second, plain) = (first + 1..<colon, colon + 1..<text.count)
      if text.equals(second, "CLEARTEXT_HEX") {
        return .cleartext(plain: plain, isHexadecimal: true)
      }
      if text.equals(second, "CLEARTEXT") {
        return .cleartext(plain: plain, isHexadecimal: isHexadecimalUnits(text, plain))
      }
      if second.count == 32, let hash = NTHash(digits: text.extracting(second)),
        !isOfDump(text)
      {
        return .hashed(hash, plain: plain)
      }
    }
    guard case .malformed = DumpLine(text) else { return nil }
    return johnShow(text, after: first)
  }

  /// Whether the line is an account, an earlier hash or log text of a dump.
  private static func isOfDump(_ text: Span<UInt8>) -> Bool {
    switch DumpLine(text) {
    case .account, .history, .other: true
    case .cleartext, .key, .empty, .malformed: false
    }
  }

  /// Whether clear text is `0x` and code units of four digits, as tools write what is no text.
  private static func isHexadecimalUnits(_ text: Span<UInt8>, _ plain: Range<Int>) -> Bool {
    guard text.begins(plain, with: "0x"), plain.count > 2, plain.count % 4 == 2 else {
      return false
    }
    return plain.dropFirst(2).allSatisfy { hexadecimalValue(text[$0]) < 16 }
  }

  /// `NAME:plain:RID:LM:NT:comment:home:`; a password with colons ends before the last fitting rest.
  private static func johnShow(_ text: Span<UInt8>, after first: Int) -> PotfileLine? {
    for colon in (first + 1..<text.count).reversed() where text[colon] == 0x3A {
      if let hash = hashOfRest(text, colon + 1..<text.count) {
        return .hashed(hash, plain: first + 1..<colon)
      }
    }
    return nil
  }

  /// The hash of `RID:LM:NT:comment:home:`, with anything in brackets behind it.
  private static func hashOfRest(_ text: Span<UInt8>, _ rest: Range<Int>) -> NTHash? {
    let text = text.extracting(rest)
    let cells = LineCells(text, end: text.count, separator: 0x3A)
    guard cells.count > 4, text.isDecimal(cells[0], 1...10),
      let hash = NTHash(digits: text.extracting(cells[2])),
      text.isHash(cells[1]) || text.begins(cells[1], with: "NO ")
        || cells[1].allSatisfy({ text[$0] == 0x2A })
    else { return nil }
    return isEnd(text, cells[4].lowerBound..<text.count) ? hash : nil
  }

  /// Whether a rest is a home, perhaps a colon, and perhaps a suffix in brackets.
  private static func isEnd(_ text: Span<UInt8>, _ rest: Range<Int>) -> Bool {
    guard let colon = text.first(0x3A, in: rest) else { return true }
    if colon == rest.upperBound - 1 { return true }
    guard text[rest.upperBound - 1] == 0x29 else { return false }
    return (rest.lowerBound..<colon).contains { isOpening(text, $0, rest.upperBound) }
      || isOpening(text, colon + 1, rest.upperBound)
  }

  /// Whether ` (` begins at a place, before the closing bracket at the end.
  private static func isOpening(_ text: Span<UInt8>, _ place: Int, _ end: Int) -> Bool {
    place + 2 < end && text[place] == 0x20 && text[place + 1] == 0x28
  }
}

/// The outcomes of lines of potfiles as reports count them; each line has exactly one.
package enum PotfileOutcome: Int, CaseIterable, Sendable {
  /// The first line whose text has its hash.
  case used
  /// Another such line, or any line of the blank hash.
  case repeated
  /// No reading of the text has the hash.
  case unproven
  /// No account has the hash, now or earlier.
  case unmatched
  /// Half an LM hash.
  case lm
  case other, empty
}
