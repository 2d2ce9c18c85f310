package import Auditing
@_spi(Internal) import Bytes
import Glibc
import GuessModels
import PasswordStrength
package import Reports

/// Scores of passwords, each of which is a line.
package struct ScoreQuestions: Sendable {
  package let lines: LineQuestions
  /// The names of the columns, where answers are a table.
  package let columns: [String]
  /// What stands above the answers if a person reads them as text.
  package let heading: String

  private let strength: StrengthSettings

  /// Checks that a model's file did not change while passwords were scored.
  ///
  /// - Throws: `Problem`.
  package func checkUnchanged() throws { try strength.checkUnchanged() }

  /// The estimates that an answer states.
  package enum Estimate: String, CaseIterable, Sendable {
    /// zxcvbn's guesses, the guess model's, and both joined.
    case combined
    /// zxcvbn's guesses.
    case zxcvbn

    /// The names of the columns, with a model of one's own and sources of guess numbers, if there
    /// are.
    fileprivate func columns(_ strength: StrengthSettings) -> [String] {
      ["score", "guesses", "guesses_log10"] + (self == .combined ? ["model", "combined"] : [])
        + (strength.model != nil ? ["model_bits", "model_log10"] : [])
        + strength.guesses.map(\.label) + (strength.guesses.count > 1 ? ["min-auto"] : [])
    }
  }

  /// Chooses what answers state.
  ///
  /// - Parameters:
  ///   - strength: How strength is estimated.
  ///   - estimate: The estimates.
  ///   - form: The form of answers, and for `jsonl` of questions.
  ///   - isLookedAt: Whether a person reads the answers.
  ///   - explains: Whether objects of JSON also hold the patterns found in a password.
  package init(
    _ strength: StrengthSettings, estimate: Estimate, form: OutputFormat, isLookedAt: Bool = false,
    explaining explains: Bool
  ) {
    self.strength = strength
    // Sources of one's own have columns whose number no screen knows.
    let isScreen =
      form == .text && isLookedAt && strength.model == nil && strength.guesses.isEmpty
    heading = isScreen ? ScoreAnswerer.heading(estimate) : ""
    columns = estimate.columns(strength)
    lines = LineQuestions(
      overLong: form.overLong(columns: columns.count), isDocument: form == .json
    ) {
      ScoreAnswerer(
        scorers: WorkerScorer(strength), model: strength.model, brought: strength.guesses,
        estimate: estimate, form: form, isScreen: isScreen, explains: explains)
    }
  }
}

/// Scores single passwords, in the words of a line of output.
private struct ScoreAnswerer: LineAnswerer {
  let scorers: WorkerScorer
  /// A model of one's own; nil for the built-in one.
  let model: TrainedModel?
  /// Sources of brought guess numbers.
  let brought: [BroughtGuesses]
  let estimate: ScoreQuestions.Estimate
  let form: OutputFormat
  let isScreen: Bool
  let explains: Bool

  func answer(_ line: ArraySlice<UInt8>, into output: inout [UInt8]) -> Bool {
    switch form {
    case .text where isScreen: output += screenRow(for: line).utf8
    case .text, .csv, .markdown, .html: output += form.row(cells(for: line)).utf8
    case .json: output += json(of: Array(line))
    case .jsonl:
      let object = JSONLine(line)
      if let password = object.string("password") {
        output += json(of: Array(password.utf8))
        return true
      }
      output += JSONLine.error(object.expectation("'password'"))
      return false
    }
    return true
  }

  /// The columns of a screen.
  static func heading(_ estimate: ScoreQuestions.Estimate) -> String {
    let isCombined = estimate == .combined
    let rows = [
      ["zxcvbn's", "guesses by"] + (isCombined ? ["guesses by", "guesses by the"] : []),
      ["score", "zxcvbn"] + (isCombined ? ["a model", "combined estimate"] : []),
    ]
    return
      (isCombined ? "The combined estimate is nearest to what attackers need.\n" : "")
      + rows.map { row($0) + "\n" }.joined()
  }

  private static func row(_ cells: [String]) -> String {
    cells.enumerated().map { number, cell in
      let width = number == cells.count - 1 ? 0 : number == 0 ? 10 : 14
      return cell + String(repeating: " ", count: max(0, width - cell.count))
    }.joined()
  }

  /// The score of a password and its guesses, for people.
  private func screenRow(for password: ArraySlice<UInt8>) -> String {
    let strength = scorers.scorer.score(password.span)
    var cells = ["\(strength.score) of 4", powerWord(strength.guesses)]
    if estimate == .combined {
      let combined = scorers.scorer.combinedGuesses(password.span)
      cells += [combined.modelLog10, combined.log10Guesses].map { powerWord(pow(10, $0)) }
    }
    return Self.row(cells)
  }

  /// The guess number of each source, by its label, and of several the least.
  private func brought(_ password: Span<UInt8>) -> [(label: String, number: BroughtNumber)] {
    let numbers = brought.map { ($0.label, $0.guesses(password.raw)) }
    let least = numbers.count > 1 ? [("min-auto", numbers.compactMap { $0.1 }.min())] : []
    return (numbers + least).map { ($0, BroughtNumber(guesses: $1)) }
  }

