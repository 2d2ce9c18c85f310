extension Figure {
  /// F4: a panel for all passwords and one for each policy: the five scores of compliant passwords,
  /// in front of the scores of all passwords.
  ///
  /// `note` ends the caption.
  static func scores(
    _ all: StrengthOverview, _ policies: [PolicyOverview], note: String, id: String
  ) -> Figure {
    let panels: [(name: String, scores: [Part])] =
      [(name: "all passwords", scores: all.scores)]
      + policies.compactMap { policy in
        policy.survivors?.strength.map { (policy.nameWithSize, $0.scores) }
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
        + "guessable, 4 very hard to guess. In per cent of the accepted, beside all passwords."
        + Interval.caption(panels.flatMap(\.scores)) + note,
      description: panels.map { panel in
        "\(panel.name): "
          + panel.scores.enumerated().map { "score \($0) \($1.percent)" }.joined(separator: ", ")
      }.sentences, table: table,
      ColumnChart(
        panels: panels.enumerated().map { number, panel in
          (
            panel.name,
            panel.scores.enumerated().map { score, part in
              var column = ColumnChart.Column(
                String(score), part, .solid(Palette.scores[score]), label: wholePercent(part.share))
              column.behind = number > 0 ? panels[0].scores[score].share : nil
              return column
            }
          )
        }, legend: [(.outline, "all passwords"), (.solid(.good), "accepted passwords, by score")],
        height: 92, most: 34))
  }
}
