import Conformance
import Diagnostics
import PasswordPolicies
package import Workers

/// The report as an HTML page for people who decide on policies, without script, network or web
/// fonts.
///
///     try Data(Page(report).serialized()).write(to: url)
///
/// It shows the same values as the text summary, so no byte comes from the text of a password;
/// equal reports give equal bytes.
package struct Page: Sendable {
  let overview: ReportOverview
  /// The policies with charts; the tables show all.
  let charted: [PolicyOverview]
  /// Their numbers in the report.
  let chartedNumbers: [Int]
  /// The policies held against standards.
  let standards: MadeAhead<StandardsOverview>
  /// The policies by what they refuse and leave; nil without an estimate.
  let map: PolicyMap?
  /// What stands below every picture.
  let source: Source
  /// The other files of the report, with the number of their rows.
  let files: [File]
  /// The command that makes the report again; nil if it is not known.
  let command: String?
  /// The findings about all lists, then about each of them; empty unless lists are separated.
  let lists: [Report.Part]
  /// The figures of a directory's accounts, then of its strata and groups; empty unless the lists
  /// are dumps.
  let accounts: [(label: String, figures: AccountFigures)]

  /// A file of the report.
  package struct File: Hashable, Sendable {
    /// The file's name.
    package let name: String
    /// The number of rows without the header.
    package let rows: Int

    /// Makes a file whose rows were counted before.
    package init(name: String, rows: Int) {
      self.name = name
      self.rows = rows
    }

    /// Counts the rows of a table: all lines except comments and the header.
    package init(name: String, table: [UInt8], hasHeader: Bool = true) {
      self.name = name
      let (lineFeed, comment) = (UInt8(ascii: "\n"), UInt8(ascii: "#"))
      var (lines, previous) = (0, lineFeed)
      for byte in table {
        if previous == lineFeed, byte != lineFeed, byte != comment { lines += 1 }
        previous = byte
      }
      rows = lines - (hasHeader ? 1 : 0)
    }
  }

  /// Makes a page of a report.
  package init(_ report: Report, files: [File] = [], command: String? = nil) {
    overview = report.overview
    source = Source(overview)
    map = PolicyMap(overview)
    let all = overview.policies
    // Of many policies, those that nothing beats.
    let numbers =
      all.count <= PolicyOverview.mostCharted || map?.front.isEmpty != false
      ? Array(all.indices) : map?.front.map(\.number) ?? []
    chartedNumbers = Array(numbers.prefix(PolicyOverview.mostCharted))
    charted = chartedNumbers.map { all[$0] }
    standards = report.standards
    self.files = files
    self.command = command
    accounts =
      ([("all accounts", report.accounts)] + report.parts.map { ($0.dataset, $0.accounts) })
      .compactMap { label, histograms in AccountFigures(histograms).map { (label, $0) } }
    lists =
      report.parts.isEmpty || !report.accounts.isEmpty
      ? [] : [Report.Part(dataset: "all lists", findings: report.findings)] + report.parts
  }

  /// The page's bytes; the pool `workers` makes the parts of the page.
  ///
  /// - Complexity: O(policies × rules).
  package func serialized(by workers: WorkerPool = .alone) -> [UInt8] {
    // Of no passwords every share would be 0, which says nothing.
    let makers = overview.isEmpty ? Self.makersWithoutPasswords : Self.makers
    var sections = workers.map(makers) { $0(self) }.compactMap(\.self)
    // Of hundreds of policies print has the map, those that nothing beats, and where they come from.
    for index in sections.indices where isLong {
      sections[index].isScreenOnly = !Self.printed.contains(sections[index].id)
    }
    return PageFrame(
      title: "Password audit: \(dataset)", kicker: kicker, heading: heading,
      start: banner + lead + (overview.isEmpty ? [] : (isLong ? [] : [decision]) + sentences),
      sections: sections, source: source, hasLinksFirst: isLong
    ).serialized()
  }

  /// Whether there are policies without charts.
  var isLong: Bool { overview.policies.count > PolicyOverview.mostCharted }

  /// The functions that make the sections, in the order of a reader's questions.
  private static let makers: [@Sendable (Page) -> PageSection?] = [
    // Of hundreds of policies the map says which ones have charts.
    { $0.directory }, { $0.isLong ? $0.mapSection : nil },
    // What is refused, and why.
    { $0.compliance }, { $0.everyPolicy }, { $0.refusals }, { $0.blocklists },
    // What is guessed.
    { $0.guessing }, { $0.isLong ? nil : $0.mapSection }, { $0.leftOver }, { $0.behaviours },
    { $0.space },
    { $0.standards($0.chartedStandards) }, { $0.eachList }, { $0.numbers }, { $0.theList },
    // How sure that is, what is not covered, and where it comes from.
    { $0.certainty }, { $0.limits }, { $0.provenance },
  ]

  private static let printed: Set = [
    "accounts", "map", "policies", "lists", "list", "sure", "method", "provenance",
  ]

  /// The functions for a report without a password.
  private static let makersWithoutPasswords: [@Sendable (Page) -> PageSection?] = [
    { $0.directory }, { $0.standards($0.chartedStandards) }, { $0.provenance },
  ]

  /// The standards held against the policies with charts.
  var chartedStandards: StandardsOverview {
    if !isLong { return standards.value }
    let asked = standards.value.asked
    return StandardsOverview(
      charted.map { ($0.name, $0.policy) },
      asked: charted.flatMap { policy in asked.filter { $0.policy.name == policy.name } })
  }

  /// The dataset's label, short enough for a title.
  var dataset: String { clipped(overview.manifest.dataset, to: 80) }

  private var kicker: String {
    let manifest = overview.manifest
    let state =
      overview.isEmpty && accounts.isEmpty
      ? "EMPTY" : manifest.complete ? "complete" : "INCOMPLETE"
    let day = overview.date.map { " · \($0.words)" } ?? ""
    return "Password audit · \(dataset) · \(state)\(day) · audit \(manifest.version)"
  }

  private var heading: String {
    let count = overview.policies.count
    let subject =
      count == 1
      ? clipped(overview.policies.first?.name ?? "", to: 60)
      : count == 0
        ? "No policy"
        : count <= 12 ? Self.numbers[count] + " policies" : "\(grouped(count)) policies"
    if let all = accounts.first?.figures {
      return "\(subject) against \(counted(all.accounts, "account")) of \(dataset)"
    }
    return "\(subject) against "
      + counted(overview.entries, overview.namesUsers ? "account" : "password") + " of \(dataset)"
  }

  private static let numbers = [
    "No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven",
    "Twelve",
  ]

  /// Warnings to read before any number.
  var banner: [Markup] {
    let manifest = overview.manifest
    let state =
      overview.isEmpty
      ? accounts.isEmpty
        ? "Empty: no password was read, so nothing is known about the policies."
        : "No password is known, so the policies are not judged; this is what hashes alone tell."
      : manifest.complete
        ? nil
        : "Incomplete: not everything that was asked for could be counted. All numbers are about the "
          + "passwords that were read."
    let problems = overview.inputs.rows.flatMap { input in
      input.problems.prefix(3).map { "\(input.name): \($0)" }
    }
    let sentences =
      [state, overview.foldingNote].compactMap(\.self)
      + (manifest.doubts + problems).map { clipped($0, to: 300) }
    return Markup.alarm(sentences)
  }
}

extension PolicyOverview {
  /// The name, short enough for running text.
  var shortName: String { clipped(name, to: 40) }
}
