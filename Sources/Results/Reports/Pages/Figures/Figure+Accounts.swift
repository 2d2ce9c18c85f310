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
        (fill: $0.fill as Fill?, words: "\($0.name) \(counted($0.count, of: total))")
      }
    }
    let whole = Double(max(totals.max() ?? 1, 1))
    let bars = zip(rows, totals).enumerated().map { number, row in
      let base = isOneScale ? whole : Double(max(row.1, 1))
      var bars = RowChart.Bar.stack(
        row.0.pieces.map { (Double($0.count) / base, $0.fill, "\($0.name): \(grouped($0.count))") })
      if number == 0, let alarm { bars[alarm].isFramed = true }
      return RowChart.Row(name: row.0.name, bars: bars, legend: legends[number])
    }
    return Figure(
      id: id, title: title, caption: caption,
      description: zip(rows, legends).map { row, legend in
        "\(row.name): " + legend.map(\.words).joined(separator: ", ")
      }.sentences, table: table,
      RowChart(rows: bars, bar: 24, step: 34, isWhole: true))
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
        clipped(label, to: 80), grouped(figures.accounts), grouped(figures.cracked),
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
      }.sentences, table: table,
      RowChart(
        rows: rows.map { label, figures in
          let (breach, cracked) = (figures.headline, figures.crackedShare)
          let ends = breach.map { breach in
            RowChart.Bar(
              from: breach.least, to: breach.most, fill: .outline,
              tip: "in breach: \(percent(breach.least)) to \(percent(breach.most))")
          }
          return RowChart.Row(
            name: label, value: "\(grouped(figures.cracked)) of \(grouped(figures.accounts))",
            bars: [
              ends,
              RowChart.Bar(
                from: 0, to: cracked, fill: .solid(.blue), tip: "cracked: \(percent(cracked))",
                top: 4, height: 6),
            ].compactMap(\.self))
        },
        legend: [
          (.solid(.blue), "cracked"),
          (.outline, "in breach of \(clipped(policy, to: 20))"),
        ], left: 200, bar: 14, step: 24, values: .behindAxis, axis: Drawing.percents,
        rule: whole.crackedShare))
  }
}
