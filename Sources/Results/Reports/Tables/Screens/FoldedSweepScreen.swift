import Diagnostics
import Metrics

/// A grid of policies by a folded tally as text: those that no other one surely beats, then all.
package struct FoldedSweepScreen {
  private let sweep: FoldedSweep
  private let ink: Summary.Ink
  private let columns: Int

  /// Makes the screen of a grid for a terminal of `columns` columns; fewer than 60 count as 60.
  package init(_ sweep: FoldedSweep, ink: Summary.Ink, columns: Int = 80) {
    self.sweep = sweep
    self.ink = ink
    self.columns = min(max(columns, 60), 120)
  }

  /// The whole text, ending in LF.
  package var text: String {
    let front = sweep.front
    let best =
      wrappedText(
        "Not surely beaten: no other policy refuses less and \(sweep.measure.phrase)", indent: 0,
        columns: columns
      ).map(ink.strong)
      + (front.isEmpty ? ["  none: no policy surely accepts 1,000 passwords"] : table(front))
    let all = [ink.strong("all policies")] + table(sweep.rows)
    let notes = sweep.sentences.flatMap { wrappedText($0, indent: 0, columns: columns) }
      .map(ink.faint)
    return [title, best, all, notes].map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  private var title: [String] {
    [
      ink.strong("\(escaped(sweep.dataset)): \(counted(sweep.entries, "password"))")
        + ", \(grouped(sweep.guessing.whole.distinct.lowerBound)) distinct, "
        + sweep.guessing.weights.phrase
    ] + (sweep.isComplete ? [] : [ink.bad("INCOMPLETE: a list was read only in part")])
  }

  private func table(_ rows: [FoldedSweep.Row]) -> [String] {
    func column(_ head: [String], _ cell: (FoldedSweep.Row) -> String?) -> TextTable.Column {
      TextTable.Column(head: head, cells: rows.map { cell($0) ?? "–" }, gap: 2)
    }
    var numbers = [column(["refused"]) { $0.refused.percent }]
    if sweep.measure == .day { numbers.append(column(["in a day"]) { $0.foundInDay?.percent }) }
    numbers.append(column(["by 10"]) { $0.found(by: 10)?.precisePercent })
    if columns >= 76 || sweep.measure == .thousand {
      numbers.append(column(["by 1,000"]) { $0.found(by: 1000)?.precisePercent })
    }
    let room = max(12, columns - TextTable.width(numbers))
    let names = rows.map { clipped(escaped($0.cell.name), toCharacters: room) }
    numbers.insert(
      TextTable.Column(head: ["policy"], cells: names, isText: true, gap: 0), at: 0)
    return TextTable(numbers).lines(faint: ink.faint)
  }
}
