import Diagnostics

/// A comparison of reports as a page like ``Page``: one file without script or network.
///
/// It follows what complies and what is found in a day through all reports; of two it draws every
/// figure, of more it has the others in tables.
package struct ComparisonPage {
  private let comparison: Comparison
  private let version: String

  /// Makes the page; `version` is the program's version.
  package init(_ comparison: Comparison, version: String) {
    self.comparison = comparison
    self.version = version
  }

  /// The page's bytes.
  package func serialized() -> [UInt8] {
    let sections =
      comparison.isPair
      ? [trend, left, refusals, all, remarks, provenance]
      : [trend, everyFigure, remarks, seriesProvenance]
    return PageFrame(
      title: "Passwords compared: \(title)", kicker: "Password audit · compared · audit \(version)",
      heading: title,
      start: comparison.isPair ? Markup.box("lead", comparison.sentences) + [table] : [],
      sections: sections.compactMap(\.self), source: source
    ).serialized()
  }

  /// What readers of a comparison should know.
  private var remarks: PageSection? {
    let facts = comparison.facts.map { "\($0.name): \($0.text)" }
    let all = comparison.remarks + facts + [comparison.caveat, Caveat.population.sentence]
    return PageSection("method", "Before you compare") {
      Markup.list(all.map { clipped($0, to: comparison.isPair ? 600 : 1200) })
    }
  }

  private var title: String { clipped(comparison.title, to: 120) }
  private var charted: ArraySlice<Comparison.Block> {
    comparison.policies.prefix(PolicyOverview.mostCharted)
  }

  /// A row for each policy: compliance before and now, and the easy passwords among the compliant.
  private var table: Markup {
    let size = comparison.blocks.first?.rows.first
    func columns(
      _ name: String, _ subject: Comparison.Subject
    ) -> [DataTable.Cells<Comparison.Block>] {
      [
        .number("\(name), old") { $0.row(subject)?.old?.words },
        .number("new") { $0.row(subject)?.new?.words },
        .number("difference") { $0.row(subject)?.difference ?? "" },
      ]
    }
    let datasets = comparison.sides.map { clipped($0.dataset, to: 60) }
    let table = DataTable(
      "Old: \(size?.old?.words ?? "no") passwords of \(datasets[0]); "
        + "new: \(size?.new?.words ?? "no") of \(datasets[1]). Differences in percentage points.",
      comparison.policies,
      [.words("policy") { clipped($0.title, to: 80) }]
        + columns("accepted", .comply) + columns("of these score 0 or 1", .easy))
    return table.isEmpty
      ? .element(.p, [], ["The reports have no policy in common."]) : table.markup(class: "key")
  }

  private var left: PageSection? {
    PageSection("left", "What the policies accept") {
      for (number, block) in charted.enumerated() {
        pairs(
          block, .left, caption: "Of the passwords accepted by \(Self.name(block)), in per cent.",
          id: "c2-\(number + 1)")
      }
    }
  }

  private var refusals: PageSection? {
    PageSection("refuses", "What refuses") {
      for (number, block) in charted.enumerated() {
        pairs(
          block, .rule,
          caption:
            "Passwords that break each rule of \(Self.name(block)), in per cent of all; some "
            + "break several.", id: "c3-\(number + 1)")
      }
    }
  }

  private static func name(_ block: Comparison.Block) -> String {
    clipped(block.title, to: 60)
  }

  /// The rows of a figure, old and new; nil without any.
  private func pairs(
    _ block: Comparison.Block?, _ kind: Comparison.Subject.Kind, caption: String, id: String
  ) -> Figure? {
    let rows = (block?.rows ?? []).filter { $0.subject.kind == kind }.compactMap { row in
      let (old, new) = (row.old?.part, row.new?.part)
      return old == nil && new == nil
        ? nil : (name: row.subject.shortWords, old: old, new: new)
    }
    return Figure.pairs(
      rows, title: FigureTitles.changes(rows) ?? "Only one report has these", caption: caption,
      id: id)
  }

  /// The figures of all passwords, which do not differ if both reports are of one list.
  private var all: PageSection? {
    let whole = comparison.isOfOneList ? nil : comparison.blocks.first
    let others = comparison.blocks.flatMap { block in
      block.rows.filter { !$0.isOfShares }.map { (policy: block.policy, row: $0) }
    }
    return PageSection("all", "All passwords") {
      pairs(
        whole, .score,
        caption: "zxcvbn's score of all passwords: 0 is too guessable, 4 very hard to guess.",
        id: "c4")
      pairs(whole, .left, caption: "Strength of all passwords, in per cent of them.", id: "c5")
      DataTable(
        "Figures that are no shares", others,
        [
          .words("figure") { other in
            (other.policy.map { "\(clipped($0, to: 60)): " } ?? "") + other.row.name
          }, .number("old") { $0.row.old?.words }, .number("new") { $0.row.new?.words },
          .number("difference") { $0.row.difference },
        ])
    }
  }

  private var provenance: PageSection? {
    let facts = zip(comparison.sides, comparison.labels).flatMap { record, which in
      [("\(which) dataset", record.dataset), ("made by", "audit \(record.version)")]
        + record.sources
    }
    let policies = comparison.policies.flatMap { block -> [(String, String)] in
      let texts = block.found.compactMap { $0?.text }
      return Set(texts).count < 2
        ? texts.prefix(1).map { (block.title, $0) }
        : zip(comparison.labels, texts).map { ("\(block.title), \($0)", $1) }
    }
    return .provenance(facts, policies)
  }
}