  /// The score of a password, its guesses and their decimal logarithm, then the guesses of the
  /// other estimates, and brought ones.
  private func cells(for password: ArraySlice<UInt8>) -> [String] {
    estimated(password) + brought(password.span).map(\.number.text)
  }

  private func estimated(_ password: ArraySlice<UInt8>) -> [String] {
    let strength = scorers.scorer.score(password.span)
    let cells = ["\(strength.score)", "\(strength.guesses)", "\(strength.log10Guesses)"]
    guard estimate == .combined else { return cells }
    let combined = scorers.scorer.combinedGuesses(password.span)
    return cells
      + [combined.modelLog10, combined.log10Guesses].map {
        "\(min(pow(10, $0), .greatestFiniteMagnitude).rounded())"
      } + (model.map { ["\($0.bits(password.span))", "\(combined.modelLog10)"] } ?? [])
  }

  /// The strength of a password as one line of JSON; on demand with the patterns found in it.
  private func json(of bytes: [UInt8]) -> [UInt8] {
    let (password, model) = (bytes.span, model)
    let bits = model?.bits(password)
    let numbers =
      brought.isEmpty
      ? nil : Dictionary(brought(password).map { ($0, $1) }, uniquingKeysWith: { a, _ in a })
    guard explains else {
      return jsonText(
        JSONObject(
          scorers.scorer.score(password),
          combined: estimate == .combined ? scorers.scorer.combinedGuesses(password) : nil,
          bits: bits, brought: numbers))
    }
    let found = scorers.scorer.estimate(password)
    let interval = model.flatMap { model in
      bits.map { model.sample.estimate(bits: $0).log10Interval }
    }
    return jsonText(
      JSONObject(
        found.strength, combined: estimate == .combined ? found.combined : nil, bits: bits,
        brought: numbers, explained: found, interval: interval))
  }
}

/// A brought guess number: nil if no file of its source has the password, infinite if the attack
/// did not reach it.
struct BroughtNumber: Encodable {
  let guesses: Double?

  /// The number, `unreached` or `uncovered`.
  var text: String { guesses.map { $0 == .infinity ? "unreached" : "\($0)" } ?? "uncovered" }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let guesses, guesses < .infinity {
      try container.encode(guesses)
    } else {
      try container.encode(text)
    }
  }
}

extension JSONObject {
  /// The answer to one password: its strength, the combined guesses, the bits of a model of one's own,
  /// brought guess numbers by the labels of their sources, and, on demand, an explanation and the interval
  /// of the model's guesses.
  init(
    _ strength: Strength, combined: CombinedGuesses?, bits: Double?,
    brought: [String: BroughtNumber]?, explained estimate: StrengthEstimate? = nil,
    interval: ClosedRange<Double>? = nil
  ) {
    self = [
      "score": strength.score, "guesses": strength.guesses, "guessesLog10": strength.log10Guesses,
      "modelBits": bits, "modelLog10": combined?.modelLog10,
      // The table behind the number counts passwords that are as likely; the interval does not.
      "modelLog10Interval": interval.map { interval in
        let model = combined?.modelLog10 ?? interval.lowerBound
        return [min(interval.lowerBound, model), max(interval.upperBound, model)]
      },
      "combinedLog10": combined?.log10Guesses, "guessNumbers": brought,
      "difference": combined == nil ? nil : estimate?.difference?.text,
      "truncated": strength.isTruncated ? true : nil,
      "sequence": estimate?.sequence.map(JSONObject.init),
      "warning": estimate?.feedback.warning?.text,
      "suggestions": estimate?.feedback.suggestions.map(\.text),
      "attackTimes": estimate.map { estimate in
        Dictionary(
          estimate.attackTimes.map { ($0.rate.rawValue, $0.text) }, uniquingKeysWith: { a, _ in a })
      },
    ]
  }

  /// One pattern: its place and its guesses, without its text.
  private init(_ match: PatternMatch) {
    let facts: JSONObject =
      switch match.pattern {
      case .dictionary(let word):
        [
          "pattern": "dictionary", "dictionaryName": word.list.name, "rank": word.rank,
          "reversed": word.isReversed, "l33t": word.isLeet,
          "uppercaseVariations": word.upperVariations, "l33tVariations": word.leetVariations,
        ]
      case .spatial(let keyboard, let turns, let shiftedCount):
        [
          "pattern": "spatial", "graph": keyboard.name, "turns": turns,
          "shiftedCount": shiftedCount,
        ]
      case .repetition(_, let blockGuesses, let count):
        ["pattern": "repeat", "baseGuesses": blockGuesses, "repeatCount": count]
      case .sequence(let alphabet, let isAscending):
        ["pattern": "sequence", "sequenceName": alphabet.rawValue, "ascending": isAscending]
      case .recentYear: ["pattern": "regex", "regexName": "recent_year"]
      case .date: ["pattern": "date"]
      case .bruteForce: ["pattern": "bruteforce"]
      }
    let (range, guesses) = (match.range, match.guesses)
    self = facts + ["i": range.lowerBound, "j": range.upperBound, "guesses": guesses]
  }
}
