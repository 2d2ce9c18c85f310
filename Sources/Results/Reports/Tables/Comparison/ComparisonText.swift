import Diagnostics

/// A comparison of reports as text for a terminal or as Markdown.
///
///     leaked-2024 → leaked-2025
///
///     all passwords                   old       new    change
///       passwords                  99,995   120,000   +20,005
package struct ComparisonText: Screen {
  private let comparison: Comparison
  private let ink: Summary.Ink
  let columns: Int

  /// Makes text for a page of `columns` columns, at least 60.
  package init(_ comparison: Comparison, ink: Summary.Ink, columns: Int = 80) {
    self.comparison = comparison
    self.ink = ink
    self.columns = min(max(columns, 60), comparison.isPair ? 120 : 240)
  }

  /// The whole text, ending in LF; reports that do not fit beside each other continue below.
  package var text: String {
    let title =
      comparison.isPair
      ? [escaped(clipped(comparison.title, to: 200))] : wrapped(comparison.title)
    let facts = comparison.facts + [(name: "Differences", text: comparison.caveat)]
    return paragraphs(
      [title.map(ink.strong)] + comparison.blocks.flatMap(lines)
        + [comparison.remarks.flatMap { wrapped($0) }, facts.flatMap { fact($0.name, $0.text) }])
  }

  private static let leastName = 30

  private func lines(_ block: Comparison.Block) -> [[String]] {
    let heads = comparison.labels.map { clipped(escaped($0), to: 16) } + ["change"]
    let values = block.rows.map(cells)
    let least = comparison.isPair ? 6 : 0
    let width = heads.indices.map { column in
      max(heads[column].count, values.map { $0[column].count }.max() ?? 0, least) + 2
    }
    return groups(width).map { group in
      let name = columns - group.reduce(0) { $0 + width[$1] }
      func line(_ text: String, _ cells: [String]) -> String {
        clipped(text, to: name).padded(to: name)
          + group.map { cells[$0].indented(to: width[$0]) }.joined()
      }
      return [ink.strong(line(escaped(block.title), heads))]
        + zip(block.rows, values).map { row, cells in
          line((row.subject == .breakOnlyIt ? "    " : "  ") + escaped(row.name), cells)
        }
    }
  }

  /// The columns that stand beside each other; two reports always do.
  private func groups(_ width: [Int]) -> [[Int]] {
    if comparison.isPair { return [Array(width.indices)] }
    var groups: [[Int]] = []
    var room = 0
    for column in width.indices {
      if groups.isEmpty || width[column] > room {
        groups.append([])
        room = columns - Self.leastName
      }
      groups[groups.count - 1].append(column)
      room -= width[column]
    }
    return groups
  }

  private func cells(_ row: Comparison.Row) -> [String] {
    row.measures.map { $0?.words ?? "–" } + [row.difference]
  }

  /// The same as Markdown tables for tickets and wikis, ending in LF.
  package var markdownText: String {
    var lines = ["## \(markdown(comparison.title))", ""]
    if comparison.isPair { lines += comparison.sentences.map { "- \($0.markdown)" } + [""] }
    for block in comparison.blocks {
      lines += ["### \(markdown(block.title))", ""]
      lines += markdownTable(
        ["figure"] + comparison.labels.map(markdown) + ["change"],
        block.rows.map { [markdown($0.name)] + cells($0) }, words: [0])
      lines.append("")
    }
    let facts = comparison.facts.map { "\($0.name): \($0.text)" } + [comparison.caveat]
    lines += comparison.remarks.map { "- \(markdown($0))" } + facts.map { "- \(markdownCell($0))" }
    return lines.joined(separator: "\n") + "\n"
  }
}
