import Overview

/// A section of a page: its title, introduction and content; nil if it is empty.
struct PageSection: Sendable {
  let id: String
  let title: String
  let content: [Markup]

  init?(_ id: String, _ title: String, _ content: [Markup]) {
    guard !content.isEmpty else { return nil }
    self.id = id
    self.title = title
    self.content = content
  }

  var markup: Markup {
    .element(
      .section, [.id(id), .init(.labelledBy, "\(id)-h")],
      [.element(.h2, [.id("\(id)-h")], [.text(title)])] + content)
  }
}
