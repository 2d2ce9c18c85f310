extension Figure {
  /// F8: a heat map of a grid: minimum lengths as rows, classes and blocklists as columns; each
  /// cell shows the refused share above the remaining risk, darker for more refusals; a frame and ◆
  /// mark the policies that no other one dominates.
  static func grid(_ report: SweepReport, _ maps: [SweepReport.Map], id: String) -> Figure? {
    guard let first = maps.first, !first.lengths.isEmpty else { return nil }
    let known = maps.flatMap { map in map.cells.compactMap(\.row.refused?.least) }
    let shades = Shades(known)
    let cells = maps.flatMap { map in map.cells.map { (map: map, cell: $0) } }
    let table = DataTable(
      "Policies of the grid", cells,
      [
        .words("policy") { $0.cell.row.cell.name },
        .number("fewest characters") { String($0.cell.0) },
        .number("kinds asked for") { $0.cell.1 == 0 ? "" : String($0.cell.1) },
        .words("besides") { $0.map.sheet.words(from: report.base) },
        .number("refused") { $0.cell.row.refused?.percent ?? "" },
        .number(report.measure.column) { report.measured($0.cell.row) ?? "" },
        .number("guessed with 10") { $0.cell.row.found.found(by: 10)?.precisePercent ?? "" },
        .words("best") { $0.cell.row.isBest ? "◆" : "" },
      ])
    return Figure(
      id: id,
      title: "The grid refuses \(percent(known.min() ?? 0)) to \(percent(known.max() ?? 0))"
        + (first.sheet.limitWords.map { ", \($0)" } ?? ""),
      caption:
        "Above, in bold: the share of today's passwords refused, in per cent; each shade has a fifth of "
        + "the policies. Below: \(report.measure.below); a dash of fewer than 1,000 passwords."
        + (report.front.isEmpty
          ? ""
          : " Framed and marked ◆: no other policy refuses fewer and \(report.measure.phrase)."),
      description: maps.map { map in
        "\(map.sheet.words(from: report.base)): "
          + map.lengths.compactMap { length in
            map.classes.first.flatMap { map.row(length, $0) }.map { row in
              "at least \(length) characters refuse "
                + (row.refused?.percent ?? "nothing")
            }
          }.joined(separator: ", ")
      }.sentences + " The table has every policy.", table: table,
      GridChart(
        panels: maps.map { map in
          GridChart.Panel(
            title: map.sheet.listWords(from: report.base),
            columns: map.classes.map { $0 == 0 ? "any" : "\($0) kinds" }, rows: map.lengths,
            cells: map.cells.map { length, kinds, row in
              GridChart.Cell(
                row: length, column: map.classes.firstIndex(of: kinds) ?? 0,
                above: (row.isBest ? "◆ " : "")
                  + (row.refused.map { threeDigits($0.least) } ?? "–"),
                below: report.measured(row) ?? "–",
                shade: shades.shade(of: row.refused?.least ?? 0),
                isFramed: row.isBest,
                tip: "\(row.cell.name): \(row.refused?.percent ?? "nothing") refused")
            })
        },
        legend: shades.legend + (report.front.isEmpty ? [] : [("◆ no other is better", nil)]),
        rowHeads: ["fewest", "characters"], brief: "least"))
  }
}

extension SweepReport.Map {
  /// The policies of the map, row by row.
  fileprivate var cells: [(length: Int, kinds: Int, row: SweepReport.Row)] {
    lengths.flatMap { length in
      classes.compactMap { kinds in row(length, kinds).map { (length, kinds, $0) } }
    }
  }
}

extension SweepReport.Measure {
  /// The head of the policy's column.
  var column: String {
    switch self {
    case .day: "guessed in a day, %"
    case .ten: "guessed with 10, %"
    case .thousand: "guessed with 1,000, %"
    case .median: "half need 10^"
    }
  }

  /// The lower line of a cell.
  var below: String {
    switch self {
    case .day: "the share of the rest that a day's guesses find, in whole per cent"
    case .ten: "the share of the rest that ten guesses find, in per cent"
    case .thousand: "the share of the rest that a thousand guesses find, in per cent"
    case .median: "the power of ten of the guesses that half of the rest withstand"
    }
  }
}
