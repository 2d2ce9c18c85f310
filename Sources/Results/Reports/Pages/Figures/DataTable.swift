/// A table whose first column names its rows.
///
/// Rows are written as they are added: the tables of hundreds of policies have thousands.
struct DataTable: Sendable {
  /// Its contents, in a few words.
  let caption: String
  /// The columns; the first one names the rows.
  let columns: [Column]
  /// Whether all columns are words: then the table has their class, not each cell.
  ///
  /// Most cells are numbers, which need no class, and the first column is words in every table.
  private let isWords: Bool
  /// The tags of a cell of each column.
  private let cells: [MarkupWriter.Tags]
  /// Whether it has no rows.
  private(set) var isEmpty = true
  /// The rows written so far.
  private var body = MarkupWriter()

  /// Makes a table without rows.
  init(_ caption: String, _ columns: [Column]) {
    self.caption = caption
    self.columns = columns
    let isWords = columns.count > 1 && !columns.dropFirst().contains(where: \.isNumber)
    self.isWords = isWords
    cells = columns.enumerated().map { index, column in
      index == 0
        ? MarkupWriter.Tags(.th, [.init(.scope, "row")])
        : MarkupWriter.Tags(.td, Self.attributes(column, isWords: isWords))
    }
  }

  /// Makes a table of rows by its columns, each of which says what it holds; a row may have an id.
  init<Row>(
    _ caption: String, _ rows: some Sequence<Row>, _ cells: [Cells<Row>],
    id: (Row) -> String? = { _ in nil }
  ) {
    let columns = cells.flatMap(\.columns)
    self.init(caption, columns.map(\.head))
    for row in rows { add(id: id(row)) { columns[$0].write(row, &$1) } }
  }

  /// A column with its cells, or two: a count and its share.
  struct Cells<Row> {
    fileprivate let columns: [(head: Column, write: (Row, inout MarkupWriter) -> Void)]

    /// A column whose cells a function writes.
    static func written(
      _ head: Column, _ write: @escaping (Row, inout MarkupWriter) -> Void
    ) -> Cells {
      Cells(columns: [(head, write)])
    }

    static func words(_ name: String, _ text: @escaping (Row) -> String) -> Cells {
      .written(.words(name)) { $1.write(text($0)) }
    }

    /// Numbers; a dash stands for none.
    static func number(_ name: String, _ text: @escaping (Row) -> String?) -> Cells {
      .written(.number(name)) { $1.write(text($0) ?? "–") }
    }

    /// Parts with their shares; empty without one.
    static func part(_ name: String, _ part: @escaping (Row) -> Part?) -> Cells {
      let count = Cells.number(name) { part($0)?.grouped ?? "" }
      return Cells(
        columns: count.columns + Cells.number("share") { part($0)?.percent ?? "" }.columns)
    }
  }

  /// A column.
  struct Column: Sendable {
    let name: String
    let isNumber: Bool
    /// The name before a cell where a narrow page has no heads; nil in other tables.
    let label: String?

    /// A column of numbers, right-aligned.
    static func number(_ name: String) -> Column {
      Column(name: name, isNumber: true, label: nil)
    }
    static func words(_ name: String, label: String? = nil) -> Column {
      Column(name: name, isNumber: false, label: label)
    }
  }

  /// A cell that may look otherwise than its column.
  struct DataCell: Sendable {
    let text: String
    /// The class of its style; nil for the column's style, which the first column always has.
    let look: String?
    /// What a pointer on it shows; nil for nothing.
    let title: String?

    init(_ text: String, look: String? = nil, title: String? = nil) {
      self.text = text
      self.look = look
      self.title = title
    }
  }

  private mutating func add(
    id: String? = nil, _ write: (_ index: Int, inout MarkupWriter) -> Void
  ) {
    isEmpty = false
    let cells = cells
    body.write(.tr, id.map { [.id($0)] } ?? []) { row in
      for (index, cell) in cells.enumerated() { row.write(cell) { write(index, &$0) } }
    }
  }

  /// Adds a row of texts.
  mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count, "a cell a column")
    add { index, cell in cell.write(cells[index]) }
  }

  /// Adds a row with cells that may look otherwise than their columns.
  mutating func add(_ cells: [DataCell]) {
    precondition(cells.count == columns.count, "a cell a column")
    isEmpty = false
    let tags = cells.enumerated().map { index, cell in
      guard index > 0, cell.look != nil || cell.title != nil else { return self.cells[index] }
      return MarkupWriter.Tags(
        .td,
        Self.attributes(columns[index], isWords: isWords, cell.look)
          + (cell.title.map { [.init(.title, $0)] } ?? []))
    }
    body.write(.tr) { row in
      for (cell, tags) in zip(cells, tags) { row.write(tags) { $0.write(cell.text) } }
    }
  }

  private static func attributes(
    _ column: Column, isWords: Bool, _ look: String? = nil
  ) -> [Markup.Attribute] {
    if let label = column.label { return [.init(.dataLabel, label)] }
    if column.isNumber || isWords { return look.map { [.class($0)] } ?? [] }
    return [.class(look.map { "w \($0)" } ?? "w")]
  }

  /// The table in a box that scrolls on narrow pages.
  var markup: Markup { markup() }

  /// The same with a class and an id.
  ///
  /// The box is no tab stop: browsers make boxes that scroll stops by themselves, and only those.
  ///
  /// - Parameters:
  ///   - name: A class of its own.
  ///   - id: The prefix of its caption's id; nil for none.
  /// - Returns: The box with the table.
  func markup(class name: String? = nil, id: String? = nil) -> Markup {
    let head = columns.enumerated().map { index, column in
      Markup.element(
        .th,
        [.init(.scope, "col")]
          + (index == 0 || column.label != nil ? [] : Self.attributes(column, isWords: isWords)),
        [.text(column.name)])
    }
    let classes = [name, isWords ? "w" : nil].compactMap(\.self)
    return .element(
      .div, [.class("scroll")],
      [
        .element(
          .table, classes.isEmpty ? [] : [.class(classes.joined(separator: " "))],
          [
            .element(.caption, id.map { [.id("\($0)-c")] } ?? [], [.text(caption)]),
            .element(.thead, [], [.element(.tr, [], head)]),
            .element(.tbody, [], [.written(body)]),
          ])
      ])
  }
}
