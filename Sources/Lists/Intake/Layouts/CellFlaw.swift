@_spi(Internal) import Bytes

/// What texts share that passwords do not share: a sign that they hold more than passwords, or something else.
package enum CellFlaw: Hashable, Sendable {
  /// Comments of John the Ripper's lists, or a heading of lines with `# `.
  case comments(isJohn: Bool)
  /// Characters that are spelt out, as in addresses, HTML or JSON.
  case escapes(Escape)
  /// Quotes that a backslash precedes.
  case backslashes
  /// The marks of a half of an LM hash that is not cracked.
  case notCracked
  /// Halves of LM hashes: capitals, at most seven characters.
  case halves
  /// `$HEX[…]`.
  case spelled
  /// Quotes around each, with nothing before them, and at most a separator behind them.
  case quotes
  /// Blanks around each.
  case blanks
  /// Blanks in a row within each, as between columns.
  case columns
  /// The number of its line before each.
  case numbered
  /// The same characters, this many, before or behind each.
  case start(Int)
  case end(Int)
  /// Hexadecimal digits that spell text.
  case hexText
  /// Addresses of e-mail.
  case addresses
  /// Numbers beside another part of the line, such as counts or positions.
  case numbers
  /// A time before each, or nothing but a time.
  case times
  /// The numbers of dice before each, as in lists for passphrases.
  case dice
  /// Base64 of text.
  case base64
  /// Codes with which a terminal shows colours.
  case colours
  /// Texts of another known form.
  case known(KnownText)
}

extension CellFlaw {
  /// What is said of a text, and of several.
  var words: (one: String, several: String) {
    switch self {
    case .comments(true):
      (
        "is a comment of John the Ripper ('#!comment:')",
        "are comments of John the Ripper ('#!comment:')"
      )
    case .comments: ("is a comment ('# …')", "are comments ('# …')")
    case .escapes(let escape): escape.words
    case .backslashes:
      (
        "has a backslash before a quote, which does not escape it",
        "have a backslash before a quote, which does not escape it"
      )
    case .notCracked:
      (
        "holds '[notfound]' or '???????', which stands for half a password that is not cracked",
        "hold '[notfound]' or '???????', which stands for half a password that is not cracked"
      )
    case .halves:
      (
        "is a half of an LM hash's password",
        "are halves of LM hashes' passwords: capitals, seven at most"
      )
    case .spelled: ("is spelt as '$HEX[…]'", "are spelt as '$HEX[…]'")
    case .quotes: ("is in quotes", "are in quotes")
    case .blanks: ("begins or ends with a blank", "begin or end with a blank")
    case .columns:
      ("holds blanks in a row, as columns do", "hold blanks in a row, as columns do")
    case .numbered: ("begins with its number", "begin with their numbers")
    case .start(let count): Self.words("begin", "with", count)
    case .end(let count): Self.words("end", "in", count)
    case .hexText:
      ("is hexadecimal digits that spell text", "are hexadecimal digits that spell text")
    case .addresses: ("is an e-mail address", "are e-mail addresses")
    case .numbers: ("is a number", "are numbers, as counts and positions are")
    case .times: ("begins with a time", "begin with a time")
    case .dice: ("begins with the numbers of dice", "begin with the numbers of dice")
    case .base64: ("is Base64 of text", "are Base64 of text")
    case .colours: ("holds a code for colours", "hold codes for colours")
    case .known(let text): text.words
    }
  }

  private static func words(
    _ verb: String, _ preposition: String, _ count: Int
  ) -> (one: String, several: String) {
    let same = "\(preposition) the same \(count == 1 ? "character" : "\(count) characters")"
    return ("\(verb)s \(same)", "\(verb) \(same)")
  }

  /// Whether a few such lines among passwords are told, and the others are passwords all the same.
  var isOfSome: Bool {
    switch self {
    case .escapes, .comments, .backslashes, .notCracked, .halves: true
    default: false
    }
  }
}

/// A text that a layout gives, and what stands before it on its line.
struct LayoutCell {
  var line: Range<Int>
  var password: Range<Int>
}

