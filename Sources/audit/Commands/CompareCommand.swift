import ArgumentParser
import Diagnostics
import Preparing
import Reporting

/// `audit compare`: two reports side by side.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Puts two tallies or reports side by side, with differences in points.",
    discussion: """
      For before and after, and year over year. Each of OLD and NEW is a tally that 'audit scan' \
      recorded, or the directory of a report. Tallies are asked about the policies given here; \
      a report has the answers of its own. Policies belong together by their names; where both \
      sides have one policy only, these belong together.

          audit compare 2024.tally 2025.tally --rules policy.txt
          audit compare Reports/2024 Reports/2025 -o Reports/change

      With --output, compare.csv joins all rows of both, and compare.html is a page with charts.

      Exit code: 0 done; 1 done, but one of the two is incomplete; 2 it could not be done; 64 \
      wrong usage.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup(title: "Blocklists") var blocklists: BlocklistOptions

  @Option(help: "How strength is judged: zxcvbn (and the meter), meter (four criteria), or none.")
  var strength: StrengthEstimate = .zxcvbn
  @OptionGroup(title: "Strength") var scoring: StrengthOptions
  @OptionGroup(title: "Strength") var rates: RateOptions

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Directory for compare.csv and compare.html.", valueName: "dir"),
    completion: .directory)
  var output: String?

  @Flag(help: "Write into a directory that holds other files too.")
  var force = false

  @Option(
    help: """
      What goes to standard output: text, markdown (the same as tables for a wiki), csv (every row \
      of both), or html (the page).
      """)
  var format: Format = .text

  @Flag(name: .shortAndLong, help: "Print nothing but problems.")
  var quiet = false

  @OptionGroup var lanes: LaneOptions

  @Argument(
    help: ArgumentHelp("A tally, or the directory of a report.", valueName: "old"),
    completion: .file())
  var old: String

  @Argument(
    help: ArgumentHelp("The tally or report that is compared with it.", valueName: "new"),
    completion: .file())
  var new: String

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, markdown, csv, html }

  /// The names of its output files.
  private enum Name {
    static let table = "compare.csv"
    static let page = "compare.html"
  }

  func validate() throws {
    if output == "-" {
      throw ValidationError(
        "--output takes a directory, not standard output. To print the table, say --format csv.")
    }
  }

  func run() throws {
    try reportingProblems {
      if policies.isGiven, ReportStore.isReport(old), ReportStore.isReport(new) {
        throw ValidationError(
          "--rules and --preset are for tallies; a report has the answers of its own policies.")
      }
      // Opened before the tallies are read, so that a bad path fails at once.
      var files = try TableDirectory(
        output, table: Name.table, page: Name.page, force: force)
      if ReportStore.areSame(old, new) { Terminal.tell(SameSides(path: new)) }
      let comparison = Comparison(try record(of: old), try record(of: new))
      try files.publish(
        ComparisonTable(comparison).serialized(),
        page: ComparisonPage(comparison, version: Program.version).serialized())
      try show(comparison)
      if !comparison.old.isComplete || !comparison.new.isComplete { throw ExitCode.incomplete }
    }
  }

  /// The record of a report, or of the report that a tally gives.
  private func record(of path: String) throws -> ReportRecord {
    try ReportStore.record(
      of: path, version: Program.version, takingYear: scoring.chosenYear == nil,
      tell: Terminal.tell
    ) {
      try AuditSettings(policies, blocklists, strength, scoring, rates, lanes)
    }
  }

  private func show(_ comparison: Comparison) throws {
    if quiet { return }
    let text = ComparisonText(
      comparison, ink: Summary.Ink(isOn: Terminal.hasColour), columns: Terminal.columns(1) ?? 80)
    switch format {
    case .text:
      try Terminal.write(text.text)
      if let output { try Terminal.write("\npage   \(escaped(output))/\(Name.page)\n") }
    case .markdown: try Terminal.write(text.markdownText)
    case .csv: try Terminal.write(ComparisonTable(comparison).serialized())
    case .html:
      try Terminal.write(ComparisonPage(comparison, version: Program.version).serialized())
    }
  }
}

/// Both sides of a comparison are the same.
private struct SameSides: Diagnosable {
  let path: String

  var severity: Severity { .warning }
  var location: Location? { Location(file: path) }
  var found: String { "it is compared with itself, so nothing differs" }
  var expected: String? { nil }
  var remedy: String? { "Name two tallies or reports: audit compare OLD NEW." }
}
