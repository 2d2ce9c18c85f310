@_spi(Internal) import Bytes

/// One row of a table.
struct TableRow: Hashable {
  /// The row's range, without its line end.
  let range: Range<Int>
  /// The number of lines that it spans, at least 1.
  let lineCount: Int
  /// Whether no quote closes its last cell in the text; then the row ends at its first line end.
  let isOpen: Bool
}

extension LineLayout {
  /// The next row of a table, which may span lines (RFC 4180); nil at the end of the text.
  ///
  /// A row whose quotes are misplaced ends at its first line end, and so does a row that would be
  /// longer than `longest` bytes: a stray quote then costs one line, and no line depends on text
  /// that is further away.
  ///
  /// A quote inside a cell without quotes is an ordinary character, but no cell behind it spans
  /// lines. Otherwise each line of a text such as `x","` would open a cell that no later line closes.
  ///
  /// - Parameters:
  ///   - text: Whole lines, each with its LF.
  ///   - cursor: The offset of the row's first byte; moved after its LF.
  ///   - end: The end of the lines.
  ///   - longest: The most bytes of a row.
  /// - Returns: The row, or nil at the end of the text.
  /// - Complexity: O(bytes of the row) where the row is whole; a row that stays open costs `longest`
  ///   more. The lines that such a search passes hold an even number of quotes, so none of them
  ///   starts another one: a text of any rows costs O(bytes).
  func nextRow(
    of text: RawSpan, at cursor: inout Int, end: Int, longest: Int
  ) -> TableRow? {
    let start = cursor
    guard let line = text.nextLine(at: &cursor, end: end) else { return nil }
    let first = TableRow(range: line, lineCount: 1, isOpen: false)
    guard text.first(quote, in: line) != nil else { return first }
    let stop = start + min(end - start, longest + 3)
    switch endOfRow(in: text, from: start, firstLine: cursor, stop) {
    case .misplaced: return first
    case .open: return TableRow(range: line, lineCount: 1, isOpen: true)
    case .at(let lineFeed):
      if lineFeed < cursor { return first }
      var upper = lineFeed
      if text.byte(at: upper &- 1) == 13 { upper &-= 1 }
      if upper - start > longest { return first }
      var lineCount = 2
      var position = cursor
      while let next = text.first(0x0A, in: position..<lineFeed) {
        lineCount += 1
        position = next + 1
      }
      cursor = lineFeed + 1
      return TableRow(range: start..<upper, lineCount: lineCount, isOpen: false)
    }
  }

  /// The end of the last whole row of a chunk.
  ///
  /// - Parameters:
  ///   - text: Whole lines that begin with a row.
  ///   - longest: The most bytes of a row.
  ///   - mayWait: Whether an open row that begins at an offset may still be closed by later text.
  /// - Returns: The offset behind the last whole row.
  func endOfRows(in text: RawSpan, longest: Int, mayWait: (Int) -> Bool) -> Int {
    let end = text.byteCount
    guard text.first(quote, in: 0..<end) != nil else { return end }
    var cursor = 0
    while true {
      let start = cursor
      guard let row = nextRow(of: text, at: &cursor, end: end, longest: longest) else { return end }
      if row.isOpen, mayWait(start) { return start }
    }
  }

  private enum RowEnd { case at(Int), open, misplaced }

  /// Finds the LF that ends a row, outside of quotes.
  private func endOfRow(
    in text: RawSpan, from start: Int, firstLine: Int, _ stop: Int
  ) -> RowEnd {
    var position = start
    var doubled = false
    var hasStray = false
    // The LF that ends the line of the position.
    var lineFeed = firstLine - 1
    while true {
      if position > lineFeed {
        guard let next = text.first(0x0A, in: position..<stop) else { return .open }
        lineFeed = next
      }
      if text.byte(at: position) == quote {
        if position >= stop { return .open }
        let bound = hasStray ? min(lineFeed, stop) : stop
        guard let closing = text.endOfQuoted(position &+ 1..<bound, doubled: &doubled) else {
          return hasStray ? .misplaced : .open
        }
        // A quote at the very end may be the first of two.
        let next = closing &+ 1
        if next >= stop { return .open }
        switch text.byte(at: next) {
        case separator: position = next &+ 1
        case 0x0A: return .at(next)
        case 13:
          if next &+ 1 >= stop { return .open }
          return text.byte(at: next &+ 1) == 0x0A ? .at(next &+ 1) : .misplaced
        default: return .misplaced
        }
      } else {
        guard let next = text.first(separator, in: position..<lineFeed) else {
          return .at(lineFeed)
        }
        if !hasStray { hasStray = text.first(quote, in: position..<next) != nil }
        position = next &+ 1
      }
    }
  }
}

private let quote = UInt8(ascii: "\"")