/// How a flaw is mended: by a filter before the program, by another layout, or both.
struct CellMend {
  /// The filter; nil for none.
  let filter: Filter?
  /// The layout of what is then left.
  let layout: LineLayout
  /// What is then the password; nil if that need not be tried.
  let cells: [LayoutCell]?

  /// A command that reads a list and writes another one.
  enum Filter: Hashable {
    case sed(String)
    /// The options of perl, words of a shell.
    case perl(String)
  }
}

// MARK: Tests of cells

/// The cells of the first lines, by a layout.
struct LayoutColumn {
  let layout: LineLayout
  let cells: [LayoutCell]
  /// Whether the lines stand in the order of their bytes, so that neighbours begin alike.
  let isSorted: Bool

  /// A flaw, and the number of cells that have it.
  typealias Found = (flaw: CellFlaw, count: Int)

  /// The flaws that a few lines may have.
  func ofSome(_ text: RawSpan, decodesHex isStated: Bool) -> [Found] {
    func found(_ flaw: CellFlaw, atLeast least: Int = 1, _ holds: (LayoutCell) -> Bool) -> Found? {
      let count = cells.count(where: holds)
      return count >= least ? (flaw, count) : nil
    }
    let comments = headingLines(text)
    return [
      found(.comments(isJohn: true)) { text.begins($0.line, with: "#!comment:") },
      comments > 0 ? (.comments(isJohn: false), comments) : nil,
      layout.isTable
        ? found(.backslashes) { text.hasBackslashedQuote($0.line, layout.separator) } : nil,
      // Question marks alone also stand for letters that a conversion lost.
      found(.notCracked) { cell in
        (layout.form == .plain ? ["[notfound]"] : ["[notfound]", "???????"]).contains {
          text.begins(cell.password, with: $0) || text.ends(cell.password, with: $0)
        }
      },
      cells.count >= 5
        ? found(.halves, atLeast: (cells.count * 95 + 99) / 100) { text.isHalf($0, layout) } : nil,
    ].compactMap(\.self) + Escape.allCases.compactMap { escaped($0, text) }
  }

  /// Escapes in three cells and 2 % or more, if their mark hardly stands for itself.
  private func escaped(_ escape: Escape, _ text: RawSpan) -> Found? {
    let all = cells.map { escape.found(in: $0.password, of: text) }
    let count = all.count(where: \.isEscaped)
    return count > 2 && count * 50 >= cells.count && all.count(where: \.isRaw) * 20 <= count
      ? (.escapes(escape), count) : nil
  }

  /// The lines at the start with `# `, if the others are not such.
  private func headingLines(_ text: RawSpan) -> Int {
    func isComment(_ cell: LayoutCell) -> Bool { text.begins(cell.line, with: "# ") }
    let heading = cells.prefix {
      text.begins($0.line, with: "#") && !text.begins($0.line, with: "#!comment:")
    }
    guard heading.contains(where: isComment) else { return 0 }
    let others = cells.dropFirst(heading.count)
    return others.count { text.begins($0.line, with: "#") } * 10 < others.count ? heading.count : 0
  }

