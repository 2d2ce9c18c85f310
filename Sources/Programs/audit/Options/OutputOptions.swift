import ArgumentParser
import Diagnostics
import Jobs
import Reports
import Workers

/// The options for the report's place and form.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Directory for the report (default: Reports/ and the name of the first list or directory).",
      valueName: "dir"),
    completion: .directory)
  var output: String?

  @Flag(
    help: ArgumentHelp("Write into a directory that holds other files too.", visibility: .further))
  var force = false

  @Flag(
    help: ArgumentHelp("Write one CSV file a metric instead of audit.csv.", visibility: .further))
  var split = false

  @Flag(
    name: .customLong("no-report"),
    help: ArgumentHelp("Write no report; only print to standard output.", visibility: .further))
  var leavesOutReport = false

  @Flag(
    name: .customLong("no-page"),
    help: ArgumentHelp("Write no report.html, the page with charts.", visibility: .further))
  var leavesOutPage = false

  @OptionGroup var printed: FormatOptions

  @Option(
    help: ArgumentHelp(
      """
      Print this table of the report, in any format but html: audit, rules, clauses (with --standard), results, policy, keyspace or \
      rule_cost (with --space), empirical, curve or spectrum (with --distinct), behaviour, ranking or flips \
      (with --behaviour).
      """, valueName: "name", visibility: .further),
    completion: .list(DetailTable.allCases.map(\.rawValue)),
    transform: { name in
      if let table = DetailTable(rawValue: name) { return table }
      let names = DetailTable.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("A report has no table '\(name)'. They are \(names).")
    })
  var table: DetailTable?

  @Option(
    help: ArgumentHelp(
      "Label for the dataset column (default: the name of the first list or directory).",
      valueName: "label", visibility: .further))
  var dataset: String?

  @Option(
    help: ArgumentHelp(
      "Day that the page states (default: the day on which the lists, or the tally, were changed last).",
      valueName: "YYYY-MM-DD", visibility: .further),
    transform: { text in
      guard let day = CalendarDay(text) else {
        throw ValidationError("'\(text)' is not a day of the calendar, such as 2026-11-25.")
      }
      return day
    })
  var date: CalendarDay?

  @Flag(
    name: .shortAndLong,
    help: "Print the details too: every rule, strength, blocklists, lengths, caveats.")
  var verbose = false

  @OptionGroup(visibility: .further) var progress: ProgressOptions

  func validate() throws {
    if leavesOutReport {
      let idle = [
        output.map { _ in "--output" }, force ? "--force" : nil, split ? "--split" : nil,
        leavesOutPage ? "--no-page" : nil,
      ].compactMap(\.self)
      if let option = idle.first {
        throw ValidationError("\(option) is about the report, which --no-report leaves out.")
      }
    }
    if table != nil { try printed.require() }
    if output == "-" {
      throw ValidationError(
        "--output takes a directory, not standard output. To print the table, say --format csv; for "
          + "a directory of that name, say './-'.")
    }
  }

  /// Opens the directory, before the long run; nil if no report is written.
  func open(for lists: FoundLists) throws -> ReportDirectory? {
    if leavesOutReport { return nil }
    return try ReportDirectory(output, for: lists, force: force, tell: tell)
  }

  /// Writes the files, then prints the requested output.
  func write(
    _ report: Report, to directory: inout ReportDirectory?,
    _ workers: WorkerPool
  ) throws {
    var (path, page): (String?, String?)
    let manifest: [UInt8]
    if directory == nil {
      manifest = try ManifestFile(report).serialized()
    } else {
      manifest =
        try directory?.publish(
          report, splitsTable: split, hasPage: !leavesOutPage, by: workers, tell: tell) ?? []
      // Only now is the place certain.
      (path, page) = (directory?.path, directory?.page)
    }
    if !printed.isPrinted(quiet: progress.isQuiet) { return }
    if let table {
      guard let filled = table.filled(report) else { throw Problem.noTable(table) }
      try Terminal.write(filled.bytes(as: printed.format))
      return
    }
    switch printed.format {
    case .html: try Terminal.write(Page(report, files: []).serialized(by: workers))
    case .csv, .jsonl:
      try Terminal.write(HistogramTable(report).filled.bytes(as: printed.format))
    case .json: try Terminal.write(manifest)
    case .text:
      let places = path.map { path in
        Summary.Places(
          command: Self.detailsCommand(), directory: path,
          page: leavesOutPage ? nil : page)
      }
      let summary = Summary(
        report, ink: Summary.Ink(isOn: Terminal.hasColour), columns: Terminal.width,
        isVerbose: verbose, places: places)
      try Terminal.write(summary.text)
      if let accounts = AccountsScreen(report) {
        try Terminal.write("\n" + accounts.text)
      } else if let lists = ListsScreen.text(report, columns: Terminal.width) {
        try Terminal.write("\n" + lists)
      }
    case .markdown: try Terminal.write(MarkdownSummary(report).text)
    }
  }

  /// Reports what is no fault, unless the user wants to hear of problems only.
  private var tell: ProblemHandler {
    let isQuiet = progress.isQuiet
    return { problem in if !isQuiet || problem.severity != .note { Terminal.tell(problem) } }
  }
}

extension Problem {
  /// The report lacks what a table is about.
  fileprivate static func noTable(_ table: DetailTable) -> Problem {
    Problem(
      "no-table", "the report has no table '\(table.rawValue)'",
      remedy: "It comes with \(table.schema.source).")
  }
}
