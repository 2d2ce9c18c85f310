import ArgumentParser
import Diagnostics
import Files
import Findings
import Preparing
import Reporting
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

  @Flag(help: "Write into a directory that holds other files too.")
  var force = false

  @Flag(help: "Write one CSV file a metric instead of audit.csv.")
  var split = false

  @Flag(name: .customLong("no-page"), help: "Write no report.html, the page with charts.")
  var leavesOutPage = false

  @Option(
    help: """
      What goes to standard output: text (the summary), markdown (the same as tables for a wiki), \
      csv (audit.csv), json (the manifest), or jsonl (the rows of audit.csv as objects).
      """)
  var format: Format = .text

  @Option(
    help: ArgumentHelp(
      "Label for the dataset column (default: the name of the first list or directory).",
      valueName: "label"))
  var dataset: String?

  @Flag(help: "Print the details too: every rule, strength, blocklists, lengths, caveats.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Print nothing but problems.")
  var quiet = false

  @Flag(name: .customLong("no-progress"), help: "Draw no progress bar.")
  var hidesProgress = false

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, csv, json, jsonl
  }

  func validate() throws {
    if output == "-" {
      throw ValidationError(
        "--output takes a directory, not standard output. To print the table, say --format csv; for "
          + "a directory of that name, say './-'.")
    }
  }

  /// Whether a progress bar may be drawn on a terminal.
  var showsProgress: Bool { !quiet && !hidesProgress }

  /// Opens the directory, before the long run.
  ///
  /// Does not replace a report of other lists by the same name, unless the user named its
  /// directory.
  func open(for lists: FoundLists) throws(FileProblem) -> ReportDirectory {
    if let output { return try ReportDirectory(output, for: lists, force: force) }
    let usual = "Reports/\(lists.name)"
    for number in 1...1_000 {
      let path = number == 1 ? usual : "\(usual)-\(number)"
      if let earlier = EarlierReport(in: path), !earlier.isOf(lists) { continue }
      if number > 1, !quiet, let earlier = EarlierReport(in: usual) {
        Terminal.tell(OtherReportKept(path: usual, earlier: earlier, chosen: path))
      }
      return try ReportDirectory(path, for: lists, force: force)
    }
    return try ReportDirectory(usual, for: lists, force: force)
  }

  /// Writes the files, then prints the requested output; `command` also prints the details.
  func write(
    _ report: Report, to directory: inout ReportDirectory, by command: String,
    _ workers: WorkerPool
  ) throws {
    let table = report.table
    let tables: [(name: String, metric: Metric?)] =
      split ? table.metrics.map { (ReportFiles.split($0), $0) } : [(ReportFiles.table, nil)]
    // The page, the table of histograms and the manifest take the most time, so the others are made
    // beside the page.
    let written = tables.map { file in
      MadeAhead(by: workers) { table.serialized(only: file.metric) }
    }
    let manifest = MadeAhead(by: workers) { Result { try report.manifest.serialized() } }
    let details = DetailTable.allCases.compactMap { detail in
      detail.serialized(report).map { (detail: detail, bytes: $0) }
    }
    let files =
      tables.map { Page.File(name: $0.name, rows: table.rowCount(only: $0.metric)) }
      + details.map {
        Page.File(name: $0.detail.fileName, table: $0.bytes, hasHeader: $0.detail != .shapes)
      }
    let page = leavesOutPage ? nil : Page(report, files: files).serialized()
    // Of what no helper has begun, the last comes first: a helper is at the others.
    let json = try manifest.value.get()
    for (file, bytes) in zip(tables, written).reversed() {
      try directory.write(file.name, bytes.value)
    }
    for (detail, bytes) in details { try directory.write(detail.fileName, bytes) }
    if let page { try directory.write(ReportFiles.page, page) }
    try directory.write(ReportFiles.manifest, json)
    try directory.publish()
    if quiet { return }
    if let earlier = directory.earlier {
      Terminal.tell(OtherReportReplaced(path: directory.path, earlier: earlier))
    }
    switch format {
    case .csv: try Terminal.write(table.serialized())
    case .jsonl: try Terminal.write(table.jsonLines())
    case .json: try Terminal.write(json)
    case .text:
      let places = Summary.Places(
        command: command, directory: directory.path,
        page: leavesOutPage ? nil : "\(directory.path)/\(ReportFiles.page)")
      let summary = Summary(
        report, ink: Summary.Ink(isOn: Terminal.hasColour), columns: Terminal.columns(1) ?? 80,
        isVerbose: verbose, places: places)
      try Terminal.write(summary.text)
      if let lists = ListsScreen(report, columns: Terminal.columns(1) ?? 80) {
        try Terminal.write("\n" + lists.text)
      }
    case .markdown: try Terminal.write(MarkdownSummary(report).text)
    }
  }
}
