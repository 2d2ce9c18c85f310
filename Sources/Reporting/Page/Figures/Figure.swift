/// A picture, its description in words, and its numbers as a table.
struct Figure: Sendable {
  /// Begins the ids of its parts; unique on a page.
  let id: String
  /// Its subject, in a few words.
  let title: String
  /// How to read it.
  let caption: String
  /// The contents in words, with the numbers.
  let description: String
  /// The picture.
  let drawing: Drawing
  /// The numbers: a row for each mark.
  let table: DataTable

  /// The figure on a card, with its table folded below.
  var markup: Markup {
    .element(
      .figure, [.id(id)],
      [
        .element(
          .figcaption, [], [.make(.strong, title), .text(" " + caption)]),
        .element(
          .div,
          [
            .class("scroll"), .init(.role, "group"), .init(.tabindex, "0"),
            .init(.labelledBy, "\(id)-t"),
          ], [drawing.markup(title: title, description: description, id: id)]),
        .element(
          .details, [],
          [.make(.summary, "Table"), table.markup(id: id)]),
      ])
  }
}

/// A table whose first column names its rows.
struct DataTable: Sendable {
  /// Its contents, in a few words.
  let caption: String
  /// The columns; the first one names the rows.
  let columns: [Column]
  /// The cells, one for each column.
  private(set) var rows: [[Cell]] = []

  /// Makes a table without rows.
  init(_ caption: String, _ columns: [Column]) {
    self.caption = caption
    self.columns = columns
  }

  /// A column.
  struct Column: Sendable {
    let name: String
    let isNumber: Bool

    /// A column of numbers, right-aligned.
    static func number(_ name: String) -> Column { Column(name: name, isNumber: true) }
    /// A column of words.
    static func words(_ name: String) -> Column { Column(name: name, isNumber: false) }
  }

  /// A cell: its text, and a note below it in small type.
  struct Cell: Sendable, ExpressibleByStringInterpolation {
    var content: [Markup]
    /// The class of its style; nil for the column's style.
    var look: String?

    init(_ text: String, look: String? = nil) { self.init([.text(text)], look: look) }
    init(_ content: [Markup], look: String? = nil) {
      self.content = content
      self.look = look
    }
    init(stringLiteral text: String) { self.init(text) }
  }

  /// Adds a row with one cell for each column.
  mutating func add(_ cells: [Cell]) {
    precondition(cells.count == columns.count, "a cell a column")
    rows.append(cells)
  }

  /// Adds a row of texts.
  mutating func add(_ cells: [String]) { add(cells.map { Cell($0) }) }

  /// The table in a box that scrolls on narrow pages.
  var markup: Markup { markup() }

  /// The same with a class and ids.
  ///
  /// - Parameters:
  ///   - name: A class of its own.
  ///   - rowIDs: Ids for its rows.
  ///   - id: The prefix of its caption's id, by which a screen reader names the box; nil names the
  ///     box by the caption's text.
  /// - Returns: The box with the table.
  func markup(class name: String? = nil, rowIDs: [String] = [], id: String? = nil) -> Markup {
    // If all columns are words, the table has the class instead of each cell. Most cells are
    // numbers, which need no class, and the first column is words in every table.
    let isWords = columns.count > 1 && !columns.dropFirst().contains(where: \.isNumber)
    func look(_ column: Column, _ own: String? = nil) -> [Markup.Attribute] {
      let names = [column.isNumber || isWords ? nil : "w", own].compactMap(\.self)
      return names.isEmpty ? [] : [.class(names.joined(separator: " "))]
    }
    let head = columns.enumerated().map { index, column in
      Markup.element(
        .th, [.init(.scope, "col")] + (index == 0 ? [] : look(column)), [.text(column.name)])
    }
    let classes = [name, isWords ? "w" : nil].compactMap(\.self)
    let body = rows.enumerated().map { number, row in
      Markup.element(
        .tr, number < rowIDs.count ? [.id(rowIDs[number])] : [],
        zip(columns, row).enumerated().map { index, pair in
          let (column, cell) = pair
          let attributes = index == 0 ? [.init(.scope, "row")] : look(column, cell.look)
          return .element(index == 0 ? .th : .td, attributes, cell.content)
        })
    }
    return .element(
      .div,
      [
        .class("scroll"), .init(.role, "group"), .init(.tabindex, "0"),
        id.map { .init(.labelledBy, "\($0)-c") }
          ?? .init(.ariaLabel, clipped(caption, toCharacters: 80)),
      ],
      [
        .element(
          .table, classes.isEmpty ? [] : [.class(classes.joined(separator: " "))],
          [
            .element(.caption, id.map { [.id("\($0)-c")] } ?? [], [.text(caption)]),
            .element(.thead, [], [.element(.tr, [], head)]),
            .element(.tbody, [], body),
          ])
      ])
  }
}