  /// A flaw that nearly all cells share; nil if they look like passwords.
  func ofAll(_ text: RawSpan, decodesHex isStated: Bool) -> Found? {
    // What is decoded spells out its own text.
    let cells = cells.filter { cell in
      !cell.password.isEmpty && !(layout.decodesHex && text.isHex(cell.password))
    }
    func found(
      _ flaw: CellFlaw, atLeast least: Int = 5, in cells: [LayoutCell],
      _ holds: (LayoutCell) -> Bool
    ) -> Found? {
      guard cells.count >= least else { return nil }
      // The first one may be a word of a header.
      let count = cells.count(where: holds)
      let others = cells.count - (cells.first.map(holds) == false ? 1 : 0)
      return count >= least - 1 && count * 100 >= others * 95 ? (flaw, count) : nil
    }
    func found(_ flaw: CellFlaw, atLeast least: Int = 5, _ holds: (LayoutCell) -> Bool) -> Found? {
      found(flaw, atLeast: least, in: cells, holds)
    }
    if !isStated {
      let spelled = cells.count {
        text.isHex($0.password) && !text.isHashed($0.password, in: $0.line)
      }
      if !layout.decodesHex, spelled > 1, spelled * 64 > cells.count { return (.spelled, spelled) }
    }
    if layout.form == .plain || layout.form == .user,
      let found = found(.quotes, atLeast: 3, { text.isQuotedLine($0.password) })
    {
      return found
    }
    if let found = found(.times, { hasTime($0, text) }) { return found }
    for kind in KnownText.allCases {
      // Files of rules have comments.
      let cells = kind == .rule ? cells.filter { !text.begins($0.password, with: "#") } : cells
      let found = found(.known(kind), in: cells) { cell in
        kind.holds(text, cell.password)
          || kind == .url && !layout.isTable && kind.holds(text, cell.line)
      }
      if let found { return found }
    }
    if let found = found(.colours, { text.contains($0.line, "\u{1B}[") }) { return found }
    // Of sorted lines, the first may all begin with one.
    let isPlainOrder = layout.form == .plain && isSorted
    if let found = found(
      .blanks,
      { cell in
        text.isBlank(at: cell.password.upperBound - 1)
          || !isPlainOrder && text.isBlank(at: cell.password.lowerBound)
      })
    {
      return found
    }
    if let found = found(.addresses, { text.isAddress($0.password) }) { return found }
    if layout.form == .plain,
      let found = found(.columns, { text.contains(text.trimmed($0.password), "  ") })
    {
      return found
    }
    if isNumbered(text) { return (.numbered, cells.count) }
    if layout.form == .counted(.prefix), let found = found(.dice, { text.isOfDice($0) }) {
      return found
    }
    if layout.form == .plain || layout.form == .user || layout.isTable {
      if let count = sharedStart(cells, text) { return (.start(count), cells.count) }
      if let count = sharedEnd(cells, text) { return (.end(count), cells.count) }
    }
    if let found = found(.hexText, { text.spellsText($0.password) }),
      cells.count(where: { $0.password.contains { text.byte(at: $0) | 0x20 >= UInt8(ascii: "a") } })
        * 10
        >= cells.count
    {
      return found
    }
    if let found = found(.base64, { text.textOfBase64($0.password) != nil }) { return found }
    return hasOtherParts(text) ? found(.numbers) { text.isNumber($0.password) } : nil
  }

  /// Whether a password begins with a time, or is the rest of one with which its line begins.
  private func hasTime(_ cell: LayoutCell, _ text: RawSpan) -> Bool {
    if layout.form == .counted(.colon) { return text.endsInTime(cell.line) }
    if let time = TimePrefix(of: text, cell.password), !time.isCell { return true }
    guard let time = TimePrefix(of: text, cell.line) else { return false }
    return layout.form == .counted(.prefix) || time.end > cell.password.lowerBound
  }

  /// Whether a number may be another part of the line than the password.
  private func hasOtherParts(_ text: RawSpan) -> Bool {
    switch layout.form {
    // Before a colon or bar, they may be counts, which a layout reads.
    case .user:
      return ![UInt8(ascii: ":"), UInt8(ascii: "|")].contains(layout.separator)
        || cells.allSatisfy { text.spellsText($0.line.lowerBound..<$0.password.lowerBound - 1) }
    case .hash(.told), .hash(.last):
      return cells.count {
        text.first(layout.separator, in: $0.line).map { $0 + 1 } != $0.password.lowerBound
      }
        * 2 > cells.count
    default: return false
    }
  }

