/// A section of a page: statements, tables and figures in the order in which they are read.
///
///     PageSection("space", "Random strings") {
///       Sentences(overview).random              // a statement; left out where there is none
///       Figure.space(charted, id: "f7")
///       if isLong { spaceTable }
///     }
struct PageSection: Sendable {
  let id: String
  let title: String
  private let blocks: [Block]
  /// Whether it is left out when the page is printed.
  var isScreenOnly = false

  /// A piece of a section; figures end with the source of their numbers.
  enum Block: Sendable {
    case markup(Markup)
    case figure(Figure)
  }

  /// Nil without content.
  init?(_ id: String, _ title: String, @Content _ content: () -> [Block]) {
    blocks = content()
    guard !blocks.isEmpty else { return nil }
    self.id = id
    self.title = title
  }

  func content(_ source: Source) -> [Markup] {
    blocks.map { block in
      switch block {
      case .markup(let markup): markup
      case .figure(let figure): figure.markup(source)
      }
    }
  }

  func markup(_ source: Source) -> Markup {
    .element(
      .section,
      [.id(id), .init(.labelledBy, "\(id)-h")] + (isScreenOnly ? [.class("screen")] : []),
      [.element(.h2, [.id("\(id)-h")], [.text(title)])] + content(source))
  }

  /// What a section may consist of: what is nil or empty is left out.
  @resultBuilder
  enum Content {
    /// A statement.
    static func buildExpression(_ sentence: Sentence?) -> [Block] {
      sentence.map { [.markup(.element(.p, [], $0.markup))] } ?? []
    }
    static func buildExpression(_ sentences: [Sentence]) -> [Block] {
      sentences.flatMap { buildExpression($0) }
    }
    /// A statement without marks.
    static func buildExpression(_ words: String?) -> [Block] {
      words.map { [.markup(.make(.p, $0))] } ?? []
    }
    static func buildExpression(_ table: DataTable) -> [Block] {
      table.isEmpty ? [] : [.markup(table.markup)]
    }
    static func buildExpression(_ figure: Figure?) -> [Block] {
      figure.map { [.figure($0)] } ?? []
    }
    static func buildExpression(_ markup: Markup?) -> [Block] { markup.map { [.markup($0)] } ?? [] }
    static func buildExpression(_ markup: [Markup]) -> [Block] { markup.map { .markup($0) } }
    static func buildExpression(_ figures: [Figure]) -> [Block] { figures.map { .figure($0) } }
    static func buildExpression(_ blocks: [Block]) -> [Block] { blocks }
    static func buildBlock(_ parts: [Block]...) -> [Block] { parts.flatMap(\.self) }
    static func buildOptional(_ part: [Block]?) -> [Block] { part ?? [] }
    static func buildEither(first: [Block]) -> [Block] { first }
    static func buildEither(second: [Block]) -> [Block] { second }
    static func buildArray(_ parts: [[Block]]) -> [Block] { parts.flatMap(\.self) }
  }
}
