/// The frame of every page: a head with the policy that nothing may run or load, a skip link, a
/// heading, links to the sections, and the sections.
struct PageFrame {
  /// The title of the window.
  let title: String
  /// The line above the heading.
  let kicker: String
  let heading: String
  /// The content before the links to the sections.
  let start: [Markup]
  let sections: [PageSection]
  /// What stands below every picture.
  let source: Source
  /// Whether the links stand before everything else.
  var hasLinksFirst = false

  /// The page's bytes.
  func serialized() -> [UInt8] { MarkupWriter.page(root) }

  private var root: Markup {
    .element(
      .html, [.init(.lang, "en")],
      [
        head,
        .element(
          .body, [],
          [
            .element(.a, [.class("skip"), .link(to: "top")], ["Skip to the report"]),
            .element(.main, [.id("top")], content),
          ]),
      ])
  }

  private var head: Markup {
    .element(
      .head, [],
      [
        .element(.meta, [.init(.charset, "utf-8")]),
        .element(
          .meta,
          [
            .init(.httpEquiv, "Content-Security-Policy"),
            .init(.content, "default-src 'none'; style-src 'unsafe-inline'"),
          ]),
        .element(
          .meta,
          [.init(.name, "viewport"), .init(.content, "width=device-width, initial-scale=1")]),
        .element(.meta, [.init(.name, "referrer"), .init(.content, "no-referrer")]),
        .make(.title, title), .make(.style, PageStyle.text),
      ])
  }

  private var content: [Markup] {
    let links = sections.map { section in
      Markup.element(.li, [], [.element(.a, [.link(to: section.id)], [.text(section.title)])])
    }
    let nav = Markup.element(.nav, [.init(.ariaLabel, "Sections")], [.element(.ul, [], links)])
    let header = Markup.element(
      .header, [], [.element(.p, [.class("kicker")], [.text(kicker)]), .make(.h1, heading)])
    return [header] + (hasLinksFirst ? [nav] + start : start + [nav])
      + sections.map { $0.markup(source) }
  }
}

extension Markup {
  /// Warnings to read before any number; nothing without any.
  static func alarm(
    _ sentences: [String], label: String = "Read this first"
  ) -> [Markup] {
    guard !sentences.isEmpty else { return [] }
    let attributes: [Attribute] = [.class("alarm"), .init(.role, "note"), .init(.ariaLabel, label)]
    return [.element(.div, attributes, sentences.map { .make(.p, $0) })]
  }

  /// Sentences in a box of a class; nothing without any.
  static func box(_ name: String, _ sentences: [Sentence]) -> [Markup] {
    sentences.isEmpty
      ? [] : [.element(.div, [.class(name)], sentences.map { .element(.p, [], $0.markup) })]
  }

  /// A remark in small print.
  static func note(_ words: String) -> Markup { .element(.p, [.class("note")], [.text(words)]) }

  static func list(_ points: [String], _ attributes: [Attribute] = []) -> Markup {
    .element(.ul, attributes, points.map { .make(.li, $0) })
  }

  static func list(_ points: [Sentence]) -> Markup {
    .element(.ul, [], points.map { .element(.li, [], $0.markup) })
  }

  /// What is folded below a line until somebody unfolds it.
  static func details(
    _ summary: String, _ content: Markup, _ attributes: [Attribute] = []
  ) -> Markup {
    .element(.details, attributes, [.make(.summary, summary), content])
  }

  /// The same, which is not printed.
  static func folded(_ summary: String, _ content: Markup) -> Markup {
    .details(summary, content, [.class("screen")])
  }

  /// Policies with what is said of each, and their rules to copy.
  static func rules(_ policies: [(cell: SweepReport.GridCell, words: String)]) -> Markup {
    .element(
      .ul, [],
      policies.map { cell, words in
        .element(
          .li, [],
          [
            .make(.strong, clipped(cell.name, to: 80)), .text(": \(words). "),
            .make(.code, clipped(cell.rules, to: 400)),
          ])
      })
  }

  /// A list of terms and definitions.
  static func definitions(_ pairs: [(String, String)]) -> Markup {
    var list = MarkupWriter()
    let (terms, definitions) = (MarkupWriter.Tags(.dt), MarkupWriter.Tags(.dd))
    for (term, definition) in pairs {
      list.write(terms) { $0.write(term) }
      list.write(definitions) { $0.write(definition) }
    }
    return .element(.dl, [], [.written(list)])
  }
}

extension Sentence {
  /// The sentence as markup.
  var markup: [Markup] {
    pieces.map { piece in
      switch piece {
      case .words(let words): .text(words)
      case .number(let number): .element(.strong, [.class("k")], [.text(number)])
      case .name(let name): .make(.strong, clipped(name, to: 60))
      }
    }
  }
}
