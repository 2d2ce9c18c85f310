extension Figure {
  /// A part of a bar of accounts.
  typealias Piece = (name: String, count: UInt64, fill: Fill)

  /// Bars of accounts with their legends, all in the scale of the longest or each over the whole
  /// width; a frame marks the piece `alarm` of the first bar.
  static func stacks(
    _ rows: [(name: String, pieces: [Piece])], isOneScale: Bool, alarm: Int? = nil, title: String,
    caption: String, heading: String, id: String
  ) -> Figure {
    let totals = rows.map { $0.pieces.reduce(0) { $0 + $1.count } }
    var table = DataTable(heading, [.words("accounts"), .number("number"), .number("share")])
    for (row, total) in zip(rows, totals) {
      for piece in row.pieces {
        table.add([
          "\(row.name): \(piece.name)", grouped(piece.count),
          percent(share(piece.count, of: total)),
        ])
      }
    }
    let legends = zip(rows, totals).map { row, total in
      row.pieces.map {
        ($0.fill, "\($0.name) \(grouped($0.count)) (\(percent(share($0.count, of: total))))")
      }
    }
    return Figure(
      id: id, title: title, caption: caption,
      description: zip(rows, legends).map { row, legend in
        "\(row.name): " + legend.map(\.1).joined(separator: ", ")
      }.joined(separator: ". ") + ".", table: table
    ) { layout, prefix in
      let (left, right) = (4.0, layout.width - 4)
      var drawing = Drawing(width: layout.width, height: 4, prefix: prefix)
      for (number, row) in rows.enumerated() {
        var y = drawing.height + 14
        drawing.text(row.name, x: left, y: y, Drawing.Style(size: 12, isBold: true, anchor: .start))
        // Legends of several lines are broken where the picture ends.
        var (x, line) = (left, y + 19)
        for (fill, words) in legends[number] {
          let width = 17 + textWidth(words, size: 12)
          if x > left, x + width > right { (x, line) = (left, line + 18) }
          x = drawing.legend(fill, words, x: x, y: line)
        }
        y = line + 8
        let base = Double(isOneScale ? totals.max() ?? 1 : totals[number])
        x = left
        drawing.mark { drawing in
          for (place, piece) in row.pieces.enumerated() {
            let width = (right - left) * Double(piece.count) / max(base, 1)
            let tip = "\(piece.name): \(grouped(piece.count))"
            drawing.bar(x: x, y: y, width: width, height: 24, piece.fill, tip: tip)
            if number == 0, place == alarm, width > 0 {
              drawing.frame(
                x: x, y: y, width: width, height: 24, fill: "none", stroke: .worst,
                strokeWidth: 2.5,
                tip: tip)
            }
            x += width
          }
        }
        drawing.extend(by: y + 34 - drawing.height)
      }
      return drawing
    }
  }

  /// A row for each stratum: the cracked share as a bar, the share in breach of a policy as an
  /// interval, and the whole's share as a rule.
  static func strata(
    _ rows: [(label: String, figures: AccountFigures)], whole: AccountFigures, policy: String,
    caption: String, id: String
  ) -> Figure {
    var table = DataTable(
      "Accounts cracked, and in breach of \(policy)",
      [.words("dataset"), .number("accounts"), .number("cracked"), .number("share")]
        + [.number("in breach, at least"), .number("at most")])
    let cells = rows.map { label, figures in
      let breach = figures.headline
      return [
        clipped(label, toCharacters: 80), grouped(figures.accounts), grouped(figures.cracked),
        percent(figures.crackedShare), breach.map { percent($0.least) } ?? "–",
        breach.map { percent($0.most) } ?? "–",
      ]
    }
    for row in cells { table.add(row) }
    return Figure(
      id: id, title: "Shares cracked and in breach differ between parts of the directory",
      caption: caption,
      description: cells.map { cells in
        "\(cells[0]): \(cells[3]) of \(cells[1]) cracked, in breach \(cells[4]) to \(cells[5])"
      }.joined(separator: ". ") + ".", table: table
    ) { layout, prefix in
      let words = ["cracked", "in breach of \(clipped(policy, toCharacters: 20))"]
      let lines = Drawing.legendLines(words, in: layout)
      let bars = BarRows(
        layout, from: 200, to: 530, top: 14 + 18 * Double(lines), bar: 14, step: 24)
      let base = bars.bottom(rows.count)
      var drawing = Drawing(width: layout.width, height: base + 26, prefix: prefix)
      drawing.legend(
        Array(zip([Fill.solid(.blue), .outline], words)), left: bars.left, y: 14, in: layout)
      let x = { (share: Double) in bars.left + share * bars.width }
      for (index, row) in rows.enumerated() {
        let y = bars.y(index)
        drawing.mark { drawing in
          if let breach = row.figures.headline {
            drawing.bar(
              x: x(breach.least), y: y, width: x(breach.most) - x(breach.least), height: bars.bar,
              .outline, tip: "in breach: \(percent(breach.least)) to \(percent(breach.most))")
          }
          drawing.bar(
            x: bars.left, y: y + 4, width: row.figures.crackedShare * bars.width, height: 6,
            .solid(.blue), tip: "cracked: \(percent(row.figures.crackedShare))")
        }
        bars.label(
          row.label, "\(grouped(row.figures.cracked)) of \(grouped(row.figures.accounts))",
          row: index, end: bars.right, in: &drawing)
      }
      drawing.line(
        x(whole.crackedShare), bars.top - 4, x(whole.crackedShare), base, .ink, dashes: "4 3")
      drawing.percentAxis(bars.left, bars.right, y: base, in: layout)
      return drawing
    }
  }
}
