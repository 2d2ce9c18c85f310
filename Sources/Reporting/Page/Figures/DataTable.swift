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
  /// Whether it has no rows.
  private(set) var isEmpty = true
  /// The rows written so far.
  private var body = MarkupWriter()

  /// Makes a table without rows.
  init(_ caption: String, _ columns: [Column]) {
    self.caption = caption
    self.columns = columns
    isWords = columns.count > 1 && !columns.dropFirst().contains(where: \.isNumber)
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

  /// Adds a row with one cell for each column, and with an id if it has one.
  mutating func add(_ cells: [Cell], id: String? = nil) {
    precondition(cells.count == columns.count, "a cell a column")
    isEmpty = false
    let attributes = cells.indices.map { self.attributes(ofCell: $0, look: cells[$0].look) }
    body.write(.tr, id.map { [.id($0)] } ?? []) { row in
      for (index, cell) in cells.enumerated() {
        row.write(index == 0 ? .th : .td, attributes[index]) { writer in
          for piece in cell.content { writer.write(piece) }
        }
      }
    }
  }

  /// Adds a row of texts.
  mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count, "a cell a column")
    isEmpty = false
    let attributes = cells.indices.map { self.attributes(ofCell: $0) }
    body.write(.tr) { row in
      for (index, cell) in cells.enumerated() {
        row.write(index == 0 ? .th : .td, attributes[index], cell)
      }
    }
  }

  /// The attributes of a cell of a column.
  private func attributes(ofCell index: Int, look: String? = nil) -> [Markup.Attribute] {
    index == 0 ? [.init(.scope, "row")] : attributes(columns[index], look)
  }

  private func attributes(_ column: Column, _ look: String? = nil) -> [Markup.Attribute] {
    if column.isNumber || isWords { return look.map { [.class($0)] } ?? [] }
    return [.class(look.map { "w \($0)" } ?? "w")]
  }

  /// The table in a box that scrolls on narrow pages.
  var markup: Markup { markup() }

  /// The same with a class and an id.
  ///
  /// - Parameters:
  ///   - name: A class of its own.
  ///   - id: The prefix of its caption's id, by which a screen reader names the box; nil names the
  ///     box by the caption's text.
  /// - Returns: The box with the table.
  func markup(class name: String? = nil, id: String? = nil) -> Markup {
    let head = columns.enumerated().map { index, column in
      Markup.element(
        .th, [.init(.scope, "col")] + (index == 0 ? [] : attributes(column)), [.text(column.name)])
    }
    let classes = [name, isWords ? "w" : nil].compactMap(\.self)
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
            .element(.tbody, [], [.written(body)]),
          ])
      ])
  }
}
