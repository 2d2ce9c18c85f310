import ArgumentParser
import Auditing
import Diagnostics
import Intake
import Jobs
import Passwords
import Reports

/// `audit sweep`: a grid of policies over one pass.
struct SweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Compares a grid of policies: what each refuses, and what it leaves to attackers.",
    discussion: """
      One pass over the lists, whatever the number of policies. Each cell of the grid is a policy: \
      the share of passwords that it refuses (the burden on today's users), the share of the rest \
      that an attacker finds who tries the 10 or 1,000 commonest of them, the median number of \
      guesses of the rest as zxcvbn estimates it, and the bits of the shortest random strings. \
      Then the cells that no other beats, with their rules to copy into a policy file.

      The shares found are about people only as far as repetitions in the list are: see --weights. \
      Nothing that is printed comes from the text of a password.

          audit sweep --minlength 8...15 --blocklist none,default leaked.txt.gz
          audit sweep --rules policy.txt -o Reports/grid leaked.txt.gz

      With --rules every policy of the grid has the other rules of that policy, the first of \
      several. It and the presets are judged beside the grid. With --output, sweep.csv has a row a \
      policy, and sweep.html is a page with heat maps. All formats but text and html have the rows of \
      sweep.csv.

      A tally that 'audit scan --distinct' recorded answers in place of the lists:

          audit sweep leaked.tally

      Exit code: 0 done; 1 done, but something was skipped, damaged or stopped; 2 it could not be \
      done; 64 wrong usage.
      """)

  @OptionGroup(title: "Grid") var grid: GridOptions
  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup var lists: ListOptions
  @OptionGroup(title: "Distinct passwords", visibility: .further) var counting: CountingOptions
  @Flag(
    name: .customLong("head-only"),
    help: ArgumentHelp(
      "Mark guessing metrics as bounds, because the list is the top of a longer one.",
      visibility: .further))
  var isHead = false

  @Option(
    help: ArgumentHelp(
      """
      How strength is judged: min-auto (the least of --guesses, a model and zxcvbn), guesses (the numbers \
      of --guesses), combined (zxcvbn's guesses joined with a model's), zxcvbn (its guesses alone), or none \
      (faster; no medians) (default: guesses with --guesses, what a tally has, or combined).
      """, visibility: .further))
  var strength: FactDemand.StrengthDetail?
  @OptionGroup(title: "Strength", visibility: .further) var estimate: EstimateOptions

  @Option(
    help: """
      What policies are compared by, against what they refuse: day (the share found by 864,000,000 \
      guesses, a day at 10,000 a second; the default), median (of the guesses), lambda-10 or lambda-1000 \
      (the share found by so many guesses; the first is the default with --strength none).
      """)
  var against: SweepReport.Measure?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Directory for sweep.csv and sweep.html.", valueName: "dir"),
    completion: .directory)
  var output: String?

  @Flag(
    help: ArgumentHelp("Write into a directory that holds other files too.", visibility: .further))
  var force = false

  @OptionGroup var printed: FormatOptions

  @Option(
    help: ArgumentHelp(
      "Label for the input column (default: the name of the first list or directory).",
      valueName: "label", visibility: .further))
  var dataset: String?

  @Flag(name: .shortAndLong, help: "Print all best trade-offs, with all numbers and caveats.")
  var verbose = false

  @OptionGroup(visibility: .further) var progress: ProgressOptions

  @OptionGroup var threads: ThreadOptions

  /// The name of its page.
  private static let page = "sweep.html"

  func validate() throws {
    try requireDirectory(output)
    try accept(try settings.validate(ofTally: isOfTally))
    try lists.requireAny(to: "sweep", as: "audit sweep leaked.txt.gz")
  }

  func run() throws {
    try reportingProblems(quiet: progress.isQuiet) {
      try threads.requireAddresses()
      // Opened before the long run, so that a bad path fails at once.
      var files = try TableDirectory(output, table: "sweep.csv", page: Self.page, force: force)
      try report(try found(), to: &files).end()
    }
  }

  /// Reads the findings from a tally if one is named, otherwise from the lists.
  private func found() throws -> SweepFindings {
    guard let tally = lists.names.first, isOfTally else {
      return try settings.loading(policies.settings, tell: Terminal.tell)
        .prepare(tell: Terminal.tell).runUntilInterrupted(showing: progress.bar)
    }
    return try SweepSettings.findings(
      inTally: tally, takingYear: estimate.scoring.chosenYear == nil, tell: Terminal.tell
    ) { try settings.loading(policies.settings, tell: Terminal.tell) }
  }

  /// Whether a tally answers in place of lists.
  private var isOfTally: Bool {
    lists.names.count == 1 && lists.names.allSatisfy(TallyStore.isTally)
  }

  /// The options as settings; nothing is read.
  private var settings: SweepSettings {
    var audit = AuditSettings(
      JudgingSettings(
        lists: lists.settings, sources: estimate.settings, threads: threads.count), strength)
    audit.distinct = counting.settings
    audit.isHead = isHead
    return SweepSettings(audit, grid: grid.settings, measure: against)
  }

  private func report(_ found: SweepFindings, to files: inout TableDirectory) throws -> Outcome {
    if found.shortfalls.outcome == .impossible { return .impossible }
    let report = found.report(dataset: dataset)
    let (ink, columns) = (Summary.Ink(isOn: Terminal.hasColour), Terminal.width)
    let table = report.table
    let page = SweepPage(report, version: Program.version).serialized()
    let text = SweepScreen(
      report, ink: ink, columns: columns, isVerbose: verbose,
      command: OutputOptions.detailsCommand()
    ).text
    try files.publish(table, page: page, tell: Terminal.tell)
    switch printed.format {
    case .html: try Terminal.write(page)
    case .csv, .markdown, .json, .jsonl:
      try Terminal.write(table.bytes(as: printed.format))
    case .text where !progress.isQuiet:
      try Terminal.write(text)
      if let output { try Terminal.write("Page          \(escaped(output))/\(Self.page)\n") }
    case .text: break
    }
    return found.conclude(tell: Terminal.tell)
  }
}

extension SweepReport.Measure: Choice {}
