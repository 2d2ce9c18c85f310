import ArgumentParser
import Diagnostics
import Jobs
import Passwords
import Reports
import Workers

/// `audit compare`: two reports side by side.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares tallies or reports; differences are in percentage points.",
    discussion: """
      Compares before and after, or year over year: two to twelve, the oldest first. Each SIDE is a \
      tally that 'audit scan' recorded, or the directory of a report. Tallies answer for the \
      policies given here; a report has answers for the policies of its run. Policies of the same \
      name are compared; where every side has one policy, these are compared.

          audit compare 2024.tally 2025.tally --rules policy.txt
          audit compare Reports/2024 Reports/2025 -o Reports/change
          audit compare Reports/2023 Reports/2024 Reports/2025
          audit compare 2024.ntds 2025.ntds --potfile hashcat.potfile

      With --potfile both sides are dumps of a directory, or directories of dumps that pair by name, \
      and are read with the same potfiles. With --output, changes.csv says how many accounts \
      arrived, changed their password, and have each finding still, no longer or anew; with \
      --accounts, a file that only you may read says which.

      With --output, compare.csv joins all rows of all sides, and compare.html is a page with charts.

      Exit code: 0 done; 1 done, but one of them is incomplete, has warnings or is named twice; 2 it could not be done; 64 \
      wrong usage.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup(title: "Blocklists") var blocklists: BlocklistOptions

  @OptionGroup(title: "Directory") var accounts: DirectoryOptions

  @Option(help: StrengthOptions.recordedHelp)
  var strength: FactDemand.StrengthDetail?
  @OptionGroup(title: "Strength") var scoring: StrengthOptions
  @OptionGroup(title: "Strength") var rates: RateOptions

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Directory for compare.csv and compare.html.", valueName: "dir"),
    completion: .directory)
  var output: String?

  @Flag(help: "Write into a directory that holds other files too.")
  var force = false

  @OptionGroup var printed: FormatOptions

  @Flag(name: .shortAndLong, help: "Print nothing but problems.")
  var quiet = false

  @OptionGroup var threads: ThreadOptions

  @Argument(
    help: ArgumentHelp(
      "A tally, or the directory of a report; 2 to \(Comparison.mostSides).", valueName: "side"),
    completion: .file())
  var sides: [String]

  /// The name of its page.
  private static let page = "compare.html"

  func validate() throws {
    if !(2...Comparison.mostSides ~= sides.count) {
      throw ValidationError(
        "compare takes 2 to \(Comparison.mostSides) tallies or reports, not \(sides.count): "
          + "audit compare OLD NEW")
    }
    try requireDirectory(output)
    if isOfDumps {
      if sides.count != 2 {
        throw ValidationError("Dumps are compared in pairs, not \(sides.count): OLD NEW.")
      }
      try printed.require()
    }
    try accept(try settings.validate(ofTally: true))
    if isOfDumps { try accept(try settings.comparingAccounts().validate()) }
  }

  func run() throws {
    try reportingProblems(quiet: quiet) {
      if isOfDumps { return try compareDirectories() }
      // The file of a report leads to the report.
      let places = sides.map(ReportStore.directory)
      if policies.isGiven, places.allSatisfy(ReportStore.isReport) {
        throw ValidationError(
          "--rules and --preset are for tallies; a report has the answers of its own policies.")
      }
      if let output, let side = places.first(where: { ReportStore.areSame($0, output) }) {
        throw Problem.outputIsSide(output, side)
      }
      // Opened before the tallies are read, so that a bad path fails at once.
      var files = try TableDirectory(output, table: "compare.csv", page: Self.page, force: force)
      let hasTwins = tellTwins(among: places)
      // The policies are read once, and so are their problems told.
      var settings: AuditSettings?
      let records = try places.map { place in
        try ReportStore.record(
          of: place, version: Program.version, takingYear: scoring.chosenYear == nil,
          tell: Terminal.tell
        ) {
          let read = try settings ?? self.settings.loading(policies.settings, tell: Terminal.tell)
          settings = read
          return read
        }
      }
      let comparison = Comparison(records, paths: places)
      let table = { ComparisonTable(comparison).filled }
      let page = { ComparisonPage(comparison, version: Program.version).serialized() }
      try files.publish(table(), page: page(), tell: Terminal.tell)
      try show(comparison, table, page)
      if hasTwins || !records.allSatisfy({ $0.isComplete && $0.warnings.isEmpty }) {
        throw ExitCode.incomplete
      }
    }
  }

  /// Tells of sides that are named twice.
  ///
  /// - Returns: Whether there are any.
  private func tellTwins(among places: [String]) -> Bool {
    let twins = places.enumerated().filter { number, place in
      places.prefix(number).contains { ReportStore.areSame($0, place) }
    }
    for (_, place) in twins { Terminal.tell(.sameSides(place, isPair: places.count == 2)) }
    return !twins.isEmpty
  }

  /// Compares two states of a directory.
  private func compareDirectories() throws {
    var files = try TableDirectory(output, table: "changes.csv", page: nil, force: force)
    var named = try accounts.open(outside: output, replacing: force, besides: sides)
    let hasTwins = tellTwins(among: sides)
    // Both sides read the same potfiles, whose problems are told once.
    let told = Locked(Set<String>())
    let tell: ProblemHandler = { problem in
      if told.withLock({ $0.insert(problem.message).inserted }) { Terminal.tell(problem) }
    }
    let found = try sides.map { side in
      var settings = try settings.loading(policies.settings, tell: Terminal.tell)
        .comparingAccounts()
      settings.judging.lists.names = [side]
      return try settings.prepare(tell: tell).run(showing: nil)
    }
    let compared = DirectoryChanges(from: found[0], to: found[1])
    let changes = compared.histograms
    let table = HistogramTable(dataset: "change", changes).filled
    try files.publish(table, page: [], tell: tell)
    try named?.publish(compared.rows, ["change"])
    if printed.format != .text {
      try Terminal.write(table.bytes(as: printed.format))
    } else if !quiet {
      try Terminal.write(ChangesScreen.text(changes))
    }
    let outcomes = found.map { $0.conclude(tell: tell) }
    if hasTwins || outcomes.contains(.incomplete) { throw ExitCode.incomplete }
  }

  private var isOfDumps: Bool { settings.directory != nil }

  /// The options as settings; nothing is read.
  private var settings: AuditSettings {
    var settings = AuditSettings(
      JudgingSettings(
        sources: scoring.settings, blocklists: blocklists.settings, threads: threads.count),
      strength, rates: rates.rates)
    settings.directory = accounts.settings(isDump: false)
    return settings
  }

  private func show(
    _ comparison: Comparison, _ table: () -> FilledTable, _ page: () -> [UInt8]
  ) throws {
    if !printed.isPrinted(quiet: quiet) { return }
    // A table has no room for them.
    if [.csv, .json, .jsonl].contains(printed.format) {
      for remark in comparison.remarks {
        Terminal.tell(Problem("remark", remark, .note))
      }
    }
    switch printed.format {
    case .text:
      let ink = Summary.Ink(isOn: Terminal.hasColour)
      try Terminal.write(ComparisonText(comparison, ink: ink, columns: Terminal.width).text)
      if let output { try Terminal.write("\npage   \(escaped(output))/\(Self.page)\n") }
    case .markdown:
      try Terminal.write(ComparisonText(comparison, ink: Summary.Ink(isOn: false)).markdownText)
    case .csv, .json, .jsonl: try Terminal.write(table().bytes(as: printed.format))
    case .html: try Terminal.write(page())
    }
  }
}

extension Problem {
  /// The output would go into a report that is compared.
  fileprivate static func outputIsSide(_ output: String, _ side: String) -> Problem {
    let place = (side.hasSuffix("/") ? String(side.dropLast()) : side) + "-compared"
    return Problem(
      "output-is-side", in: output, "it is one of the reports that are compared",
      expected: "a directory of its own for compare.csv and compare.html",
      remedy: "Name another: -o \(place.shellWord)")
  }

  /// Two sides of a comparison are the same.
  fileprivate static func sameSides(_ path: String, isPair: Bool) -> Problem {
    Problem(
      "same-sides", in: path,
      isPair ? "it is compared with itself, so nothing differs" : "it is named twice",
      remedy: "Name each side once: audit compare OLD NEW", .warning)
  }
}
