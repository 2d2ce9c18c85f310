import Overview

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
