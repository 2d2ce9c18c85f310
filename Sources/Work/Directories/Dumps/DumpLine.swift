/// What one line of a dump is.
///
///     DumpLine(Array("CORP\\ann:1105:aad3…:8846f7ea…:::".utf8).span)  // .account(…)
package enum DumpLine: Sendable {
  /// An account with its current hash.
  case account(DumpedAccount)
  /// An earlier hash of an account; `user` of the fields is the account's name.
  case history(DumpedAccount, HistoryMark)
  /// The domain and name of an account that stores its password reversibly, as places in the line.
  case cleartext(domain: Range<Int>, user: Range<Int>)
  /// A key of Kerberos, log text, or an empty line.
  case key, other, empty
  /// Not of a dump.
  case malformed
}

/// The fields of a line about an account; ranges are places in the line.
package struct DumpedAccount: Sendable {
  /// What stands before the first backslash of the name; empty without one.
  package let domain: Range<Int>
  /// The name without domain and mark of history.
  package var user: Range<Int>
  /// The relative identifier; nil if the form has none.
  package let rid: UInt64?
  /// The form of the LM hash.
  package let lm: LMForm
  /// The NT hash; nil if the account has none.
  package var hash: NTHash?
  /// What the line's suffixes and comment state.
  package let facts: DumpFacts
}

/// The mark of history at the end of a name, such as `_history3`.
package struct HistoryMark: Sendable {
  /// The number: a higher one is an older password.
  package let index: Int
  /// The mark and its number, as places in the line.
  package let place: Range<Int>
  /// Whether the hash is an LM hash, which is ignored.
  package let isLM: Bool
}

/// The kinds of lines as reports count them; each line is exactly one.
package enum DumpLineKind: Int, CaseIterable, Sendable {
  case account, history, repeated, conflicting, cleartext, key, other, empty, malformed
}

extension DumpLine {
  /// Reads a line of a dump, without its LF; a CR at its end is dropped.
  ///
  /// The forms are tried in a fixed order, so that a dump may mix them.
  package init(_ line: Span<UInt8>) {
    let hasReturn = line.count > 0 && line[line.count - 1] == 0x0D
    self.init(trimmed: line.extracting(0..<(hasReturn ? line.count - 1 : line.count)))
  }

  private init(trimmed text: Span<UInt8>) {
    var end = text.count
    var facts = DumpFacts(suffixesOf: text, end: &end)
    let cells = LineCells(text, end: end, separator: 0x3A)
    if let line = Self.pwdump(text, cells, &facts) ?? Self.ophcrack(text, cells, facts) {
      self = line
    } else if Self.isMachineCopy(text, cells) {
      self = .other
    } else if let line = Self.john(text, cells, facts) ?? Self.named(text, cells, facts)
      ?? Self.mimikatz(text)
    {
      self = line
    } else {
      self = Self.foreign(text)
    }
  }

  /// Reads `NAME:RID:LM:NT:comment:home:`.
  private static func pwdump(
    _ text: Span<UInt8>, _ cells: LineCells, _ facts: inout DumpFacts
  ) -> DumpLine? {
    guard cells.count >= 4, !cells[0].isEmpty, text.isDecimal(cells[1], 1...10),
      let rid = text.decimal(cells[1]), rid <= UInt64(UInt32.max),
      let lm = lmForm(text, cells[2]), let hash = hash(text, cells[3])
    else { return nil }
    if cells.count >= 5 { facts.add(comment: cells[4], of: text) }
    return account(text, cells[0], rid, lm, hash, facts)
  }

  /// Reads `NAME::LM:NT:SID::`.
  private static func ophcrack(
    _ text: Span<UInt8>, _ cells: LineCells, _ facts: DumpFacts
  ) -> DumpLine? {
    guard cells.count >= 5, !cells[0].isEmpty, cells[1].isEmpty,
      let rid = relativeIdentifier(text, cells[4]),
      let lm = lmForm(text, cells[2]), let hash = hash(text, cells[3])
    else { return nil }
    return account(text, cells[0], rid, lm, hash, facts)
  }

