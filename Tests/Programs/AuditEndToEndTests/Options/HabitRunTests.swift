import Foundation
import TestSupport
import Testing

/// Habits of passwords, from lists to reports and tallies.
@Suite struct HabitRunTests {
  private let options = ["--strength", "none", "-q", "--reference-year", "2026"]

  private let directory: TemporaryDirectory

  /// Two lists, and a policy with a capital and a digit.
  init() throws {
    directory = try TemporaryDirectory()
    try directory.file(
      "site.policy", "minlength: 8; required: upper; required: digit; allowed: unicode;")
    // The first three comply; two of them have a capital first and digits last.
    try directory.file("a.txt", "Dragon2026\nBAXDOV12\n")
    try directory.file("b.txt", "Quxilam1\ndragon\nmärz1!\n")
  }

  /// The rows of a metric without its zeros, each as bucket and count.
  private func rows(_ metric: String, of report: String)
    -> [String]
  {
    directory.cells("\(report)/audit.csv").filter {
      $0.count == 8 && $0[2] == metric && $0[6] != "0"
    }.map { "\($0[3]) \($0[6])" }
  }

  private func run(_ words: [String], _ more: String...) throws {
    try directory.audit(words + options + more)
  }

  @Test func `a run counts habits, and how each rule is kept`() throws {
    try run(["--habits", "--rules", "site.policy"], "-o", "r", "a.txt", "b.txt")
    #expect(
      rows("habit", of: "r") == [
        "capital-first 2", "capitals-only 1", "digits-last 4", "digits-last-1 2",
        "digits-last-2 1", "digits-last-4 1", "specials-last 1", "specials-last-1 1", "word 1",
        "word+digits 3", "word+digits+specials 1", "cheapest 2", "year-this 1", "month 1",
        "common 1", "decorated-common 1",
      ])
    #expect(
      rows("habit_of_rule", of: "r") == [
        "minlength:free 2", "minlength:other 1", "required[0]:free 2", "required[0]:other 1",
        "required[1]:free 3", "all:free 2", "all:other 1",
      ])
    #expect(
      directory.text("r/audit.json")?.contains("\"vocabulary 1, reference year 2026\"") == true)
    // Without the option nothing is counted.
    try run(["--rules", "site.policy"], "-o", "s", "a.txt", "b.txt")
    #expect(rows("habit", of: "s") == [])
    #expect(rows("habit_of_rule", of: "s") == [])
  }

  @Test func `a report of a tally, and of a sum of tallies, is that of a run`() throws {
    try run(["--habits", "--rules", "site.policy"], "-o", "r", "a.txt", "b.txt")
    try run(["scan", "--habits"], "-o", "x.tally", "a.txt", "b.txt")
    try run(["scan", "--habits"], "-o", "a.tally", "a.txt")
    try run(["scan", "--habits"], "-o", "b.tally", "b.txt")
    let merge = ["merge", "-q", "a.tally", "b.tally", "-o", "sum.tally"]
    try directory.audit(merge)
    for tally in ["x.tally", "sum.tally"] {
      try run(["report", "--habits", "--rules", "site.policy"], "--force", "-o", "t", tally)
      for file in ["audit.csv", "audit.json", "report.html"] where tally == "x.tally" {
        #expect(directory.text("t/\(file)") == directory.text("r/\(file)"), "\(file)")
      }
      for metric in ["habit", "survivors_habit", "habit_of_rule"] {
        #expect(rows(metric, of: "t") == rows(metric, of: "r"))
      }
    }
  }

  @Test func `words that any policy forbids are a habit, and the page has their row`() throws {
    let lines = Array(repeating: "Quxilam1\nBAXDOV12\nMaliXuq7\nquxi1Lam\n", count: 30).joined()
    try directory.file("many.txt", lines)
    try directory.file(
      "word.policy", "minlength: 8; context: \"quxilam\"; allowed: unicode;")
    try directory.file(
      "part.policy", "minlength: 8; context: \"bax\" substring; allowed: unicode;")
    let both = ["--rules", "site.policy", "--rules", "word.policy"]
    try run(["--habits"] + both, "-o", "r", "many.txt")
    #expect(rows("habit", of: "r").last == "context 60")
    #expect(
      rows("survivors_habit", of: "r").filter { $0.hasPrefix("context") }
        == ["context 60"])
    let page = try #require(directory.text("r/report.html"))
    #expect(page.contains("like a context word"))
    // A word inside another counts where a rule says so; each password once.
    try run(["--habits", "--rules", "part.policy"] + both, "-o", "p", "many.txt")
    #expect(rows("habit", of: "p").last == "context 90")
    // A policy without such words has no bucket.
    try run(["--habits", "--rules", "site.policy"], "-o", "s", "many.txt")
    #expect(!(directory.text("s/audit.csv") ?? "").contains("habit,context"))
    try run(["scan", "--habits"], "--for", "word.policy", "-o", "x.tally", "many.txt")
    try run(["report", "--habits"] + both, "-o", "t", "x.tally")
    #expect(directory.text("t/audit.csv") == directory.text("r/audit.csv"))
  }

  @Test func `what a tally does not record is refused, and unlike tallies do not merge`() throws {
    try run(["scan"], "-o", "plain.tally", "a.txt")
    let report = try directory.audit("report --habits plain.tally -o r", code: 2)
    #expect(
      report.errors == """
        plain.tally: error: the tally does not record habits
          Record it: audit scan --habits LIST -o FILE

        """)
    try run(["scan", "--habits"], "-o", "now.tally", "a.txt")
    let then = ["scan", "--habits", "--strength", "none", "-q", "--reference-year", "2012"]
    try directory.audit(then + ["-o", "then.tally", "b.txt"])
    let merge = ["merge", "now.tally", "then.tally", "-o", "sum.tally"]
    let run = try directory.audit(merge, code: 2)
    #expect(run.errors.contains("the reference year of habits"))
  }

  @Test func `the details say how rules are kept`() throws {
    let lines = Array(repeating: "Dragon2026\nBAXDOV12\nQuxilam1\nquxi1Lam\n", count: 30).joined()
    try directory.file("many.txt", lines)
    let run = try directory.audit(
      ["--habits", "-v", "--no-report", "--rules", "site.policy"] + options.filter { $0 != "-q" }
        + ["many.txt"])
    #expect(run.output.contains("kept for free: length 75.0 % of 120, upper 50.0 % of 120"))
  }

  @Test func `the page shows how rules are kept, beside what they refuse`() throws {
    let lines = Array(repeating: "Dragon2026\nBAXDOV12\nQuxilam1\nquxi1Lam\n", count: 30).joined()
    try directory.file("many.txt", lines + String(repeating: "quxilam\n", count: 40))
    try run(["--habits", "--rules", "site.policy"], "-o", "r", "many.txt")
    let page = try #require(directory.text("r/report.html"))
      .replacing(/<[^>]*>/, with: "")
    for words in [
      "How the rules are kept",
      "Of the 120 passwords accepted by site, 75.0 % put all digits last (of all passwords with a "
        + "digit, 75.0 % do); 50.0 % keep all its rules by a capital first and digits or specials last; "
        + "25.0 % are a common word with another case, digits or specials added; 25.0 % end in this or "
        + "last year and 0.0 % contain a month, season or weekday.",
      "Most often kept for free: a digit of site, 75.0 % of 120",
      "site: required: digit (required[1])9075.0 % of 1203075.0 %25.0 %",
      "site: all at once6050.0 % of 12060––",
      "site: a common word and more3025.0 % of 1209018.8 %–",
      "A random password would put its only capital first by chance, too: in 0.9 % of 8 letters and "
        + "digits. Shares of habits say what people do, not what a rule caused.",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    // Without habits nothing of it is there.
    try run(["--rules", "site.policy"], "-o", "s", "many.txt")
    #expect(directory.text("s/report.html")?.contains("How the rules are kept") == false)
  }

  @Test func `of alternatives each rule has the passwords that meet its alternative first`() throws
  {
    let lines =
      Array(repeating: "Dragon2026\nquxilam12345\nqux1ilam2345\n", count: 150).joined()
    try directory.file("many.txt", lines)
    let rules =
      "minlength: 8; required: upper; allowed: unicode; or required: digit; allowed: unicode;"
    let run = try directory.audit(
      ["--habits", "-v", "--no-report", "--rules", rules] + options.filter { $0 != "-q" } + [
        "many.txt"
      ])
    // The second one is met first by 300, of which half have their digits last.
    #expect(run.output.contains("upper 100.0 % of 150, digit 50.0 % of 300"))
  }
}
