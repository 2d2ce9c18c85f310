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
    abstract: "Audits lists against policies and writes a report; 'audit' alone does the same.",
    discussion: """
      Prints a summary, and writes a page (report.html), tables (audit.csv, rules.csv) and a \
      manifest (audit.json) into the output directory. None of them holds a password; --shapes \
      adds shapes, which are facts about passwords' text.

          audit --rules policy.txt leaked.txt.gz

      Exit code: 0 done; 1 done, but something was skipped, damaged or stopped, a warning was told \
      (as audit.json repeats), or a threshold such as --fail-under was missed; 2 it could not be done; 64 wrong usage.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup(title: "Blocklists") var blocklists: BlocklistOptions
  @OptionGroup var lists: ListOptions

  @Flag(
    name: .customLong("by-list"),
    help: """
      Give each list rows of its own too: its label is the dataset, beside that of all. Excludes \
      --checkpoint and --shapes.
      """)
  var byList = false

  @OptionGroup(title: "Directory") var accounts: DirectoryOptions
  @OptionGroup(title: "Search space") var space: SpaceOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(help: StrengthOptions.help)
  var strength: FactDemand.StrengthDetail?
  @OptionGroup(title: "Strength") var scoring: StrengthOptions
  @OptionGroup(title: "Strength") var model: ModelOptions
  @OptionGroup(title: "Strength") var guesses: GuessOptions
  @OptionGroup(title: "Strength") var rates: RateOptions

  @OptionGroup(title: "Distinct passwords") var distinct: DistinctOptions
  @OptionGroup(title: "Distinct passwords") var refused: BehaviourOptions

  @Flag(
    help: """
      Also count the commonest shapes, such as Ullllldd! for a capital, six small letters, two digits \
      and a special, and write their masks for hashcat, the commonest first, to shapes.hcmask, without
      those of which the named policies refuse every password.
      """)
  var shapes = false

  @Flag(
    help: """
      Also count habits, such as a capital first or digits last, and for each rule how many keep it \
      by its cheapest habit: the metrics habit, survivors_habit and habit_of_rule.
      """)
  var habits = false
  @Flag(help: "Also count how many different characters passwords have: the metric unique.")
  var unique = false
  @OptionGroup var listing: ShapeOptions

  @OptionGroup var threshold: ThresholdOptions
  // Former options, answered with what does the same.
  @Option(help: .hidden) var examples: String?
  @Flag(name: .customLong("examples-plaintext"), help: .hidden) var showsExamples = false
  @OptionGroup(title: "Checkpoints") var checkpoints: CheckpointOptions
  @OptionGroup var threads: ThreadOptions

  func validate() throws {
    if examples != nil || showsExamples {
      throw ValidationError(
        "A report has no \(showsExamples ? "--examples-plaintext" : "--examples") any more. Instead, "
          + "to see the passwords that a policy refuses: audit filter --invert --rules FILE LIST…")
    }
    let estimate = try guesses.estimate(strength)
    try model.require(isUsed: AuditSettings.usesModel(estimate))
    if space.isHead, !distinct.isOn {
      throw ValidationError(
        "--head-only describes metrics of guessing; give --distinct too.")
    }
    try refused.require(distinct)
    if checkpoints.path != nil, distinct.isOn {
      throw ValidationError(
        "--checkpoint does not go with --distinct: it holds no password's traces.")
    }
    if byList, checkpoints.path != nil {
      throw ValidationError(
        "--by-list does not go with --checkpoint, which holds one tally of all lists.")
    }
    if let option = listing.given, !shapes {
      throw ValidationError("\(option) goes with --shapes.")
    }
    if byList, shapes {
      throw ValidationError("--by-list does not go with --shapes, which counts all lists together.")
    }
    try accounts.refuse(
      [
        ("--by-list", byList), ("--shapes", shapes), ("--distinct", distinct.isOn),
        ("--checkpoint", checkpoints.path != nil),
      ] + lists.notOfDumps, isDump: lists.isDump)
    if !accounts.isOn, !lists.isDump { try distinct.refuseIdleMemory() }
    try threshold.require(blocklists)
    try lists.requireAny(to: "audit", as: "audit --rules policy.txt leaked.txt.gz")
  }

  func run() throws {
    try reportingProblems(quiet: output.quiet) {
      try threads.requireAddresses()
      threshold.tellDoubts()
      let stop = StopFlag()
      let job = try prepare(stop)
      // Opened before the long run, so that a bad path is reported at once.
      var directory = try output.open(for: job.lists)
      var named = try accounts.accounts.map {
        try AccountsFile(
          $0, outside: directory?.path, replacing: output.force,
          besides: lists.names + accounts.files)
      }
      let interruption = Interruption(raising: stop)
      var found = try interruption.during { try job.run(showing: output.progressBar) }
      let rows = found.directory?.named?.rows
      if let file = accounts.accounts, let rows {
        found.directory?.file = Report.AccountsFile(file: file, rows: rows.count)
      }
      let outcome = try report(found, job.workers, to: &directory)
      if let rows { try named?.publish(rows, accounts.accountsReasons ? ["reasons"] : []) }
      if job.isStopped { checkpoints.tellHowToGoOn(reading: lists.names) }
      try outcome.end()
    }
  }

  /// Finds, opens and checks all inputs.
  private func prepare(_ stop: StopFlag) throws -> some Job<AuditFindings> {
    var settings = try AuditSettings(
      policies, blocklists, try guesses.estimate(strength), scoring, rates, threads,
      lists: lists.settings)
    settings.strength = try settings.strength.using(modelAt: model.path)
      .using(guesses: guesses.named, tell: Terminal.tell)
    settings.distinct = distinct.settings
    settings.behaviours = refused.selection
    settings.isHead = space.isHead
    settings.space = space.counted
    settings.countsShapes = shapes
    settings.countsUnique = unique
    settings.countsHabits = habits
    listing.apply(to: &settings, policies)
    settings.separatesLists = byList
    settings.directory = accounts.settings(
      isDump: lists.isDump, memory: distinct.counting.memory.memory)
    settings.checkpoints = checkpoints.settings
    return try settings.prepare(stop: stop, tell: Terminal.tell)
  }

  /// Writes the report, and reports shortfalls.
  private func report(
    _ found: AuditFindings, _ workers: WorkerPool, to directory: inout ReportDirectory?
  ) throws -> Outcome {
    if found.shortfalls.outcome == .impossible { return .impossible }
    let report = found.report(
      version: Program.version, dataset: output.dataset,
      date: output.date ?? found.lists.modified)
    try output.write(report, to: &directory, by: "audit", workers)
    return found.conclude(failing: threshold.gates, tell: Terminal.tell)
  }
}

extension FactDemand.StrengthDetail: ExpressibleByArgument {}
