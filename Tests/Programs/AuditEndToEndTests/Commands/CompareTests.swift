import Foundation
import TestSupport
import Testing

/// `audit compare` of tallies and of report directories.
@Suite struct CompareTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("site.policy", "minlength: 6; required: digit; allowed: unicode;")
    try directory.file("2024.txt", "abc\nabcdef1\nabcdefg\nletmein\n")
    try directory.file("2025.txt", "abcdef1\nx9!qLmzT#w\nabcdefg\nzz11zz11\n")
  }

  private let year = ["--reference-year", "2026"]

  @Test func `tallies and the reports of their lists compare alike`() throws {
    for name in ["2024", "2025"] {
      try directory.audit(["scan"] + year + ["-o", "\(name).tally", "\(name).txt"])
      try directory.audit(["--rules", "site.policy"] + year + ["-q", "\(name).txt"])
    }
    let tallies = try directory.audit("compare 2024.tally 2025.tally --rules site.policy -o change")
    #expect(tallies.output.hasPrefix("2024 → 2025\n"))
    #expect(
      tallies.output.contains(#/\n  accepted +25.0 % +75.0 % +\+50.0\n/#))
    #expect(tallies.output.hasSuffix("\npage   change/compare.html\n"))
    #expect(directory.names(in: "change") == ["compare.csv", "compare.html", "datapackage.json"])
    let reports = try directory.audit("compare Reports/2024 Reports/2025 --format csv")
    #expect(reports.output == directory.text("change/compare.csv"))
    #expect(
      reports.output.contains("\nsite,compliance,compliant,entries,1,3,0.250000,0.750000,50.0000\n")
    )
    // A tally beside a report, and the formats.
    for format in ["text", "markdown", "html"] {
      let mixed = try directory.audit([
        "compare", "Reports/2024", "2025.tally", "--rules", "site.policy", "--format", format,
      ])
      #expect(mixed.output.contains("+50.0"), "\(format): \(mixed.errors)")
    }
    let quiet = try directory.audit("compare Reports/2024 Reports/2025 -q")
    #expect(quiet.output == "")
  }

  @Test func `sides that say by different estimates what is cracked are compared by zxcvbn`() throws
  {
    for (name, strength) in [("2024", "zxcvbn"), ("2025", "combined")] {
      try directory.audit(
        ["scan", "--strength", strength] + year + ["-o", "\(name).tally", "\(name).txt"])
    }
    let sides = ["compare", "2024.tally", "2025.tally", "--rules", "site.policy"]
    let compared = try directory.audit(sides)
    #expect(compared.errors == "")
    #expect(compared.output.contains("guessed (zxcvbn): slow hash"))
    #expect(
      unwrapped(compared.output).contains(
        "What is guessed in a time is said by different estimates, old by zxcvbn, new by the combined "
          + "estimate: it is compared by zxcvbn's guesses, and the others are left out."))
    let both = try directory.audit(sides + ["--strength", "zxcvbn"])
    #expect(!both.output.contains("different estimates"))
    #expect(both.output.contains("guessed (zxcvbn): slow hash"))
  }

  /// Makes a report as version 0.1.0 wrote it: one estimate, and a manifest of fewer members.
  private func writeOldReport(_ name: String, format: Int = 1) throws {
    try directory.audit(
      ["--strength", "zxcvbn", "--rules", "site.policy", "-q", "-o", name, "2024.txt"] + year)
    let rows = directory.rows("\(name)/audit.csv").map {
      $0.replacing(",cracked_zxcvbn,", with: ",cracked,")
        .replacing(",survivors_cracked_zxcvbn,", with: ",survivors_cracked,")
    }
    try directory.file("\(name)/audit.csv", rows.joined(separator: "\n") + "\n")
    let json = Data((directory.text("\(name)/audit.json") ?? "").utf8)
    var manifest = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    for member in ["results", "warnings", "dictionaries", "parts"] { manifest[member] = nil }
    manifest["version"] = "0.1.0"
    manifest["format"] = format
    try directory.file(
      "\(name)/audit.json",
      String(decoding: try JSONSerialization.data(withJSONObject: manifest), as: UTF8.self))
  }

  @Test func `a report of version 0.1.0 is compared by what both have`() throws {
    try writeOldReport("first")
    try directory.audit(["--rules", "site.policy", "-q", "-o", "second", "2025.txt"] + year)
    let text = try directory.audit("compare first second")
    let words = unwrapped(text.output)
    #expect(words.contains("guessed (zxcvbn): slow hash"))
    #expect(words.contains("it is compared by zxcvbn's guesses, and the others are left out."))
    #expect(
      words.contains("Left out, since old (version 0.1.0) lacks it: combined_log10, cracked, "))
    let csv = try directory.audit("compare first second --format csv")
    #expect(csv.errors.contains("note: Left out, since old (version 0.1.0) lacks it: "))
    let row = try #require(
      csv.output.split(separator: "\n").first { $0.hasPrefix(",cracked_zxcvbn,") })
    #expect(!row.contains(",,"), "\(row)")
    // Two old reports have the same estimate.
    let same = try directory.audit("compare first first", code: 1)
    #expect(!same.output.contains("different estimates"))
  }

  @Test func `a report of an unknown format is refused`() throws {
    try writeOldReport("first", format: 2)
    try directory.audit(["--rules", "site.policy", "-q", "-o", "second", "2025.txt"] + year)
    let run = try directory.audit("compare first second", code: 2)
    #expect(
      run.errors == """
        first: error: audit.json has format 2; expected format 1
          Use the version of the program that wrote it, or a later one.

        """)
    #expect(run.output == "")
  }

  @Test func `a report without its manifest, or with that of another run, is refused`() throws {
    for name in ["2024", "2025"] {
      try directory.audit("--preset basic8 --strength none -q \(name).txt")
    }
    let remedy = """
      expected the files of one run, complete
        Wait for the run that writes there, or, if none does, make the report again.

      """
    let (old, new) = ("Reports/2024/audit.json", "Reports/2025/audit.json")
    try directory.file(new, directory.text(old) ?? "")
    let mixed = try directory.audit("compare Reports/2024 Reports/2025", code: 2)
    #expect(mixed.output == "")
    #expect(
      mixed.errors
        == "Reports/2025: error: audit.json is of another run than the tables beside it; " + remedy)
    try FileManager.default.removeItem(atPath: directory.path + "/" + old)
    for side in ["Reports/2024", "Reports/2024/audit.csv", "Reports/2024/report.html"] {
      let unfinished = try directory.audit(["compare", side, "Reports/2025"], code: 2)
      #expect(unfinished.output == "")
      #expect(
        unfinished.errors
          == "Reports/2024: error: the report has no audit.json, which a run writes last; " + remedy
      )
    }
  }

  @Test func `a report by list is compared by the rows of all lists`() throws {
    let options = ["--rules", "site.policy", "--strength", "none", "-q"]
    for (name, more) in [("whole", []), ("parts", ["--by-list"])] {
      try directory.audit(options + more + ["-o", name, "2024.txt", "2025.txt"])
    }
    for name in ["whole", "parts"] {
      let rows = try directory.audit(
        ["compare", "whole", name, "--format", "csv"], code: name == "whole" ? 1 : 0)
      #expect(
        rows.output.contains(
          "\nsite,compliance,compliant,entries,4,4,0.500000,0.500000,0.0000\n"))
    }
  }

  @Test func `comparing a tally with itself gives a warning and ends with 1`() throws {
    try directory.audit(["scan"] + year + ["-o", "a.tally", "2024.txt"])
    let same = try directory.audit("compare a.tally ./a.tally", code: 1)
    #expect(
      same.errors
        == "./a.tally: warning: it is compared with itself, so nothing differs\n"
        + "  Name each side once: audit compare OLD NEW\n")
    try directory.file("b.tally", "no tally")
    #expect(
      !(try directory.audit("compare a.tally b.tally", code: 2)).errors.contains(
        "with itself")
    )
  }

  @Test func `a directory in the place of a tally is reported as a directory`() throws {
    try directory.file("some/other.txt", "x")
    for command in ["compare", "report"] {
      let both = command == "compare" ? ["some"] : []
      let run = try directory.audit([command, "some"] + both, code: 2)
      #expect(!run.errors.contains("too large"))
    }
    let report = try directory.audit("tally info some", code: 2)
    #expect(report.errors.hasPrefix("some: error: "))
    #expect(!report.errors.contains("too large"))
  }

  @Test func `compare reads a report with one file for each metric`() throws {
    for (options, place) in [([String](), "whole"), (["--split"], "split")] {
      try directory.audit(
        ["--rules", "site.policy"] + year + options + ["-q", "-o", place, "2024.txt"])
    }
    let run = try directory.audit("compare whole split --format csv")
    for row in run.output.split(separator: "\n").dropFirst() {
      #expect(row.hasSuffix(",0.0000") || row.hasSuffix(","), "\(row)")
    }
  }

  @Test func `compare names a file that is no report, and writes nothing`() throws {
    try directory.file("empty/notes.txt", "")
    try directory.file("broken/audit.json", "{}")
    try directory.audit("--rules site.policy -q -o good 2024.txt")
    for (other, words) in [
      ("empty", "empty/audit.json: error: cannot read the report"),
      ("broken", "broken: error: audit.json is no manifest of a report"),
      ("gone", "gone: error: "), ("2024.txt", "2024.txt: error: "),
    ] {
      let run = try directory.audit(["compare", "good", other, "-o", "out"], code: 2)
      #expect(run.errors.contains(words))
      #expect(run.output == "" && !directory.names().contains("out"))
    }
    let ruled = try directory.audit("compare good good --rules site.policy", code: 64)
    #expect(ruled.errors.contains("are for tallies"))
  }

  @Test func `compare reports an incomplete side and exits with 1`() throws {
    try directory.audit("--rules site.policy -q -o good 2024.txt")
    try directory.audit("--rules site.policy -q -o part 2025.txt gone.txt", code: 1)
    let run = try directory.audit("compare good part", code: 1)
    #expect(run.output.contains("The new report is incomplete"))
  }

  @Test func `three sides have a column each, and their labels tell them apart`() throws {
    try directory.file("2026.txt", "abcdef1\nx9!qLmzT#w\nabcdefg1\nzz11zz11\n")
    for name in ["2024", "2025", "2026"] {
      try directory.audit(["--rules", "site.policy"] + year + ["-q", "\(name).txt"])
    }
    let sides = ["2024", "2025", "2026"].map { "Reports/\($0)" }
    let run = try directory.audit(["compare"] + sides + ["-o", "trend"])
    #expect(run.output.hasPrefix("2024, 2025, 2026\n"), "\(run.errors)")
    #expect(run.output.contains(#/\n  accepted +25.0 % +75.0 % +100.0 % +\+75.0\n/#))
    #expect(directory.names(in: "trend") == ["compare.csv", "compare.html", "datapackage.json"])
    let table = directory.text("trend/compare.csv") ?? ""
    #expect(
      table.hasPrefix(
        "policy,metric,bucket,unit,count_2024,count_2025,count_2026,share_2024,share_2025,share_2026\n"
      ))
    #expect(
      table.contains("\nsite,compliance,compliant,entries,1,3,4,0.250000,0.750000,1.000000\n"))
    let page = directory.text("trend/compare.html") ?? ""
    #expect(
      page.contains("accepted</th><td>25.0 %</td><td>75.0 %</td><td>100.0 %</td><td>+75.0</td>"))
    let markdown = try directory.audit(["compare"] + sides + ["--format", "markdown"])
    #expect(markdown.output.contains("| accepted | 25.0 % | 75.0 % | 100.0 % | +75.0 |"))
    // Two lists of one name, and a tally among reports.
    try directory.file("a/x.txt", "abc\n")
    try directory.file("b/x.txt", "abcdef1\n")
    for name in ["a", "b"] {
      try directory.audit(
        ["--rules", "site.policy"] + year + ["-q", "-o", "of-\(name)", "\(name)/x.txt"])
    }
    let pair = try directory.audit("compare of-a of-b")
    #expect(pair.output.hasPrefix("a/x.txt → b/x.txt\n"))
    try directory.audit(["scan"] + year + ["-o", "x.tally", "2024.txt"])
    let mixed = try directory.audit("compare of-a of-b x.tally --rules site.policy")
    #expect(mixed.output.contains(#/\n  accepted +0.0 %/#), "\(mixed.errors)")
  }

  @Test func `files of reports lead to them, and none of them is the output`() throws {
    for name in ["2024", "2025"] {
      try directory.audit(["--rules", "site.policy"] + year + ["-q", "-o", name, "\(name).txt"])
    }
    let whole = try directory.audit("compare 2024 2025")
    let files = try directory.audit("compare 2024/audit.csv 2025/audit.json")
    #expect(files.output == whole.output, "\(files.errors)")
    let before = directory.names(in: "2024")
    for force in [[], ["--force"]] {
      let into = try directory.audit(["compare", "2024", "2025", "-o", "./2024"] + force, code: 2)
      #expect(
        into.errors == """
          ./2024: error: it is one of the reports that are compared; expected a directory of its \
          own for compare.csv and compare.html
            Name another: -o 2024-compared

          """)
      #expect(directory.names(in: "2024") == before)
    }
    for sides in [["2024"], Array(repeating: "2024", count: 13)] {
      let run = try directory.audit(["compare"] + sides, code: 64)
      #expect(
        run.errors.contains("compare takes 2 to 12 tallies or reports, not \(sides.count): "))
    }
  }
}
