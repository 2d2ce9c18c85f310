import TestSupport
import Testing

@Suite struct RateTests {
  @Test func `a rate that every report has does not get its rows twice`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "correct horse battery\nabc\n")
    let options = ["--no-blocklist", "--dataset", "d", "list.txt"]
    let run = try Program.run(options + ["-o", "plain"], in: directory)
    #expect(run.code == 0, "\(run.errors)")
    let again = ["--rate", "100/h", "--rate", "5/s", "--rate", "5/s", "-o", "rates"]
    _ = try Program.run(options + again, in: directory)
    let rows = (directory.text("rates/audit.csv") ?? "").split(separator: "\n")
    let cracked = rows.filter { $0.hasPrefix("d,,cracked,") }
    #expect(cracked.filter { $0.contains(",100/h for 1 day,") }.count == 1)
    #expect(cracked.filter { $0.contains(",5/s for 1 day,") }.count == 1)
    #expect(cracked.count == 20)
  }

  @Test func `scores that only a rule asked for say nothing about time`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("list.txt", "correct horse battery\nabc\n")
    _ = try directory.file("site.policy", "min-score: 1; allowed: unicode;")
    let options = ["--strength", "none", "--rules", "site.policy", "-o", "out", "list.txt"]
    let run = try Program.run(["--verbose"] + options, in: directory)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("easy"))
    // The table has no rows of it, so that 0.0 % would be made up.
    #expect(directory.text("out/audit.csv")?.contains("cracked") == false)
    #expect(!run.output.contains("cracked"))
    let page = directory.text("out/report.html") ?? ""
    #expect(page.contains("easy to guess"))
    #expect(!page.contains("found in a day") && !page.contains("found within a day"))
  }
}
