/// One figure: a picture, what it shows in words, and the same numbers as a table.
struct Figure: Sendable {
  /// Begins the ids of its parts; unique on a page.
  let id: String
  /// What it is about, in a few words.
  let title: String
  /// How to read it.
  let caption: String
  /// What it shows, with the numbers.
  let description: String
  /// The picture.
  let drawing: Drawing
  /// The numbers: a row a mark.
  let table: DataTable

  /// The figure on a card, with its table folded away beneath.
  var markup: Markup {
    .element(
      .figure, [.id(id)],
      [
        .element(
          .figcaption, [], [.make(.strong, title), .text(" " + caption)]),
        .element(
          .div,
          [
            .class("scroll"), .init(.role, "region"), .init(.tabindex, "0"),
            .init(.ariaLabel, "Picture"),
          ], [drawing.markup(title: title, description: description, id: id)]),
        .element(
          .details, [],
          [.make(.summary, "Table"), table.markup]),
      ])
  }
}

/// A table whose first column names its rows.
struct DataTable: Sendable {
  /// What it holds, in a few words.
  let caption: String
  /// The columns' names, the first that of the rows.
  let columns: [Column]
  /// The cells, one a column.
  private(set) var rows: [[Cell]] = []

  /// Begins a table without rows.
  init(_ caption: String, _ columns: [Column]) {
    self.caption = caption
    self.columns = columns
  }

  /// A column.
  struct Column: Sendable {
    let name: String
    let isNumber: Bool

    /// A column of numbers, set to the right.
    static func number(_ name: String) -> Column { Column(name: name, isNumber: true) }
    /// A column of words.
    static func words(_ name: String) -> Column { Column(name: name, isNumber: false) }
  }

  /// What stands in a cell: its text, and what stands beneath in small type.
  struct Cell: Sendable, ExpressibleByStringInterpolation {
    var content: [Markup]

    init(_ text: String) { content = [.text(text)] }
    init(_ content: [Markup]) { self.content = content }
    init(stringLiteral text: String) { self.init(text) }
  }

  /// Adds a row of as many cells as there are columns.
  mutating func add(_ cells: [Cell]) {
    precondition(cells.count == columns.count, "a cell a column")
    rows.append(cells)
  }

  /// Adds a row of texts.
  mutating func add(_ cells: [String]) { add(cells.map { Cell($0) }) }

  /// The table in a box that scrolls where the page is narrow.
  var markup: Markup { markup(class: nil) }

  /// The same with a class of its own and ids for its rows.
  func markup(class name: String?, rowIDs: [String] = []) -> Markup {
    let head = columns.map { column in
      Markup.element(
        .th, [.init(.scope, "col")] + (column.isNumber ? [.class("n")] : []), [.text(column.name)])
    }
    // Where all cells are words the table says so, and not each cell.
    let isWords = columns.count > 1 && !columns.dropFirst().contains(where: \.isNumber)
    let classes = [name, isWords ? "w" : nil].compactMap(\.self)
    let body = rows.enumerated().map { number, row in
      Markup.element(
        .tr, number < rowIDs.count ? [.id(rowIDs[number])] : [],
        zip(columns, row).enumerated().map { index, pair in
          let (column, cell) = pair
          // Most cells are numbers, which need no class.
          let attributes: [Markup.Attribute] =
            index == 0
            ? [.init(.scope, "row")] : column.isNumber || isWords ? [] : [.class("w")]
          return .element(index == 0 ? .th : .td, attributes, cell.content)
        })
    }
    return .element(
      .div,
      [
        .class("scroll"), .init(.role, "region"), .init(.tabindex, "0"),
        .init(.ariaLabel, "Table"),
      ],
      [
        .element(
          .table, classes.isEmpty ? [] : [.class(classes.joined(separator: " "))],
          [
            .make(.caption, caption), .element(.thead, [], [.element(.tr, [], head)]),
            .element(.tbody, [], body),
          ])
      ])
  }
}
