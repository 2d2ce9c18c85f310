import Foundation
import TestSupport
import Testing

/// The page that a run writes beside its tables.
@Suite struct PageRunTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("site.policy", "minlength: 6; required: digit;")
    try directory.file("list.txt", "abc\nabcdef1\nabcdefg\nx9!qLmzT#w\n")
  }

  private let options = ["--rules", "site.policy", "--reference-year", "2026"]

  @Test func `a run writes the page by default and prints its path last`() throws {
    let run = try directory.audit(options + ["list.txt"])
    #expect(
      run.output.hasSuffix(
        "\n\nMore          audit --rules site.policy --reference-year 2026 list.txt --verbose\n"
          + "Page          Reports/list/report.html\n"))
    let page = try #require(directory.text("Reports/list/report.html"))
    let tree = try #require(PageTree.parse(Array(page.utf8)))
    #expect(tree.all("h1").map(\.text) == ["site against 4 passwords of list"])
    #expect(page.contains("audit.csv, "))
  }

  @Test func `no-page omits the page, even if an earlier run wrote one`() throws {
    try directory.audit(options + ["list.txt"])
    let run = try directory.audit(options + ["--no-page", "list.txt"])
    #expect(!run.output.contains("Page "))
    #expect(run.output.hasSuffix(" --verbose\nReport        Reports/list\n"))
    #expect(
      directory.names(in: "Reports/list")
        == ["audit.csv", "audit.json", "datapackage.json", "results.csv", "rules.csv"])
  }

  @Test func `the summary can be Markdown`() throws {
    let run = try directory.audit(
      options + ["--format", "markdown", "--no-blocklist", "--dataset", "a|b*c", "list.txt"])
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "## a\\|b\\*c: 4 passwords against 1 policy")
    let tables = lines.filter { $0.hasPrefix("|") }
    #expect(
      tables.contains { $0.hasPrefix("| site | 0.0 % | `allowed: digit` | 100.0 % | 50.0 % |") })
    #expect(!run.output.contains("\u{1B}"))
    // Every row of a table has as many cells as its head.
    for block in run.output.split(separator: "\n\n") where block.hasPrefix("|") {
      let cells = block.split(separator: "\n").map {
        $0.replacing("\\|", with: "").count { $0 == "|" }
      }
      #expect(Set(cells).count == 1)
    }
  }

  @Test func `the page of ten policies with twelve rules each is below 400 kB`() throws {
    let policies = (1...10).map { number in
      """
      [heavy policy number \(number)]
      minlength: \(7 + number % 4); maxlength: \(31 + number); required: lower; required: upper;
      required: digit; required: special; allowed: ascii-printable; max-consecutive: \(1 + number % 3);
      min-classes: \(2 + number % 3); at-least: 2 digit; max-class-run: \(5 + number);
      blocklist: default exact;

      """
    }
    try directory.file("heavy.txt", policies.joined())
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/Datasets",
      withDestinationPath: Repository.root.path + "/Datasets")
    try directory.audit([
      "--rules", "heavy.txt", "--space", "--distinct", "--reference-year", "2026", "-q", "-o",
      "out", "Datasets/Samples/synthetic-100k.txt.gz",
    ])
    let page = try #require(directory.text("out/report.html"))
    #expect(page.utf8.count < 400_000, "\(page.utf8.count) bytes")
  }

  @Test func `the demo's page equals the committed one, and shows no line of its list`() throws {
    let root = Repository.root.path
    // By relative names, which the report repeats.
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/Datasets", withDestinationPath: root + "/Datasets")
    try directory.audit([
      "-o", "demo", "--rules", "Datasets/Policies/typical-site.txt", "--preset", "nist-63b-4",
      "--preset", "nist-63b-4-mfa", "--space", "--distinct", "--weights", "accounts",
      "--reference-year",
      "2026", "--date", "2026-11-26", "Datasets/Samples/synthetic-100k.txt.gz",
    ])
    let page = try #require(directory.text("demo/report.html"))
    let committed = try String(contentsOfFile: root + "/Reports/demo/report.html", encoding: .utf8)
    #expect(page == committed, "make demo writes another page than the one committed")
    #expect(page.utf8.count < 300_000)

    // The page's own words, which are also in the page of another list, are no leak.
    try directory.file("other.txt", "x\ny\nx\nxY9!qLmzT#w\n")
    try directory.audit(
      "-o other --rules Datasets/Policies/typical-site.txt --space --distinct other.txt")
    let own =
      try #require(directory.text("other/report.html"))
      + (directory.text("demo/audit.csv") ?? "")
    let list = try output(of: "gzip -dc '\(root)/Datasets/Samples/synthetic-100k.txt.gz'")
    let (shown, known) = (SearchedText(page), SearchedText(own))
    let leaks = Set(list.split(separator: 10).filter { $0.count >= 8 }.map { Array($0) })
      .filter { shown.contains($0) && !known.contains($0) }
    #expect(leaks.count == 0, "\(leaks.count) lines of the list are in the page")
    #expect(shown.contains(Array("would accept".utf8)))
  }

  @Test func `presets on the map have the numbers of the same presets as policies`() throws {
    let words = (0..<2000).map { "\($0 % 2 == 0 ? "Q" : "q")uxilam\($0 * 7919 % 4001)x" }
    let weak = Array(repeating: "Password1\nPassword1\nkurz\n", count: 300)
    try directory.file("list.txt", words.joined(separator: "\n") + "\n" + weak.joined())
    func rows(_ more: String...) throws -> [String: [String]] {
      let options = ["--rules", "minlength: 6; allowed: unicode;", "--reference-year", "2026"]
      try directory.audit(options + more + ["--force", "-o", "r", "list.txt"])
      let page = try #require(PageTree.parse(Array((directory.text("r/report.html") ?? "").utf8)))
      let map = try #require(page.element("f0"))
      let cells = map.all("tr").map(\.cells)
      return Dictionary(uniqueKeysWithValues: cells.map { ($0[0], $0) })
    }
    // A map needs two policies.
    let beside = try rows("--preset", "basic8")
    let named = try rows("--preset", "basic8", "--preset", "pci-4.0.1")
    let reference = try #require(beside["pci-4.0.1"], "\(beside)")
    let policy = try #require(named["pci-4.0.1"])
    #expect(reference.last == "a preset, to compare with")
    #expect(policy[1] == "48.1 %" && policy[3] == "1,506" && policy[4] != reference[4])
    #expect(reference.dropLast() == policy.dropLast())
    #expect(beside["basic8"]?.last == "best trade-off" || beside["basic8"]?.last == "beaten")
    #expect(directory.text("r/audit.csv")?.contains("asvs-5-l1") == false)
  }
}

/// A text with an index of its eight-byte windows, for looking up many lines.
private struct SearchedText {
  private let bytes: [UInt8]
  private var places: [ArraySlice<UInt8>: [Int]] = [:]

  init(_ text: String) {
    bytes = Array(text.utf8)
    for start in 0..<max(0, bytes.count - 7) {
      places[bytes[start..<start + 8], default: []].append(start)
    }
  }

  /// Whether the text contains a line of eight bytes or more.
  func contains(_ line: [UInt8]) -> Bool {
    (places[line[..<8]] ?? []).contains { bytes[$0...].starts(with: line) }
  }
}
