import Diagnostics

/// A grid of policies as a page like ``Page``: heat maps, the policies that no other one dominates,
/// and their rules to copy.
package struct SweepPage {
  private let report: SweepReport
  private let version: String

  /// Makes the page; `version` is the program's version.
  package init(_ report: SweepReport, version: String) {
    self.report = report
    self.version = version
  }

  /// The page's bytes.
  package func serialized() -> [UInt8] {
    let dataset = clipped(report.dataset, to: 80)
    return PageFrame(
      title: "Policies compared: \(dataset)",
      kicker: "Password audit · \(dataset) · audit \(version)",
      heading: "\(grouped(report.rows.count)) policies against "
        + counted(report.entries, "password")
        + " of \(dataset)",
      start: banner + (report.isFolded ? [] : lead),
      sections: (report.isFolded ? [surelyBest, table] : [choice, grid]).compactMap(\.self)
        + [method].compactMap(\.self), source: source
    ).serialized()
  }

  private var banner: [Markup] {
    let incomplete =
      "Incomplete: a list was not read to its end. All numbers are about the passwords that were read."
    let folded =
      "Answered from a folded tally: each number is exact between its ends."
      + (report.isComplete ? "" : " Incomplete: a list was not read to its end.")
    return Markup.alarm(
      (report.isFolded ? [folded] : report.isComplete ? [] : [incomplete])
        + report.warnings.map { clipped($0, to: 300) })
  }

  private var lead: [Markup] {
    var sentences: [Sentence] = []
    let known = report.rows.compactMap { row in
      row.refused.map { (name: row.cell.name, share: $0.least) }
    }
    if let least = known.min(by: { $0.share < $1.share }),
      let most = known.max(by: { $0.share < $1.share })
    {
      sentences.append(
        """
        Of \(number: grouped(report.entries)) passwords the mildest policy refuses \
        \(number: percent(least.share)) (\(name: least.name)), the strictest \
        \(number: percent(most.share)) (\(name: most.name)).
        """)
    }
    sentences.append(best)
    let idle = report.idleAxes.joined(separator: ", ")
    if !idle.isEmpty {
      sentences.append(
        "No effect: \(name: idle) changes nothing that the other rules do not change already.")
    }
    return Markup.box("lead", sentences)
  }

  /// How many policies no other beats; too few passwords do not say.
  private var best: Sentence {
    if report.front.isEmpty {
      return """
        Fewer than \(number: "1,000") of them are accepted by any one policy: too few to say which \
        are best trade-offs.
        """
    }
    let (count, compared) = (report.front.count, report.rows.count(where: report.isCompared))
    let which =
      compared < report.rows.count
      ? "that are compared (1,000 or more are accepted, without a second factor) " : ""
    return """
      \(number: grouped(count)) of \(grouped(compared)) policies \(which)\
      \(count == 1 ? "is a best trade-off" : "are best trade-offs"): no other both refuses fewer \
      passwords and \(report.measure.phrase).
      """
  }

  /// What stands below every picture.
  private var source: Source {
    Source([
      clipped(report.dataset, to: 40), "n \(grouped(report.entries))",
      "audit \(version)",
    ])
  }

  private var grid: PageSection? {
    // Maps that differ in the blocklist only stand side by side.
    let limits = report.maps.map(\.sheet.limitWords).uniqued()
    let figures = limits.enumerated().compactMap { number, limit in
      Figure.grid(
        report, report.maps.filter { $0.sheet.limitWords == limit }, id: "f8-\(number + 1)")
    }
    guard !figures.isEmpty else { return nil }
    return PageSection("grid", "The grid") {
      "Each cell is a policy: the fewest characters it permits, and how many of the kinds lower, "
        + "upper, digit and special it asks for. \(report.sentence)"
      figures
    }
  }

  private var choice: PageSection? {
    guard let map = report.map else { return nil }
    let told = report.front + report.beside.filter { !$0.isBest }
    let title =
      report.front.isEmpty ? "What policies refuse and leave to guess" : "The best trade-offs"
    return PageSection("front", title) {
      Figure.map(map, id: "f0")
      if !told.isEmpty {
        Markup.make(.h3, "Rules to copy")
        Markup.rules(
          told.map { row in
            (row.cell, "refuses \(row.refused?.percent ?? "nothing"), \(report.leaves(row))")
          })
      }
    }
  }

  /// By a folded tally, the policies that no other one surely beats.
  private var surelyBest: PageSection? {
    PageSection("front", "The policies that no other surely beats") {
      report.front.isEmpty
        ? "No policy surely accepts 1,000 passwords: too few to say which are best trade-offs."
        : "No other policy surely refuses fewer passwords and \(report.measure.phrase)."
      if !report.front.isEmpty {
        Markup.rules(report.front.map { ($0.cell, "refuses \($0.refused?.percent ?? "nothing")") })
      }
    }
  }

  /// All policies with both ends of each number.
  private var table: PageSection? {
    PageSection("grid", "All policies") {
      DataTable(
        "Every policy in numbers", report.rows,
        [
          .words("policy") { clipped($0.cell.name, to: 80) },
          .number("refused") { $0.refused?.percent },
        ]
          + (report.estimate == nil
            ? [] : [.number("guessed in a day") { $0.found.foundInDay?.percent }])
          + [("ten", 10), ("1,000", 1000)].map { name, guesses in
            .number("guessed with \(name)") { $0.found.found(by: guesses)?.precisePercent }
          })
    }
  }

  private var method: PageSection? {
    PageSection("method", "Method and caveats") {
      Markup.list(
        report.isFolded
          ? report.foldedSentences
          : [
            "Refused is the share of the passwords on the list, each as often as it occurs, that break "
              + "the policy: the burden on today's users.",
            report.sentence,
            "What is guessed is judged on the passwords that the policy happens to accept; people under it "
              + "would choose others.",
          ] + report.caveats)
    }
  }
}
