import Conformance
import Diagnostics
import Metrics
import PasswordPolicies

extension Page {
  /// The hits of blocklists, and the passwords that only they refuse.
  var blocklists: PageSection? {
    guard let lists = overview.blocklists else { return nil }
    let table = DataTable(
      "Passwords that blocklists hold",
      lists.rows.map { (list: $0, asker: "the run") }
        + lists.ofRules.map { (list: $0, asker: "a policy's rule") },
      [
        .words("list") { clipped($0.list.name.text, to: 60) },
        .words("asked for by") { $0.asker }, .words("compared") { $0.list.comparison },
        .number("values") { grouped($0.list.values) }, .part("hits") { $0.list.hits },
      ])
    let relations = DataTable(
      "Passwords that relate to their user's name; some in several ways",
      lists.related == nil ? [] : lists.relations,
      [.words("relation") { $0.name }, .part("passwords") { $0.hits }])
    let only = zip(chartedNumbers, charted).map { number, policy in
      (
        name: clipped(policy.name, to: 40),
        counts: lists.rows.map { $0.policies[number].only }
      )
    }
    // Of nothing but zeros there is nothing to read.
    let hasAny = only.contains { $0.counts.contains { $0.map { $0.count > 0 } ?? false } }
    return PageSection("blocklists", "Blocklists") {
      lists.listed.map { listed in
        """
        \(number: listed.percent) of \(number: grouped(listed.total)) passwords are on a blocklist \
        of the run\(lists.rows.count > 1 ? ", each counted once even if several hold it" : "")\
        \(lists.conforms ? ", compared as a whole." : ".")
        """ as Sentence
      }
      table
      lists.related.map { related in
        """
        \(number: related.percent) of \(number: grouped(related.total)) passwords relate to their \
        user's name, each counted once.
        """ as Sentence
      }
      relations
      DataTable(
        "Accepted passwords that only this list holds", hasAny ? only : [],
        [.words("policy") { $0.name }]
          + lists.rows.enumerated().map { place, list in
            .number(clipped(list.name.text, to: 30)) { $0.counts[place]?.grouped ?? "" }
          })
      for (number, list) in lists.rows.enumerated() where list.best.count > 1 {
        let rows = list.best.map { (name: "best \(grouped($0.values)) values", part: $0.part) }
        let name = clipped(list.name.text, to: 40)
        Figure.rows(
          rows, title: rows.last.map { "The \($0.name) hold \($0.part.percent)" } ?? "",
          caption: "What the best values of \(name) hold together, in per cent of all passwords.",
          heading: "Hits of \(name) by rank", unit: "values", id: "f9-\(number + 1)")
      }
    }
  }

  /// The clauses of standards that each policy meets by itself; nil without policies.
  func section(on overview: StandardsOverview) -> PageSection? {
    let policies = overview.policies
    guard !policies.isEmpty else { return nil }
    let heads = policies.map { DataTable.Column.words(clipped($0, to: 40)) }
    var table = DataTable(
      "Clauses that a policy by itself breaks, of those that can be tested",
      [.words("standard")] + heads)
    var clauses = DataTable(
      "Every clause tested",
      [.words("clause"), .words("demand")] + heads)
    // With many policies there is no room for each clause; 'audit rules clauses' has them.
    let isWide = policies.count > 6
    for (standard, verdicts) in overview.rows {
      table.add([DataTable.DataCell(standard.name)] + verdicts.map(Self.cell))
      for (place, clause) in standard.clauses.enumerated()
      where !isWide && verdicts.contains(where: { $0.isTold(at: place) }) {
        clauses.add(
          ["\(standard.name), \(clause.number)", "\(clause.force.rawValue): \(clause.says)"]
            + verdicts.map { verdict in
              let finding = verdict.findings[place]
              let sign = "\(finding.verdict.sign) \(finding.verdict.rawValue)"
              return finding.verdict == .met
                ? sign
                : "\(sign): \(clipped(finding.shown(for: clause.test), to: 60))"
            })
      }
    }
    return PageSection("standards", "Against standards") {
      "Only what the text of a policy shows is tested; how it is enforced, and what else a "
        + "standard asks for, is not. For other standards: --standard."
      table
      if isWide {
        "Each clause of a standard, with what shows it: audit rules clauses."
      } else {
        Markup.folded("Table: every clause tested", clauses.markup)
      }
    }
  }

  /// How many of a standard's clauses about the text a policy breaks: binding ones, and advice.
  private static func cell(_ verdict: Conformance) -> DataTable.DataCell {
    let rows = verdict.textRows
    let binding = rows.filter { $0.clause.force == .must }
    func count(_ verdict: Standard.Verdict) -> Int {
      binding.count { $0.finding.verdict == verdict }
    }
    let (broken, partly) = (count(.broken), count(.partly))
    let advised = rows.count { $0.finding.isFault && $0.clause.force != .must }
    let more = advised == 0 ? "" : ", and \(advised) advised"
    let words =
      switch verdict.summary {
      case .met where rows.isEmpty: "· has no clause about the text"
      case .met:
        advised == 0
          ? "✓ meets \(rows.count == 1 ? "its one clause" : "all \(rows.count)")"
          : "✓ breaks nothing binding, but \(advised) advised"
      case .partly: "◐ keeps \(partly) of \(binding.count) binding in part\(more)"
      default:
        "✗ breaks \(broken) of \(binding.count) binding"
          + (partly == 0 ? "" : ", keeps \(partly) in part") + more
      }
    return DataTable.DataCell(words, look: verdict.isPassed ? "yes" : "no")
  }

  /// The composition of the list.
  var theList: PageSection? {
    guard overview.entries > 0 else { return nil }
    let composition = overview.composition
    return PageSection("list", "The list") {
      Figure.rows(
        composition.charsets, title: FigureTitles.commonest(composition.charsets),
        caption:
          "The kinds of characters in a password, exactly these, in per cent of all passwords; the "
          + "twelve commonest.", heading: "Kinds of characters in a password", unit: "kinds",
        id: "f11")
      Figure.rows(
        composition.patterns, title: FigureTitles.commonest(composition.patterns),
        caption:
          "The pattern that decides zxcvbn's estimate, in per cent of all passwords: a word list, a "
          + "date, a key row; 'brute-force' is the lack of any.",
        heading: "What makes passwords guessable", unit: "pattern", id: "f12")
      DataTable(
        "What became of the lines", overview.lines.rows,
        [.words("lines") { $0.result.words }, .number("number") { grouped($0.count) }])
      overview.distinct.map { distinct in
        "\(number: distinct.grouped) distinct passwords, \(number: distinct.percent) of all."
          as Sentence
      }
    }
  }
}

extension Page {
  /// A row for each list: its passwords, and the share that complies with each charted policy; nil
  /// unless lists are separated.
  var eachList: PageSection? {
    guard !lists.isEmpty else { return nil }
    let table = DataTable(
      "Passwords of each list, and the share of them that is accepted", lists,
      [
        .words("list") { clipped($0.dataset, to: 80) },
        .number("passwords") { grouped($0.entries) },
      ]
        + charted.enumerated().map { place, policy in
          .number(clipped(policy.name, to: 30)) { $0.complying(with: place) }
        })
    return PageSection("lists", "List by list") { table }
  }
}
