import ArgumentParser
import Auditing
import PasswordStrength

/// `audit score`: strength of passwords from standard input.
struct ScoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score",
    abstract: "Says of each password on standard input how many guesses it withstands.",
    discussion: """
      One password a line in, one line out, in order, as they come: the score from 0 to 4, the \
      guesses, and their decimal logarithm, exactly as zxcvbn has them. A password is never \
      echoed; at a terminal it is asked for, and not shown while it is typed.

      With --format jsonl each line is an object with 'password'; --explain adds the chosen \
      sequence of patterns: where each part is (first and last UTF-16 unit) and what it costs.
      """)

  @OptionGroup(title: "Strength") var strength: StrengthOptions

  @Option(help: "text, csv or jsonl.")
  var format: Format = .text

  @Flag(help: "With --format jsonl: say which patterns were found, and where.")
  var explain = false

  @OptionGroup var lanes: LaneOptions
  @OptionGroup var none: NoArguments

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, csv, jsonl }

  func validate() throws {
    if explain, format != .jsonl {
      throw ValidationError("--explain goes with --format jsonl.")
    }
  }

  func run() throws {
    try reportingProblems {
      let reading = strength.reading
      let separator = format == .csv ? "," : "\t"
      if format == .csv { try Terminal.write("score,guesses,guesses_log10\n") }
      let overLong =
        switch format {
        case .text: Array(overLongAnswer.utf8)
        case .csv: Array("\(overLongAnswer),,".utf8)
        case .jsonl: JSONLine.error(overLongAnswer)
        }
      let overLongLines = try answerLines(
        lanes: lanes.count, asking: question, overLong: overLong, scratch: { ScorerBench(reading) }
      ) { [format, explain] bench, line, output in
        if format == .jsonl {
          output += Self.answer(JSONLine(line), explain: explain, bench)
        } else {
          let strength = bench.scorer.score(line.span)
          let cells = ["\(strength.score)", "\(strength.guesses)", "\(strength.log10Guesses)"]
          output += cells.joined(separator: separator).utf8
        }
      }
      if overLongLines > 0, format == .jsonl { throw ExitCode.incomplete }
    }
  }

  /// The prompt at a terminal.
  private var question: String {
    format == .jsonl ? "Object with 'password' (Ctrl-D ends): " : "Password (Ctrl-D ends): "
  }

  private static func answer(
    _ line: JSONLine, explain: Bool, _ bench: ScorerBench
  ) -> [UInt8] {
    guard let password = line.string("password") else {
      return JSONLine.error("expected an object with 'password'")
    }
    let bytes = Array(password.utf8)
    guard explain else {
      return JSONLine.text(ScoreLine(bench.scorer.score(bytes.span), sequence: nil))
    }
    let estimate = bench.scorer.estimate(bytes.span)
    return JSONLine.text(ScoreLine(estimate.strength, sequence: estimate))
  }
}

/// The answer to one password, as JSON.
private struct ScoreLine: Encodable {
  let score: Int
  let guesses: Double
  let guessesLog10: Double
  let truncated: Bool?
  let sequence: [Part]?
  let warning: String?
  let suggestions: [String]?
  let attackTimes: [String: String]?

  init(_ strength: Strength, sequence estimate: StrengthEstimate?) {
    score = strength.score
    guesses = strength.guesses
    guessesLog10 = strength.log10Guesses
    truncated = strength.isTruncated ? true : nil
    sequence = estimate?.sequence.map(Part.init)
    warning = estimate?.feedback.warning?.rawValue
    suggestions = estimate?.feedback.suggestions.map(\.rawValue)
    attackTimes = estimate.map { estimate in
      Dictionary(
        estimate.attackTimes.map { ($0.rate.rawValue, $0.text) }, uniquingKeysWith: { a, _ in a })
    }
  }

  /// One pattern: its place and its guesses, without its text.
  struct Part: Encodable {
    let pattern: String
    let i: Int
    let j: Int
    let guesses: Double
    var dictionaryName: String?
    var rank: Int?
    var reversed: Bool?
    var l33t: Bool?
    var uppercaseVariations: Double?
    var l33tVariations: Double?
    var graph: String?
    var turns: Int?
    var shiftedCount: Int?
    var baseGuesses: Double?
    var repeatCount: Int?
    var sequenceName: String?
    var ascending: Bool?
    var regexName: String?

    init(_ match: PatternMatch) {
      i = match.range.lowerBound
      j = match.range.upperBound
      guesses = match.guesses
      switch match.pattern {
      case .dictionary(let word):
        pattern = "dictionary"
        dictionaryName = word.list.name
        rank = word.rank
        reversed = word.isReversed
        l33t = word.isLeet
        uppercaseVariations = word.upperVariations
        l33tVariations = word.leetVariations
      case .spatial(let keyboard, let turns, let shiftedCount):
        pattern = "spatial"
        graph = keyboard.name
        self.turns = turns
        self.shiftedCount = shiftedCount
      case .repetition(_, let blockGuesses, let count):
        pattern = "repeat"
        baseGuesses = blockGuesses
        repeatCount = count
      case .sequence(let alphabet, let isAscending):
        pattern = "sequence"
        sequenceName = alphabet.rawValue
        ascending = isAscending
      case .recentYear:
        pattern = "regex"
        regexName = "recent_year"
      case .date: pattern = "date"
      case .bruteForce: pattern = "bruteforce"
      }
    }
  }
}
