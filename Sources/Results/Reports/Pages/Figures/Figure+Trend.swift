extension Figure {
  /// A line for each policy through one figure of several reports; nil without a policy.
  static func trend(
    _ lines: [(name: String, parts: [Part?])], _ labels: [String], of subject: Trend, id: String
  ) -> Figure? {
    guard lines.contains(where: { $0.parts.contains { $0?.isStated == true } }), labels.count > 1
    else { return nil }
    let table = DataTable(
      "\(subject.heading), by report", lines,
      [.words("policy") { $0.name }]
        + labels.enumerated().map { place, label in .number(label) { $0.parts[place]?.percent } })
    let changes = lines.map { ($0.name, $0.parts.first ?? nil, $0.parts.last ?? nil) }
    return Figure(
      id: id, title: FigureTitles.changes(changes) ?? subject.heading, caption: subject.caption,
      description: lines.map { line in
        "\(line.name): "
          + zip(labels, line.parts).map { "\($0) \($1?.percent ?? "none")" }.joined(separator: ", ")
      }.joined(separator: ". ") + ".", table: table
    ) { layout, prefix in draw(lines, labels, layout, prefix) }
  }

  /// A figure that is followed through several reports.
  struct Trend {
    /// The figure's name.
    let heading: String
    /// What is measured.
    let caption: String

    static let complying = Trend(
      heading: "Share that complies",
      caption: "In per cent of all passwords of each report, in the order given.")
    static func found(_ rate: String) -> Trend {
      Trend(
        heading: "Found in a day, of those that comply",
        caption:
          "Found offline in a day at \(rate) (a slow hash), in per cent of those that comply in "
          + "each report. Of fewer than 100 there is no point.")
    }
  }

  private static func draw(
    _ lines: [(name: String, parts: [Part?])], _ labels: [String], _ layout: Layout,
    _ prefix: String
  ) -> Drawing {
    let (left, right) = (48.0, layout.pick(592, 308))
    let (plot, row, columns) = (190.0, 17.0, layout.isPhone ? 1 : 2)
    let top = 18 + row * Double((lines.count + columns - 1) / columns)
    let base = top + plot
    var drawing = Drawing(width: layout.width, height: base + 26, prefix: prefix)
    let step = (right - left) / Double(labels.count - 1)
    for quarter in 0...4 {
      let y = base - plot * Double(quarter) / 4
      drawing.line(left, y, right, y, .grid, width: 0.5)
      drawing.text("\(quarter * 25) %", x: left - 8, y: y + 4, .beside)
    }
    // On phones not every report is named.
    let every = layout.isPhone ? (labels.count + 3) / 4 : 1
    for (number, label) in labels.enumerated() where number % every == 0 {
      let place = min(max(left + step * Double(number), 40), layout.width - 40)
      drawing.text(
        label, x: place, y: base + 18, .below,
        room: min(step * Double(every) - 6, 78))
    }
    for (number, line) in lines.enumerated() {
      let colour = Palette.lines[number % Palette.lines.count]
      let marker = Drawing.Marker.allCases[number % Drawing.Marker.allCases.count]
      let dashes = [nil, "6 3", "2 3"][number / Palette.lines.count % 3]
      let points = line.parts.enumerated().compactMap { index, part -> Drawing.Point? in
        part.flatMap { part in
          part.isStated ? (left + step * Double(index), base - plot * part.share) : nil
        }
      }
      drawing.mark { drawing in
        drawing.path(points, colour, dashes: dashes)
        drawing.markers(marker, at: points, size: 4, colour)
        let place = (
          x: layout.pick(left, 4) + Double(number % columns) * 280,
          y: 12 + row * Double(number / columns)
        )
        drawing.path([(place.x, place.y - 4), (place.x + 26, place.y - 4)], colour, dashes: dashes)
        drawing.markers(marker, at: [(place.x + 13, place.y - 4)], size: 4, colour)
        drawing.text(
          line.name, x: place.x + 34, y: place.y, Drawing.Style(size: 12, colour: .muted),
          room: layout.pick(236, 284))
      }
    }
    return drawing
  }
}
