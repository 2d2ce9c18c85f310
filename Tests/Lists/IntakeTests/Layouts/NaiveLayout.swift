import Intake

/// The parts of a line, found by the plainest code.
struct NaiveParts: Hashable {
  var password: [UInt8]
  var weight: UInt64 = 1
  var user: [UInt8] = []
}

/// Parses a line with arrays and strings; nil if it does not fit the layout.
func naiveParts(of line: [UInt8], _ layout: LineLayout) -> NaiveParts? {
  guard var parts = undecoded(line, layout) else { return nil }
  if layout.decodesHex { parts.password = decoded(parts.password) }
  return parts
}

private func undecoded(_ line: [UInt8], _ layout: LineLayout) -> NaiveParts? {
  switch layout.form {
  case .plain: return NaiveParts(password: line)
  case .counted(.prefix):
    let trimmed = line.drop { $0 == 0x20 || $0 == 9 }
    let digits = trimmed.prefix { (48...57).contains($0) }
    let rest = trimmed.dropFirst(digits.count)
    guard let blank = rest.first, blank == 0x20 || blank == 9, let count = number(digits) else {
      return nil
    }
    return NaiveParts(password: Array(rest.dropFirst()), weight: count)
  case .counted(let place):
    let separator = UInt8(ascii: place == .bar ? "|" : ":")
    let pieces = line.split(separator: separator, omittingEmptySubsequences: false)
    guard pieces.count > 1, let count = pieces.last.flatMap(number) else { return nil }
    return NaiveParts(
      password: Array(pieces.dropLast().joined(separator: [separator])), weight: count)
  case .user:
    let pieces = line.split(
      separator: layout.separator, maxSplits: 1, omittingEmptySubsequences: false)
    guard pieces.count == 2 else { return nil }
    return NaiveParts(password: Array(pieces[1]), user: Array(pieces[0]))
  case .userHash:
    let pieces = line.split(
      separator: layout.separator, maxSplits: 1, omittingEmptySubsequences: false)
    guard pieces.count == 2,
      var parts = undecoded(
        Array(pieces[1]), LineLayout(.hash(.told), separator: layout.separator))
    else { return nil }
    parts.user = Array(pieces[0])
    return parts
  case .saltedHash:
    let pieces = line.split(
      separator: layout.separator, maxSplits: 2, omittingEmptySubsequences: false)
    return pieces.count == 3 ? NaiveParts(password: Array(pieces[2])) : nil
  case .hash(let end):
    let pieces = line.split(separator: layout.separator, omittingEmptySubsequences: false)
    guard pieces.count > 1 else { return nil }
    let hash = String(decoding: pieces[0], as: UTF8.self)
    let isOfJohn =
      "${_".utf8.contains(pieces[0].first ?? 0)
      || pieces[0].count == 13
        && hash.unicodeScalars.allSatisfy {
          "./".unicodeScalars.contains($0) || ("0"..."9").contains($0) || ("a"..."z").contains($0)
            || ("A"..."Z").contains($0)
        }
    let takesFirst = end == .first || end == .told && isOfJohn
    // A hash of Kerberos may hold one separator itself.
    let isInTwo =
      pieces[0].starts(with: "$krb5asrep$".utf8) && pieces.count > 2 && pieces[1].count > 32
      && pieces[1].prefix(32).allSatisfy(isHexDigit) && pieces[1].dropFirst(32).first == 0x24
    let rest = pieces.dropFirst(isInTwo ? 2 : 1).joined(separator: [layout.separator])
    return NaiveParts(password: takesFirst ? Array(rest) : Array(pieces.last ?? []))
  case .userHashFirst:
    let pieces = line.split(
      separator: layout.separator, maxSplits: 2, omittingEmptySubsequences: false)
    guard pieces.count == 3 else { return nil }
    return NaiveParts(password: Array(pieces[2]), user: Array(pieces[0]))
  case .john:
    let pieces = line.split(
      separator: layout.separator, maxSplits: 1, omittingEmptySubsequences: false)
    guard pieces.count == 2 else { return nil }
    let password = withoutAccount(Array(pieces[1]), layout.separator)
    let isMissing = String(decoding: password, as: UTF8.self) == "NO PASSWORD"
    return NaiveParts(password: isMissing ? [] : password, user: Array(pieces[0]))
  case .table(let column, let user):
    guard let cells = cells(line, layout.separator), column < cells.count,
      layout.width == 0 || cells.count == layout.width
    else { return nil }
    let name = user.map { cellsAsWritten(line, layout.separator).dropFirst($0).first ?? [] } ?? []
    return NaiveParts(password: cells[column], user: name)
  }
}

