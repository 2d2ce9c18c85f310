extension Page {
  /// What guesses find of people, by what those choose whose password a policy refuses.
  var behaviours: PageSection? {
    guard let behaviours = overview.behaviours else { return nil }
    let numbers = Set(chartedNumbers)
    var content: [Markup] = []
    if let figure = Figure.behaviours(
      behaviours, behaviours.rows.filter { numbers.contains($0.number) }, id: "f13")
    {
      content.append(figure.markup(source))
    }
    if behaviours.leftOut > 0 { content.append(.make(.p, behaviours.leftOutWords)) }
    if behaviours.rows.count > 1 || behaviours.isTruncated {
      content.append(.make(.p, behaviours.tierWords))
    }
    if !behaviours.neighbours.isEmpty {
      content.append(
        .element(
          .ul, [],
          behaviours.neighbours.map {
            .element(.li, [], behaviours.sentence(on: $0).markup)
          }))
    }
    return PageSection("behaviours", "If the refused choose anew", content)
  }
}
