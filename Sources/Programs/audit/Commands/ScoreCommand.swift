import ArgumentParser
import Auditing
import Jobs
import Reports

/// `audit score`: strength of passwords from standard input.
struct ScoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score",
    abstract: "Reads passwords from standard input and prints a score and guesses for each one.",
    discussion: """
      Reads one password a line and prints one line for it, in order, as they come: zxcvbn's score \
      from 0 to 4, its guesses and their decimal logarithm; then the guesses of a model of common \
      passwords, and the combined estimate, which is nearer to what attackers need. --strength \
      zxcvbn leaves the last two out. With --model, the guesses of the model are those of one's own, \
      and its bits and the decimal logarithm of its guesses follow. With --guesses the guess number of \
      each source follows, 'unreached' or 'uncovered', and of several the least. A password is never \
      printed; at a terminal it is not shown while it is typed.

          printf 'passw0rd\\n' | audit score

      With --format jsonl each line is an object with 'password'; --explain adds the chosen \
      sequence of patterns, where each part is (first and last UTF-16 unit) and what it costs, and \
      why zxcvbn and the model differ if they do by more than two decades; of a model of one's own \
      also the interval in which its guesses are with 95 % certainty. A line that cannot be answered gets \
      an object with 'error'. The other formats read passwords; text has a heading at a terminal, or \
      with --format text.

      Exit code: 0 done; 1 a line could not be answered or is over-long; 2 it could not be done; 64 \
      wrong usage.
      """)

  @OptionGroup(title: "Strength") var sources: EstimateOptions

  @Option(
    name: .customLong("strength"),
    help: "combined (zxcvbn, the model, and both joined) or zxcvbn (default: combined).")
  var estimate = ScoreQuestions.Estimate.combined

  @OptionGroup var output: FormatOptions

  @Flag(help: "With --format json or jsonl: say which patterns were found, and where.")
  var explain = false

  @OptionGroup var threads: ThreadOptions
  @OptionGroup var none: NoArguments

  @OptionGroup var notes: NoteOptions

  private var format: OutputFormat { output.format }

  func validate() throws {
    try output.require()
    try accept(try sources.settings.requireModel(isUsed: estimate == .combined))
    if explain, ![.json, .jsonl].contains(format) {
      throw ValidationError("--explain goes with --format json or jsonl.")
    }
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let questions = ScoreQuestions(
        try sources.settings.load(tell: Terminal.tell), estimate: estimate, form: format,
        isLookedAt: output.isLookedAt, explaining: explain)
      try Terminal.write(
        questions.heading.isEmpty
          ? format.heading(questions.columns, isLookedAt: output.isLookedAt) : questions.heading)
      let areAnswered = try answerLines(
        questions.lines, threads: threads.count,
        asking: format == .jsonl
          ? "Object with 'password' (Ctrl-D ends): " : "Password (Ctrl-D ends): ")
      try questions.checkUnchanged()
      if !areAnswered { throw ExitCode.incomplete }
    }
  }
}

extension ScoreQuestions.Estimate: Choice {}
