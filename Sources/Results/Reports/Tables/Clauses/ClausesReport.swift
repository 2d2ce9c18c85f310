package import Conformance
import Diagnostics
package import PasswordPolicies

/// Policies held against standards clause by clause, or standards alone, in each format.
package struct ClausesReport: Screen {
  let results: [Result]
  let areSourcesShown: Bool
  let columns: Int
  private let isWhole: Bool
  private let isOverview: Bool

  /// One standard, perhaps with a policy that is held against it.
  struct Result {
    let standard: Standard
    let conformance: Conformance?

    /// Each clause with what is found of it.
    var rows: [Row] {
      standard.clauses.enumerated().map { place, clause in
        let finding = conformance?.findings[place]
        return Row(
          result: self, clause: clause, finding: finding,
          isWaived: finding?.isFault == true && conformance?.waived.contains(clause.id) == true)
      }
    }

    /// The first binding clause that is broken, or else kept in part; none that is waived.
    var first: Standard.Clause? {
      let faults = conformance?.faults([.must]) ?? []
      return (faults.first { $0.finding.verdict == .broken } ?? faults.first)?.clause
    }

    /// How many binding clauses have a verdict.
    func count(_ verdict: Standard.Verdict) -> Int? { conformance?.count(.must, verdict) }
  }

  /// A clause with what is found of it; nil without a policy.
  struct Row {
    let result: Result
    let clause: Standard.Clause
    let finding: Finding?
    let isWaived: Bool

    /// What holds in part, or why nothing shows; and that it is waived.
    var with: String? {
      let words = [isWaived ? "waived" : nil, finding?.with].compactMap(\.self)
      return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    /// The verdict, and that it is waived.
    fileprivate var verdict: String {
      (finding?.verdict.rawValue ?? "") + (isWaived ? ", waived" : "")
    }

    /// What shows the verdict, with its place.
    fileprivate func shown(quoted: ((String) -> String)? = nil) -> String? {
      finding?.shown(for: clause.test, at: place, quoted: quoted)
    }

    /// Where the rule or the setting stands that shows it.
    var place: String? {
      guard let finding, let policy = result.conformance?.policy else { return nil }
      if case .setting(_, _, let place) = finding.evidence {
        return "\(policy.location.file):\(place)"
      }
      return finding.rule.map { policy.location(of: $0.id).description }
    }
  }

  /// Shows each policy held against each standard; the standards alone if there is none.
  ///
  /// Text shows what cannot be seen in one line, unless `isWhole`. An overview of policies has a row
  /// for each standard in place of its clauses, but in JSON, which has both.
  package init(
    _ conformances: [Conformance], _ standards: [Standard], areSourcesShown: Bool = false,
    columns: Int = 80, isWhole: Bool = false, isOverview: Bool = false
  ) {
    results =
      conformances.isEmpty
      ? standards.map { Result(standard: $0, conformance: nil) }
      : conformances.map { Result(standard: $0.standard, conformance: $0) }
    self.areSourcesShown = areSourcesShown
    self.columns = columns
    self.isWhole = isWhole
    self.isOverview = isOverview && !conformances.isEmpty
  }

  /// The report in a format.
  package func bytes(as format: OutputFormat) -> [UInt8] {
    switch format {
    case .text: Array((isOverview ? overview(as: format) : text).utf8)
    case .markdown: Array((isOverview ? overview(as: format) : markdown).utf8)
    case .json: document
    case .jsonl, .csv, .html:
      isOverview
        ? Self.overview.filled(results).bytes(as: format)
        : Self.table.filled(results.flatMap(\.rows)).bytes(as: format)
    }
  }

  private static let alone = "of a standard alone"

  static let table = Table<Row>(
    "clauses", "A row for each policy, standard and clause.",
    from: "--standard, or audit rules clauses --format",
    since: "1.0.0",
    [
      .name("policy", "the policy", empty: alone) {
        $0.result.conformance?.policy.name
      },
      .word("standard", "the standard") { $0.result.standard.id },
      .word("clause", "the clause's name here") { $0.clause.id },
      .name("number", "its number in the standard") { $0.clause.number },
      .word("level", "the standard's own word for how binding it is") { $0.clause.level },
      .word("force", "how binding it is: must, should or may") { $0.clause.force.rawValue },
      .word("verdict", "met, broken, partly or not-visible", empty: alone) {
        $0.finding?.verdict.rawValue
      },
      .word("evidence", "accepts, refuses, none, rule, count, setting or reason", empty: alone) {
        $0.finding?.evidence.name
      },
      .name("password", "the made-up password that shows it", empty: "if another evidence does") {
        $0.finding?.evidence.password
      },
      .word("setting", "the setting that shows it", empty: "if another evidence does") { row in
        if case .setting(let name, _, _)? = row.finding?.evidence { name.rawValue } else { nil }
      },
      Column(
        "value", .text, "the setting's value; never for one without end",
        empty: "if another evidence shows it"
      ) { row in
        guard case .setting(_, let value, _)? = row.finding?.evidence else { return .none }
        return switch value {
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        case .unlimited: .word("never")
        }
      },
      .bits(
        "bits", "of the shortest accepted passwords of printable ASCII",
        empty: "if another evidence shows it"
      ) { row in
        if case .count(let bits, _, _)? = row.finding?.evidence { bits } else { nil }
      },
      .name(
        "with", "what holds in part, why nothing shows, what else breaks it, or that it is waived",
        empty: "if nothing of this does"
      ) { $0.with },
      .name("says", "the demand in our words") { $0.clause.says },
    ])

  /// The columns that JSON has, too, where the result names policy and standard, and a value is no text.
  static let columnsOfClause = table.columns(isFolded: false).filter {
    !["policy", "standard", "value"].contains($0.field.name)
  }

  static let overview = Table<Result>(
    "conformance", "A row for each policy and standard: its binding clauses, of force must.",
    from: "audit rules clauses --standard all --format", since: "1.0.0",
    [
      .name("policy", "the policy") { $0.conformance?.policy.name },
      .word("standard", "the standard") { $0.standard.id },
      .name("name", "its title") { $0.standard.name },
      .count("met", of: "clauses", "binding clauses that are met") { $0.count(.met) },
      .count("broken", of: "clauses", "those that are broken") { $0.count(.broken) },
      .count("partly", of: "clauses", "those that are kept in part only") { $0.count(.partly) },
      .count("not_visible", of: "clauses", "those that nothing shows") { $0.count(.notVisible) },
      .word(
        "first", "the first of them that is broken, or else kept in part, and not waived",
        empty: "if none is"
      ) {
        $0.first?.id
      },
      .name("says", "its demand in our words", empty: "if there is none") { $0.first?.says },
    ])

  /// The table of policies held against standards.
  static func filled(_ conformances: [Conformance]) -> FilledTable {
    table.filled(ClausesReport(conformances, []).results.flatMap(\.rows))
  }
}

// For people.
extension ClausesReport {
  /// A table for each policy, with a row for each standard.
  private func overview(as format: OutputFormat) -> String {
    let titles = ["standard", "met", "broken", "partly", "not visible", "first broken or partly"]
    // Policy by policy, each by all standards.
    let width = Set(results.map(\.standard)).count
    let policies = stride(from: 0, to: results.count, by: width).map {
      results[$0..<min($0 + width, results.count)]
    }
    let blocks = policies.map { results in
      let name = results.first?.conformance?.policy.name ?? ""
      let kept = results.filter { $0.count(.broken) == 0 && $0.count(.partly) == 0 }
      let sum =
        "\(kept.count) of \(counted(results.count, "standard")) "
        + (kept.count == 1 ? "has" : "have") + " no binding clause that is broken or kept in part"
        + (kept.isEmpty ? "" : ": \(kept.map(\.standard.id).joined(separator: ", "))")
        + "; recommendations are not counted"
      let rows = results.map { result in
        [
          format == .markdown
            ? "\(result.standard.name) (\(result.standard.id))" : result.standard.id
        ]
          + [Standard.Verdict.met, .broken, .partly, .notVisible].map {
            "\(result.count($0) ?? 0)"
          } + [result.first.map { "[\($0.id)] \($0.says)" } ?? ""]
      }
      let heading = "\(escaped(name)) against standards, by their binding clauses"
      let assuming = results.first?.assuming
      if format == .markdown {
        return ["## " + markdownCell(heading), ""]
          + (assuming.map { [markdownCell($0), ""] } ?? [])
          + markdownTable(titles, rows.map { $0.map(markdownCell) }, words: [0, 5]) + ["", sum]
      }
      let lines = alignedRows([titles] + rows, words: [0, 5])
      return [heading] + (assuming.map { wrapped($0) } ?? [])
        + lines.map { clipped($0.trimmed, to: columns) }
        + wrapped(sum)
    }
    return paragraphs(blocks)
      + (format == .text ? "'--standard ID' shows each clause of one, '--verbose' of all\n" : "")
  }

  private var text: String {
    var blocks = results.map { block($0) }
    if results.allSatisfy({ $0.conformance == nil }) { blocks.append(Self.silent(columns)) }
    return paragraphs(blocks)
  }

  /// The texts that state no number.
  static func silent(_ columns: Int) -> [String] {
    ["texts that state no number, so that no policy can be held against them"]
      + Standard.silent.flatMap {
        wrappedText("\($0.text): \($0.says)", indent: 2, columns: columns)
      }
  }

  private func block(_ result: Result) -> [String] {
    let rows = result.rows
    let shown = isWhole ? rows : rows.filter { $0.finding?.verdict != .notVisible }
    let heads = alignedRows(
      shown.map { [$0.clause.level] + ($0.finding == nil ? [] : [$0.verdict]) }, words: [0, 1])
    let demands = alignedRows(
      shown.map { [$0.clause.says, $0.clause.number, "[\($0.clause.id)]"] }, words: [0, 1, 2])
    let indent = (heads.first?.count ?? 0) + 2
    let isAligned = indent + (demands.first?.count ?? 0) <= columns
    var lines = wrapped(result.heading)
    lines += result.assuming.map { wrapped($0) } ?? []
    for (row, (head, demand)) in zip(shown, zip(heads, demands)) {
      lines +=
        isAligned
        ? ["\(head)  \(demand.trimmed)"]
        : labelled(
          head, "\(row.clause.says) (\(row.clause.number)) [\(row.clause.id)]",
          columns: max(columns, indent + 20), width: indent)
      let words = row.finding == nil ? row.clause.kind : row.shown()
      if let words, row.finding.map({ $0.verdict != .met || $0.evidence != .none }) ?? isWhole {
        lines += wrappedText(words, indent: indent, columns: max(columns, indent + 24))
      }
    }
    lines += hidden(rows)
    if let first = result.first {
      lines += wrapped(
        "Passwords in quotes are made up. […] names a clause: --waive \(result.standard.id):\(first.id) leaves that one out of the "
          + "exit code")
    }
    lines += result.counts.map { [$0] } ?? []
    return lines + (areSourcesShown ? sources(result.standard, columns: columns) : [])
  }

  /// The clauses that cannot be seen, in a line, unless they are shown.
  private func hidden(_ rows: [Row]) -> [String] {
    let hidden = rows.filter { $0.finding?.verdict == .notVisible }
    if isWhole || hidden.isEmpty { return [] }
    let levels = hidden.map(\.clause.level).uniqued().map { level in
      "\(hidden.count { $0.clause.level == level }) \(level)"
    }
    return wrapped(
      "not visible here: \(levels.joined(separator: ", ")) "
        + "(\(hidden.map(\.clause.id).joined(separator: ", "))); --verbose says why")
  }

  private func sources(_ standard: Standard, columns: Int) -> [String] {
    let remembered = standard.clauses.filter { $0.mark == .remembered }.map(\.id)
    return ["sources, read \(standard.read)"]
      + standard.sources.flatMap {
        wrappedText("\($0.mark.words): \($0.source)", indent: 2, columns: columns)
      }
      + (remembered.isEmpty
        ? []
        : wrappedText(
          "clauses from memory: " + remembered.joined(separator: ", "), indent: 2, columns: columns))
  }

  private var markdown: String {
    var blocks = results.map { result -> [String] in
      let isTable = result.conformance == nil
      let rows = result.rows.map { row in
        [
          markdownCell(row.clause.level),
          markdownCell("\(row.clause.says) (\(row.clause.number))") + " `\(row.clause.id)`",
        ]
          + (isTable
            ? [row.clause.kind]
            : [row.verdict, row.shown(quoted: code) ?? ""])
      }
      let head = ["level", "clause"] + (isTable ? ["test"] : ["verdict", "shown by"])
      return ["## " + markdownCell(result.title), "", markdownCell(result.standard.dates), ""]
        + (result.assuming.map { [markdownCell($0), ""] } ?? [])
        + markdownTable(head, rows, words: Array(head.indices))
        + (result.counts.map { ["", markdownCell($0)] } ?? [])
        + (areSourcesShown
          ? [""]
            + sources(result.standard, columns: .max).map {
              "- " + markdownCell(String($0.drop { $0 == " " }))
            }
          : [])
    }
    if results.allSatisfy({ $0.conformance == nil }) {
      blocks.append(
        ["## Texts that state no number", ""]
          + markdownTable(
            ["text", "says"], Standard.silent.map { [$0.text, $0.says].map(markdownCell) },
            words: [0, 1]))
    }
    return paragraphs(blocks)
  }
}

extension Standard {
  /// The edition, its date and the day on which it was read: `final; 2025-07-31, read 2026-11-28`.
  var dates: String { "\(edition); \(issued), read \(read)" }
}

extension Standard.Mark {
  /// Where something is known from.
  var words: String { self == .read ? "read" : "from memory" }
}

extension ClausesReport.Result {
  fileprivate var title: String {
    (conformance.map { "\(escaped($0.policy.name)) against " } ?? "") + standard.name
  }

  fileprivate var heading: String { "\(title) (\(standard.dates))" }

  /// That a part of the system which is not judged refuses more.
  fileprivate var assuming: String? {
    conformance?.policy.source?.refusesMore.map { "the system \($0); these are not judged" }
  }

  /// The counts of verdicts that are seen, by force: `must: 1 met, 5 broken`.
  fileprivate var counts: String? {
    guard let conformance else { return nil }
    let parts = Standard.Force.allCases.compactMap { force -> String? in
      let counts = [Standard.Verdict.met, .broken, .partly].compactMap { verdict -> String? in
        let count = conformance.count(force, verdict)
        return count == 0 ? nil : "\(count) \(verdict.rawValue)"
      }
      return counts.isEmpty ? nil : "\(force.rawValue): " + counts.joined(separator: ", ")
    }
    let names = rows.filter(\.isWaived).map(\.clause.id)
    let waived = names.isEmpty ? [] : ["waived: \(names.joined(separator: ", "))"]
    return (parts.isEmpty ? ["nothing of it shows here"] : parts + waived)
      .joined(separator: "   ")
  }
}
