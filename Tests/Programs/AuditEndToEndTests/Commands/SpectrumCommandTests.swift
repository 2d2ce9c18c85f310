import TestSupport
import Testing

/// `audit spectrum`, and a limit on popularity.
@Suite struct SpectrumCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a list that is published as counts says what guesses find`() throws {
    try directory.file("leak.txt", "4000 1\n900 3\n70 40\n9 700\n2 9000\n1 40000\n")
    let run = try directory.audit("spectrum leak.txt")
    #expect(run.output.hasPrefix("leak: 73,800 accounts, 49,744 different passwords\n"))
    #expect(run.output.contains("\n10             9.65 %     9.0–10.0 %\n"), "\(run.output)")
    #expect(run.output.contains("99 % sure for each"))
    #expect(run.output.contains("a spectrum has no passwords"))
    // More confidence, wider ends; a limit, a row of its own.
    let sure = try directory.audit(
      "spectrum --confidence 99.99 --popularity 1000 --format csv leak.txt")
    let rows = sure.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.count == 3 && rows[2][1] == "popularity 1000")
    let usual = try directory.audit("spectrum --format csv leak.txt").output.split(separator: "\n")
      .map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
    let (lower, upper) = (
      try #require(rows[0].firstIndex(of: "bound_10_lower")),
      try #require(rows[0].firstIndex(of: "bound_10_upper"))
    )
    func number(_ row: [Substring], _ place: Int) -> Double { Double(row[place]) ?? .nan }
    #expect(
      number(rows[1], lower) < number(usual[1], lower)
        && number(usual[1], upper) < number(rows[1], upper))
    #expect(number(rows[2], upper) < number(rows[1], lower))
  }

  @Test func `policies are refused, in any words`() throws {
    try directory.file("leak.txt", "40 1\n1 400\n")
    let told = try directory.audit("spectrum --preset nist-63b-4 leak.txt", code: 64)
    #expect(told.errors.contains("A spectrum has no passwords that a policy could judge."))
    for command in ["--layout spectrum leak.txt", "scan --layout=spectrum -o x.tally leak.txt"] {
      let told = try directory.audit(command, code: 64)
      #expect(told.errors.contains("'audit spectrum FILE'"), "\(told.errors)")
    }
    try directory.file("list.txt", "meadow\nlark\n")
    let list = try directory.audit("spectrum list.txt", code: 2)
    #expect(list.errors.contains("list.txt:1") && !list.errors.contains("meadow"))
  }

  @Test func `a run has rows of what a limit on popularity leaves`() throws {
    let lines =
      (0..<4000).map { "word\($0 * $0 % 797 % 83)x\n" }.joined()
      + (0..<3000).map { "single\($0)\n" }.joined()
    try directory.file("list.txt", lines)
    let options = "--distinct --weights accounts --strength none --preset nist-63b-4-mfa -q"
    try directory.audit("\(options) --popularity 15000 --confidence 95 -o limited list.txt")
    try directory.audit("\(options) -o plain list.txt")
    func names(_ report: String) throws -> [Substring] {
      try #require(directory.text("\(report)/empirical.csv")).split(separator: "\n").dropFirst()
        .map { $0.split(separator: ",", omittingEmptySubsequences: false)[1] }
    }
    #expect(try names("plain") == ["", "nist-63b-4-mfa"])
    #expect(
      try names("limited") == [
        "", "nist-63b-4-mfa", "popularity 15000", "nist-63b-4-mfa + popularity 15000",
      ])
    #expect(directory.text("limited/audit.json")?.contains("\"confidence\" : 95") == true)
    let page = try #require(directory.text("limited/report.html"))
    #expect(page.contains("95 % sure") && !page.contains("99 % sure"))
    #expect(page.contains("popularity 15000"))
    let told = try directory.audit("--popularity 10 list.txt", code: 64)
    #expect(told.errors.contains("--popularity says how --distinct works; give that too."))
  }
}
