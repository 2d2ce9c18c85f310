extension Figure {
  /// F4: a panel for all passwords and one for each policy: the five scores of compliant passwords,
  /// in front of the scores of all passwords.
  ///
  /// `note` ends the caption.
  static func scores(
    _ all: StrengthOverview, _ policies: [PolicyOverview], note: String, id: String
  ) -> Figure {
    let panels =
      [ScorePanel(name: "all passwords", scores: all.scores)]
      + policies.compactMap { policy in
        policy.survivors?.strength.map {
          ScorePanel(name: policy.nameWithSize, scores: $0.scores)
        }
      }
    let words = StrengthOverview.scoreWords.enumerated().map { "\($0.offset) \($0.element)" }
    let table = DataTable(
      "Passwords by zxcvbn's score", panels,
      [.words("passwords") { $0.name }]
        + words.enumerated().map { score, words in .part(words) { $0.scores[score] } })
    return Figure(
      id: id, title: FigureTitles.scores(all, policies),
      caption:
        "Scores of zxcvbn, which estimates guesses from words, names, dates and key patterns: 0 is too "
        + "guessable, 4 very hard to guess. In per cent of those that comply, beside all passwords."
        + Interval.caption(panels.flatMap(\.scores)) + note,
      description: panels.map { panel in
        "\(panel.name): "
          + panel.scores.enumerated().map { "score \($0) \($1.percent)" }.joined(separator: ", ")
      }.joined(separator: ". ") + ".", table: table
    ) { layout, prefix in scores(panels, layout, prefix) }
  }

  private struct ScorePanel {
    let name: String
    let scores: [Part]
  }

  private static func scores(
    _ panels: [ScorePanel], _ layout: Layout, _ prefix: String
  ) -> Drawing {
    let perRow = layout.isPhone ? 2 : panels.count == 5 ? 5 : min(panels.count, 4)
    let panelWidth = layout.width / Double(max(perRow, 2))
    let (panelHeight, plot) = (160.0, 92.0)
    let rows = (panels.count + perRow - 1) / perRow
    let words = ["all passwords", "those that comply, by score"]
    let head = 10 + 18 * Double(Drawing.legendLines(words, in: layout))
    var drawing = Drawing(
      width: layout.width, height: head + panelHeight * Double(rows), prefix: prefix)
    drawing.legend(
      Array(zip([.outline, .solid(.good)], words)), left: 8, y: 14, in: layout)
    // Without passwords, every share is 0.
    let most = max(panels.flatMap { $0.scores.map(\.mostShare) }.max() ?? 0, 1e-9)
    for (number, panel) in panels.enumerated() {
      let originX = panelWidth * Double(number % perRow)
      let base = head + panelHeight * Double(number / perRow) + 36 + plot
      drawing.text(
        panel.name, x: originX + panelWidth / 2, y: base - plot - 22,
        Drawing.Style(size: 12, isBold: number == 0, anchor: .middle), room: panelWidth - 16)
      let step = min((panelWidth - 20) / 5, 34)
      let start = originX + (panelWidth - step * 5) / 2
      drawing.mark { drawing in
        if number > 0 {
          drawing.outlines(
            panels[0].scores.enumerated().map { score, whole in
              (
                x: start + step * Double(score) + 1, width: step * 0.36,
                height: whole.share / most * plot
              )
            }, base: base)
        }
        for (score, part) in panel.scores.enumerated() {
          let x = start + step * Double(score)
          let height = part.mostShare / most * plot
          let width = number > 0 ? step * 0.46 : step * 0.7
          let barX = number > 0 ? x + 1 + step * 0.36 : x + step * 0.15
          drawing.column(
            part, x: barX, base: base, width: width, scale: plot / most,
            .solid(Palette.scores[score]), tip: part.grouped)
          // Both ends are wider than a column.
          if part.isExact {
            drawing.text(
              wholePercent(part.share), x: barX + width / 2, y: base - height - 4,
              Drawing.Style(size: 10.5, anchor: .middle, hasHalo: true))
          }
        }
        drawing.digits(
          0...4, at: (0..<5).map { start + step * (Double($0) + 0.5) }, y: base + 14)
      }
      drawing.line(start - 4, base, start + step * 5 + 4, base, .ink)
    }
    return drawing
  }
}