/// One row: a line, or the lines that a quoted cell joins.
struct NaiveRow: Hashable {
  var text: [UInt8]
  var lineCount = 1
  /// The offset of its first byte.
  var start = 0
}

/// Splits a text into rows by trying, at each line, to add more lines until the quotes are right.
func naiveRows(of text: [UInt8], _ layout: LineLayout, longest: Int) -> [NaiveRow] {
  let lines = split(text)
  func stripped(_ line: [UInt8]) -> [UInt8] { line.last == 13 ? Array(line.dropLast()) : line }
  var starts = [0]
  for line in lines { starts.append(starts[starts.count - 1] + line.count + 1) }
  guard layout.isTable else {
    return zip(lines, starts).map { NaiveRow(text: stripped($0), start: $1) }
  }
  var rows: [NaiveRow] = []
  var index = 0
  while index < lines.count {
    var row = NaiveRow(text: stripped(lines[index]), start: starts[index])
    var joined = lines[index]
    if cells(row.text, layout.separator) == nil {
      for next in lines.indices.dropFirst(index + 1) {
        joined += [10] + lines[next]
        let text = stripped(joined)
        if text.count > longest { break }
        if cells(text, layout.separator) != nil {
          if spansLinesBehindQuote(text, layout.separator) { break }
          row = NaiveRow(text: text, lineCount: next - index + 1, start: starts[index])
          break
        }
      }
    }
    rows.append(row)
    index += row.lineCount
  }
  return rows
}

/// The lines of a text by outcome, and the passwords; lines before `headerEnd` are headers.
func naiveAccount(
  of text: [UInt8], _ layout: LineLayout, longest: Int, headerEnd: Int = 0
) -> (counts: PasswordLines.Counts, parts: [NaiveParts]) {
  var counts = PasswordLines.Counts()
  var found: [NaiveParts] = []
  for row in naiveRows(of: text, layout, longest: longest) {
    if row.start < headerEnd {
      counts.headers += 1
    } else if row.text.isEmpty {
      counts.empty += 1
    } else if layout.isTable, row.text.count > longest {
      counts.overLong += 1
    } else if let parts = naiveParts(of: row.text, layout) {
      if naiveHasFurther(row.text, layout) { counts.furtherSeparators += 1 }
      if parts.password.isEmpty {
        let isAccount = layout.hasUsers && !(layout.isTable && parts.user.isEmpty)
        counts.empty += isAccount ? 0 : 1
        counts.blank += isAccount ? 1 : 0
      } else if parts.password.count > longest {
        counts.overLong += 1
      } else {
        found.append(parts)
      }
    } else if layout.form == .john, isJohnsSum(row.text) {
      counts.headers += 1
    } else {
      if counts.malformed == 0 { counts.firstMalformed = counts.lines + counts.continued }
      counts.malformed += 1
    }
    counts.lines += 1
    counts.continued += UInt64(row.lineCount - 1)
  }
  return (counts, found)
}

/// Whether a line is what john prints last: `5 password hashes cracked, 2 left`.
private func isJohnsSum(_ line: [UInt8]) -> Bool {
  let rest = line.drop { (48...57).contains($0) }
  let words = Array(rest.prefix(80))
  return rest.count < line.count && words.starts(with: " password hash".utf8)
    && words.suffix(5) == Array(" left".utf8)
    && words.indices.contains { words[$0...].starts(with: " cracked, ".utf8) }
}

/// Whether more than one separator may end the hash of a potfile's line.
func naiveHasFurther(_ line: [UInt8], _ layout: LineLayout) -> Bool {
  var rest = line[...]
  switch layout.form {
  case .hash(.told): break
  case .userHash: rest = line.drop { $0 != layout.separator }.dropFirst()
  default: return false
  }
  let pieces = rest.split(separator: layout.separator, omittingEmptySubsequences: false)
  guard pieces.count > 2 else { return false }
  let both = [LineLayout.HashEnd.first, .told].map { end in
    naiveParts(
      of: Array(rest), LineLayout(.hash(end), separator: layout.separator, decodesHex: false))
  }
  return both[0] != both[1]
}

