import ArgumentParser
import Jobs

/// `audit merge`: adds up tallies.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Adds tallies up: the sum is the tally of all their lists.",
    discussion: """
      The tallies must have been recorded with the same options, blocklists and reference year. \
      Their order does not matter. Merge each list once: the passwords of a list that is in two \
      tallies count twice. A warning names lists of the same text, reports of the sum repeat it, \
      and the exit code is 1. The sum is a file of its own, none of those that are added up.

          audit merge a.tally b.tally -o both.tally

      Folded tallies add up, too; the sum keeps the smaller K. Narrower answers come from exact \
      tallies that are folded last, which also folds a single one:

          audit merge a.tally b.tally --min-group 20 -o public.tally

      For different passwords, give the file of fingerprints of each tally:

          audit merge a.tally b.tally -o both.tally \\
            --fingerprints a.prints --fingerprints b.prints

      Exit code: 0 done; 1 done, but a list counts twice, or a tally is partial or lacks lines; 2 they \
      do not add up, or one is damaged; 64 wrong usage.
      """)

  @Argument(
    help: ArgumentHelp("Tallies that 'audit scan' or 'audit merge' wrote.", valueName: "tally"),
    completion: .file())
  var files: [String]

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Where to write the sum.", valueName: "file"), completion: .file())
  var output: String

  @OptionGroup var replacing: ReplaceOptions

  @Option(
    help: ArgumentHelp(
      "The fingerprints of a tally; repeat in the order of the tallies.", valueName: "file"),
    completion: .file())
  var fingerprints: [String] = []

  @Option(
    help: ArgumentHelp(
      "Where to write the fingerprints of the sum, so that it can be merged again.",
      valueName: "file"),
    completion: .file())
  var fingerprintsOutput: String?

  @OptionGroup var fold: FoldOptions

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var threads: ThreadOptions

  @OptionGroup var notes: NoteOptions

  func validate() throws {
    try requireFile(output)
    try accept(try RecordingSum.validate(fold.settings, fingerprints: fingerprintsOutput))
    if fingerprints.isEmpty {
      if let option = memory.given.first ?? fingerprintsOutput.map({ _ in "--fingerprints-output" })
      {
        throw ValidationError("\(option) goes with --fingerprints.")
      }
    } else if fingerprints.count != files.count {
      throw ValidationError(
        "--fingerprints is given \(fingerprints.count) times for \(files.count) tallies.")
    }
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let sum = try RecordingSum(
        to: RecordingSum.Destination(
          output, replacing: replacing.force, besides: files + fingerprints),
        counting: fingerprints.isEmpty ? nil : memory.settings(), threads: threads.count,
        fold: fold.settings, tell: Terminal.tell)
      for (number, file) in files.enumerated() {
        try sum.add(
          try TallyStore.read(file), from: file,
          fingerprints: fingerprints.isEmpty ? nil : fingerprints[number])
      }
      try sum.finish(fingerprints: fingerprintsOutput)
      try sum.outcome.end()
    }
  }
}
