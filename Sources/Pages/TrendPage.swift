import Diagnostics
package import Overview

/// Several reports side by side as a page like ``Page``: one file without script or network.
package struct TrendPage {
  private let trend: Trend
  private let version: String

  /// Makes the page; `version` is the program's version.
  package init(_ trend: Trend, version: String) {
    self.trend = trend
    self.version = version
  }

  /// The page's bytes.
  package func serialized() -> [UInt8] {
    PageFrame(
      title: "Passwords compared: \(title)", kicker: "Password audit · compared · audit \(version)",
      heading: title, start: [],
      sections: [
        compliance, figures, .beforeComparing(trend.remarks, toCharacters: 1200), provenance,
      ].compactMap(\.self)
    ).serialized()
  }

  private var title: String { clipped(trend.title, toCharacters: 120) }

  private var compliance: PageSection? {
    let charted = trend.policies.prefix(PolicyOverview.mostCharted)
    let lines = charted.compactMap { block in
      block.row(.comply).map { row in
        (name: block.title, parts: row.measures.map { $0?.part })
      }
    }
    return PageSection(
      "complies", "Who complies",
      [Figure.trend(Array(lines), trend.labels, id: "t1")].compactMap { $0?.markup })
  }

  /// Every figure in a table for all passwords and for each policy.
  private var figures: PageSection? {
    PageSection(
      "all", "Every figure",
      trend.blocks.flatMap { block -> [Markup] in
        var table = DataTable(
          "Figures of \(clipped(block.title, toCharacters: 80)); the last column is the difference "
            + "between the last report and the first one, of shares in points",
          [.words("figure")] + trend.labels.map { .number(clipped($0, toCharacters: 40)) }
            + [.number("change")])
        for row in block.rows {
          table.add(
            [clipped(row.name, toCharacters: 120)] + row.measures.map { $0?.words ?? "–" }
              + [row.difference])
        }
        return [.make(.h3, clipped(block.title, toCharacters: 80)), table.markup]
      })
  }

  private var provenance: PageSection? {
    let facts = zip(trend.sides, trend.labels).flatMap { record, label in
      [(label, "dataset \(record.dataset), made by audit \(record.version)")]
        + record.sources
    }
    let policies = trend.policies.flatMap { block in
      block.found.compactMap { $0?.text }.uniqued().map { (block.title, $0) }
    }
    return .provenance(facts, policies)
  }
}
