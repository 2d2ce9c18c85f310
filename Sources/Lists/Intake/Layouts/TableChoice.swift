/// The columns of a table that a request names, to be found in its header.
struct TableChoice {
  private let column: LayoutRequest.Column
  private let user: LayoutRequest.Column?
  private let separator: UInt8?
  private let request: LayoutRequest
  private let list: String
  private let header: [String]
  /// A separator with which the first row has more cells.
  private let other: Other?

  private struct Other {
    let separator: UInt8
    let header: [String]
    /// Whether nearly all rows have as many cells.
    let isCommon: Bool
  }

  /// Examines the first row.
  init(
    column: LayoutRequest.Column, user: LayoutRequest.Column?, _ sample: LayoutSample,
    _ text: RawSpan, _ request: LayoutRequest, list: String
  ) {
    self.column = column
    self.user = user
    self.request = request
    self.list = list
    let separator = request.separator ?? sample.preamble.separator ?? UInt8(ascii: ",")
    self.separator = separator
    func read(_ separator: UInt8) -> Other {
      let layout = LineLayout(.table(column: 0), separator: separator)
      let rows = sample.rows(of: text, layout).lines
      let header = rows.first.map { layout.cells(of: text, $0) } ?? []
      let alike = rows.count { layout.cellCount(of: text, $0) == header.count }
      return Other(
        separator: separator, header: header,
        isCommon: rows.count > 1 && alike * 100 >= rows.count * 95)
    }
    let header = read(separator).header
    self.header = header
    other = LayoutGuess.separators.filter { $0 != separator }.map(read)
      .filter { $0.header.count > header.count }
      .max { $0.header.count < $1.header.count }
  }

  func layout() throws(LayoutProblem) -> LineLayout {
    let password = try number(of: column)
    if let user { return table(password, try number(of: user)) }
    guard case .name = column else { return table(password, nil) }
    return table(password, header.firstIndex { ColumnWords.isUser($0) })
  }

  private func table(_ column: Int, _ user: Int?) -> LineLayout {
    request.layout(.table(column: column, user: user == column ? nil : user), separator: separator)
  }

  /// The number of a column, from 0.
  private func number(of column: LayoutRequest.Column) throws(LayoutProblem) -> Int {
    switch column {
    case .number(let number):
      if let other, other.header.count >= number, !header.isEmpty,
        number > header.count || header.count == 1 && other.isCommon
      {
        throw wrongSeparator(other)
      }
      return number - 1
    case .name(let name):
      let places = header.indices.filter { header[$0].lowercased() == name.lowercased() }
      if places.count > 1 {
        let evidence = LayoutEvidence(fitting: 1, lines: 1)
        throw .unclear(
          list: list, places.map { .init(layout: table($0, nil), evidence: evidence) })
      }
      func place(in header: [String]) -> Int? {
        header.firstIndex { $0.lowercased() == name.lowercased() }
          ?? header.firstIndex { ColumnWords.plain($0) == ColumnWords.plain(name) }
      }
      if let place = place(in: header) { return place }
      if let other, place(in: other.header) != nil { throw wrongSeparator(other) }
      throw .missingColumn(list: list, name, of: header.count)
    }
  }

  private func wrongSeparator(_ other: Other) -> LayoutProblem {
    .wrongSeparator(
      list: list, cells: header.count, LineLayout(.table(column: 0), separator: other.separator),
      otherCells: other.header.count)
  }
}
