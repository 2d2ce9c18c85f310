import Overview

extension Figure {
  /// A row for each figure, with bars for the old and the new share, and the difference in points.
  static func pairs(
    _ rows: [(name: String, old: Part?, new: Part?)], title: String, caption: String, id: String
  ) -> Figure? {
    guard !rows.isEmpty else { return nil }
    let (left, right, top, step) = (216.0, 520.0, 34.0, 40.0)
    let base = top + step * Double(rows.count)
    var drawing = Drawing(height: base + 26, prefix: id)
    var x = drawing.legend(.tint, "old", x: left, y: 14)
    x = drawing.legend(.solid(.comply), "new", x: x, y: 14)
    var table = DataTable(
      title,
      [
        .words("figure"), .number("old"), .number("share"), .number("new"), .number("share"),
        .number("difference in points"),
      ])
    for quarter in 1...4 {
      let x = left + (right - left) * Double(quarter) / 4
      drawing.line(x, top - 6, x, base, .grid, width: 0.5)
    }
    for (index, row) in rows.enumerated() {
      let y = top + step * Double(index)
      drawing.text(row.name, x: left - 10, y: y + 19, .right, room: left - 14)
      drawing.mark { drawing in
        for (number, part) in [row.old, row.new].enumerated() {
          let barY = y + 3 + 14 * Double(number)
          guard let part, part.isStated else {
            drawing.text(part?.percent ?? "none", x: left + 6, y: barY + 10, .muted)
            continue
          }
          let width = part.share * (right - left)
          drawing.bar(
            x: left, y: barY, width: width, height: 12, number == 0 ? .tint : .solid(.comply),
            tip: "\(number == 0 ? "old" : "new"): \(part.grouped) of \(grouped(part.total))")
          drawing.text(
            part.percent, x: left + width + 6, y: barY + 10,
            Drawing.Style(size: 11, colour: .muted, hasHalo: true))
        }
      }
      let difference = row.old.flatMap { old in
        row.new?.points(since: old)
      }
      drawing.text(
        difference ?? "", x: 632, y: y + 20, Drawing.Style(size: 12, isBold: true, anchor: .end))
      table.add([
        row.name, row.old?.grouped ?? "", row.old?.percent ?? "", row.new?.grouped ?? "",
        row.new?.percent ?? "", difference ?? "",
      ])
    }
    drawing.line(left, top - 6, left, base, .ink)
    drawing.percentAxis(left, right, y: base)
    return Figure(
      id: id, title: title,
      caption: caption + " The number at the right is the difference in points.",
      description: rows.map {
        "\($0.name): \($0.old?.percent ?? "none") before, \($0.new?.percent ?? "none") now"
      }.joined(separator: ". ") + ".", drawing: drawing, table: table)
  }
}

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
