import Diagnostics

/// A table of text: heads of several lines, some over several columns, then rows of cells.
///
///     policy   refused   guessed, of the accepted
///              of all    login page   slow hash
///     site      42.6 %      1 %         24 %
struct TextTable {
  /// One column.
  struct Column {
    /// The title above this column and the following ones with the same title, in one or more lines; nil
    /// for none.
    let group: String?
    /// The lines of its own head, below the group's title, if any.
    let head: [String]
    /// One cell for each row.
    let cells: [String]
    /// Whether cells are left-aligned, like words, instead of right-aligned.
    let isText: Bool
    /// Spaces between this column and the one before.
    var gap: Int
    /// Colours a cell that is already padded.
    let colour: (String) -> String

    /// The width that the title of the column's group needs here.
    fileprivate var titleWidth = 0

    /// The width of the widest cell.
    var cellWidth: Int { cells.map(\.count).max() ?? 0 }
    /// The lines of the title of its group.
    fileprivate var titles: [Substring] {
      group?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    }

    /// The width of the widest line of that title.
    fileprivate var groupWidth: Int { titles.map(\.count).max() ?? 0 }

    /// The width of cells and head.
    var width: Int { max(cellWidth, head.map(\.count).max() ?? 0, titleWidth) }

    /// Makes a column.
    init(
      group: String? = nil, head: [String], cells: [String], isText: Bool = false, gap: Int = 2,
      colour: @escaping (String) -> String = { $0 }
    ) {
      self.group = group
      self.head = head
      // Digits stand below each other beside a mark.
      self.cells =
        cells.contains { $0.hasSuffix("*") }
        ? cells.map { isText || $0.hasSuffix("*") ? $0 : $0 + " " } : cells
      self.isText = isText
      self.gap = gap
      self.colour = colour
    }

    /// Makes a column of rows, each of which has a cell; a dash stands for none.
    init<Row>(
      _ head: String..., rows: [Row], isText: Bool = false, gap: Int = 2,
      cell: (Row) -> String?
    ) {
      self.init(head: head, cells: rows.map { cell($0) ?? "–" }, isText: isText, gap: gap)
    }
  }

  private let columns: [Column]

  /// Makes a table of columns with the same number of cells.
  init(_ columns: [Column]) { self.columns = Self.fitted(columns) }

  /// Makes a table whose first column names the rows, in the room that the others leave of a page.
  init(
    _ names: [String], head: [String] = ["policy"], _ numbers: [Column], columns: Int
  ) {
    let room = max(8, columns - Self.width(numbers))
    let cells = names.map { clippedInside(escaped($0), to: room) }
    self.init([Column(head: head, cells: cells, isText: true, gap: 0)] + numbers)
  }

  /// The columns, with groups as wide as their titles where another column follows.
  private static func fitted(_ columns: [Column]) -> [Column] {
    var columns = columns
    var start = 0
    for index in columns.indices.dropLast() where columns[index + 1].group != columns[index].group {
      if columns[index].group != nil {
        let gaps = columns[start...index].dropFirst().reduce(0) { $0 + $1.gap }
        let before = columns[start..<index].reduce(gaps) { $0 + $1.width }
        columns[index].titleWidth = columns[index].groupWidth - before
      }
      start = index + 1
    }
    return columns
  }

  /// The width of the table, including titles that are wider than their columns.
  static func width(_ columns: [Column]) -> Int {
    let columns = fitted(columns)
    var (end, most) = (0, 0)
    for (index, column) in columns.enumerated() {
      let isFirst = index == 0 || columns[index - 1].group != column.group
      let title = isFirst ? column.groupWidth : 0
      most = max(most, end + column.gap + max(column.width, title))
      end += column.gap + column.width
    }
    return most
  }

  /// The heads and rows as lines without trailing spaces.
  func lines(faint: (String) -> String = { $0 }) -> [String] {
    heads.map(faint) + (columns.first?.cells.indices ?? 0..<0).map(row)
  }

  private var heads: [String] {
    let own = columns.map { $0.titles.map { _ in "" } + $0.head }
    return (0..<(own.map(\.count).max() ?? 0)).map { number in
      var (line, end) = ("", 0)
      for (index, column) in columns.enumerated() {
        end += column.gap
        var title = number < own[index].count ? own[index][number] : ""
        let isFirst = index == 0 || columns[index - 1].group != column.group
        if isFirst, number < column.titles.count { title = String(column.titles[number]) }
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
    return line.trimmed
  }
}
