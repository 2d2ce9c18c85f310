import TestSupport
import Testing

private let passwords = [
  "granite", "Granite", "Gr4n!te", "mygranite1", "MYGRAN1TE", "xkqzvj", "g", "e\u{301}t\u{e9}",
]

private let run = [
  "--preset", "1class16", "--strength", "none", "-o", "out", "--blocklist", "words.txt",
]

extension String {
  /// The number of times that it contains a text.
  fileprivate func components(_ text: String) -> Int { self.ranges(of: text).count }
}

@Suite struct MatchTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("words.txt", "granite\nzq1\n")
    try directory.file("leaked.txt", passwords.joined(separator: "\n"))
  }

  @Test func `run counts each comparison separately and names it`() throws {
    let hits = [
      ("exact", "words", 1), ("fold", "words (fold)", 2), ("leet", "words (leet)", 3),
      ("substring:4", "words (substring:4)", 2),
      ("fold+substring:4", "words (fold+substring:4)", 3),
      ("leet+substring:4", "words (leet+substring:4)", 5), ("entra-like", "words (entra-like)", 5),
    ]
    let matches = hits.flatMap { ["--blocklist-match", $0.0] }
    let done = try directory.audit(run + matches + ["--verbose", "leaked.txt"])
    #expect(done.errors.contains("banned terms that are too short or too long: 1"))
    let table = directory.text("out/audit.csv") ?? ""
    let manifest = directory.text("out/audit.json") ?? ""
    for (order, (comparison, name, count)) in hits.enumerated() {
      let row = "leaked,,blocklist,\(name),\(order),entries,\(count),"
      #expect(table.contains(row), "\(row) in \(table)")
      #expect(manifest.contains("\"comparison\" : \"\(comparison)\""))
    }
    #expect(manifest.components("\"conforms\" : true") == 3)
    #expect(manifest.components("\"conforms\" : false") == 4)
    #expect(manifest.contains("1 ! l = i"))
    #expect(manifest.contains("an approximation of Microsoft Entra"))
    #expect(table.contains("leaked,,normalisation,changed,0,entries,1,0.125000\n"))
    #expect(manifest.contains("\"changedByNFC\" : 1"))
    #expect(!done.output.contains("whole password\n"))
    #expect(done.output.contains("SP 800-63B-4"))
  }

  @Test func `a comparison replaces the exact one`() throws {
    let done = try directory.audit(run + ["--verbose", "--blocklist-match", "leet", "leaked.txt"])
    let names = directory.rows()
      .filter { $0.hasPrefix("leaked,,blocklist,") }
    #expect(names.count == 2)
    #expect(done.output.contains(", whole password\n"))
  }

  @Test func `a policy chooses how its list is compared`() throws {
    try directory.file(
      "site.policy",
      """
      [a]
      allowed: unicode; blocklist: default leet;
      [b]
      allowed: unicode; blocklist: default fold substring 4;
      [c]
      allowed: unicode; blocklist: "words.txt" entra-like;

      """)
    let done = try directory.audit(
      "check --rules site.policy --blocklist words.txt",
      input: passwords.joined(separator: "\n").utf8)
    let verdicts = done.output.split(separator: "\n").map { line in
      line.split(separator: "\t").map { $0 == "blocklist" ? "1" : "0" }.joined()
    }
    #expect(verdicts == ["111", "111", "100", "011", "000", "000", "001", "001"])
  }

  @Test func `the preset entra-like judges by banned terms and names`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("terms.txt", "contoso\nblank\n")
    let done = try directory.audit(
      "check --preset entra-like --blocklist terms.txt --context Northwind",
      input:
        "C0ntos0Blank12\nContoS0Bl@nkf9!\nContoS0Bl@nkf\nxkq7zvJ!N0rthw1nd\nxkq7zvJ!N0RTHWIND\nP@ssw0rd1\nxkq7zvJ!\n"
        .utf8)
    #expect(
      done.output.split(separator: "\n") == [
        "blocklist", "compliant", "blocklist", "compliant", "blocklist", "blocklist", "compliant",
      ])
  }

  @Test(arguments: ["leat", "substring", "substring:1", "derivatives"])
  func `an unknown comparison is refused`(word: String) throws {
    let done = try directory.audit(run + ["--blocklist-match", word, "leaked.txt"], code: 64)
    #expect(done.errors.contains("N from 2 to 64, not '\(word)'"))
  }

  @Test func `more terms than the service takes are refused`() throws {
    try directory.file("words.txt", (1000...2000).map(String.init).joined(separator: "\n"))
    let done = try directory.audit(
      run + ["--blocklist-match", "entra-like", "leaked.txt"], code: 2)
    #expect(
      done.errors.contains(
        "error: 1001 banned terms in 'words (entra-like)'; expected at most 1000"))
  }
}
