import TestSupport
import Testing

@Suite struct RateTests {
  @Test func `a rate that every report has does not get its rows twice`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("list.txt", "correct horse battery\nabc\n")
    let options = ["--no-blocklist", "--dataset", "d", "list.txt"]
    try directory.audit(options + ["-o", "plain"])
    let again = ["--rate", "100/h", "--rate", "5/s", "--rate", "5/s", "-o", "rates"]
    try directory.audit(options + again)
    let rows = directory.rows("rates/audit.csv")
    let cracked = rows.filter { $0.hasPrefix("d,,cracked,") }
    #expect(cracked.filter { $0.contains(",100/h for 1 day,") }.count == 1)
    #expect(cracked.filter { $0.contains(",5/s for 1 day,") }.count == 1)
    #expect(cracked.count == 20)
  }

  @Test func `scores that only a rule asked for say nothing about time`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("list.txt", "correct horse battery\nabc\n")
    try directory.file("site.policy", "min-score: 1; allowed: unicode;")
    let options = ["--strength", "none", "--rules", "site.policy", "-o", "out", "list.txt"]
    let run = try directory.audit(["--verbose"] + options)
    #expect(run.output.contains("score 0–1"))
    // The table has no rows of it, so that 0.0 % would be made up.
    #expect(directory.text("out/audit.csv")?.contains("cracked") == false)
    #expect(!run.output.contains("guessed in a day"))
    let page = directory.text("out/report.html") ?? ""
    #expect(page.contains("score 0–1"))
    #expect(!page.contains("guessed in a day") && !page.contains("found within a day"))
  }
}
