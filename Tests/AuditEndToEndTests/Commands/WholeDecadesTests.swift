import TestSupport
import Testing

/// Reports by zxcvbn of tallies that record the combined estimate, too.
@Suite struct WholeDecadesTests {
  @Test func `zxcvbn answers a tally of both estimates as a run does, in whole decades`() throws {
    let directory = try TemporaryDirectory()
    let words = ["password", "letmein", "qwertz", "Tr0ub4dor&3", "monkey", "zxcvbn", "3kf8Qm"]
    let lines = words.flatMap { word in (0..<40).map { "\(word)\($0 * $0 * 37)" } }
    _ = try directory.file("list.txt", lines.joined(separator: "\n") + "\n")
    let year = ["--reference-year", "2026"]
    #expect(
      try Program.run(["scan", "-o", "x.tally"] + year + ["list.txt"], in: directory).code == 0)
    let zxcvbn = ["--strength", "zxcvbn", "--rules", "minlength: 8; allowed: unicode;", "-q"]
    for words in [["run"] + year + zxcvbn + ["list.txt"], ["report"] + zxcvbn + ["x.tally"]] {
      #expect(try Program.run(words + ["-o", words[0]], in: directory).code == 0)
    }
    func rows(_ report: String) -> (decades: [String: Int], others: [Substring]) {
      let lines = (directory.text("\(report)/audit.csv") ?? "").split(separator: "\n")
      let (decades, others) = (
        lines.filter { $0.contains("guesses_log10,") },
        lines.filter { !$0.contains("guesses_log10,") }
      )
      var counts: [String: Int] = [:]
      for line in decades {
        // list, policy, metric, bucket, order, unit, count, share
        let cells = line.split(separator: ",", omittingEmptySubsequences: false)
        let decade = cells[3].prefix { $0 != "." }
        if report == "report" { #expect(cells[3].hasSuffix(".0")) }
        counts["\(cells[1]) \(cells[2]) \(decade)", default: 0] += Int(cells[6]) ?? 0
      }
      return (counts, others)
    }
    let (run, report) = (rows("run"), rows("report"))
    #expect(report.others == run.others && run.others.count > 50)
    #expect(report.decades == run.decades && run.decades.count > 6)
  }
}
