import Auditing
import Diagnostics
import Jobs
import Metrics
import PasswordPolicies
import PasswordSpaces
import Passwords
import PolicyLab
import Reports
import TestSupport
import Testing

@Suite struct LabTests {
  @Test(arguments: [
    ["minlength: 8; required: lower; required: upper; required: digit; required: special;"],
    ["minlength: 8;", "minlength: 12; allowed: unicode;", "blocklist: default; minlength: 4;"],
    ["[x]\nminlength: 8;", "[x]\nminlength: 8;", "", "min-score: 3; max-repeating: 2;"],
  ])
  func `an answer has the numbers that a report of the same tally has`(texts: [String]) async throws
  {
    let recording = try sampleRecording()
    let lab = try sampleLab()
    var question = Question(texts[0])
    for text in texts.dropFirst() { question.add(text) }
    let answer = await lab.answer(question)

    var settings = AuditSettings(
      JudgingSettings(strength: StrengthSettings(referenceYear: 2026)))
    settings.policies = PolicySettings.uniquelyNamed(answer.entries.compactMap(\.draft.policy))
    settings.distinct = CountingSettings()
    settings.space = .ascii
    let report = try settings.findings(in: AskedRecording(recording), of: "leak.tally") { _ in }
      .report(version: "1.0", dataset: "leak")
    #expect(
      answer.report.map { HistogramTable($0).filled.bytes() }
        == HistogramTable(report).filled.bytes())
    #expect(answer.entries.map(\.place) == Array(texts.indices))
    #expect(settings.policies.count == texts.count)
  }

  @Test func `a lab refuses settings that audit refuses, with the same words`() throws {
    var settings = AuditSettings(JudgingSettings())
    settings.threads = 0
    settings.judging.sources.year = 1800
    let problem = #expect(throws: Problem.self) {
      try LabTally(try sampleRecording(), file: "leak.tally", settings: settings) { _ in }
    }
    #expect(problem?.found == "--reference-year takes a year from 1900 to 9999, not 1800.")
    settings.judging.sources.year = nil
    let code = thrownCode {
      _ = try LabTally(try sampleRecording(), file: "leak.tally", settings: settings) { _ in }
    }
    #expect(code == "settings")
  }

  @Test func `each depth of an answer has its parts, also when asked after another`() async throws {
    let lab = try sampleLab()
    let question = Question("minlength: 8;")
    let numbers = await lab.answer(question, .numbers)
    #expect(numbers.report?.space?.isEmpty == true && numbers.examples.isEmpty)
    #expect(numbers.edited.isUncountedYet)
    let figures = await lab.answer(question, .figures)
    #expect(figures.report?.space?.count == 1 && figures.examples.count == 5)
    #expect(figures.report?.guessing == nil)
    let whole = await lab.answer(question)
    #expect(whole.report?.guessing != nil && whole.report?.space?.count == 1)
    // What was counted is known from then on.
    let again = await lab.answer(question, .numbers)
    #expect(again.report?.space?.count == 1 && !again.edited.isUncountedYet)
    #expect(again.report?.guessing == nil)
    let compliant = [numbers, figures, whole, again].map {
      $0.report?.findings.policies[0].compliant
    }
    #expect(compliant == [10, 10, 10, 10])
  }

  @Test func `a policy that needs an unrecorded fact leaves the others their answers`()
    async throws
  {
    let lab = try sampleLab(estimate: .none, isDistinct: false)
    var question = Question("minlength: 8;")
    question.add("min-score: 3;")
    question.add("required: [aeiou];")
    let answer = await lab.answer(question)
    #expect(answer.entries.map(\.place) == [0, nil, nil])
    #expect(answer.entries[1].refusal?.remedy?.contains("--strength combined") == true)
    #expect(answer.entries[2].refusal?.remedy?.contains("--for RULES") == true)
    #expect(lab.tallies[0].missing.count == 2)
  }

  @Test func `rules that need unrecorded facts are left out where the answer may be a part`()
    async throws
  {
    let lab = try sampleLab(estimate: .none, isDistinct: false)
    var question = Question("minlength: 8; min-score: 3; allowed: unicode;")
    question.add("min-score: 3; allowed: unicode;")
    question.add("minlength: 12; allowed: unicode;")
    let answer = await lab.answer(question, .figures, isPartial: true)
    #expect(answer.entries.map(\.place) == [0, nil, 1])
    #expect(answer.entries.map(\.omitted) == [["min-score: 3"], [], []])
    let found = try #require(answer.report?.findings.policies)
    #expect(found.map(\.name) == ["policy 1 without min-score: 3", "policy 3"])
    #expect(found.map(\.compliant) == [11, 4])
    // A report has whole answers only.
    #expect(await lab.answer(question).entries.map(\.place) == [nil, nil, 0])
    question.turn(to: 0)
    let page = try await reply("", question.query, by: lab).text
    #expect(page.contains("≤ 91.7 %"))
    #expect(
      page.contains("The numbers leave out min-score: 3: at most so many are accepted."))
  }

  @Test(
    arguments: few(
      3,
      of: [
        "minlength: 8; required: lower; required: upper; required: digit; required: special;",
        "minlength: 3; maxlength: 6; required: [-]]; allowed: [ab];",
        "allowed: unicode; minlength: 20;",
        "max-consecutive: 1; maxlength: 9; allowed: digit;", "min-classes: 3; at-least: 2 digit;",
      ]))
  func `generated passwords satisfy the policy and can be typed`(text: String) async throws {
    let lab = try sampleLab()
    let answer = await lab.answer(Question(text), examples: 50)
    #expect(answer.examples.count == 50)
    let policy = try #require(answer.edited.draft.policy)
    let tally = lab.tallies[0]
    let settings = tally.settings.asking([policy])
    let trial = try PasswordTrial(
      [policy], tally.recording.lookupLists(settings) { _ in }, settings.strength)
    for example in answer.examples {
      #expect(trial.judgement(of: Array(example.utf8)).broken == [[]])
      #expect(example.utf8.allSatisfy { 0x20...0x7E ~= $0 })
    }
  }

  @Test func `a policy that no password can meet has no example, and its page says why`()
    async throws
  {
    #expect(
      try await reply("", "p=minlength%3A+9%3B+maxlength%3A+5%3B").text.contains(
        "No password can meet the policy"))
  }
}
