import Diagnostics
import Metrics
import PasswordSpaces

/// A grid of policies as text: maps of refusals and remaining risk, then the policies that no other
/// one dominates.
package struct SweepScreen {
  private let report: SweepReport
  private let ink: Summary.Ink
  private let columns: Int

  /// Makes the screen of a grid for a terminal of `columns` columns; fewer than 60 count as 60.
  package init(_ report: SweepReport, ink: Summary.Ink, columns: Int = 80) {
    self.report = report
    self.ink = ink
    self.columns = min(max(columns, 60), 120)
  }

  /// The whole text, ending in LF.
  package var text: String {
    (report.isFolded
      ? [title, surelyBest, [ink.strong("all policies")] + table(report.rows), foldedRemarks]
      : [title, axes] + report.maps.map(lines) + [beside, front, remarks])
      .filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  private var title: [String] {
    [
      ink.strong("\(escaped(report.dataset)): \(counted(report.entries, "password"))")
        + ", \(grouped(report.whole.distinct.lowerBound)) distinct, \(report.weights.phrase)"
    ] + (report.isComplete ? [] : [ink.bad("INCOMPLETE: a list was read only in part")])
  }

  /// Explains the axes of the maps.
  private var axes: [String] {
    guard !report.maps.isEmpty else { return [] }
    return wrappedText(
      "Each cell is a policy. Down: the fewest characters it permits. Across: how many of the kinds "
        + "lower, upper, digit, special it asks for; 0 for no such rule. Refused is the share of "
        + "today's passwords that break it. " + report.sentence,
      indent: 0, columns: columns
    )
  }

  /// Both maps of a sheet, side by side if the page is wide enough.
  private func lines(_ map: SweepReport.Map) -> [String] {
    let refused = block("refused, %", map) { row in
      row.refused.map { (threeDigits($0.least), $0.least) }
    }
    let most = max(report.rows.compactMap(report.loss).max() ?? 0, 1e-9)
    let left = block(report.measure.title, map) { row in
      report.measured(row).map { ($0, (report.loss(row) ?? 0) / most) }
    }
    let title = ink.strong(map.sheet.words(from: report.base))
    let width = refused.map(\.count).max() ?? 0
    guard width + 3 + (left.map(\.count).max() ?? 0) <= columns else {
      return [title] + refused + [""] + left
    }
    return [title] + zip(refused, left).map { $0.padded(to: width + 3) + $1 }
  }

  private func block(
    _ name: String, _ map: SweepReport.Map,
    _ cell: (SweepReport.Row) -> (text: String, part: Double)?
  ) -> [String] {
    let head = map.classes.map { String($0).indented(to: 7) }.joined()
    return [name, "     " + head]
      + map.lengths.map { length in
        String(length).indented(to: 5)
          + map.classes.map { kinds in
            shaded(map.row(length, kinds).flatMap(cell))
          }.joined()
      }
  }

  /// A number with a shade before it: the larger, the darker.
  private func shaded(_ cell: (text: String, part: Double)?) -> String {
    guard let cell else { return "–".indented(to: 7) }
    let shades = [" ", "░", "▒", "▓", "█"]
    let shade = shades[shadeStep(cell.part, of: shades.count)]
    return " " + shade + cell.text.indented(to: 5)
  }

  /// The policies beside the grid.
  private var beside: [String] {
    report.beside.isEmpty
      ? []
      : [ink.strong("beside the grid"), head]
        + report.beside.flatMap { line($0, named: $0.cell.name) }
  }

  private var front: [String] {
    let rows = report.front.flatMap { row in
      line(row, named: row.cell.place == nil ? row.cell.name : nil)
    }
    return wrappedText(
      "The best of them: no other policy refuses less and \(report.measure.phrase)", indent: 0,
      columns: columns
    ).map(ink.strong) + [head]
      + (rows.isEmpty ? ["  none: no policy accepts 1,000 passwords"] : rows)
  }

  /// By a folded tally, the policies that no other one surely beats.
  private var surelyBest: [String] {
    wrappedText(
      "Not surely beaten: no other policy refuses less and \(report.measure.phrase)", indent: 0,
      columns: columns
    ).map(ink.strong)
      + (report.front.isEmpty
        ? ["  none: no policy surely accepts 1,000 passwords"] : table(report.front))
  }

  /// Policies with both ends of each number.
  private func table(_ rows: [SweepReport.Row]) -> [String] {
    func column(_ head: String, _ share: (SweepReport.Row) -> String?) -> TextTable.Column {
      TextTable.Column(head: [head], cells: rows.map { share($0) ?? "–" })
    }
    var numbers = [column("refused") { $0.refused?.percent }]
    if report.measure == .day {
      numbers.append(column("in a day") { $0.found.foundInDay?.percent })
    }
    numbers.append(column("by 10") { $0.found.found(by: 10)?.precisePercent })
    if !isNarrow || report.measure == .thousand {
      numbers.append(column("by 1,000") { $0.found.found(by: 1000)?.precisePercent })
    }
    return TextTable(rows.map(\.cell.name), numbers, columns: columns).lines(faint: ink.faint)
  }

  private var foldedRemarks: [String] {
    report.foldedSentences.flatMap { wrappedText($0, indent: 0, columns: columns) }.map(ink.faint)
  }

  private var isNarrow: Bool { columns < 76 }

  /// The columns of the letters of caveats, with a space behind the longest.
  private var letterColumns: Int {
    report.rows.map(\.caveats.count).max().map { $0 + 2 } ?? 0
  }

  private var head: String {
    ink.faint(
      (["refused", "by 10"] + (isNarrow ? [] : ["by 1,000", "random"]) + ["median"])
        .map { $0.indented(to: 9) }.joined() + "  " + "".padded(to: letterColumns) + "rules")
  }

  /// A policy's numbers, followed by its rules or, on a narrow page, with the rules below.
  private func line(_ row: SweepReport.Row, named name: String?) -> [String] {
    let wide: [String?] = [
      row.found.found(by: 1000)?.precisePercent,
      row.cell.floorBits.map { Numbers.fixed($0, decimals: 1) + " b" },
    ]
    let numbers: [String?] =
      [
        row.refused?.percent, row.found.found(by: 10)?.precisePercent,
      ] + (isNarrow ? [] : wide) + [row.median.map { "10^\($0)" }]
    let line =
      numbers.map { ($0 ?? "–").indented(to: 9) }.joined() + "  "
      + row.caveats.letters.padded(to: letterColumns)
    let rules = (name.map { "\($0): " } ?? "") + row.cell.rules
    let one = line + escaped(rules)
    return one.count <= columns
      ? [one] : [line.trimmed] + wrappedText(rules, indent: 11, columns: columns)
  }

  private var remarks: [String] {
    let legend =
      "by 10\(isNarrow ? "" : ", by 1,000"): the share of what is accepted that so many of the "
      + "commonest passwords find, known from one half and measured on the other; \(isNarrow ? "" : "random: bits of the shortest random strings; ")"
      + "median: guesses that half of what is accepted withstand"
      + (report.estimate.map { " (\($0.name))" } ?? "")
    return wrappedText(legend, indent: 0, columns: columns).map(ink.faint)
      + report.caveats(in: \.line).flatMap { wrappedText($0, indent: 0, columns: columns) }
  }
}
