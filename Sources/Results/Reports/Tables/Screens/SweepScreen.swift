import Diagnostics
import Metrics
import PasswordSpaces

/// A grid of policies as text: maps of refusals and remaining risk, then the policies that no other
/// one dominates.
package struct SweepScreen {
  private let report: SweepReport
  private let ink: Summary.Ink
  private let columns: Int
  private let isVerbose: Bool
  private let command: [String]

  /// Makes the screen of a grid for a terminal of `columns` columns; fewer than 60 count as 60.
  ///
  /// `command`, in shell words, prints all numbers.
  package init(
    _ report: SweepReport, ink: Summary.Ink, columns: Int = 80, isVerbose: Bool = false,
    command: [String] = []
  ) {
    self.report = report
    self.ink = ink
    self.columns = min(max(columns, 60), 120)
    self.isVerbose = isVerbose
    self.command = command
  }

  /// The whole text, ending in LF.
  package var text: String {
    let blocks =
      report.isFolded
      ? [title, surelyBest, [ink.strong("all policies")] + table(report.rows), foldedRemarks]
      : [title, axes] + report.maps.map(lines) + [beside, isVerbose ? front : choices, facts]
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  private var title: [String] {
    wrappedText(
      "\(counted(report.rows.count, "policy", "policies")) tried on "
        + "\(counted(report.entries, "password")) (\(escaped(report.dataset)); "
        + "\(grouped(report.whole.distinct.lowerBound)) different)", indent: 0, columns: columns
    ).map(ink.strong)
      + (report.isComplete ? [] : [ink.bad("INCOMPLETE: a list was read only in part")])
  }

  /// Explains the axes of the maps.
  private var axes: [String] {
    guard !report.maps.isEmpty else { return [] }
    return wrappedText(
      "Each cell is a policy. Down: the fewest characters that it accepts. Across: how many of the four "
        + "kinds lower, upper, digit, special it asks for; 0: no such rule. Left: what it refuses. "
        + "Right: what is guessed of what it accepts. Darker is more; –: it accepts too few.",
      indent: 0, columns: columns, hanging: 0)
  }

  /// Both maps of a sheet, side by side if the page is wide enough.
  private func lines(_ map: SweepReport.Map) -> [String] {
    let refused = block("refused, % of all", map) { row in
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
    let rows = report.beside.filter { !$0.cell.isBesideFactor }
    let apart = report.beside.filter(\.cell.isBesideFactor)
    if report.beside.isEmpty { return [] }
    return table("beside the grid", rows + apart, named: true)
      + apart.flatMap {
        wrappedText(
          "\($0.cell.name) is for use beside a second factor: do not rank it with the others.",
          indent: 2,
          columns: columns)
      }
  }

  /// The best trade-offs, all of them.
  private var front: [String] {
    [ink.strong("best trade-offs")] + tradeOffs
      + (report.front.isEmpty ? none : table(nil, report.front, named: false))
  }

  /// The best trade-offs for people who can refuse so much at most.
  private var choices: [String] {
    let limits = [
      (0.5, "half of all"), (0.8, "eight in ten"), (0.9, "nine in ten"), (1, "nearly all"),
    ]
    var chosen: [(limit: String, row: SweepReport.Row)] = []
    for (limit, words) in limits {
      // Where ends overlap, to refuse more need not leave less.
      let fitting = report.front.filter { ($0.refused?.least ?? 1) <= limit }
      guard let row = fitting.min(by: { report.loss($0) ?? 1 < report.loss($1) ?? 1 }) else {
        continue
      }
      if let last = chosen.last, last.row.cell.rules == row.cell.rules { continue }
      chosen.append((words, row))
    }
    let lines = [ink.strong("best trade-offs")] + tradeOffs
    if chosen.isEmpty { return lines + none }
    let own = report.map.flatMap { map in map.own.flatMap { _ in map.best(within: map.own) } }
    return lines
      + cells(["if you may", "refuse at most"], chosen.map { $0.limit }, chosen.map { $0.row })
      + (own.map { wrappedText($0, indent: 2, columns: columns) } ?? [])
  }

  private var none: [String] { ["  none: no policy accepts 1,000 passwords"] }

  private var tradeOffs: [String] {
    let compared = report.rows.count { report.isCompared($0) }
    return wrappedText(
      "\(counted(report.front.count, "policy", "policies")) of the \(grouped(compared)) with a share: no "
        + "other both refuses less and \(report.measure.phrase).", indent: 2, columns: columns)
  }

  /// Policies below a title; all numbers of each, and its rules.
  private func table(_ title: String?, _ rows: [SweepReport.Row], named: Bool) -> [String] {
    (title.map { [ink.strong($0)] } ?? [])
      + cells(
        named ? ["policy"] : [], named ? rows.map(\.cell.name) : [], rows)
  }

  /// Rows of numbers with the rules behind them or, if these are long, below.
  private func cells(
    _ head: [String], _ names: [String], _ rows: [SweepReport.Row]
  ) -> [String] {
    var numbers: [TextTable.Column] = []
    func add(_ head: [String], _ cell: (SweepReport.Row) -> String?) {
      numbers.append(
        TextTable.Column(
          head: head, cells: rows.map { cell($0) ?? "–" }, gap: numbers.isEmpty ? 2 : 3))
    }
    if !names.isEmpty {
      numbers.append(
        TextTable.Column(
          head: head, cells: names.map { clippedInside(escaped($0), to: isNarrow ? 12 : 20) },
          isText: true))
    }
    add(["refused", "of all"]) { $0.refused?.percent }
    if isVerbose { add(["accepted"]) { grouped($0.found.accepted.lowerBound) } }
    if report.estimate != nil, isVerbose || report.measure == .day {
      add(["guessed", "in a day, of", "the accepted"]) {
        $0.found.foundInDay.map { roundedPercent($0.least) }
      }
    }
    if isVerbose || report.measure == .ten {
      add(["by the 10", "commonest, of", "the accepted"]) { $0.found.found(by: 10)?.precisePercent }
    }
    if isVerbose && !isNarrow || report.measure == .thousand {
      add(["by 1,000", "commonest", "of it"]) { $0.found.found(by: 1000)?.precisePercent }
    }
    if report.estimate != nil, isVerbose || report.measure == .median {
      add(["half need", "guesses"]) { $0.median.map { "10^\($0)" } }
    }
    if isVerbose, !isNarrow {
      add(["bits"]) { $0.cell.floorBits.map { Numbers.fixed($0, decimals: 1) } }
    }
    let lines = TextTable(numbers).lines()
    let heads = lines.dropLast(rows.count).map(ink.faint)
    let width = lines.map(\.count).max() ?? 0
    return heads
      + zip(lines.suffix(rows.count), rows).flatMap { line, row in
        let rules = escaped(row.cell.rules)
        return width + 3 + rules.count <= columns
          ? [line.padded(to: width + 3) + rules]
          : [line] + wrappedText(row.cell.rules, indent: 6, columns: columns)
      }
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

  /// What the numbers are, how sure, and what they do not say.
  private var facts: [String] {
    func fact(_ name: String, _ text: String?) -> [String] {
      labelled(name, text, columns: columns)
    }
    var numbers = report.measure == .median ? [report.sentence] : []
    if report.measure == .day {
      let whole = report.whole.foundInDay.map { roundedPercent($0.least) }
      numbers.append(
        "A day is 864,000,000 guesses on each account, 10,000 a second: stolen data, slow hash."
          + (whole.map { " With no policy \($0) of all are guessed in it." } ?? ""))
    }
    if isVerbose || [.ten, .thousand].contains(report.measure) {
      numbers.append(
        "Commonest: the share of the accepted that so many of the commonest passwords guess, by one who "
          + "knows how common each is on the list; \(report.weights.phrase).")
    }
    if isVerbose {
      if report.measure != .median, let estimate = report.estimate {
        numbers.append("Half need: guesses that half of the accepted withstand (\(estimate.name)).")
      }
      numbers.append("Bits: of random strings of the least length; people do not choose at random.")
    }
    if let comparison = report.comparison { numbers.append(comparison) }
    let caveats = report.caveats.prefix(isVerbose ? .max : 1)
    return fact("Numbers", numbers.joined(separator: " ")) + fact("How sure", report.sureness)
      + fact("Caveats", caveats.joined(separator: " ")) + fact("Not covered", notCovered)
      + (isVerbose || command.isEmpty ? [] : labelledCommand("More", command, columns: columns))
  }
}