  /// `DOMAIN\HOST$:LM:NT:::` without a relative identifier, a machine's own copy of its password.
  private static func isMachineCopy(_ text: Span<UInt8>, _ cells: LineCells) -> Bool {
    cells.count >= 3 && !cells[0].isEmpty && text[cells[0].upperBound - 1] == 0x24
      && text.isHash(cells[1]) && text.isHash(cells[2]) && cells.isBlank(after: 2, text)
  }

  /// Reads `NAME:$NT$HASH` and `NAME:$NT$HASH:SID::`.
  private static func john(
    _ text: Span<UInt8>, _ cells: LineCells, _ facts: DumpFacts
  ) -> DumpLine? {
    guard cells.count >= 2, !cells[0].isEmpty, text.begins(cells[1], with: "$NT$"),
      let hash = hash(text, cells[1].dropFirst(4))
    else { return nil }
    if cells.count == 2 { return account(text, cells[0], nil, .unknown, hash, facts) }
    guard cells.isBlank(after: 2, text) else { return nil }
    if cells[2].isEmpty { return account(text, cells[0], nil, .unknown, hash, facts) }
    guard text.begins(cells[2], with: "S-1-"), let hyphen = text.last(0x2D, in: cells[2]),
      hyphen + 1 < cells[2].upperBound
    else { return nil }
    let rid = relativeIdentifier(text, cells[2])
    return account(text, cells[0], rid, .unknown, hash, facts)
  }

  /// Lines of a name and one value: clear text, keys, `NAME:HASH` and `NAME:`.
  private static func named(
    _ text: Span<UInt8>, _ cells: LineCells, _ facts: DumpFacts
  ) -> DumpLine? {
    guard cells.count >= 2, !cells[0].isEmpty else { return nil }
    if cells.count >= 3,
      text.equals(cells[1], "CLEARTEXT") || text.equals(cells[1], "CLEARTEXT_HEX")
    {
      let (domain, user) = split(text, cells[0])
      return .cleartext(domain: domain, user: user)
    }
    if cells.count == 3 { return isKey(text, cells) ? .key : nil }
    guard cells.count == 2 else { return nil }
    if cells[1].isEmpty {
      if FoldedName.hasWhiteSpace(text.extracting(cells[0])) { return nil }
      return account(text, cells[0], nil, .unknown, nil, facts)
    }
    guard text.isHash(cells[1]), let hash = hash(text, cells[1]) ?? nil,
      hash.low != LMHash.emptyHalf
    else { return nil }
    return account(text, cells[0], nil, .unknown, hash, facts)
  }

  private static func isKey(_ text: Span<UInt8>, _ cells: LineCells) -> Bool {
    let (name, value) = (cells[1], cells[2])
    let isNumber =
      text.begins(name, with: "0x") && name.count > 2
      && name.dropFirst(2).allSatisfy {
        hexadecimalValue(text[$0]) < 16 && lowercased(text[$0]) == text[$0]
      }
    guard isNumber || keyNames.contains(where: { text.equals(name, $0) }) else { return false }
    let digits = text.begins(value, with: "0x") && value.count > 2 ? value.dropFirst(2) : value
    return !digits.isEmpty && digits.allSatisfy { hexadecimalValue(text[$0]) < 16 }
  }

  private static let keyNames: [StaticString] = [
    "aes256-cts-hmac-sha1-96", "aes128-cts-hmac-sha1-96", "aes256-cts-hmac-sha384-192",
    "aes128-cts-hmac-sha256-128", "des-cbc-md5", "des-cbc-crc", "rc4_hmac", "rc4-hmac",
    "plain_password_hex",
  ]

