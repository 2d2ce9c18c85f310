import ArgumentParser
import Auditing
import Diagnostics
import Jobs
import Passwords
import Reports

/// `audit report`: the report of `audit run`, from a tally of the lists.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Makes the report of a tally that 'audit scan' recorded.",
    discussion: """
      Writes the same files as 'audit run' with the same options, without reading the lists. The \
      blocklists must be those of the scan; their files may be missing, but not changed. If a \
      policy needs facts that were not recorded, a message says how to record them, and nothing is \
      written.

          audit report --rules policy.txt leaked.tally

      Exit code: 0 done; 1 done, but the tally is partial, lines were skipped, there was a warning (as \
      audit.json repeats), or a threshold such as --fail-under was missed; 2 it could not be done; 64 wrong usage.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup(title: "Policies", visibility: .further) var standards: StandardOptions
  @OptionGroup(title: "Blocklists") var blocklists: BlocklistOptions
  @OptionGroup(title: "Search space") var space: SpaceOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(help: StrengthOptions.recordedHelp)
  var strength: FactDemand.StrengthDetail?
  @OptionGroup(title: "Strength", visibility: .further) var estimate: EstimateOptions
  @OptionGroup(title: "Strength", visibility: .further) var rates: RateOptions
  @OptionGroup(title: "Distinct passwords") var distinct: DistinctOptions
  @OptionGroup(title: "Distinct passwords", visibility: .further) var refused: BehaviourOptions
  @Flag(
    help: ArgumentHelp(
      """
      Require the shapes of passwords, which a report has wherever the scan recorded them: audit.csv \
      then has the metric shape, and shapes.hcmask the masks for hashcat.
      """, visibility: .further))
  var shapes = false
  @Flag(
    help: ArgumentHelp(
      "Require habits, which a report has wherever the scan recorded them.", visibility: .further))
  var habits = false
  @OptionGroup(visibility: .further) var listing: ShapeOptions

  @OptionGroup var threshold: ThresholdOptions
  @OptionGroup var threads: ThreadOptions

  @Argument(
    help: ArgumentHelp("A tally that 'audit scan' recorded.", valueName: "tally"),
    completion: .file())
  var tallies: [String]

  private var tally: String { tallies[0] }

  func validate() throws {
    if tallies.count != 1 {
      let names = tallies.map(\.shellWord).joined(separator: " ")
      throw ValidationError(
        "report takes one tally, not \(tallies.count). Compare them: audit compare \(names). Or add "
          + "them up, and report the sum: audit merge \(names) -o sum.tally")
    }
    try distinct.refuseIdleMemory()
    try accept(try settings.validate(ofTally: true))
  }

  func run() throws {
    try reportingProblems(quiet: output.progress.isQuiet) {
      threshold.tellDoubts()
      let settings = try settings.loading(policies.settings, tell: Terminal.tell)
      let found = try settings.findings(
        inTally: tally, takingYear: estimate.scoring.chosenYear == nil, tell: Terminal.tell)
      var files = try output.open(for: found.lists)
      try output.write(
        found.report(
          version: Program.version, dataset: output.dataset,
          date: output.date ?? .modified([tally])), to: &files,
        threads.workers)
      try found.conclude(tell: Terminal.tell).end()
    }
  }

  /// The options as settings; nothing is read.
  private var settings: AuditSettings {
    var settings = AuditSettings(
      JudgingSettings(
        sources: estimate.settings, blocklists: blocklists.settings, threads: threads.count),
      strength, rates: rates.rates)
    settings.take(distinct, refused, space, listing.settings(policies), threshold, standards)
    settings.countsShapes = shapes
    settings.countsHabits = habits
    return settings
  }
}
