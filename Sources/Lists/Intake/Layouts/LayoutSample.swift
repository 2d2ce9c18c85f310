@_spi(Internal) import Bytes

/// The first lines of a list, examined before it is read.
struct LayoutSample {
  /// The ranges of the lines in the first chunk, without line ends, empty lines, the preamble of a
  /// table, and the sum that `john --show` prints last.
  let lines: [Range<Int>]
  /// The line that names the separator of a table, or its type; empty if there is none.
  let preamble: TablePreamble

  /// The most lines examined: enough to notice a share of 1 %, and examined in a few milliseconds.
  static let limit = 1000

  /// Takes the lines of the first chunk.
  init(_ text: RawSpan) {
    preamble = TablePreamble(text)
    var lines: [Range<Int>] = []
    var cursor = preamble.end
    while lines.count < Self.limit, let line = text.nextLine(at: &cursor) {
      if !line.isEmpty, !text.isJohnsSum(line) { lines.append(line) }
    }
    self.lines = lines
  }

  /// Takes rows of a table instead of lines.
  private init(rows: [Range<Int>], _ preamble: TablePreamble) {
    lines = rows
    self.preamble = preamble
  }

  /// The first rows of a table with the separator of a layout; rows may span lines.
  func rows(of text: RawSpan, _ layout: LineLayout) -> LayoutSample {
    var rows: [Range<Int>] = []
    var cursor = preamble.end
    while rows.count < Self.limit,
      let row = layout.nextRow(of: text, at: &cursor, end: text.byteCount, longest: longestRow)
    {
      // The rest of the last row may be in the next chunk.
      if row.isOpen, text.byteCount - row.range.lowerBound <= longestRow { break }
      if !row.range.isEmpty { rows.append(row.range) }
    }
    return LayoutSample(rows: rows, preamble)
  }

  /// The number of lines that meet a condition.
  ///
  /// If the first line does not meet it, it may be a header and is not counted, unless it is the
  /// only line.
  func fit(_ holds: (Range<Int>) -> Bool) -> LayoutEvidence {
    guard let first = lines.first else { return .init(fitting: 0, lines: 0) }
    let fitting = lines.dropFirst().count(where: holds)
    if holds(first) { return .init(fitting: fitting + 1, lines: lines.count) }
    return .init(fitting: fitting, lines: max(1, lines.count - 1))
  }

  /// The number of lines that have a layout.
  func fit(of layout: LineLayout, _ text: RawSpan) -> LayoutEvidence {
    fit { layout.parts(of: text, $0) != nil }
  }

  /// Whether the first line is a header: it does not fit although the other lines do, or it has a
  /// word such as `password` where they have theirs.
  func hasHeader(_ text: RawSpan, _ layout: LineLayout, isNamed: Bool) -> Bool {
    guard isNamed || lines.count > 1, layout.form != .plain, let first = lines.first else {
      return false
    }
    // If empty lines precede it, it is not the first line.
    if first.lowerBound != preamble.end { return false }
    if isNamed { return true }
    guard let parts = layout.parts(of: text, first) else {
      return fit(of: layout, text).share >= 0.9
    }
    let word = text.string(parts)
    switch layout.form {
    case .table: return ColumnWords.isPassword(word)
    case .user, .userHash, .userHashFirst, .hash, .saltedHash, .john:
      let before = first.lowerBound..<(text.first(layout.separator, in: first) ?? first.lowerBound)
      return ColumnWords.isPassword(word)
        && ColumnWords.isKey(text.string(LineParts(password: before)))
    case .counted, .plain: return false
    }
  }

  /// The bytes of the header.
  func header(_ text: RawSpan) -> [UInt8] { lines.first.map { $0.map { text.byte(at: $0) } } ?? [] }

  /// A layout that knows how many cells each row has: as many as the header or, where it lacks the
  /// column, as most rows; other layouts stay as they are.
  func counted(_ text: RawSpan, _ layout: LineLayout, hasHeader: Bool) -> LineLayout {
    guard case .table(let column, _) = layout.form else { return layout }
    var layout = layout
    layout.width = 0
    let widths = lines.map { layout.cellCount(of: text, $0) }
    if hasHeader, let width = widths.first, width > column {
      layout.width = width
      return layout
    }
    var rows: [Int: Int] = [:]
    for width in widths where width > column { rows[width, default: 0] += 1 }
    layout.width = rows.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
    return layout
  }

  /// The ranges of the passwords that a layout gives.
  func passwords(_ text: RawSpan, _ layout: LineLayout, hasHeader: Bool) -> [Range<Int>] {
    lines.dropFirst(hasHeader ? 1 : 0).compactMap { layout.parts(of: text, $0)?.password }
  }

  /// Whether nearly all lines have one separator, between texts of which the first ones differ and the second
  /// ones are not all words, as in phrases, or few, as in names of domains.
  func isLone(_ separator: UInt8, _ text: RawSpan) -> Bool {
    let parts = lines.compactMap { line -> (first: [UInt8], second: [UInt8])? in
      guard let place = text.first(separator, in: line), place > line.lowerBound,
        place + 1 < line.upperBound, text.first(separator, in: place + 1..<line.upperBound) == nil
      else { return nil }
      return (
        (line.lowerBound..<place).map { text.byte(at: $0) },
        (place + 1..<line.upperBound).map { text.byte(at: $0) }
      )
    }
    return parts.count >= 5 && parts.count * 100 >= lines.count * 95
      && Set(parts.map(\.first)).count * 10 >= parts.count * 9
      && Set(parts.map(\.second)).count * 2 >= parts.count
      && parts.count { $0.second.contains { !(65...90).contains($0 & 0xDF) && $0 < 0x80 } } * 4
        >= parts.count
  }

  /// The number of separators that nearly all lines have, at least two; nil if they differ.
  func commonCount(of separator: UInt8, _ text: RawSpan) -> Int? {
    var counts: [Int: Int] = [:]
    for line in lines { counts[line.count { text.byte(at: $0) == separator }, default: 0] += 1 }
    guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), most.key > 1,
      most.value * 10 >= lines.count * 9
    else { return nil }
    return most.key
  }
}

/// The longest row of the sample; rows of lists may be shorter, ``PasswordLines`` decides.
private let longestRow = 65_536

/// How many of the first lines a layout fits.
package struct LayoutEvidence: Hashable, Sendable {
  /// The number of fitting lines.
  package let fitting: Int
  /// The number of examined non-empty lines.
  package let lines: Int

  /// `997 of the first 1000 lines`.
  package var text: String {
    if fitting == 1, lines == 1 { return "the first line" }
    return fitting == lines
      ? "all of the first \(lines) lines" : "\(fitting) of the first \(lines) lines"
  }

  /// The same with a verb in singular or plural.
  func text(_ one: String, _ several: String) -> String {
    "\(text) \(fitting == 1 ? one : several)"
  }

  /// The share in 0…1; 0 if there are no lines.
  var share: Double { lines == 0 ? 0 : Double(fitting) / Double(lines) }
}
