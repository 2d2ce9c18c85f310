import ArgumentParser
import Questions

/// `audit score`: strength of passwords from standard input.
struct ScoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score",
    abstract: "Reads passwords from standard input and prints a score and guesses for each one.",
    discussion: """
      Reads one password a line and prints one line for it, in order, as they come: zxcvbn's score \
      from 0 to 4, its guesses and their decimal logarithm; then the guesses of a model of common \
      passwords, and the combined estimate, which is nearer to what attackers need. --strength \
      zxcvbn leaves the last two out. A password is never printed; at a terminal it is not shown \
      while it is typed.

          printf 'passw0rd\\n' | audit score

      With --format jsonl each line is an object with 'password'; --explain adds the chosen \
      sequence of patterns, where each part is (first and last UTF-16 unit) and what it costs, and \
      why zxcvbn and the model differ if they do by more than two decades. A line that cannot be answered gets an object with 'error', and the exit code is 1.
      """)

  @OptionGroup(title: "Strength") var reading: StrengthOptions

  @Option(
    name: .customLong("strength"),
    help: "combined (zxcvbn, the model, and both joined) or zxcvbn (default: combined).")
  var estimate = ScoreAnswerer.Estimate.combined

  @Option(help: "text, csv or jsonl.")
  var format: Format = .text

  @Flag(help: "With --format jsonl: say which patterns were found, and where.")
  var explain = false

  @OptionGroup var lanes: LaneOptions
  @OptionGroup var none: NoArguments

  @OptionGroup var notes: NoteOptions

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, csv, jsonl }

  func validate() throws {
    if explain, format != .jsonl {
      throw ValidationError("--explain goes with --format jsonl.")
    }
  }

  func run() throws {
    try reportingProblems(quiet: notes.quiet) {
      let reading = reading.reading
      let separator = format == .csv ? "," : "\t"
      if format == .csv { try Terminal.write(estimate.columns.joined(separator: ",") + "\n") }
      let overLong =
        switch format {
        case .text: Array(overLongAnswer.utf8)
        case .csv:
          Array((overLongAnswer + String(repeating: ",", count: estimate.columns.count - 1)).utf8)
        case .jsonl: JSONLine.error(overLongAnswer)
        }
      let areAnswered = try answerLines(
        lanes: lanes.count, asking: question, overLong: overLong,
        scratch: { [estimate] in ScoreAnswerer(reading, estimate: estimate) }
      ) { [format, explain] answerer, line, output in
        if format != .jsonl {
          output += answerer.cells(for: line).joined(separator: separator).utf8
        } else if let password = JSONLine(line).string("password") {
          output += answerer.json(of: password, explaining: explain)
        } else {
          output += JSONLine.error("expected an object with 'password'")
          return false
        }
        return true
      }
      if !areAnswered, format == .jsonl { throw ExitCode.incomplete }
    }
  }

  /// The prompt at a terminal.
  private var question: String {
    format == .jsonl ? "Object with 'password' (Ctrl-D ends): " : "Password (Ctrl-D ends): "
  }
}

extension ScoreAnswerer.Estimate: ExpressibleByArgument {}
