import Diagnostics

/// A grid of policies by a folded tally as a page: a table of both ends of each number, and the rules of
/// the policies that no other one surely beats.
package struct FoldedSweepPage {
  private let sweep: FoldedSweep
  private let version: String

  /// Makes the page; `version` is the program's version.
  package init(_ sweep: FoldedSweep, version: String) {
    self.sweep = sweep
    self.version = version
  }

  /// The page's bytes.
  package func serialized() -> [UInt8] {
    let dataset = clipped(sweep.dataset, toCharacters: 80)
    return PageFrame(
      title: "Policies compared: \(dataset)",
      kicker: "Password audit · \(dataset) · audit \(version)",
      heading: "\(grouped(sweep.rows.count)) policies against "
        + counted(sweep.entries, "leaked password"),
      start: banner, sections: [choice, grid, method].compactMap(\.self)
    ).serialized()
  }

  private var banner: [Markup] {
    Markup.alarm(
      [
        "Answered from a folded tally: each number is exact between its ends."
          + (sweep.isComplete ? "" : " Incomplete: a list was not read to its end.")
      ] + sweep.warnings.map { clipped($0, toCharacters: 300) })
  }

  private var choice: PageSection? {
    let front = sweep.front
    let rules = Markup.rules(front.map { ($0.cell, "refuses \($0.refused.percent)") })
    let words: Markup = .make(
      .p,
      front.isEmpty
        ? "No policy surely accepts 1,000 passwords: too few to say which no other beats."
        : "No other policy surely refuses fewer passwords and \(sweep.measure.phrase).")
    return PageSection(
      "front", "The policies that no other surely beats",
      front.isEmpty ? [words] : [words, rules])
  }

  private var grid: PageSection? {
    var columns: [DataTable.Column] = [.words("policy"), .number("refused")]
    if sweep.hasEstimate { columns.append(.number("found in a day")) }
    columns += [.number("found by ten"), .number("found by 1,000")]
    var table = DataTable("Every policy in numbers", columns)
    for row in sweep.rows {
      var cells = [clipped(row.cell.name, toCharacters: 80), row.refused.percent]
      if sweep.hasEstimate { cells.append(row.foundInDay?.percent ?? "–") }
      cells += [10, 1000].map { row.found(by: $0)?.precisePercent ?? "–" }
      table.add(cells)
    }
    return PageSection("grid", "All policies", [table.markup])
  }

  private var method: PageSection? {
    PageSection("method", "Method and caveats", [.list(sweep.sentences)])
  }
}
