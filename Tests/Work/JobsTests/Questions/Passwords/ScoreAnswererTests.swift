import Auditing
import Foundation
import Jobs
import PasswordStrength
import Reports
import TestSupport
import Testing

@Suite struct ScoreAnswererTests {
  private func score(
    _ password: String, _ estimate: ScoreQuestions.Estimate = .combined,
    _ form: OutputFormat = .jsonl, explaining: Bool = false
  ) throws -> String {
    let questions = ScoreQuestions(
      StrengthSettings(referenceYear: 2026), estimate: estimate, form: form,
      explaining: explaining)
    let line = form == .jsonl ? "{\"password\": \"\(password)\"}" : password
    return try #require(try answers(questions.lines, to: line).lines.first)
  }

  @Test func `cells and JSON tell the same strength`() throws {
    let cells = try score("meadowlark", .combined, .text).split(separator: "\t")
    let json = try score("meadowlark")
    #expect(cells.count == 5)
    #expect(json.contains("\"combined_log10\":") && json.contains("\"model_log10\":"))
    #expect(json.contains("\"score\":\(cells[0])"))
    #expect(!json.contains("sequence"))
    let explained = try score("meadowlark", explaining: true)
    #expect(explained.contains("\"sequence\":[{"))
    #expect(!explained.contains("meadowlark"))
  }

  @Test func `zxcvbn alone has zxcvbn's columns`() throws {
    #expect(try score("meadowlark", .zxcvbn, .csv).split(separator: ",").count == 3)
    for explaining in [false, true] {
      let json = try score("meadowlark", .zxcvbn, explaining: explaining)
      #expect(!json.contains("combined_log10") && !json.contains("model_log10"))
    }
  }

  @Test func `an explanation says why the estimates differ by more than two decades`() throws {
    let json = try score("Winter7364", explaining: true)
    #expect(
      json.contains(
        #""difference":"rare sequences: the model has seldom met these characters in a row""#))
    #expect(try !score("stone", explaining: true).contains("difference"))
  }

  @Test func `of a long password the beginning is scored, which is said`() throws {
    for (count, isTruncated) in [(20, false), (2000, true)] {
      let json = try score(String(repeating: "a", count: count), .zxcvbn)
      #expect(json.contains("\"truncated\":true") == isTruncated)
      #expect(json.contains("truncated") == isTruncated)
    }
  }

  /// An answer of JSON as an object.
  private func object(_ line: String) throws -> [String: Any] {
    let found = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return try #require(found as? [String: Any])
  }

  private static let words = [
    "meadowlark", "Winter7364", "qwertyuiop", "abcabcabc", "abcdefgh", "13.05.1991", "a1991",
    "p@ssword", "drowssap", "X#q!0z",
  ]

  @Test(arguments: ScoreQuestions.Estimate.allCases, words)
  func `columns, cells and members are the same numbers in every form`(
    estimate: ScoreQuestions.Estimate, password: String
  ) throws {
    let text = try score(password, estimate, .text).split(separator: "\t").map(String.init)
    #expect(try score(password, estimate, .csv) == text.joined(separator: ","))
    #expect(try score(password, estimate, .markdown) == "| \(text.joined(separator: " | ")) |")
    let columns = ScoreQuestions(
      StrengthSettings(referenceYear: 2026), estimate: estimate, form: .csv, explaining: false
    ).columns
    #expect(
      columns == ["score", "guesses", "guesses_log10"]
        + (estimate == .combined ? ["model", "combined"] : []))
    #expect(columns.count == text.count)
    let numbers = try text.map { try #require(Double($0)) }
    let members = try object(score(password, estimate))
    #expect(
      members["score"] as? Double == numbers[0] && members["guesses"] as? Double == numbers[1])
    #expect(abs(log10(numbers[1]) - numbers[2]) < 1e-9)
    #expect((members["guesses_log10"] as? Double).map { abs($0 - numbers[2]) < 1e-9 } == true)
    #expect((members["combined_log10"] != nil) == (estimate == .combined))
    for (name, place) in [("model_log10", 3), ("combined_log10", 4)] where estimate == .combined {
      let log = try #require(members[name] as? Double)
      #expect(abs(pow(10, log) / numbers[place] - 1) < 1e-6 || numbers[place] < 1e6)
    }
  }

