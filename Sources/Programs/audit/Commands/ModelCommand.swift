import ArgumentParser
import Auditing
import Diagnostics
import Intake
import Jobs
import Reports

/// `audit model`: guess models of one's own.
struct ModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model",
    abstract: "Makes a guess model of lists, which takes the built-in one's place with --model.",
    subcommands: [ModelBuildCommand.self, ModelInfoCommand.self])
}

/// `audit model build`.
struct ModelBuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Makes a guess model of lists. The file can tell passwords of them.",
    discussion: """
      Learns which characters follow each other in the passwords of lists, in any language, and \
      writes a model for --model of run, scan, report, sweep and score:

          audit model build other.txt.gz -o own.model
          audit --model own.model --rules policy.txt leaked.txt.gz

      Each line counts as often as it occurs, with --counts as often as it says. Of a union of \
      lists, in which repetition means nothing, say --distinct. Empty lines and those of more than \
      255 characters are left out and counted. The same lines make the same file, in whatever \
      lists and order and by however many threads.

      The file spells runs of characters that were seen --prune times or more, so rare passwords \
      can be read from it. Only its owner can read it, and it is not written where a report is.

      Exit code: 0 done; 2 it could not be done, or a list could not be read to its end; 64 wrong \
      usage.
      """)

  @OptionGroup var lists: ListOptions

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Where to write the model.", valueName: "file"), completion: .file())
  var output: String

  @OptionGroup var replacing: ReplaceOptions

  @Option(
    help: ArgumentHelp(
      "How many characters in a row the model looks at: 2 to 6.", valueName: "n"))
  var order = 6

  @Option(
    help: ArgumentHelp(
      "Forget what followed two characters or more fewer times than this; 1 forgets nothing.",
      valueName: "n"))
  var prune = 2

  @Flag(help: "Count each password once, however often it occurs.")
  var distinct = false

  @Option(
    help: ArgumentHelp(
      "The model's weight beside zxcvbn's guesses in the combined estimate, from 0 to 1.",
      valueName: "w"))
  var weight = 0.6

  @Option(
    help: ArgumentHelp("Memory to count in, at least 64MiB (default: 1GiB).", valueName: "size"),
    transform: typed(Quantity.bytes))
  var memory: Int?

  @Option(
    help: ArgumentHelp(
      "Directory for encrypted temporary files when memory is full (default: TMPDIR or /tmp).",
      valueName: "dir"),
    completion: .directory)
  var temporary: String?

  @OptionGroup var progress: ProgressOptions

  @OptionGroup var threads: ThreadOptions

  func validate() throws {
    try requireFile(output)
    try accept(try settings.validate())
    try lists.requireAny(to: "learn from", as: "audit model build leaked.txt.gz -o own.model")
  }

  private var settings: TrainingSettings {
    TrainingSettings(
      lists.settings,
      TrainingSettings.Form(order: order, leastCount: prune, isDistinct: distinct, weight: weight),
      threads: threads.count, memory: memory, directory: temporaryDirectory(unless: temporary))
  }

  func run() throws { try reportingProblems(quiet: progress.isQuiet, build) }

  private func build() throws {
    try threads.requireAddresses()
    let job = try settings.prepare(to: output, replacing: replacing.force, tell: Terminal.tell)
    guard let found = try job.runUntilInterrupted(showing: progress.bar) else {
      throw ExitCode.impossible
    }
    if !progress.isQuiet { try Terminal.write(found.text) }
  }
}

/// `audit model info`.
struct ModelInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Prints what a guess model holds, and what its file gives away.",
    discussion: """
          audit model info own.model

      Checks every byte of the file. Prints no text of passwords.

          audit model info own.model --rules policy.txt

      With --rules or --preset it also says what knowing a policy saves an attacker: passwords are \
      drawn from the model, and those that the policy refuses are not guessed.
      """)

  @Argument(
    help: ArgumentHelp("A model that 'audit model build' wrote.", valueName: "model"),
    completion: .file())
  var model: String

  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup var output: FormatOptions
  @OptionGroup var notes: NoteOptions

  func validate() throws { try output.require([.text, .json, .jsonl]) }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let named = policies.isGiven ? try policies.load() : []
      let info = try ModelInfo(opening: model)
      try Terminal.write(
        output.format == .text
          ? Array(try info.text(for: named, tell: Terminal.tell).utf8)
          : try info.json(for: named, tell: Terminal.tell) + [10])
    }
  }
}
