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
      ["$", "{", "_"].contains(hash.prefix(1))
      || pieces[0].count == 13
        && hash.unicodeScalars.allSatisfy {
          "./".unicodeScalars.contains($0) || ("0"..."9").contains($0) || ("a"..."z").contains($0)
            || ("A"..."Z").contains($0)
        }
    let takesFirst = end == .first || end == .told && isOfJohn
    let password =
      takesFirst
      ? Array(pieces.dropFirst().joined(separator: [layout.separator])) : Array(pieces.last ?? [])
    return NaiveParts(password: password)
  case .userHashFirst:
    let pieces = line.split(
      separator: layout.separator, maxSplits: 2, omittingEmptySubsequences: false)
    guard pieces.count == 3 else { return nil }
    return NaiveParts(password: Array(pieces[2]), user: Array(pieces[0]))
  case .john:
    let pieces = line.split(
      separator: layout.separator, maxSplits: 1, omittingEmptySubsequences: false)
    guard pieces.count == 2 else { return nil }
    // Random pieces never look like the fields of an account.
    let isMissing = String(decoding: pieces[1], as: UTF8.self) == "NO PASSWORD"
    return NaiveParts(password: isMissing ? [] : Array(pieces[1]), user: Array(pieces[0]))
  case .table(let column, let user):
    guard let cells = cells(line, layout.separator), column < cells.count else { return nil }
    precondition(user ?? 0 == 0, "only the first column names users here")
    let name = user == nil ? [] : firstCellAsWritten(line, layout.separator)
    return NaiveParts(password: cells[column], user: name)
  }
}

/// One row: a line, or the lines that a quoted cell joins.
struct NaiveRow: Hashable {
  var text: [UInt8]
  var lineCount = 1
}

/// Splits a text into rows by trying, at each line, to add more lines until the quotes are right.
func naiveRows(of text: [UInt8], _ layout: LineLayout, longest: Int) -> [NaiveRow] {
  let lines = split(text)
  func stripped(_ line: [UInt8]) -> [UInt8] { line.last == 13 ? Array(line.dropLast()) : line }
  guard layout.isTable else { return lines.map { NaiveRow(text: stripped($0)) } }
  var rows: [NaiveRow] = []
  var index = 0
  while index < lines.count {
    var row = NaiveRow(text: stripped(lines[index]))
    var joined = lines[index]
    if cells(row.text, layout.separator) == nil {
      for next in lines.indices.dropFirst(index + 1) {
        joined += [10] + lines[next]
        let text = stripped(joined)
        if text.count > longest { break }
        if cells(text, layout.separator) != nil {
          row = NaiveRow(text: text, lineCount: next - index + 1)
          break
        }
      }
    }
    rows.append(row)
    index += row.lineCount
  }
  return rows
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

/// The first cell of a row as it is written, without the quotes around it.
private func firstCellAsWritten(_ line: [UInt8], _ separator: UInt8) -> [UInt8] {
  guard line.first == quote else { return Array(line.prefix { $0 != separator }) }
  var cell: [UInt8] = []
  var index = 1
  while index < line.count {
    if line[index] == quote {
      guard index + 1 < line.count, line[index + 1] == quote else { break }
      cell += [quote, quote]
      index += 2
    } else {
      cell.append(line[index])
      index += 1
    }
  }
  return cell
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
