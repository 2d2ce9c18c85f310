import Bytes
import Diagnostics
import Metrics
import PasswordSpaces

/// A grid of policies as text: maps of refusals and remaining risk, then the policies that no other
/// one dominates.
package struct SweepScreen: Screen {
  private let report: SweepReport
  private let ink: Summary.Ink
  let columns: Int
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
    paragraphs(
      report.isFolded
        ? [title, surelyBest, [ink.strong("all policies")] + table(report.rows), foldedRemarks]
        : [title, axes] + report.maps.map(lines) + [beside, isVerbose ? front : choices, facts])
  }

  private var title: [String] {
    wrapped(
      "\(counted(report.rows.count, "policy", "policies")) tried on "
        + "\(counted(report.entries, "password")) (\(escaped(report.dataset)); "
        + "\(grouped(report.whole.distinct.lowerBound)) different)"
    ).map(ink.strong)
      + (report.isComplete ? [] : [ink.bad("INCOMPLETE: a list was read only in part")])
  }

  /// Explains the axes of the maps.
  private var axes: [String] {
    guard !report.maps.isEmpty else { return [] }
    let isOfASCII = report.rows.allSatisfy { $0.cell.place == nil || $0.cell.isOfASCII }
    let alphabet = isOfASCII ? ", of printable ASCII only" : ""
    // Of the commonest more is said below.
    let unit = [.ten, .thousand].contains(report.measure) ? "" : report.measure.sentence() + " "
    return wrapped(
      "Each cell is a policy\(alphabet). Down: the fewest characters that it accepts. Across: how many of the four "
        + "kinds lower, upper, digit, special it asks for; 0: no such rule. Left: what it refuses. "
        + "Right: what is guessed of what it accepts. \(unit)The shade is of the number behind it, darker "
        + "is more; –: it accepts too few"
        + (report.meaningOfMark.map { "; \($0)." } ?? "."), hanging: 0)
  }

  /// Both maps of a sheet, side by side if the page is wide enough.
  private func lines(_ map: SweepReport.Map) -> [String] {
    let refused = block("refused, % of all", map) { row in
      row.refused.map { (threeDigits($0.least), $0.least) }
    }
    let most = max(report.rows.compactMap(report.loss).max() ?? 0, 1e-9)
    let left = block(report.measure.title, map) { row in
      report.measured(row).map { (marked($0, row), (report.loss(row) ?? 0) / most) }
    }
    let title = ink.strong(map.sheet.words(from: report.base))
    let width = refused.map(\.count).max() ?? 0
    guard width + 3 + (left.map(\.count).max() ?? 0) <= columns else {
      return [title] + refused + [""] + left.map(\.trimmed)
    }
    return [title] + zip(refused, left).map { ($0.padded(to: width + 3) + $1).trimmed }
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

  /// A number with its mark, below and above the digits of others.
  private func marked(_ number: String, _ row: SweepReport.Row) -> String {
    let mark = report.mark(row)
    return number + (mark.isEmpty && report.meaningOfMark != nil ? " " : mark)
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
        wrapped(
          "\($0.cell.name) is for use beside a second factor: do not rank it with the others.",
          indent: 2)
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
      + cells(["if you may", "refuse at most"], chosen.map(\.limit), chosen.map(\.row))
      + (report.falls(chosen.map(\.row)).map { wrapped($0, indent: 2) } ?? [])
      + (own.map { wrapped($0, indent: 2) } ?? [])
  }

  private var none: [String] { ["  none: no policy accepts 1,000 passwords"] }

  private var tradeOffs: [String] {
    let compared = report.rows.count { report.isCompared($0) }
    return wrapped(
      "\(counted(report.front.count, "policy", "policies")) of the \(grouped(compared)) with a share: no "
        + "other both refuses less and \(report.measure.phrase).", indent: 2)
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
      add(["guessed", "in a day, of", "the accepted"]) { row in
        row.found.foundInDay.map { estimatedPercent($0.least) + report.mark(row) }
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
          : [line] + wrapped(row.cell.rules, indent: 6)
      }
  }

  /// By a folded tally, the policies that no other one surely beats.
  private var surelyBest: [String] {
    wrapped("Not surely beaten: no other policy refuses less and \(report.measure.phrase)")
      .map(ink.strong)
      + (report.front.isEmpty
        ? ["  none: no policy surely accepts 1,000 passwords"] : table(report.front))
  }

  /// Policies with both ends of each number.
  private func table(_ rows: [SweepReport.Row]) -> [String] {
    let inDay = TextTable.Column("in a day", rows: rows) { row in
      row.found.foundInDay.map { $0.percent + report.mark(row) }
    }
    let byThousand = TextTable.Column("by 1,000", rows: rows) {
      $0.found.found(by: 1000)?.precisePercent
    }
    let numbers =
      [TextTable.Column("refused", rows: rows) { $0.refused?.percent }]
      + (report.measure == .day ? [inDay] : [])
      + [TextTable.Column("by 10", rows: rows) { $0.found.found(by: 10)?.precisePercent }]
      + (!isNarrow || report.measure == .thousand ? [byThousand] : [])
    return TextTable(rows.map(\.cell.name), numbers, columns: columns).lines(faint: ink.faint)
  }

  private var foldedRemarks: [String] {
    report.foldedSentences.flatMap { wrapped($0) }.map(ink.faint)
  }

  /// What the numbers are, how sure, and what they do not say.
  private var facts: [String] {
    let measure = report.measure
    let whole = report.whole.foundInDay.map {
      "With no policy \(estimatedPercent($0.least)) of all are guessed in a day."
    }
    let commonest =
      "Commonest: the share of the accepted that so many of the commonest passwords guess, by one "
      + "who knows how common each is on the list; \(report.weights.phrase)."
    let median = report.estimate.map {
      "Half need: guesses that half of the accepted withstand (\($0.name))."
    }
    let bits = "Bits: of random strings of the least length; people do not choose at random."
    let numbers = paragraph(
      measure == .day ? whole : nil,
      isVerbose || measure == .ten || measure == .thousand ? commonest : nil,
      isVerbose || measure == .median ? median : nil, isVerbose ? bits : nil, report.comparison)
    let caveats = report.caveats.prefix(isVerbose ? .max : 1)
    return fact("Numbers", numbers) + fact("How sure", report.sureness)
      + fact("Caveats", caveats.joined(separator: " ")) + fact("Not covered", notCovered)
      + (isVerbose || command.isEmpty ? [] : labelledCommand("More", command, columns: columns))
  }
}
