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
        .number("difference in percentage points", difference),
      ])
    func bars(_ part: Part?, _ name: String, _ fill: Fill, top: Double) -> [RowChart.Bar] {
      guard let part, part.isStated else {
        return [.init(from: 0, to: 0, fill: fill, top: top, label: part?.percent ?? "none")]
      }
      let tip = "\(name): \(part.grouped) of \(grouped(part.total))"
      var bars = RowChart.Bar.placed(RowChart.Bar.of(part, fill, tip: tip), top: top, height: 12)
      bars[bars.count - 1].label = part.percent
      return bars
    }
    return Figure(
      id: id, title: title,
      caption: caption + " The number at the right is the difference in percentage points."
        + Interval.caption(rows.flatMap { [$0.old, $0.new].compactMap(\.self) }),
      description: rows.map {
        "\($0.name): before \($0.old?.percent ?? "none"), now \($0.new?.percent ?? "none")"
      }.sentences, table: table,
      RowChart(
        rows: rows.map { row in
          RowChart.Row(
            name: row.name, value: difference(row),
            bars: bars(row.old, "old", .outline, top: 0)
              + bars(row.new, "new", .solid(.blue), top: 14))
        }, legend: [(.outline, "old"), (.solid(.blue), "new")], right: 520, bar: 26, step: 40,
        values: .atEdge, style: Drawing.Style(isBold: true), axis: Drawing.percents))
  }

  /// A bar for each row, for parts of the list: classes of characters, patterns; the longest has the
  /// whole width.
  static func rows(
    _ rows: [(name: String, part: Part)], title: String, caption: String, heading: String,
    unit: String, id: String
  ) -> Figure? {
    guard !rows.isEmpty else { return nil }
    return Figure(
      id: id, title: title, caption: caption + Interval.caption(rows.map(\.part)),
      description: rows.map { "\($0.name): \($0.part.percent)" }.sentences,
      table: DataTable(heading, rows, [.words(unit) { $0.name }, .part("passwords") { $0.part }]),
      RowChart(rows.map { ($0.name, $0.part, .solid(.blue)) }))
  }
}

extension RowChart {
  /// Rows of parts, the longest over the whole width.
  init(_ parts: [(name: String, part: Part, fill: Fill)]) {
    let most = max(parts.map(\.part.mostShare).max() ?? 0, 1e-9)
    self.init(
      rows: parts.map { name, part, fill in
        let tip = "\(name): \(part.grouped) (\(part.percent))"
        return Row(name: name, value: part.percent, bars: Bar.of(part, fill, upTo: most, tip: tip))
      }, right: 540, bar: 18, step: 26)
  }
}
