import ArgumentParser
import Diagnostics
import Files
import Findings
import Preparing
import Reporting

/// Where the report goes, and how it looks.
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

  @Option(help: "What goes to standard output: text (the summary), csv, or json (the manifest).")
  var format: Format = .text

  @Option(
    help: ArgumentHelp(
      "Label for the dataset column (default: the name of the first list or directory).",
      valueName: "label"))
  var dataset: String?

  @Flag(name: .shortAndLong, help: "Print nothing but problems.")
  var quiet = false

  @Flag(name: .customLong("no-progress"), help: "Draw no progress bar.")
  var hidesProgress = false

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, csv, json }

  func validate() throws {
    if output == "-" {
      throw ValidationError(
        "--output takes a directory, not standard output. To print the table, say --format csv; for "
          + "a directory of that name, say './-'.")
    }
  }

  /// Whether a bar may be drawn, where there is a terminal.
  var showsProgress: Bool { !quiet && !hidesProgress }

  /// Opens the directory, before the long run.
  ///
  /// A report of other lists by the same name is not replaced, unless the user named its directory.
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

  /// Writes the files, then prints what was asked for.
  func write(_ report: Report, to directory: inout ReportDirectory) throws {
    let table = report.table
    if split {
      for metric in table.metrics {
        try directory.write(ReportFiles.split(metric), table.serialized(only: metric))
      }
    } else {
      try directory.write(ReportFiles.table, table.serialized())
    }
    for detail in DetailTable.allCases {
      if let bytes = detail.serialized(report) { try directory.write(detail.fileName, bytes) }
    }
    let manifest = try report.manifest.serialized()
    try directory.write(ReportFiles.manifest, manifest)
    try directory.publish()
    if quiet { return }
    if let earlier = directory.earlier {
      Terminal.tell(OtherReportReplaced(path: directory.path, earlier: earlier))
    }
    switch format {
    case .csv: try Terminal.write(table.serialized())
    case .json: try Terminal.write(manifest)
    case .text:
      let summary = Summary(
        report, ink: Summary.Ink(isOn: Terminal.hasColour), columns: Terminal.columns(1) ?? 80)
      try Terminal.write(summary.text + "\nreport   \(escaped(directory.path))\n")
    }
  }
}
