import Diagnostics
package import Overview

/// Several reports side by side as text for the terminal or as Markdown.
///
///     2023, 2024, 2025
///
///     site                             2023     2024     2025  change
///       comply                       25.0 %   50.0 %   75.0 %   +50.0
package struct TrendText {
  private let trend: Trend
  private let ink: Summary.Ink
  private let columns: Int

  /// Makes text for a page of `columns` columns, at least 60.
  package init(_ trend: Trend, ink: Summary.Ink, columns: Int = 80) {
    self.trend = trend
    self.ink = ink
    self.columns = min(max(columns, 60), 240)
  }

  /// The whole text, ending in LF; reports that do not fit beside each other continue below.
  package var text: String {
    let blocks =
      [wrappedText(trend.title, indent: 0, columns: columns).map(ink.strong)]
      + trend.blocks.flatMap(lines)
      + (trend.remarks.isEmpty
        ? [] : [trend.remarks.flatMap { wrappedText($0, indent: 0, columns: columns) }])
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private static let leastName = 30

  private func lines(_ block: Comparison.Block) -> [[String]] {
    let heads = trend.labels.map { clipped(escaped($0), toCharacters: 16) } + ["change"]
    let values = block.rows.map { row in row.measures.map { $0?.words ?? "–" } + [row.difference] }
    let width = heads.indices.map { column in
      max(heads[column].count, values.map { $0[column].count }.max() ?? 0) + 2
    }
    var groups: [[Int]] = []
    var room = 0
    for column in heads.indices {
      if groups.isEmpty || width[column] > room {
        groups.append([])
        room = columns - Self.leastName
      }
      groups[groups.count - 1].append(column)
      room -= width[column]
    }
    return groups.map { group in
      let name = columns - group.reduce(0) { $0 + width[$1] }
      func line(_ text: String, _ cells: [String]) -> String {
        let cut = text.count <= name ? text : text.prefix(max(0, name - 1)) + "…"
        return cut.padded(to: name) + group.map { cells[$0].indented(to: width[$0]) }.joined()
      }
      return [ink.strong(line(escaped(block.title), heads))]
        + zip(block.rows, values).map { row, cells in
          line((row.subject == .breakOnlyIt ? "    " : "  ") + escaped(row.name), cells)
        }
    }
  }

  /// The same as Markdown tables for tickets and wikis, ending in LF.
  package var markdownText: String {
    var lines = ["## \(markdown(trend.title))", ""]
    for block in trend.blocks {
      lines += ["### \(markdown(block.title))", ""]
      let heads = ["figure"] + trend.labels.map(markdown) + ["change"]
      lines.append("| " + heads.joined(separator: " | ") + " |")
      lines.append("| --- |" + trend.labels.map { _ in " ---: |" }.joined() + " ---: |")
      lines += block.rows.map { row in
        let cells =
          [markdown(row.name)] + row.measures.map { $0?.words ?? "–" } + [row.difference]
        return "| " + cells.joined(separator: " | ") + " |"
      }
      lines.append("")
    }
    lines += trend.remarks.map { "- \(markdown($0))" }
    return lines.joined(separator: "\n") + "\n"
  }
}
