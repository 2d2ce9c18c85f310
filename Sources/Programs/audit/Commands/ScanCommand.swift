import ArgumentParser
import Auditing
import Diagnostics
import Intake
import Jobs
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
    help: ArgumentHelp(
      "Where to write the tally.", valueName: "file"),
    completion: .file())
  var output: String

  @OptionGroup var replacing: ReplaceOptions

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Also record what the policies of this file ask for; repeat for more.", valueName: "rules"),
    completion: .file())
  var files: [String] = []

  @OptionGroup(title: "Directory") var accounts: DirectoryOptions
  @OptionGroup(title: "Blocklists") var blocklists: BlocklistOptions
  @OptionGroup var lists: ListOptions

  @Option(
    help: """
      How much strength is recorded: min-auto (a model's guesses, and all that follows), guesses (the \
      numbers of --guesses, and all that follows), combined (zxcvbn's guesses, and those joined with a \
      model's), zxcvbn (its guesses alone), meter, or none \
      (default: combined, or guesses with --guesses).
      """)
  var strength: FactDemand.StrengthDetail?
  @OptionGroup(title: "Strength") var scoring: StrengthOptions
  @OptionGroup(title: "Strength") var model: ModelOptions
  @OptionGroup(title: "Strength") var guesses: GuessOptions
  @OptionGroup(title: "Strength") var rates: RateOptions

  @OptionGroup(title: "Distinct passwords") var distinct: ScanDistinctOptions

  @Flag(
    help: """
      Also record the shapes of passwords, such as Ullllldd! for a capital, six small letters, two \
      digits and a special.
      """)
  var shapes = false

  @Flag(
    help: """
      Also record habits, such as a capital first, digits last, or a common word with something added.
      """)
  var habits = false
  @Flag(help: "Also record how many different characters passwords have.")
  var unique = false

  @OptionGroup var fold: FoldOptions

  @Flag(
    name: .shortAndLong,
    help: "Draw no progress bar and give no hints; problems are printed all the same.")
  var quiet = false

  @Flag(name: .customLong("no-progress"), help: "Draw no progress bar.")
  var hidesProgress = false

  @OptionGroup(title: "Checkpoints") var checkpoints: CheckpointOptions
  @OptionGroup var threads: ThreadOptions

  func validate() throws {
    if output == "-" {
      throw ValidationError("--output takes a file, not standard output.")
    }
    try model.require(isUsed: AuditSettings.usesModel(try guesses.estimate(strength)))
    if checkpoints.path != nil, distinct.isOn {
      throw ValidationError(
        "--checkpoint excludes --distinct: it holds no password's traces.")
    }
    if fold.isOn, distinct.fingerprints != nil {
      throw ValidationError("--min-group excludes --fingerprints, which record single passwords.")
    }
    if fold.isOn, shapes {
      throw ValidationError(
        "--min-group excludes --shapes, another table of the same entries. Scan twice: publish a "
          + "tally with --min-group, and keep one with --shapes.")
    }
    if fold.leastPasswords != nil, !distinct.isOn {
      throw ValidationError("--min-group-distinct needs --distinct.")
    }
    if accounts.accounts != nil {
      throw ValidationError("--accounts names people, and goes with an audit, not with a tally.")
    }
    try accounts.refuse(
      [
        ("--shapes", shapes), ("--distinct", distinct.isOn), ("--min-group", fold.isOn),
        ("--checkpoint", checkpoints.path != nil),
      ] + lists.notOfDumps, isDump: lists.isDump)
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
      let stop = StopFlag()
      let job = try prepare(stop)
      let interruption = Interruption(raising: stop)
      let found = try interruption.during {
        try job.run(showing: quiet || hidesProgress ? nil : ProgressBar())
      }
      let outcome = try found.conclude(tell: Terminal.tell)
      if outcome == .impossible { throw ExitCode.impossible }
      hasEnded = true
      if job.isStopped { checkpoints.tellHowToGoOn(reading: lists.names) }
      try outcome.end()
    }
  }

  /// Finds, opens and checks all inputs, and opens the outputs.
  private func prepare(_ stop: StopFlag) throws -> some Job<ScanFindings> {
    // The lists of the default policies, unless blocklists are off.
    let presets = blocklists.isOff ? [] : PolicySettings.defaultPresets
    let asked = PolicySettings(files: files, presets: presets)
    var settings = AuditSettings(
      JudgingSettings(
        policies: asked.isGiven ? try asked.load(tell: Terminal.tell) : [],
        lists: lists.settings,
        strength: try scoring.settings().using(modelAt: model.path)
          .using(guesses: guesses.named, tell: Terminal.tell),
        threads: threads.count))
    settings.blocklists = blocklists.settings
    settings.choose(try guesses.estimate(strength))
    settings.addAttacks(at: rates.rates)
    try scoring.require(isUsed: settings.scoresPasswords)
    settings.distinct = distinct.settings
    settings.countsShapes = shapes
    settings.countsUnique = unique
    settings.countsHabits = habits
    settings.checkpoints = checkpoints.settings
    settings.directory = accounts.settings(
      isDump: lists.isDump, memory: distinct.memory.memory)
    let scan = ScanSettings(
      to: output, force: replacing.force, version: Program.version, memory: distinct.memory.memory,
      leastGroup: fold.entries, leastPasswords: fold.passwords,
      workload: !fold.isOn || files.isEmpty
        ? [] : try PolicySettings(files: files, presets: []).load { _ in })
    return try settings.prepareScan(scan, stop: stop, tell: Terminal.tell)
  }
}
