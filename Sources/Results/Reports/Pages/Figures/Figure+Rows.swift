extension Figure {
  /// A row for each figure, with bars for the old and the new share, and the difference in points.
  static func pairs(
    _ rows: [(name: String, old: Part?, new: Part?)], title: String, caption: String, id: String
  ) -> Figure? {
    guard !rows.isEmpty else { return nil }
    func difference(_ row: (name: String, old: Part?, new: Part?)) -> String {
      row.old.flatMap { row.new?.points(since: $0) } ?? ""
    }
    let table = DataTable(
      caption, rows,
      [
        .words("figure") { $0.name }, .part("old") { $0.old }, .part("new") { $0.new },
        .number("difference in points", difference),
      ])
    return Figure(
      id: id, title: title,
      caption: caption + " The number at the right is the difference in points."
        + Interval.caption(rows.flatMap { [$0.old, $0.new].compactMap(\.self) }),
      description: rows.map {
        "\($0.name): before \($0.old?.percent ?? "none"), now \($0.new?.percent ?? "none")"
      }.joined(separator: ". ") + ".", table: table
    ) { layout, prefix in
      // On phones the numbers at the bars' ends need room, too.
      let (left, right) = (layout.pick(216, 4), layout.pick(520, 226))
      let (top, step) = (34.0, layout.pick(40, 56))
      let (base, shift) = (top + step * Double(rows.count), layout.pick(0, 18))
      var drawing = Drawing(width: layout.width, height: base + 26, prefix: prefix)
      drawing.legend(
        [(.outline, "old"), (.solid(.blue), "new")], left: left, y: 14, in: layout)
      for quarter in 1...4 {
        let x = left + (right - left) * Double(quarter) / 4
        drawing.line(x, top - 6, x, base, .grid, width: 0.5)
      }
      for (index, row) in rows.enumerated() {
        let y = top + step * Double(index) + shift
        let room = layout.pick(left - 14, layout.width - textWidth(difference(row), size: 13) - 16)
        let style = Drawing.Style(anchor: layout.isPhone ? .start : .end, hasHalo: layout.isPhone)
        // Beside two bars there is room for two lines.
        let lines =
          layout.isPhone
          ? [row.name] : Layout.lines(row.name, room: room, size: style.size)
        for (number, line) in lines.enumerated() {
          let shift = 14 * (Double(number) - Double(lines.count - 1) / 2)
          drawing.text(
            line, x: layout.pick(left - 10, left), y: y + layout.pick(19 + shift, -3), style,
            room: room)
        }
        drawing.mark { drawing in
          for (number, part) in [row.old, row.new].enumerated() {
            let barY = y + 3 + 14 * Double(number)
            guard let part, part.isStated else {
              drawing.text(part?.percent ?? "none", x: left + 6, y: barY + 10, .muted)
              continue
            }
            let width = part.mostShare * (right - left)
            drawing.bar(
              part, x: left, y: barY, scale: right - left, height: 12,
              number == 0 ? .outline : .solid(.blue),
              tip: "\(number == 0 ? "old" : "new"): \(part.grouped) of \(grouped(part.total))")
            drawing.text(
              part.percent, x: left + width + 6, y: barY + 10,
              Drawing.Style(size: 11, colour: .muted, hasHalo: true))
          }
        }
        drawing.text(
          difference(row), x: layout.width - layout.pick(8, 4), y: y + layout.pick(20, -3),
          Drawing.Style(size: 12, isBold: true, anchor: .end))
      }
      drawing.line(left, top - 6, left, base, .ink)
      drawing.percentAxis(left, right, y: base, in: layout)
      return drawing
    }
  }
}

extension Figure {
  /// A bar for each row, for parts of the list: classes of characters, patterns.
  static func rows(
    _ rows: [(name: String, part: Part)], title: String, caption: String, heading: String,
    unit: String, id: String
  ) -> Figure? {
    guard !rows.isEmpty else { return nil }
    var table = DataTable(heading, [.words(unit), .number("passwords"), .number("share")])
    for row in rows { table.add([row.name, row.part.grouped, row.part.percent]) }
    return Figure(
      id: id, title: title, caption: caption + Interval.caption(rows.map(\.part)),
      description: rows.map { "\($0.name): \($0.part.percent)" }.joined(separator: ". ") + ".",
      table: table
    ) { layout, prefix in
      self.rows(rows.map { ($0.name, $0.part, .solid(.blue)) }, layout, prefix)
    }
  }

  /// Rows of bars, the longest over the whole width.
  static func rows(
    _ rows: [(name: String, part: Part, fill: Fill)], _ layout: Layout, _ prefix: String
  ) -> Drawing {
    let bars = BarRows(layout, from: 216, to: 540, top: 8, bar: 18, step: 26)
    let base = bars.bottom(rows.count)
    var drawing = Drawing(width: layout.width, height: base + 4, prefix: prefix)
    let most = max(rows.map(\.part.mostShare).max() ?? 0, 1e-9)
    for (index, row) in rows.enumerated() {
      let width = row.part.mostShare / most * bars.width
      drawing.mark { drawing in
        drawing.bar(
          row.part, x: bars.left, y: bars.y(index), scale: bars.width / most, height: bars.bar,
          row.fill, tip: "\(row.name): \(row.part.grouped) (\(row.part.percent))")
      }
      bars.label(
        row.name, row.part.percent, row: index, end: bars.left + width, in: &drawing)
    }
    if !layout.isPhone { drawing.line(bars.left, bars.top - 4, bars.left, base, .ink) }
    return drawing
  }
}
