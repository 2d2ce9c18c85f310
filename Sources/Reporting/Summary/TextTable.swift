/// A table of text: heads of several lines, some over several columns, then rows of cells.
///
///     policy   comply   refused most for
///     site     57.4 %   length    42.5 %
struct TextTable {
  /// One column.
  struct Column {
    /// The title over this column and those after it that have the same; nil for none.
    var group: String?
    /// The lines of its own head, beneath the group's title where there is one.
    let head: [String]
    /// A cell a row.
    let cells: [String]
    /// Whether cells stand at the left, as words do, and not at the right.
    var isText = false
    /// Spaces between this column and the one before.
    var gap = 2
    /// Colours a cell that has its final width.
    var colour: (String) -> String = { $0 }

    /// The columns that the widest cell takes.
    var cellWidth: Int { cells.map(\.count).max() ?? 0 }
    /// The columns that cells and head take.
    var width: Int { max(cellWidth, head.map(\.count).max() ?? 0) }
  }

  private let columns: [Column]

  /// Takes columns with the same number of cells.
  init(_ columns: [Column]) { self.columns = columns }

  /// The columns that the table takes of a page, titles that go beyond their columns included.
  static func width(_ columns: [Column]) -> Int {
    var (end, most) = (0, 0)
    for (index, column) in columns.enumerated() {
      let isFirst = index == 0 || columns[index - 1].group != column.group
      let title = isFirst ? column.group?.count ?? 0 : 0
      most = max(most, end + column.gap + max(column.width, title))
      end += column.gap + column.width
    }
    return most
  }

  /// The heads and rows as lines without spaces at their ends.
  func lines(faint: (String) -> String = { $0 }) -> [String] {
    heads.map(faint) + (columns.first?.cells.indices ?? 0..<0).map(row)
  }

  private var heads: [String] {
    let own = columns.map { ($0.group == nil ? [] : [""]) + $0.head }
    return (0..<(own.map(\.count).max() ?? 0)).map { number in
      var (line, end) = ("", 0)
      for (index, column) in columns.enumerated() {
        end += column.gap
        var title = number < own[index].count ? own[index][number] : ""
        let isFirst = index == 0 || columns[index - 1].group != column.group
        if number == 0, let group = column.group, isFirst { title = group }
        if !title.isEmpty { line = line.padded(to: end) + title }
        end += column.width
      }
      return line
    }
  }

  private func row(_ number: Int) -> String {
    var line = ""
    var missing = 0
    for column in columns {
      let cell = column.cells[number]
      let shown = column.isText ? cell : cell.indented(to: column.cellWidth)
      missing += column.gap
      if !shown.isEmpty {
        line += String(repeating: " ", count: missing) + column.colour(shown)
        missing = 0
      }
      missing += column.width - shown.count
    }
    return line
  }
}
