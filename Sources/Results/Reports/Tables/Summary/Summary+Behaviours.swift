import Diagnostics

// One screen about people: what guesses find by what the refused do, and when an order turns.
extension Summary {
  /// The policies under each model, and sentences on neighbours; nothing unless requested.
  var behaviours: [String] {
    guard let behaviours = overview.behaviours else { return [] }
    var lines = [ink.strong("if the refused choose anew")]
    lines += wrapped(behaviours.caption, indent: 2)
    let rows = behaviours.rows.prefix(isVerbose ? .max : Self.mostBehaviourRows)
    if !rows.isEmpty {
      lines += table(of: Array(rows), behaviours).map { "  " + $0 }
      if rows.count < behaviours.rows.count {
        lines.append(
          ink.faint("  … and \(grouped(behaviours.rows.count - rows.count)) more: behaviour.csv"))
      }
    }
    let pairs = behaviours.neighbours.map { escaped(behaviours.sentence(on: $0).text) }
    return lines + (behaviours.remarks + pairs).flatMap { wrapped($0, indent: 2) }
  }

  /// The most policies on the first screen.
  private static let mostBehaviourRows = 12

  private func table(
    of rows: [BehaviourOverview.Row], _ behaviours: BehaviourOverview
  ) -> [String] {
    var columns = behaviours.models.enumerated().map { place, name in
      TextTable.Column(
        head: [isNarrow ? name.prefix(4) + "." : name],
        cells: rows.map { precise($0.shares[place]) }, gap: place == 0 ? 3 : 2)
    }
    if !behaviours.isTruncated {
      columns.append(.init("tier", rows: rows, gap: 3) { $0.tier.map { String($0) } })
    }
    return TextTable(rows.map(\.name), columns, columns: self.columns - 2).lines(faint: ink.faint)
  }
}
