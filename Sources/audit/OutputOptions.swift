import ArgumentParser
import Diagnostics
import Findings
import Intake
import PasswordRules
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

  /// The label of a run over lists.
  func dataset(for lists: FoundLists) -> String { dataset ?? lists.label }

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

/// What the names of lists end in, the outermost first.
private let listEndings =
  [".tgz", ".gz", ".zst", ".xz", ".bz2", ".lz4", ".lz", ".zip", ".7z", ".tar"]
  + [".txt", ".lst", ".dic", ".blocklist"]

/// A list's name without directory and endings: `leaks/rockyou.txt.gz` is `rockyou`.
func listName(_ path: String) -> String {
  guard path != ListInput.standardInputName else { return "stdin" }
  var name = path.split(separator: "/").last.map(String.init) ?? "list"
  for ending in listEndings where name.hasSuffix(ending) {
    if name.count > ending.count { name.removeLast(ending.count) }
  }
  return name.hasPrefix(".") ? "list" : name
}

/// Bytes as lower-case hexadecimal digits.
func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

extension Manifest.Input {
  /// States what a reader says of a list.
  init(_ summary: ListSummary) {
    self.init(
      name: summary.name, container: summary.container.description, bytes: summary.bytesRead,
      sha256: hexadecimal(summary.sha256), textBytes: summary.textBytes, members: summary.members,
      encoding: summary.encoding.rawValue, fallbackLines: summary.fallbackLines,
      files: summary.archiveMembers.map { member in
        Manifest.File(
          name: escaped(member.name), container: member.container.description,
          textBytes: member.textBytes, encoding: member.encoding.rawValue,
          complete: member.isComplete)
      }, skippedFiles: summary.skippedMembers,
      layout: summary.layout?.layout.description, layoutToldBy: summary.layout?.told,
      complete: summary.isComplete,
      problems: summary.problems.map(\.message) + summary.layoutProblems.map(\.message))
  }
}

extension Manifest.Policy {
  /// States what a policy was understood as.
  init(_ policy: Policy) {
    let text = policy.text(.canonical).split(separator: "\n").dropFirst().joined(separator: " ")
    self.init(name: policy.name, source: policy.location.file, rules: text)
  }
}