  /// Relative identifier, name, hash and perhaps userAccountControl, between tabs.
  private static func mimikatz(_ text: Span<UInt8>) -> DumpLine? {
    let cells = LineCells(text, end: text.count, separator: 0x09)
    guard cells.count == 3 || cells.count == 4, text.isDecimal(cells[0], 1...10),
      !cells[1].isEmpty, text.isHash(cells[2]), let hash = hash(text, cells[2])
    else { return nil }
    var facts = DumpFacts()
    if cells.count == 4 {
      guard text.isDecimal(cells[3], 1...10), let flags = text.decimal(cells[3]) else {
        return nil
      }
      facts = DumpFacts(userAccountControl: flags)
    }
    return account(text, cells[1], text.decimal(cells[0]), .unknown, hash, facts)
  }

  /// Log text that tools print between accounts, empty lines, and all that is no line of a dump.
  private static func foreign(_ text: Span<UInt8>) -> DumpLine {
    let whole = 0..<text.count
    if whole.allSatisfy({ [0x20, 0x09, 0x0D].contains(text[$0]) }) { return .empty }
    if otherStarts.contains(where: { text.begins(whole, with: $0) }) { return .other }
    if isLogged(text) || isHexDump(text) { return .other }
    // `NAME/DOMAIN:$DCC2$…`, cached logons
    guard let colon = text.first(0x3A, in: whole), text.first(0x2F, in: 0..<colon) != nil else {
      return .malformed
    }
    let rest = colon + 1..<text.count
    let hasHash =
      rest.count > 32 && text.isHash(rest.prefix(32)) && text[rest.lowerBound + 32] == 0x3A
    return hasHash || text.begins(rest, with: "$DCC2$") ? .other : .malformed
  }

  /// Whether a line of a log begins with a time: `[2026-01-31 10:00:00] [*] …`.
  private static func isLogged(_ text: Span<UInt8>) -> Bool {
    text.count > 6 && text[0] == 0x5B && text.isDecimal(1..<5, 4...4) && text[5] == 0x2D
  }

  /// Whether a line shows bytes of a secret: ` 0010   AB CD …`.
  private static func isHexDump(_ text: Span<UInt8>) -> Bool {
    let row = text.trimmed(0..<text.count)
    guard row.count > 8, text.hexadecimalNumber(in: row.prefix(4)) != nil else { return false }
    let bytes = text.trimmed(row.dropFirst(4))
    return bytes.lowerBound >= row.lowerBound + 6 && bytes.count >= 2
      && text.hexadecimalNumber(in: bytes.prefix(2)) != nil
      && (bytes.count == 2 || text[bytes.lowerBound + 2] == 0x20)
  }

  private static let otherStarts: [StaticString] = [
    "[*]", "[+]", "[-]", "[!]", "[DC] ", "[rpc] ", "#", "Impacket ", "dpapi_machinekey:",
    "dpapi_userkey:", "NL$KM:",
    "$MACHINE.ACC:", "(Unknown User):", "Cleaning up", "Administrator password:",
  ]

  // MARK: Cells

  private static func account(
    _ text: Span<UInt8>, _ name: Range<Int>, _ rid: UInt64?, _ lm: LMForm,
    _ hash: NTHash?, _ facts: DumpFacts
  ) -> DumpLine {
    let (domain, user) = split(text, name)
    if user.isEmpty || text[name.lowerBound] == 0x5C { return .malformed }
    var account = DumpedAccount(
      domain: domain, user: user, rid: rid, lm: lm, hash: hash, facts: facts)
    guard let mark = historyMark(text, user) else { return .account(account) }
    account.user = user.lowerBound..<mark.place.lowerBound
    if mark.isLM { account.hash = nil }
    return .history(account, mark)
  }

  private static func split(
    _ text: Span<UInt8>, _ name: Range<Int>
  ) -> (domain: Range<Int>, user: Range<Int>) {
    guard let backslash = text.first(0x5C, in: name) else {
      return (name.lowerBound..<name.lowerBound, name)
    }
    return (name.lowerBound..<backslash, backslash + 1..<name.upperBound)
  }

