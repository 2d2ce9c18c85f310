import ArgumentParser
import Diagnostics
import Findings
import Preparing
import Reporting

/// Where the report goes, and how it looks.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Directory for the report (default: Reports/ and the first list's name).", valueName: "dir"),
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
      "Label for the dataset column (default: the first list's name).", valueName: "label"))
  var dataset: String?

  @Flag(name: .shortAndLong, help: "Print nothing but problems.")
  var quiet = false

  @Flag(name: .customLong("no-progress"), help: "Draw no progress bar.")
  var hidesProgress = false

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, csv, json }

  /// Whether a bar may be drawn, where there is a terminal.
  var showsProgress: Bool { !quiet && !hidesProgress }

  /// Opens the directory and the files, before the long run.
  func open(
    for lists: FoundLists, tables: [DetailTable]
  ) throws(OutputProblem) -> ReportDirectory {
    // With --split the metrics, and so the files, are known only at the end; the manifest is there
    // to fail on.
    let path = output ?? "Reports/\(lists.name)"
    return try ReportDirectory(
      path,
      files: (split ? [] : [ReportFiles.table]) + [ReportFiles.manifest] + tables.map(\.fileName),
      force: force)
  }

  /// Writes the files, then prints what was asked for.
  func write(_ report: Report, to directory: inout ReportDirectory) throws {
    let table = report.table
    if split {
      for metric in table.metrics {
        let name = ReportFiles.split(metric)
        try directory.add(name)
        try directory.finish(name, table.serialized(only: metric))
      }
    } else {
      try directory.finish(ReportFiles.table, table.serialized())
    }
    for detail in DetailTable.allCases {
      if let bytes = detail.serialized(report) { try directory.finish(detail.fileName, bytes) }
    }
    let manifest = try report.manifest.serialized()
    try directory.finish(ReportFiles.manifest, manifest)
    try directory.publish()
    if quiet { return }
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
