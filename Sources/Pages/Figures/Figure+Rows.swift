import Overview

extension Figure {
  /// A bar for each row, for parts of the list: classes of characters, patterns.
  static func rows(
    _ rows: [(name: String, part: Part)], title: String, caption: String, unit: String, id: String
  ) -> Figure? {
    guard !rows.isEmpty else { return nil }
    let (left, right, top, step) = (216.0, 540.0, 8.0, 26.0)
    var drawing = Drawing(height: top + step * Double(rows.count) + 4, prefix: id)
    var table = DataTable(title, [.words(unit), .number("passwords"), .number("share")])
    let most = max(rows.map(\.part.share).max() ?? 0, 1e-9)
    for (index, row) in rows.enumerated() {
      let y = top + step * Double(index)
      let width = row.part.share / most * (right - left)
      drawing.text(row.name, x: left - 10, y: y + 13, .right, room: left - 14)
      drawing.mark { drawing in
        drawing.bar(
          x: left, y: y, width: width, height: 18, .solid(.blue),
          tip: "\(row.name): \(row.part.grouped) (\(row.part.percent))")
      }
      drawing.text(
        row.part.percent, x: left + width + 8, y: y + 13, Drawing.Style(size: 11, colour: .muted))
      table.add([row.name, row.part.grouped, row.part.percent])
    }
    drawing.line(left, top - 4, left, top + step * Double(rows.count), .ink)
    return Figure(
      id: id, title: title, caption: caption,
      description: rows.map { "\($0.name): \($0.part.percent)" }.joined(separator: ". ") + ".",
      drawing: drawing, table: table)
  }
}