  @Test(arguments: [
    ("qwertyuiop", "dictionary", "dictionary_name rank reversed l33t"),
    ("drowssap", "dictionary", "uppercase_variations l33t_variations"),
    ("7ujm8ik,xcvbhu", "spatial", "graph turns shifted_count"),
    ("abcabcabc", "repeat", "base_guesses repeat_count"),
    ("abcdefgh", "sequence", "sequence_name ascending"), ("13.05.1991", "date", ""),
    ("x2019", "regex", "regex_name"), ("X#q!0z", "bruteforce", ""),
  ])
  func `an explanation names patterns one behind the other, with their facts`(
    password: String, pattern: String, facts: String
  ) throws {
    let members = try object(score(password, .zxcvbn, explaining: true))
    let sequence = try #require(members["sequence"] as? [[String: Any]])
    var end = 0
    for match in sequence {
      #expect(match["i"] as? Int == end)
      end = try #require(match["j"] as? Int) + (match["j"] as? Int == end ? 1 : 1)
    }
    #expect(end == password.count)
    let found = try #require(sequence.first { $0["pattern"] as? String == pattern }, "\(sequence)")
    for fact in facts.split(separator: " ") { #expect(found[String(fact)] != nil, "\(fact)") }
    #expect((found["guesses"] as? Double).map { $0 >= 1 } == true)
    #expect((members["attack_times"] as? [String: Any])?.count == 4)
  }

  @Test func `a person reads a row below a heading, without columns of their own`() throws {
    func answer(
      _ estimate: ScoreQuestions.Estimate, isLookedAt: Bool
    ) throws -> (heading: [String], row: String) {
      let questions = ScoreQuestions(
        StrengthSettings(referenceYear: 2026), estimate: estimate, form: .text,
        isLookedAt: isLookedAt, explaining: false)
      return (
        questions.heading.split(separator: "\n").map(String.init),
        try #require(try answers(questions.lines, to: "password").lines.first)
      )
    }
    let zxcvbn = try answer(.zxcvbn, isLookedAt: true)
    #expect(zxcvbn.heading == ["zxcvbn's  guesses by", "score     zxcvbn"])
    let combined = try answer(.combined, isLookedAt: true)
    #expect(
      combined.heading == [
        "The combined estimate is nearest to what attackers need.",
        "zxcvbn's  guesses by    guesses by    guesses by the",
        "score     zxcvbn        a model       combined estimate",
      ])
    for found in [zxcvbn, combined] {
      #expect(found.row.hasPrefix("0 of 4    ") && !found.row.contains("\t"))
    }
    #expect(combined.row.hasPrefix(zxcvbn.row))
    #expect(try answer(.combined, isLookedAt: false).heading == [])
    #expect(try answer(.combined, isLookedAt: false).row.contains("\t"))
  }

  @Test func `guess numbers have a column a source, and of several one for the least`() throws {
    let directory = try TemporaryDirectory()
    let sources = try [
      ("a", "password\tguesses\npassword\t3\nmeadow\t-5\n"),
      ("b", "password\tguesses\npassword\t7\n"),
    ].map {
      GuessFile("\($0)=\(try directory.file("\($0).tsv", $1))")
    }
    for (count, columns, rows) in [
      (1, ["guesses:a"], [["3.0"], ["unreached"], ["uncovered"]]),
      (
        2, ["guesses:a", "guesses:b", "min-auto"],
        [
          ["3.0", "7.0", "3.0"], ["unreached", "uncovered", "unreached"],
          ["uncovered", "uncovered", "uncovered"],
        ]
      ),
    ] {
      let strength = try StrengthSources(year: 2026, guesses: Array(sources.prefix(count)))
        .load { _ in }
      for (form, isJSON) in [(OutputFormat.csv, false), (.jsonl, true)] {
        let questions = ScoreQuestions(
          strength, estimate: .zxcvbn, form: form, isLookedAt: true, explaining: false)
        #expect(questions.columns.dropFirst(3) == columns[...] && questions.heading == "")
        for (password, row) in zip(["password", "meadow", "lark"], rows) {
          let line = try #require(
            try answers(questions.lines, to: isJSON ? #"{"password":"\#(password)"}"# : password)
              .lines.first)
          if isJSON {
            let numbers = try #require(try object(line)["guess_numbers"] as? [String: Any])
            for (column, cell) in zip(columns, row) {
              let value = numbers[column]
              #expect(value as? String == cell || value as? Double == Double(cell), "\(line)")
            }
          } else {
            #expect(line.split(separator: ",").dropFirst(3).map(String.init) == row)
          }
        }
      }
    }
  }
}
