import ArgumentParser
import Auditing
import Diagnostics
import Intake
import Jobs
import Passwords
import Reports
import Workers

/// `audit run`: judges lists by all policies in one pass.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Tries policies on lists, and writes a report; 'audit' alone does the same.",
    usage: "audit run [<options>] [<list> ...]",
    discussion: """
      Prints what each policy refuses and what is guessed of the rest, and writes a page (report.html), tables (audit.csv, rules.csv) and a \
      manifest (audit.json) into the output directory. None of them holds a password; --shapes \
      adds shapes, which are facts about passwords' text.

          audit --rules policy.txt leaked.txt.gz

      Exit code: 0 done; 1 done, but something was skipped, damaged or stopped, there was a warning \
      (also in audit.json), or a threshold such as --fail-under was missed; 2 it could not be done; 64 wrong usage.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup(title: "Policies", visibility: .further) var standards: StandardOptions
  @OptionGroup(title: "Blocklists") var blocklists: BlocklistOptions
  @OptionGroup var lists: ListOptions

  @Flag(
    name: .customLong("by-list"),
    help: ArgumentHelp(
      """
      Give each list rows of its own too: its label is the dataset, beside that of all. Excludes \
      --checkpoint and --shapes.
      """, visibility: .further))
  var byList = false

  @OptionGroup(title: "Directory", visibility: .further) var accounts: DirectoryOptions
  @OptionGroup(title: "Search space") var space: SpaceOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(help: StrengthOptions.help)
  var strength: FactDemand.StrengthDetail?
  @OptionGroup(title: "Strength", visibility: .further) var estimate: EstimateOptions
  @OptionGroup(title: "Strength", visibility: .further) var rates: RateOptions

  @OptionGroup(title: "Distinct passwords") var distinct: DistinctOptions
  @OptionGroup(title: "Distinct passwords", visibility: .further) var refused: BehaviourOptions

  @Flag(
    help: ArgumentHelp(
      """
      Also count the commonest shapes, such as Ullllldd! for a capital, six small letters, two digits \
      and a special, and write their masks for hashcat, the commonest first, to shapes.hcmask, without
      those of which the named policies refuse every password.
      """, visibility: .further))
  var shapes = false

  @Flag(
    help: ArgumentHelp(
      """
      Also count habits, such as a capital first or digits last, and for each rule how many keep it \
      by its cheapest habit: the metrics habit, survivors_habit and habit_of_rule.
      """, visibility: .further))
  var habits = false
  @Flag(
    help: ArgumentHelp(
      "Also count how many different characters passwords have: the metric unique.",
      visibility: .further))
  var unique = false
  @OptionGroup(visibility: .further) var listing: ShapeOptions

  @OptionGroup var threshold: ThresholdOptions
  // Former options, answered with what does the same.
  @Option(help: .hidden) var examples: String?
  @Flag(name: .customLong("examples-plaintext"), help: .hidden) var showsExamples = false
  @OptionGroup(title: "Checkpoints", visibility: .further) var checkpoints: CheckpointOptions
  @OptionGroup(visibility: .further) var threads: ThreadOptions

  func validate() throws {
    if examples != nil || showsExamples {
      throw ValidationError(
        "A report has no \(showsExamples ? "--examples-plaintext" : "--examples") any more. Instead, "
          + "to see the passwords that a policy refuses: audit filter --invert --rules FILE LIST")
    }
    if let option = listing.given, !shapes {
      throw ValidationError("\(option) goes with --shapes.")
    }
    let settings = settings
    try accept(try settings.validate())
    try lists.requireNoLayout(settings.directory)
    if settings.directory == nil { try distinct.refuseIdleMemory() }
    try lists.requireAny(to: "audit", as: "audit --rules policy.txt leaked.txt.gz")
  }

  func run() throws {
    try reportingProblems(quiet: output.progress.isQuiet) {
      try threads.requireAddresses()
      threshold.tellDoubts()
      let job = try settings.loading(policies.settings, tell: Terminal.tell)
        .prepare(tell: Terminal.tell)
      // Opened before the long run, so that a bad path is reported at once.
      var directory = try output.open(for: job.lists)
      var named = try accounts.open(
        outside: directory?.path, replacing: output.force, besides: lists.names)
      var found = try job.runUntilInterrupted(showing: output.progress.bar)
      let rows = found.nameAccounts(in: accounts.accounts)
      let outcome = try report(found, job.workers, to: &directory)
      if let rows { try named?.publish(rows, accounts.accountsReasons ? ["reasons"] : []) }
      if job.isStopped { checkpoints.tellHowToGoOn(reading: lists.names) }
      try outcome.end()
    }
  }

  /// The options as settings; nothing is read.
  private var settings: AuditSettings {
    var settings = AuditSettings(
      JudgingSettings(
        lists: lists.settings, sources: estimate.settings, blocklists: blocklists.settings,
        threads: threads.count), strength, rates: rates.rates)
    settings.take(distinct, refused, space, listing.settings(policies), threshold, standards)
    settings.countsShapes = shapes
    settings.countsUnique = unique
    settings.countsHabits = habits
    settings.separatesLists = byList
    settings.directory = accounts.settings(
      isDump: lists.isDump, memory: distinct.counting.memory.memory)
    settings.checkpoints = checkpoints.settings
    return settings
  }

  /// Writes the report, and reports shortfalls.
  private func report(
    _ found: AuditFindings, _ workers: WorkerPool, to directory: inout ReportDirectory?
  ) throws -> Outcome {
    if found.shortfalls.outcome == .impossible { return .impossible }
    let report = found.report(
      version: Program.version, dataset: output.dataset,
      date: output.date ?? found.lists.modified)
    try output.write(report, to: &directory, workers)
    return found.conclude(tell: Terminal.tell)
  }
}

extension FactDemand.StrengthDetail: Choice {}
