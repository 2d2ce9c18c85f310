import ArgumentParser
import Auditing
import Diagnostics
import Intake
import Jobs
import PasswordPolicies
import Passwords

/// `audit scan`: records the facts about lists, for any later policy.
struct ScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Records lists in a small file of counts, for reports of any policy later.",
    discussion: """
      Reads the lists once and writes a tally: a SQLite database of counts, without passwords. \
      'audit report' writes the same report from it as 'audit run' from the lists; \
      'audit tally info' prints which questions it can answer.

          audit scan leaked.txt.gz -o leaked.tally
          audit report --rules policy.txt leaked.tally
          audit scan --potfile hashcat.potfile --by domain corp.ntds -o corp.tally

      It records lengths, kinds of character, each special, runs, sequences, the number of \
      characters of each kind, strength, and matches with the blocklists of the default policies; \
      --for adds what other policies need. Ctrl-C writes what was read so far, marked as partial.

      Exit code: 0 done; 1 done, but something was skipped, damaged or stopped; 2 it could not be \
      done; 64 wrong usage.
      """)

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Where to write the tally.", valueName: "file"),
    completion: .file())
  var output: String

  @OptionGroup var replacing: ReplaceOptions

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Also record what the policies of this file ask for; repeat for more.", valueName: "rules"),
    completion: .file())
  var files: [String] = []

  @OptionGroup(title: "Directory", visibility: .further) var accounts: DirectoryOptions
  @OptionGroup(title: "Blocklists") var blocklists: BlocklistOptions
  @OptionGroup var lists: ListOptions

  @Option(
    help: ArgumentHelp(
      """
      How much strength is recorded: min-auto (a model's guesses, and all that follows), guesses (the \
      numbers of --guesses, and all that follows), combined (zxcvbn's guesses, and those joined with a \
      model's), zxcvbn (its guesses alone), meter, or none \
      (default: combined, or guesses with --guesses).
      """, visibility: .further))
  var strength: FactDemand.StrengthDetail?
  @OptionGroup(title: "Strength", visibility: .further) var estimate: EstimateOptions
  @OptionGroup(title: "Strength", visibility: .further) var rates: RateOptions

  @OptionGroup(title: "Distinct passwords") var distinct: ScanDistinctOptions

  @Flag(
    help: ArgumentHelp(
      """
      Also record the shapes of passwords, such as Ullllldd! for a capital, six small letters, two \
      digits and a special.
      """, visibility: .further))
  var shapes = false

  @Flag(
    help: ArgumentHelp(
      """
      Also record habits, such as a capital first, digits last, or a common word with something added.
      """, visibility: .further))
  var habits = false
  @Flag(
    help: ArgumentHelp(
      "Also record how many different characters passwords have.", visibility: .further))
  var unique = false

  @OptionGroup(visibility: .further) var fold: FoldOptions

  @Flag(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Draw no progress bar and give no hints; problems are printed all the same.",
      visibility: .further))
  var quiet = false

  @Flag(
    name: .customLong("no-progress"),
    help: ArgumentHelp("Draw no progress bar.", visibility: .further))
  var hidesProgress = false

  @OptionGroup(title: "Checkpoints", visibility: .further) var checkpoints: CheckpointOptions
  @OptionGroup var threads: ThreadOptions

  func validate() throws {
    try accept(try scan().validate(for: settings))
    try lists.requireNoLayout(settings.directory)
    try lists.requireAny(to: "scan", as: "audit scan leaked.txt.gz -o leaked.tally")
  }

  func run() throws {
    try reportingProblems(quiet: quiet) {
      try threads.requireAddresses()
      let keyless = distinct.settings?.fingerprints.flatMap { $0.lacksKey ? $0 : nil }
      var hasEnded = false
      defer {
        if !hasEnded, let note = keyless?.keptKey { Terminal.tell(note) }
      }
      let job = try prepare()
      let found = try job.runUntilInterrupted(showing: quiet || hidesProgress ? nil : ProgressBar())
      let outcome = try found.conclude(tell: Terminal.tell)
      if outcome == .impossible { throw ExitCode.impossible }
      hasEnded = true
      if job.isStopped { checkpoints.tellHowToGoOn(reading: lists.names) }
      try outcome.end()
    }
  }

  /// Finds, opens and checks all inputs, and opens the outputs.
  private func prepare() throws -> some Job<ScanFindings> {
    // The lists of the default policies, unless blocklists are off.
    let presets = blocklists.isOff ? [] : PolicySettings.defaultPresets
    let asked = PolicySettings(files: files, presets: presets)
    let settings = try settings.loading(asked.isGiven ? asked : nil, tell: Terminal.tell)
    let workload =
      !fold.isOn || files.isEmpty
      ? [] : try PolicySettings(files: files, presets: []).load { _ in }
    return try settings.prepareScan(scan(workload), tell: Terminal.tell)
  }

  /// The options as settings; nothing is read.
  private var settings: AuditSettings {
    var settings = AuditSettings(
      JudgingSettings(
        lists: lists.settings, sources: estimate.settings, blocklists: blocklists.settings,
        threads: threads.count), strength, rates: rates.rates)
    settings.distinct = distinct.settings
    settings.countsShapes = shapes
    settings.countsUnique = unique
    settings.countsHabits = habits
    settings.checkpoints = checkpoints.settings
    settings.directory = accounts.settings(isDump: lists.isDump, memory: distinct.memory.memory)
    return settings
  }

  private func scan(_ workload: [Policy] = []) -> ScanSettings {
    ScanSettings(
      to: output, force: replacing.force, version: Program.version,
      memory: distinct.memory.memory, fold: fold.settings, workload: workload)
  }
}