  /// Whether each line begins with its number and a mark, or a count is one more than the last.
  private func isNumbered(_ text: RawSpan) -> Bool {
    guard layout.form == .plain || layout.form == .counted(.prefix), cells.count >= 5 else {
      return false
    }
    var last: UInt64?
    for cell in cells {
      let line = layout.form == .plain ? cell.password : cell.line
      let start = line.first { !text.isBlank(at: $0) } ?? line.upperBound
      let end = (start..<line.upperBound).first { !text.isDigit(at: $0) } ?? line.upperBound
      guard end > start, end - start < 10, end + 1 < line.upperBound else { return false }
      let number = (start..<end).reduce(UInt64(0)) { $0 * 10 + UInt64(text.byte(at: $1) & 15) }
      if let last, number != last + 1 { return false }
      let mark = text.byte(at: end)
      let isMarked = ".):".utf8.contains(mark) && text.isBlank(at: end + 1)
      if layout.form == .plain, !isMarked { return false }
      last = number
    }
    return true
  }

  /// Whether nearly all cells have the same mark of a structure, so that they hold more than passwords.
  func isStructured(_ text: RawSpan) -> Bool {
    "\"'\t<>[](){}|;= ".utf8.contains { mark in
      cells.count { text.first(mark, in: $0.password) != nil } * 100 >= cells.count * 95
    }
  }

  /// Whether half of the cells or more are hashes.
  func areHashes(_ text: RawSpan) -> Bool {
    cells.count { text.looksLikeHash($0.password) } * 2 >= max(1, cells.count)
  }

  /// Whether nearly all cells begin or end with the same six characters or more.
  func isShared(_ text: RawSpan) -> Bool {
    let start = shared(cells, text) { cell, place in
      place < cell.count ? text.byte(at: cell.lowerBound + place) : nil
    }
    let end = shared(cells, text) { cell, place in
      place < cell.count ? text.byte(at: cell.upperBound - 1 - place) : nil
    }
    return max(start ?? 0, end ?? 0) > 5
  }

  /// The length of the text before each cell that ends in a mark, such as `CLEARTEXT:`.
  private func sharedStart(_ cells: [LayoutCell], _ text: RawSpan) -> Int? {
    if layout.form == .plain {
      // Passwords may have a word in common, such as the first of two.
      let first = cells.first { !$0.password.isEmpty }?.password.lowerBound
      guard !isSorted, let first, !text.isWordByte(at: first) else { return nil }
    }
    return shared(cells, text, upTo: ":=>|\t \"'`([{;,]}+*~-") { cell, place in
      place < cell.count ? text.byte(at: cell.lowerBound + place) : nil
    }
  }

  /// The length of the text behind each cell that begins with a mark, such as ` [SUCCESS]`.
  private func sharedEnd(_ cells: [LayoutCell], _ text: RawSpan) -> Int? {
    shared(cells, text, upTo: " \t([<,;|\"'`)]}@") { cell, place in
      place < cell.count ? text.byte(at: cell.upperBound - 1 - place) : nil
    }
  }

  /// The length of what nearly all cells have in common from one end on, up to a mark if some are given; nil if
  /// there is none, or nothing else.
  private func shared(
    _ cells: [LayoutCell], _ text: RawSpan, upTo marks: String? = nil,
    _ byte: (Range<Int>, Int) -> UInt8?
  ) -> Int? {
    guard cells.count >= 5, let pattern = cells.dropFirst(cells.count / 2).first?.password else {
      return nil
    }
    var alike = cells.map(\.password)
    var (length, place) = (0, 0)
    while let next = byte(pattern, place), next < 0x80 {
      alike.removeAll { byte($0, place) != next }
      // The first one may be a word of a header.
      if alike.count * 100 < (cells.count - 1) * 95 || alike.count < 4 { break }
      place += 1
      if marks?.utf8.contains(next) ?? true { length = place }
    }
    guard length > 0 else { return nil }
    let rest = Set(
      cells.map { cell in
        (length..<max(length, cell.password.count)).map { byte(cell.password, $0) }
      })
    // All may have the same password.
    return rest.count > 1 && rest.contains { $0.count > 0 } ? length : nil
  }
}

extension RawSpan {
  func begins(_ range: Range<Int>, with word: String) -> Bool {
    range.count >= word.utf8.count && zip(range, word.utf8).allSatisfy { byte(at: $0) == $1 }
  }

  func ends(_ range: Range<Int>, with word: String) -> Bool {
    range.count >= word.utf8.count && begins(range.suffix(word.utf8.count), with: word)
  }

