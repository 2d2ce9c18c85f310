import Overview

extension Figure {
  /// A line for each policy through the shares that comply in several reports; nil without a policy.
  static func trend(
    _ lines: [(name: String, parts: [Part?])], _ labels: [String], id: String
  ) -> Figure? {
    guard !lines.isEmpty, labels.count > 1 else { return nil }
    let (left, right, plot, row) = (48.0, 592.0, 190.0, 17.0)
    let top = 18 + row * Double((lines.count + 1) / 2)
    let base = top + plot
    var drawing = Drawing(height: base + 26, prefix: id)
    let step = (right - left) / Double(labels.count - 1)
    for quarter in 0...4 {
      let y = base - plot * Double(quarter) / 4
      drawing.line(left, y, right, y, .grid, width: 0.5)
      drawing.text(
        "\(quarter * 25) %", x: left - 8, y: y + 4,
        Drawing.Style(size: 11, colour: .muted, anchor: .end))
    }
    for (number, label) in labels.enumerated() {
      let place = min(max(left + step * Double(number), 40), 600)
      drawing.text(
        label, x: place, y: base + 18,
        Drawing.Style(size: 11, colour: .muted, anchor: .middle), room: min(step - 6, 78))
    }
    var table = DataTable(
      "Share that complies, by report", [.words("policy")] + labels.map { .number($0) })
    for (number, line) in lines.enumerated() {
      let colour = Palette.lines[number % Palette.lines.count]
      let marker = Drawing.Marker.allCases[number % Drawing.Marker.allCases.count]
      let dashes = [nil, "6 3", "2 3"][number / Palette.lines.count % 3]
      let points = line.parts.enumerated().compactMap { index, part -> Drawing.Point? in
        part.map { (left + step * Double(index), base - plot * $0.share) }
      }
      drawing.mark { drawing in
        drawing.path(points, colour, dashes: dashes)
        drawing.markers(marker, at: points, size: 4, colour)
        let place = (x: left + Double(number % 2) * 280, y: 12 + row * Double(number / 2))
        drawing.path([(place.x, place.y - 4), (place.x + 26, place.y - 4)], colour, dashes: dashes)
        drawing.markers(marker, at: [(place.x + 13, place.y - 4)], size: 4, colour)
        drawing.text(
          line.name, x: place.x + 34, y: place.y, Drawing.Style(size: 12, colour: .muted),
          room: 236)
      }
      table.add([line.name] + line.parts.map { $0?.percent ?? "–" })
    }
    return Figure(
      id: id, title: "Compliance by policy and report",
      caption: "In per cent of all passwords of each report, in the order given.",
      description: lines.map { line in
        "\(line.name): "
          + zip(labels, line.parts).map { "\($0) \($1?.percent ?? "none")" }.joined(separator: ", ")
      }.joined(separator: ". ") + ".", drawing: drawing, table: table)
  }
}
