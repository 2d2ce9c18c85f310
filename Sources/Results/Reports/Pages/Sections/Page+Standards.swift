import Conformance
import Diagnostics
import PasswordPolicies

extension Page {
  /// The most policies whose evidence stands below a table; that of others is in titles of cells.
  private static let mostShown = 4

  /// The clauses of the standards that were asked for; without any, how many of the usual ones are broken.
  func standards(_ overview: StandardsOverview) -> PageSection? {
    overview.asked.isEmpty || overview.policies.isEmpty
      ? section(on: overview) : section(onAsked: overview)
  }

  /// A table for each standard that was asked for, clauses down and policies across.
  private func section(onAsked overview: StandardsOverview) -> PageSection? {
    let policies = overview.policies.map { clipped($0, to: 40) }
    return PageSection("standards", "Against standards") {
      "✓ met, ✗ broken, ◐ kept in part, · not visible: neither the policy nor its file can show it. "
        + "The title of a cell says what shows it; passwords in it are made up."
      for (standard, verdicts) in overview.askedRows {
        Self.clauses(of: standard, verdicts, policies)
        if policies.count <= Self.mostShown { Self.evidence(standard, verdicts, policies) }
      }
      Markup.details(
        "Texts that state no number",
        DataTable(
          "Texts that state no number, so that no policy can be held against them",
          Standard.silent, [.words("text") { $0.text }, .words("what it asks") { $0.says }]
        ).markup)
    }
  }

  /// The verdict on each clause for each policy.
  private static func clauses(
    of standard: Standard, _ verdicts: [Conformance], _ policies: [String]
  ) -> DataTable {
    var table = DataTable(
      "\(standard.name) (\(standard.dates))",
      [.words("clause"), .words("level and number")] + policies.map { .words($0) })
    table.add(
      ["Binding clauses", Standard.Force.must.rawValue]
        + verdicts.map { verdict in
          Standard.Verdict.allCases.compactMap { kind in
            let count = verdict.count(.must, kind)
            // No line break parts a sign and its number.
            return count == 0 ? nil : "\(kind.sign)\u{A0}\(count)"
          }.joined(separator: " ")
        })
    for (number, clause) in standard.clauses.enumerated() {
      table.add(
        [DataTable.DataCell(clause.says), .init(clause.place)]
          + verdicts.map { verdict in
            let finding = verdict.findings[number]
            return DataTable.DataCell(
              finding.verdict.sign, look: finding.verdict.look,
              title: clipped(finding.shown(for: clause.test), to: 200))
          })
    }
    return table
  }

  /// The password, the rule or the setting that shows each verdict, clause by clause.
  private static func evidence(
    _ standard: Standard, _ verdicts: [Conformance], _ policies: [String]
  ) -> Markup? {
    var table = DataTable(
      "What shows the verdicts by \(standard.name)",
      [.words("clause"), .words("policy"), .words("verdict"), .words("shown by")])
    for (number, clause) in standard.clauses.enumerated() {
      for (policy, verdict) in zip(policies, verdicts) {
        let finding = verdict.findings[number]
        guard finding.verdict != .notVisible, finding.evidence != .none else { continue }
        table.add([
          clause.says, policy, "\(finding.verdict.sign)\u{A0}\(finding.verdict.rawValue)",
          clipped(finding.shown(for: clause.test), to: 200),
        ])
      }
    }
    return table.isEmpty
      ? nil : .details("Table: what shows them", table.markup, [.init(.open, "")])
  }
}

extension Standard.Clause {
  /// How binding it is, and where it stands: `must: SHALL, 3.1.1.2 (1)`.
  fileprivate var place: String { "\(force.rawValue): \(level), \(number)" }
}

extension Standard.Verdict {
  /// The style of a cell.
  fileprivate var look: String? {
    switch self {
    case .met: "yes"
    case .broken, .partly: "no"
    case .notVisible: nil
    }
  }
}
