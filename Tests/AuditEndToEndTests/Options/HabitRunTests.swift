import Foundation
import TestSupport
import Testing

/// Habits of passwords, from lists to reports and tallies.
@Suite struct HabitRunTests {
  private let options = ["--strength", "none", "-q", "--reference-year", "2026"]

  /// Two lists, and a policy with a capital and a digit.
  private func prepare() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    _ = try directory.file(
      "site.policy", "minlength: 8; required: upper; required: digit; allowed: unicode;")
    // The first three comply; two of them have a capital first and digits last.
    _ = try directory.file("a.txt", "Dragon2026\nBAXDOV12\n")
    _ = try directory.file("b.txt", "Quxilam1\ndragon\nmärz1!\n")
    return directory
  }

  /// The rows of a metric without its zeros, each as bucket and count.
  private func rows(_ metric: String, of report: String, in directory: TemporaryDirectory)
    -> [String]
  {
    (directory.text("\(report)/audit.csv") ?? "").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }.filter { $0.count == 8 && $0[2] == metric && $0[6] != "0" }.map { "\($0[3]) \($0[6])" }
  }

  private func run(_ words: [String], _ more: String..., in directory: TemporaryDirectory) throws {
    let run = try Program.run(words + options + more, in: directory)
    #expect(run.code == 0, "\(words): \(run.errors)")
  }

  @Test func `a run counts habits, and how each rule is kept`() throws {
    let directory = try prepare()
    try run(
      ["--habits", "--rules", "site.policy"], "-o", "r", "a.txt", "b.txt", in: directory)
    #expect(
      rows("habit", of: "r", in: directory) == [
        "capital-first 2", "capitals-only 1", "digits-last 4", "digits-last-1 2",
        "digits-last-2 1", "digits-last-4 1", "specials-last 1", "specials-last-1 1", "word 1",
        "word+digits 3", "word+digits+specials 1", "cheapest 2", "year-this 1", "month 1",
        "common 1", "decorated-common 1",
      ])
    #expect(
      rows("habit_of_rule", of: "r", in: directory) == [
        "minlength:free 2", "minlength:other 1", "required[0]:free 2", "required[0]:other 1",
        "required[1]:free 3", "all:free 2", "all:other 1",
      ])
    #expect(
      directory.text("r/audit.json")?.contains("\"vocabulary 1, reference year 2026\"") == true)
    // Without the option nothing is counted.
    try run(["--rules", "site.policy"], "-o", "s", "a.txt", "b.txt", in: directory)
    #expect(rows("habit", of: "s", in: directory) == [])
    #expect(rows("habit_of_rule", of: "s", in: directory) == [])
  }

  @Test func `a report of a tally, and of a sum of tallies, is that of a run`() throws {
    let directory = try prepare()
    try run(["--habits", "--rules", "site.policy"], "-o", "r", "a.txt", "b.txt", in: directory)
    try run(["scan", "--habits"], "-o", "x.tally", "a.txt", "b.txt", in: directory)
    try run(["scan", "--habits"], "-o", "a.tally", "a.txt", in: directory)
    try run(["scan", "--habits"], "-o", "b.tally", "b.txt", in: directory)
    let merge = ["merge", "-q", "a.tally", "b.tally", "-o", "sum.tally"]
    #expect(try Program.run(merge, in: directory).code == 0)
    for tally in ["x.tally", "sum.tally"] {
      try run(
        ["report", "--habits", "--rules", "site.policy"], "--force", "-o", "t", tally,
        in: directory)
      for file in ["audit.csv", "audit.json", "report.html"] where tally == "x.tally" {
        #expect(directory.text("t/\(file)") == directory.text("r/\(file)"), "\(file)")
      }
      for metric in ["habit", "survivors_habit", "habit_of_rule"] {
        #expect(rows(metric, of: "t", in: directory) == rows(metric, of: "r", in: directory))
      }
    }
  }

  @Test func `what a tally does not record is refused, and unlike tallies do not merge`() throws {
    let directory = try prepare()
    try run(["scan"], "-o", "plain.tally", "a.txt", in: directory)
    let report = try Program.run(["report", "--habits", "plain.tally", "-o", "r"], in: directory)
    #expect(report.code == 2)
    #expect(
      report.errors == """
        plain.tally: error: the tally does not record habits
          Record it: audit scan --habits LIST -o FILE.

        """)
    try run(["scan", "--habits"], "-o", "now.tally", "a.txt", in: directory)
    let then = ["scan", "--habits", "--strength", "none", "-q", "--reference-year", "2012"]
    #expect(try Program.run(then + ["-o", "then.tally", "b.txt"], in: directory).code == 0)
    let merge = ["merge", "now.tally", "then.tally", "-o", "sum.tally"]
    let run = try Program.run(merge, in: directory)
    #expect(run.code == 2 && run.errors.contains("the reference year of habits"), "\(run.errors)")
  }

  @Test func `the details say how rules are kept`() throws {
    let directory = try prepare()
    let lines = Array(repeating: "Dragon2026\nBAXDOV12\nQuxilam1\nquxi1Lam\n", count: 30).joined()
    _ = try directory.file("many.txt", lines)
    let run = try Program.run(
      ["--habits", "-v", "--no-report", "--rules", "site.policy"] + options.filter { $0 != "-q" }
        + ["many.txt"], in: directory)
    #expect(
      run.output.contains(
        "kept for free: length 75.0 % of 120, upper 50.0 % of 120"), "\(run.output)")
  }
}