/// The cells of a row as they are written, without the quotes around them.
private func cellsAsWritten(_ line: [UInt8], _ separator: UInt8) -> [[UInt8]] {
  cellsInQuotes(line, separator).map { $0.first == quote ? Array($0.dropFirst().dropLast()) : $0 }
}

/// The cells of a row as they are written, with the quotes around them.
private func cellsInQuotes(_ line: [UInt8], _ separator: UInt8) -> [[UInt8]] {
  var cells: [[UInt8]] = [[]]
  var isQuoted = false
  for byte in line {
    let cell = cells[cells.count - 1]
    if byte == quote, (cell.first ?? quote) == quote { isQuoted.toggle() }
    if byte == separator, !isQuoted {
      cells.append([])
    } else {
      cells[cells.count - 1].append(byte)
    }
  }
  return cells
}

/// Whether a cell spans lines although a cell before it has a quote inside, and none around it.
private func spansLinesBehindQuote(_ row: [UInt8], _ separator: UInt8) -> Bool {
  var hasStray = false
  for cell in cellsInQuotes(row, separator) {
    if hasStray, cell.contains(10) { return true }
    if cell.first != quote, cell.contains(quote) { hasStray = true }
  }
  return false
}

/// The password, without the fields of an account that john prints behind it.
private func withoutAccount(_ rest: [UInt8], _ separator: UInt8) -> [UInt8] {
  let pieces = rest.split(separator: separator, omittingEmptySubsequences: false)
  func isNumber(_ piece: ArraySlice<UInt8>) -> Bool {
    !piece.isEmpty && piece.allSatisfy { (48...57).contains($0) }
  }
  func isHash(_ piece: ArraySlice<UInt8>) -> Bool {
    piece.starts(with: Array("NO PASSWORD".utf8))
      || piece.count == 32 && piece.allSatisfy(isHexDigit)
  }
  for count in 5...7 where pieces.count > count {
    let fields = Array(pieces.suffix(count))
    let isAccount =
      switch count {
      case 5:
        isNumber(fields[0]) && isNumber(fields[1])
          && fields[3...].allSatisfy { $0.isEmpty || $0.first == UInt8(ascii: "/") }
          && fields[3...].contains { !$0.isEmpty }
      case 6:
        isNumber(fields[0]) && (fields[1].isEmpty || isHash(fields[1])) && isHash(fields[2])
          && fields[5].isEmpty
      default: isNumber(fields[0]) && fields.allSatisfy { $0.isEmpty || isNumber($0) }
      }
    if isAccount { return Array(pieces.dropLast(count).joined(separator: [separator])) }
  }
  return rest
}

private func isHexDigit(_ byte: UInt8) -> Bool {
  byte < 0x80 && Character(Unicode.Scalar(byte)).isHexDigit
}

private let quote = UInt8(ascii: "\"")

private func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
  guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
  let text = String(decoding: digits, as: UTF8.self).drop { $0 == "0" }
  return Int64(text).map(UInt64.init)
}

/// The cells of a row, character by character; nil if a quote is misplaced.
private func cells(_ line: [UInt8], _ separator: UInt8) -> [[UInt8]]? {
  enum State { case start, bare, quoted, closed }
  var cells: [[UInt8]] = [[]]
  var state = State.start
  for byte in line {
    switch (state, byte == separator, byte == UInt8(ascii: "\"")) {
    case (.start, false, true): state = .quoted
    case (.start, true, _), (.bare, true, _), (.closed, true, _):
      cells.append([])
      state = .start
    case (.start, _, _), (.bare, _, _):
      cells[cells.count - 1].append(byte)
      state = .bare
    case (.quoted, _, true): state = .closed
    case (.quoted, _, _): cells[cells.count - 1].append(byte)
    case (.closed, _, true):
      cells[cells.count - 1].append(byte)
      state = .quoted
    case (.closed, _, _): return nil
    }
  }
  return state == .quoted ? nil : cells
}

private func decoded(_ password: [UInt8]) -> [UInt8] {
  guard password.starts(with: Array("$HEX[".utf8)), password.last == UInt8(ascii: "]") else {
    return password
  }
  let digits = String(decoding: password.dropFirst(5).dropLast(), as: UTF8.self)
  guard digits.utf8.count % 2 == 0,
    digits.unicodeScalars.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit })
  else { return password }
  return stride(from: 0, to: digits.utf8.count, by: 2).compactMap { offset in
    UInt8(digits.dropFirst(offset).prefix(2), radix: 16)
  }
}