  func contains(_ range: Range<Int>, _ word: String) -> Bool { place(of: word, in: range) != nil }

  /// The first place of a word of ASCII.
  func place(of word: String, in range: Range<Int>) -> Int? {
    guard let head = word.utf8.first else { return nil }
    var start = range.lowerBound
    while let place = first(head, in: start..<range.upperBound) {
      if begins(place..<range.upperBound, with: word) { return place }
      start = place + 1
    }
    return nil
  }

  /// Whether a line ends as in `12:34:56`.
  fileprivate func endsInTime(_ line: Range<Int>) -> Bool {
    line.count > 8
      && zip(line.suffix(8), "00:00:00".utf8).allSatisfy { place, form in
        form == UInt8(ascii: ":") ? byte(at: place) == form : isDigit(at: place)
      }
  }

  /// Whether a line begins with a number of four to six dice, in place of a count.
  fileprivate func isOfDice(_ cell: LayoutCell) -> Bool {
    let number = trimmed(cell.line.lowerBound..<cell.password.lowerBound)
    return (4...6).contains(number.count)
      && number.allSatisfy { (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(byte(at: $0)) }
  }

  /// Whether a line is one quoted cell, perhaps with a comma or semicolon behind it.
  fileprivate func isQuotedLine(_ line: Range<Int>) -> Bool {
    guard line.count > 2, byte(at: line.lowerBound) == UInt8(ascii: "\"") else { return false }
    var doubled = false
    guard let end = endOfQuoted(line.dropFirst(), doubled: &doubled) else { return false }
    return end + 1 == line.upperBound
      || end + 2 == line.upperBound && ",;".utf8.contains(byte(at: end + 1))
  }

  /// Whether a quote inside a cell follows a backslash.
  func hasBackslashedQuote(_ row: Range<Int>, _ separator: UInt8) -> Bool {
    var start = row.lowerBound
    while let place = first(UInt8(ascii: "\\"), in: start..<row.upperBound) {
      start = place + 1
      if start + 1 < row.upperBound, byte(at: start) == UInt8(ascii: "\""),
        byte(at: start + 1) != separator,
        first(UInt8(ascii: "\""), in: row.lowerBound..<place) != nil
      {
        return true
      }
    }
    return false
  }

  /// Whether a potfile's line is of half an LM hash.
  fileprivate func isHalf(_ cell: LayoutCell, _ layout: LineLayout) -> Bool {
    switch layout.form {
    case .hash, .userHash, .userHashFirst: break
    default: return false
    }
    guard cell.password.count <= 7, cell.password.lowerBound > cell.line.lowerBound else {
      return false
    }
    let before = cell.line.lowerBound..<cell.password.lowerBound - 1
    let start = before.last { byte(at: $0) == layout.separator }.map { $0 + 1 } ?? before.lowerBound
    let hash = start..<before.upperBound
    let digits = begins(hash, with: "$LM$") ? hash.dropFirst(4) : hash
    return digits.count == 16 && areHex(digits)
      && !cell.password.contains { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte(at: $0) }
  }

  /// Whether bytes are digits of hexadecimal numbers that spell text with a letter.
  fileprivate func spellsText(_ cell: Range<Int>) -> Bool {
    let cell = begins(cell, with: "0x") ? cell.dropFirst(2) : cell
    guard cell.count >= 4, cell.count % 2 == 0, areHex(cell) else { return false }
    let bytes = stride(from: cell.lowerBound, to: cell.upperBound, by: 2).map {
      (byte(at: $0).hexDigit ?? 0) << 4 | (byte(at: $0 + 1).hexDigit ?? 0)
    }
    return String(validating: bytes, as: UTF8.self) != nil
      && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  /// Whether bytes are digits alone, perhaps with points, colons and hyphens as in dates.
  func isNumber(_ cell: Range<Int>) -> Bool {
    cell.contains { isDigit(at: $0) }
      && cell.allSatisfy { isDigit(at: $0) || ".:-/ ".utf8.contains(byte(at: $0)) }
  }
}