// Reports one after another.
extension ComparisonPage {
  /// What stands below every picture.
  private var source: Source {
    let sizes = comparison.blocks.first?.rows.first { $0.subject == .passwords }?.measures ?? []
    let sides = comparison.sides.indices.map { index in
      clipped(comparison.sides[index].dataset, to: 30)
        + (sizes[index].map { " n \($0.words)" } ?? "")
    }
    return Source(
      comparison.sides.count > 3
        ? ["\(comparison.sides.count) reports", "audit \(version)"]
        : sides.uniqued() + ["audit \(version)"])
  }

  private var trend: PageSection? {
    func lines(_ subject: Comparison.Subject) -> [(name: String, parts: [Part?])] {
      charted.compactMap { block in
        block.row(subject).map { row in (name: block.title, parts: row.measures.map { $0?.part }) }
      }
    }
    let day = charted.flatMap(\.rows).map(\.subject).first(where: \.isOfSlowHash)
    return PageSection("complies", "What is accepted") {
      Figure.trend(lines(.comply), comparison.labels, of: .complying, id: "t1")
      day.flatMap { Figure.trend(lines($0), comparison.labels, of: .found, id: "t2") }
    }
  }

  /// Every figure in a table for all passwords and for each policy.
  private var everyFigure: PageSection? {
    PageSection("all", "Every figure") {
      for block in comparison.blocks {
        let name = clipped(block.title, to: 80)
        Markup.make(.h3, name)
        DataTable(
          "Figures of \(name); the last column is the difference between the last report and the "
            + "first one, of shares in percentage points", block.rows,
          [.words("figure") { clipped($0.name, to: 120) }]
            + comparison.labels.enumerated().map { place, label in
              .number(clipped(label, to: 40)) { $0.measures[place]?.words }
            } + [.number("change") { $0.difference }])
      }
    }
  }

  private var seriesProvenance: PageSection? {
    let facts = zip(comparison.sides, comparison.labels).flatMap { record, label in
      [(label, "dataset \(record.dataset), made by audit \(record.version)")] + record.sources
    }
    let policies = comparison.policies.flatMap { block in
      block.found.compactMap { $0?.text }.uniqued().map { (block.title, $0) }
    }
    return .provenance(facts, policies)
  }
}

extension PageSection {
  /// Where the reports came from, and the texts of their policies.
  static func provenance(
    _ facts: [(String, String)], _ policies: [(String, String)]
  ) -> PageSection? {
    PageSection("provenance", "Provenance") {
      Markup.definitions(facts)
      Markup.make(.h3, "Policies as they were understood")
      Markup.definitions(policies)
    }
  }
}

extension ReportRecord {
  /// The first lists of the report and its blocklists, for its provenance.
  var sources: [(String, String)] {
    inputs.prefix(20).map { ("list", $0) } + blocklists.map { ("blocklist", $0) }
  }
}
