import Foundation
import TestSupport
import Testing

/// `audit compare` of tallies and of report directories.
@Suite struct CompareTests {
  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    _ = try directory.file("site.policy", "minlength: 6; required: digit; allowed: unicode;")
    _ = try directory.file("2024.txt", "abc\nabcdef1\nabcdefg\nletmein\n")
    _ = try directory.file("2025.txt", "abcdef1\nx9!qLmzT#w\nabcdefg\nzz11zz11\n")
    return directory
  }

  private let year = ["--reference-year", "2026"]

  @Test func `tallies and the reports of their lists compare alike`() throws {
    let directory = try directory()
    for name in ["2024", "2025"] {
      let scan = try Program.run(
        ["scan"] + year + ["-o", "\(name).tally", "\(name).txt"], in: directory)
      #expect(scan.code == 0, "\(scan.errors)")
      let run = try Program.run(
        ["--rules", "site.policy"] + year + ["-q", "\(name).txt"], in: directory)
      #expect(run.code == 0, "\(run.errors)")
    }
    let tallies = try Program.run(
      ["compare", "2024.tally", "2025.tally", "--rules", "site.policy", "-o", "change"],
      in: directory)
    #expect(tallies.code == 0, "\(tallies.errors)")
    #expect(tallies.output.hasPrefix("2024 → 2025\n"))
    #expect(
      tallies.output.contains(#/\n  comply +25.0 % +75.0 % +\+50.0\n/#))
    #expect(tallies.output.hasSuffix("\npage   change/compare.html\n"))
    #expect(directory.names(in: "change") == ["compare.csv", "compare.html"])
    let reports = try Program.run(
      ["compare", "Reports/2024", "Reports/2025", "--format", "csv"], in: directory)
    #expect(reports.code == 0, "\(reports.errors)")
    #expect(reports.output == directory.text("change/compare.csv"))
    #expect(
      reports.output.contains("\nsite,compliance,compliant,entries,1,3,0.250000,0.750000,50.0000\n")
    )
    // A tally beside a report, and the formats.
    for format in ["text", "markdown", "html"] {
      let mixed = try Program.run(
        ["compare", "Reports/2024", "2025.tally", "--rules", "site.policy", "--format", format],
        in: directory)
      #expect(mixed.code == 0 && mixed.output.contains("+50.0"), "\(format): \(mixed.errors)")
    }
    let quiet = try Program.run(["compare", "Reports/2024", "Reports/2025", "-q"], in: directory)
    #expect(quiet.code == 0 && quiet.output == "")
  }

  @Test func `sides that say by different estimates what is cracked are refused`() throws {
    let directory = try directory()
    for (name, strength) in [("2024", "zxcvbn"), ("2025", "combined")] {
      let scan = try Program.run(
        ["scan", "--strength", strength] + year + ["-o", "\(name).tally", "\(name).txt"],
        in: directory)
      #expect(scan.code == 0, "\(scan.errors)")
    }
    let sides = ["compare", "2024.tally", "2025.tally", "--rules", "site.policy"]
    let refused = try Program.run(sides, in: directory)
    #expect(refused.code == 2 && refused.output == "")
    #expect(
      refused.errors == """
        2025.tally: error: what is found in a time is said by the combined estimate; expected \
        zxcvbn, as in '2024.tally'
          Compare their tallies by --strength zxcvbn, which both hold, or record both by one version, \
        with the same model and files of guess numbers.

        """)
    let both = try Program.run(sides + ["--strength", "zxcvbn"], in: directory)
    #expect(both.code == 0 && both.errors == "")
    #expect(both.output.contains("cracked (zxcvbn) in a day at 10⁴/s"))
  }

  @Test func `a report without its manifest, or with that of another run, is refused`() throws {
    let directory = try directory()
    for name in ["2024", "2025"] {
      let run = try Program.run(
        ["--preset", "basic8", "--strength", "none", "-q", "\(name).txt"], in: directory)
      #expect(run.code == 0, "\(run.errors)")
    }
    let remedy = """
      expected the files of one run, complete
        Wait for the run that writes there, or, if none does, make the report again.

      """
    let (old, new) = ("Reports/2024/audit.json", "Reports/2025/audit.json")
    _ = try directory.file(new, directory.text(old) ?? "")
    let mixed = try Program.run(["compare", "Reports/2024", "Reports/2025"], in: directory)
    #expect(mixed.code == 2 && mixed.output == "")
    #expect(
      mixed.errors
        == "Reports/2025: error: audit.json is of another run than the tables beside it; " + remedy)
    try FileManager.default.removeItem(atPath: directory.path + "/" + old)
    for side in ["Reports/2024", "Reports/2024/audit.csv", "Reports/2024/report.html"] {
      let unfinished = try Program.run(["compare", side, "Reports/2025"], in: directory)
      #expect(unfinished.code == 2 && unfinished.output == "")
      #expect(
        unfinished.errors
          == "Reports/2024: error: the report has no audit.json, which a run writes last; " + remedy
      )
    }
  }

  @Test func `a report by list is compared by the rows of all lists`() throws {
    let directory = try directory()
    let options = ["--rules", "site.policy", "--strength", "none", "-q"]
    for (name, more) in [("whole", []), ("parts", ["--by-list"])] {
      let run = try Program.run(
        options + more + ["-o", name, "2024.txt", "2025.txt"], in: directory)
      #expect(run.code == 0, "\(run.errors)")
    }
    for name in ["whole", "parts"] {
      let rows = try Program.run(["compare", "whole", name, "--format", "csv"], in: directory)
      #expect(rows.code == 0)
      #expect(
        rows.output.contains(
          "\nsite,compliance,compliant,entries,4,4,0.500000,0.500000,0.0000\n"))
    }
  }

  @Test func `comparing a tally with itself gives a warning`() throws {
    let directory = try directory()
    let scan = try Program.run(["scan"] + year + ["-o", "a.tally", "2024.txt"], in: directory)
    #expect(scan.code == 0, "\(scan.errors)")
    let same = try Program.run(["compare", "a.tally", "./a.tally"], in: directory)
    #expect(same.code == 0)
    #expect(
      same.errors
        == "./a.tally: warning: it is compared with itself, so nothing differs\n"
        + "  Name two tallies or reports: audit compare OLD NEW.\n")
    _ = try directory.file("b.tally", "no tally")
    #expect(
      !(try Program.run(["compare", "a.tally", "b.tally"], in: directory)).errors.contains(
        "with itself")
    )
  }

  @Test func `a directory in the place of a tally is reported as a directory`() throws {
    let directory = try directory()
    _ = try directory.file("some/other.txt", "x")
    for command in ["compare", "report"] {
      let both = command == "compare" ? ["some"] : []
      let run = try Program.run([command, "some"] + both, in: directory)
      #expect(run.code == 2)
      #expect(!run.errors.contains("too large"), "\(run.errors)")
    }
    let report = try Program.run(["tally", "info", "some"], in: directory)
    #expect(report.code == 2 && report.errors.hasPrefix("some: error: "), "\(report.errors)")
    #expect(!report.errors.contains("too large"), "\(report.errors)")
  }

  @Test func `compare reads a report with one file for each metric`() throws {
    let directory = try directory()
    for (options, place) in [([String](), "whole"), (["--split"], "split")] {
      let run = try Program.run(
        ["--rules", "site.policy"] + year + options + ["-q", "-o", place, "2024.txt"],
        in: directory)
      #expect(run.code == 0, "\(run.errors)")
    }
    let run = try Program.run(["compare", "whole", "split", "--format", "csv"], in: directory)
    #expect(run.code == 0, "\(run.errors)")
    for row in run.output.split(separator: "\n").dropFirst() {
      #expect(row.hasSuffix(",0.0000") || row.hasSuffix(","), "\(row)")
    }
  }

  @Test func `compare names a file that is no report, and writes nothing`() throws {
    let directory = try directory()
    _ = try directory.file("empty/notes.txt", "")
    _ = try directory.file("broken/audit.json", "{}")
    _ = try Program.run(["--rules", "site.policy", "-q", "-o", "good", "2024.txt"], in: directory)
    for (other, words) in [
      ("empty", "empty/audit.json: error: cannot read the report"),
      ("broken", "broken: error: audit.json is no manifest of a report"),
      ("gone", "gone: error: "), ("2024.txt", "2024.txt: error: "),
    ] {
      let run = try Program.run(["compare", "good", other, "-o", "out"], in: directory)
      #expect(run.code == 2, "\(other)")
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(run.output == "" && !directory.names().contains("out"))
    }
    let ruled = try Program.run(
      ["compare", "good", "good", "--rules", "site.policy"], in: directory)
    #expect(ruled.code == 64 && ruled.errors.contains("are for tallies"))
  }

  @Test func `compare reports an incomplete side and exits with 1`() throws {
    let directory = try directory()
    _ = try Program.run(["--rules", "site.policy", "-q", "-o", "good", "2024.txt"], in: directory)
    let part = try Program.run(
      ["--rules", "site.policy", "-q", "-o", "part", "2025.txt", "gone.txt"], in: directory)
    #expect(part.code == 1)
    let run = try Program.run(["compare", "good", "part"], in: directory)
    #expect(run.code == 1 && run.output.contains("The new report is incomplete"))
  }

  @Test func `three sides have a column each, and their labels tell them apart`() throws {
    let directory = try directory()
    _ = try directory.file("2026.txt", "abcdef1\nx9!qLmzT#w\nabcdefg1\nzz11zz11\n")
    for name in ["2024", "2025", "2026"] {
      let run = try Program.run(
        ["--rules", "site.policy"] + year + ["-q", "\(name).txt"], in: directory)
      #expect(run.code == 0, "\(run.errors)")
    }
    let sides = ["2024", "2025", "2026"].map { "Reports/\($0)" }
    let run = try Program.run(["compare"] + sides + ["-o", "trend"], in: directory)
    #expect(run.code == 0 && run.output.hasPrefix("2024, 2025, 2026\n"), "\(run.errors)")
    #expect(
      run.output.contains(#/\n  comply +25.0 % +75.0 % +100.0 % +\+75.0\n/#), "\(run.output)")
    #expect(directory.names(in: "trend") == ["compare.csv", "compare.html"])
    let table = directory.text("trend/compare.csv") ?? ""
    #expect(
      table.hasPrefix(
        "policy,metric,bucket,unit,count_2024,count_2025,count_2026,share_2024,share_2025,share_2026\n"
      ))
    #expect(
      table.contains("\nsite,compliance,compliant,entries,1,3,4,0.250000,0.750000,1.000000\n"))
    let page = directory.text("trend/compare.html") ?? ""
    #expect(
      page.contains("comply</th><td>25.0 %</td><td>75.0 %</td><td>100.0 %</td><td>+75.0</td>"))
    let markdown = try Program.run(["compare"] + sides + ["--format", "markdown"], in: directory)
    #expect(markdown.output.contains("| comply | 25.0 % | 75.0 % | 100.0 % | +75.0 |"))
    // Two lists of one name, and a tally among reports.
    _ = try directory.file("a/x.txt", "abc\n")
    _ = try directory.file("b/x.txt", "abcdef1\n")
    for name in ["a", "b"] {
      _ = try Program.run(
        ["--rules", "site.policy"] + year + ["-q", "-o", "of-\(name)", "\(name)/x.txt"],
        in: directory)
    }
    let pair = try Program.run(["compare", "of-a", "of-b"], in: directory)
    #expect(pair.output.hasPrefix("a/x.txt → b/x.txt\n"), "\(pair.output)")
    _ = try Program.run(["scan"] + year + ["-o", "x.tally", "2024.txt"], in: directory)
    let mixed = try Program.run(
      ["compare", "of-a", "of-b", "x.tally", "--rules", "site.policy"], in: directory)
    #expect(mixed.code == 0 && mixed.output.contains(#/\n  comply +0.0 %/#), "\(mixed.errors)")
  }

  @Test func `files of reports lead to them, and none of them is the output`() throws {
    let directory = try directory()
    for name in ["2024", "2025"] {
      _ = try Program.run(
        ["--rules", "site.policy"] + year + ["-q", "-o", name, "\(name).txt"], in: directory)
    }
    let whole = try Program.run(["compare", "2024", "2025"], in: directory)
    let files = try Program.run(["compare", "2024/audit.csv", "2025/audit.json"], in: directory)
    #expect(files.code == 0 && files.output == whole.output, "\(files.errors)")
    let before = directory.names(in: "2024")
    for force in [[], ["--force"]] {
      let into = try Program.run(
        ["compare", "2024", "2025", "-o", "./2024"] + force, in: directory)
      #expect(into.code == 2)
      #expect(
        into.errors == """
          ./2024: error: it is one of the reports that are compared; expected a directory of its \
          own for compare.csv and compare.html
            Name another: -o 2024-compared

          """)
      #expect(directory.names(in: "2024") == before)
    }
    for sides in [["2024"], Array(repeating: "2024", count: 13)] {
      let run = try Program.run(["compare"] + sides, in: directory)
      #expect(run.code == 64)
      #expect(
        run.errors.contains("compare takes 2 to 12 tallies or reports, not \(sides.count): "))
    }
  }
}
