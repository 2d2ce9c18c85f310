import Foundation
import Reports
import Testing

/// What is said of the error of the share found in a day, on each medium.
@Suite struct StatedErrorTests {
  /// Policies of a report of 2,100 passwords; the estimate is the combined one, or zxcvbn's.
  private func report(
    _ rules: [String], isCombined: Bool = true, words: [String: UInt64]? = nil
  ) throws -> Report {
    var report = PageReport(
      names: rules.indices.map { "p\($0 + 1)" }, hasDistinct: false, hasSpace: false, times: 100,
      isCombined: isCombined)
    report.rules = rules
    if let words {
      report.words = words.mapValues { _ in 1 }
      report.counts = words
    }
    return try report.make()
  }

  /// All texts of a report for people.
  private func texts(_ report: Report) -> [String] {
    [
      Summary(report, ink: Summary.Ink(isOn: false), isVerbose: true).text,
      MarkdownSummary(report).text, String(decoding: Page(report).serialized(), as: UTF8.self),
    ].map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }

  /// What a text says of policies: screen and page also have a row without one, whose error they name.
  private func own(_ text: String) -> String {
    text.replacing(
      #/no policy: (?:within 8|up to 59)[^;.]*|login page, slow hash: (?:within 8|up to 59)[^-]*?assumed for 'no policy' -/#,
      with: ""
    )
    .replacing(#/<tr><th scope="row">no policy<\/th>.*?<\/tr>/#, with: "")
  }

  /// The errors in `results` of `audit.json`.
  private func errors(_ report: Report) throws -> [String] {
    let bytes = try ManifestFile(report).serialized()
    let json = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let results = try #require(json?["results"] as? [[String: Any]])
    return results.compactMap {
      ($0["survivors"] as? [String: Any])?["guessedInDayError"] as? String
    }
  }

  private static let any = "allowed: unicode;"
  private static let long = "error not measured for minimum lengths of 13+"
  private static let letters = "error not measured for letters beyond ASCII"
  private static let scored = "14 percentage points too low to 2 too high"

  @Test(arguments: [
    ("minlength: 12; \(any)", "within 8 percentage points"), ("minlength: 13; \(any)", long),
    // Two passwords of three characters each, and 14 of one kind.
    ("required: lower; \(any)", "within 8 percentage points"),
    ("minlength: 13; \(any)\nor\nminlength: 12; \(any)", "within 8 percentage points"),
    ("minlength: 13; \(any)\nor\nminlength: 14; \(any)", long),
    ("min-score: 1; \(any)", scored), ("minlength: 12; min-score: 1; \(any)", scored),
    ("minlength: 13; min-score: 1; \(any)", long),
  ])
  func `what was measured of such a policy is said on every medium, and nothing else`(
    rules: String, error: String
  ) throws {
    let word = "Abcdefghijklm1-"
    let report = try report([rules], words: [word: 1200])
    #expect(try errors(report) == [error])
    let isMeasured = error == "within 8 percentage points"
    for text in texts(report) {
      #expect(text.contains(isMeasured ? error : String(error.trimmingPrefix("error "))))
      #expect(own(text).contains("within 8 percentage points") == isMeasured)
      #expect(text.contains("not measured") == error.contains("not measured"))
    }
    // Of one policy the page compares nothing, so the mark is the screen's.
    let screen = texts(report)[0]
    #expect(screen.contains(" %*") == error.contains("not measured"))
    #expect(screen.contains("* means: \(error)") == error.contains("not measured"))
  }

  @Test(arguments: [(50, true), (49, false)] as [(UInt64, Bool)])
  func `of a list of which five per cent have letters beyond ASCII nothing was measured`(
    beyond: UInt64, isBeyond: Bool
  ) throws {
    let words = ["abcdefgh1": 1000 - beyond, "Grüße-Grüße": beyond]
    for isCombined in [true, false] {
      let rules = ["minlength: 6; \(Self.any)", "min-score: 0; minlength: 14; \(Self.any)"]
      let report = try report(rules, isCombined: isCombined, words: words)
      let measured =
        isCombined ? "within 8 percentage points" : "up to 59 percentage points too high"
      #expect(try errors(report) == [isBeyond ? Self.letters : measured])
      for text in texts(report) {
        #expect(text.contains("letters beyond ASCII") == isBeyond)
        #expect(text.contains("8 percentage points") != isBeyond || !isCombined && !isBeyond)
        #expect(!text.contains("59 percentage points") || !isBeyond)
      }
    }
  }

  @Test func `policies of different errors are told apart`() throws {
    let rules = ["minlength: 6", "minlength: 13", "minlength: 6; min-score: 1"].map {
      "\($0); \(Self.any)"
    }
    let report = try report(rules, words: ["Abcdefghijklm1-": 1200])
    #expect(try errors(report) == ["within 8 percentage points", Self.long, Self.scored])
    let all = texts(report)
    #expect(
      all[0].contains(
        "model of common passwords. Their error was measured by attacks of university researchers, on two leaks "
          + "under eight other policies: - login page, slow hash: within 8 percentage points there; the same is "
          + "assumed for 'no policy', p1 - \(Self.long) (p2) - login page, slow hash: \(Self.scored) there; the same "
          + "is assumed for p3 - fast hash: more than ten percentage points possible"))
    #expect(all[2].contains("(10⁴/s, a slow hash; combined estimate)"))
    // The mark stands at the shares of the policy whose error was not measured, and at no other.
    let screen = Summary(report, ink: Summary.Ink(isOn: false), isVerbose: true).text
    let marked = screen.split(separator: "\n").filter { $0.contains(" %*") }
    #expect(marked.count == 2 && marked.allSatisfy { $0.hasPrefix("p2 ") })
    let meaning = "Shares guessed are estimates; * means: \(Self.long)."
    #expect(all[0].contains("(fast hash). \(meaning)"))
    // Only what was measured has a whisker.
    #expect(own(all[2]).split(separator: "class=\"wh\"").count == 2)
    for error in ["within 8 percentage points", Self.long, Self.scored] {
      #expect(all[2].contains("<span class=\"err\">\(error)</span>"))
    }
  }

  @Test func `zxcvbn's error was not measured where the rule is its score`() throws {
    let report = try report(["min-score: 1; \(Self.any)"], isCombined: false)
    #expect(try errors(report) == ["error not measured for policies with a score"])
    for text in texts(report) { #expect(!own(text).contains("59 percentage points")) }
  }
}
