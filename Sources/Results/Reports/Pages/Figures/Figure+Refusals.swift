extension Figure {
  /// F2: a row for each rule, in the policy's order: passwords that break it, and passwords that
  /// break only it.
  static func refusals(_ policy: PolicyOverview, id: String) -> Figure {
    let table = DataTable(
      "Passwords that break each rule of \(policy.shortName)", policy.rules,
      [
        .words("rule") { "\($0.text) (\($0.id))" }, .part("break it") { $0.any },
        .part("break no other") { $0.only },
      ])
    return Figure(
      id: id, title: FigureTitles.refusals(policy),
      caption:
        "What each rule of \(policy.shortName) refuses, in per cent of all passwords. Dark is "
        + "what only this rule refuses: it would be accepted if the rule were dropped."
        + Interval.caption(policy.rules.flatMap { [$0.any, $0.only] }),
      description: policy.rules.sorted { $0.any.count > $1.any.count }.prefix(4).map {
        "\($0.words): \($0.any.percent) break it, alone \($0.only.percent)"
      }.joined(separator: "; ") + (policy.rules.count > 4 ? ". The table has the rest." : "."),
      table: table,
      RowChart(
        rows: policy.rules.map { rule in
          RowChart.Row(
            name: rule.words,
            value: rule.any.percent + (rule.only.most == 0 ? "" : ", alone \(rule.only.percent)"),
            bars: RowChart.Bar.of(rule.any, .tint)
              + RowChart.Bar.placed(RowChart.Bar.of(rule.only, .solid(.refuse)), top: 5, height: 10),
            tip: "\(rule.any.grouped); \(rule.only.grouped) alone")
        },
        legend: [(.tint, "breaks the rule"), (.solid(.refuse), "breaks no other rule")]
          + Interval.legend(policy.rules.flatMap { [$0.any, $0.only] }), right: 506))
  }

  /// F3: the commonest sets of rules that passwords break together: columns over a matrix (UpSet),
  /// on phones rows; nil for fewer than three rules, or if nothing is refused.
  static func sets(_ policy: PolicyOverview, id: String) -> Figure? {
    let sets = policy.sets
    // Two rules have one set together, which the figure of refusals shows.
    guard policy.rules.count > 2, !sets.told.isEmpty else { return nil }
    let shown = sets.told.prefix(12)
    let others = sets.told.dropFirst(shown.count).reduce(sets.other) { $0.joined(with: $1.part) }
    func name(_ rules: [Int]) -> String {
      rules.map { policy.rules[$0].brief }.joined(separator: " + ")
    }
    var columns = shown.map { set in
      (name: name(set.rules), part: set.part, dots: set.rules as [Int]?)
    }
    if others.most > 0 { columns.append(("other sets", others, nil)) }
    let table = DataTable(
      "Passwords by the exact set of rules of \(policy.shortName) that they break", columns,
      [.words("rules broken, and no other") { $0.name }, .part("passwords") { $0.part }])
    func fill(_ dots: [Int]?) -> Fill { dots == nil ? .stripes(.refuse) : .solid(.refuse) }
    return Figure(
      id: id, title: FigureTitles.sets(policy, columns[0].name, columns[0].part),
      caption:
        "Sets of rules that passwords break together, and no other rule, in per cent of all "
        + "passwords." + Interval.caption(columns.map(\.part)),
      description: shown.prefix(4).map { "\(name($0.rules)) \($0.part.percent)" }.sentences
        + (shown.count > 4 || others.most > 0 ? " The table has the rest." : ""), table: table,
      SetChart(
        wide: ColumnChart(
          columns: columns.map { set in
            let label = String(set.part.percent.dropLast(" %".count))
            var column = ColumnChart.Column(set.name, set.part, fill(set.dots), label: label)
            column.dots = set.dots
            return column
          }, height: 90, most: 34, unit: "% of passwords", matrix: policy.rules.map(\.words)),
        phone: RowChart(columns.map { ($0.name, $0.part, fill($0.dots)) })))
  }

  /// A matrix that is too wide for phones, which have rows.
  private struct SetChart: Chart {
    let wide: ColumnChart
    let phone: RowChart

    func drawing(_ layout: Layout, _ prefix: String) -> Drawing {
      layout.isPhone ? phone.drawing(layout, prefix) : wide.drawing(layout, prefix)
    }
  }
}