  /// The mark of history at the end of a name; nil if there is none.
  private static func historyMark(_ text: Span<UInt8>, _ user: Range<Int>) -> HistoryMark? {
    var start = user.upperBound
    while start > user.lowerBound, isDigit(text[start - 1]) { start -= 1 }
    let digits = start..<user.upperBound
    guard (1...4).contains(digits.count), let index = text.decimal(digits) else { return nil }
    for (mark, isLM) in historyMarks {
      let first = start - mark.utf8CodeUnitCount
      guard first > user.lowerBound, text.equals(first..<start, mark) else { continue }
      return HistoryMark(index: Int(index), place: first..<user.upperBound, isLM: isLM)
    }
    return nil
  }

  private static let historyMarks: [(StaticString, Bool)] = [
    ("_history", false), ("__history_", false), ("_nthistory", false), ("_lmhistory", true),
  ]

  /// The number behind the last hyphen of a security identifier.
  private static func relativeIdentifier(_ text: Span<UInt8>, _ cell: Range<Int>) -> UInt64? {
    guard text.begins(cell, with: "S-1-"), let hyphen = text.last(0x2D, in: cell),
      text.isDecimal(hyphen + 1..<cell.upperBound, 1...10)
    else { return nil }
    return text.decimal(hyphen + 1..<cell.upperBound)
  }

  /// The form of an LM hash; nil if the cell is none.
  private static func lmForm(_ text: Span<UInt8>, _ cell: Range<Int>) -> LMForm? {
    if cell.count == 32, let hash = NTHash(digits: text.extracting(cell)) {
      if hash.isEmptyLM || hash.isZero { return .absent }
      return hash.low == LMHash.emptyHalf ? .short : .long
    }
    return cell.isEmpty || isWord(text, cell, "NO LM-HASH") ? .absent : nil
  }

  /// The NT hash, nil within if the account has none; nil if the cell is no NT hash.
  package static func hash(_ text: Span<UInt8>, _ cell: Range<Int>) -> NTHash?? {
    if cell.count == 32, let hash = NTHash(digits: text.extracting(cell)) {
      return .some(hash.isEmptyLM || hash.isZero ? nil : hash)
    }
    return !cell.isEmpty && isWord(text, cell, "NO NT-HASH") ? .some(nil) : nil
  }

  /// Whether a cell says in words or asterisks that there is no hash.
  private static func isWord(
    _ text: Span<UInt8>, _ cell: Range<Int>, _ word: StaticString
  ) -> Bool {
    var rest = cell
    if text.begins(cell, with: word) {
      rest = cell.dropFirst(word.utf8CodeUnitCount)
    } else if text.begins(cell, with: "NO PASSWORD") {
      rest = cell.dropFirst(11)
    }
    return rest.allSatisfy { text[$0] == 0x2A }
  }
}

/// Constants of LM hashes.
enum LMHash {
  /// The hash of an empty half.
  static let emptyHalf: UInt64 = 0xAAD3_B435_B514_04EE
}

extension NTHash {
  /// Whether these are the digits of the empty LM hash, which tools print for no hash.
  var isEmptyLM: Bool { high == LMHash.emptyHalf && low == LMHash.emptyHalf }

  var isZero: Bool { high == 0 && low == 0 }
}

/// The first cells of a line, as ranges.
struct LineCells {
  /// The number of cells, at most ``most``; a line with more counts as that.
  private(set) var count = 0
  private var starts = SIMD8<Int>(repeating: 0)
  /// The end of the line.
  private let end: Int

  /// More cells than any form needs to be told apart.
  static let most = 6

  init(_ text: Span<UInt8>, end: Int, separator: UInt8) {
    self.end = end
    count = 1
    var place = 0
    while place < end, count < Self.most {
      if text[place] == separator {
        starts[count] = place + 1
        count += 1
      }
      place += 1
    }
    // The sixth cell ends with the line, or with what follows; its end is not asked for.
  }

  subscript(index: Int) -> Range<Int> {
    starts[index]..<(index + 1 < count ? starts[index + 1] - 1 : end)
  }

  /// Whether all cells behind one are empty, so that only separators follow.
  func isBlank(after index: Int, _ text: Span<UInt8>) -> Bool {
    index + 1 >= count || (starts[index + 1]..<end).allSatisfy { text[$0] == 0x3A }
  }
}
