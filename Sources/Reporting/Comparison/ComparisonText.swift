import Diagnostics
package import Overview

/// A comparison of two reports as text for a terminal or as Markdown.
///
///     leaked-2024 → leaked-2025
///
///                                     old       new    points
///     all passwords
///       passwords                   99,995   120,000   +20,005
package struct ComparisonText {
  private let comparison: Comparison
  private let ink: Summary.Ink
  private let columns: Int

  /// Makes text for a page of `columns` columns, at least 60.
  package init(_ comparison: Comparison, ink: Summary.Ink, columns: Int = 80) {
    self.comparison = comparison
    self.ink = ink
    self.columns = min(max(columns, 60), 120)
  }

  /// The whole text, ending in LF.
  package var text: String {
    var blocks = [[ink.strong(escaped(clipped(comparison.title, toCharacters: 200)))]]
    blocks += comparison.blocks.map(block)
    if !comparison.remarks.isEmpty {
      blocks.append(
        comparison.remarks.flatMap { wrappedText($0, indent: 0, columns: columns) })
    }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private func block(_ block: Comparison.Block) -> [String] {
    let width = (old: width(block, \.old), new: width(block, \.new))
    let difference = max(block.rows.map(\.difference.count).max() ?? 0, 6)
    let room = columns - width.old - width.new - difference - 6
    func line(_ name: String, _ old: String, _ new: String, _ change: String) -> String {
      let cut = name.count <= room ? name : name.prefix(max(0, room - 1)) + "…"
      return cut.padded(to: room) + "  " + old.indented(to: width.old) + "  "
        + new.indented(to: width.new) + "  " + change.indented(to: difference)
    }
    return [line(escaped(block.title), "old", "new", "change")]
      .map(ink.strong)
      + block.rows.map { row in
        line(
          (row.subject == .breakOnlyIt ? "    " : "  ") + escaped(row.name),
          row.old?.words ?? "–", row.new?.words ?? "–", row.difference)
      }
  }

  private func width(
    _ block: Comparison.Block, _ side: (Comparison.Row) -> Comparison.Measure?
  ) -> Int {
    max(block.rows.map { (side($0)?.words ?? "–").count }.max() ?? 0, 6)
  }

  /// The same as Markdown tables for tickets and wikis, ending in LF.
  package var markdownText: String {
    var lines = ["## \(markdown(comparison.title))", ""]
    lines += comparison.sentences.map { "- \($0.markdown)" } + [""]
    for block in comparison.blocks {
      lines += ["### \(markdown(block.title))", ""]
      lines += ["| figure | old | new | change |", "| --- | ---: | ---: | ---: |"]
      lines += block.rows.map { row in
        "| \(markdown(row.name)) | \(row.old?.words ?? "–") | \(row.new?.words ?? "–") "
          + "| \(row.difference) |"
      }
      lines.append("")
    }
    lines += comparison.remarks.map { "- \(markdown($0))" }
    return lines.joined(separator: "\n") + "\n"
  }
}
