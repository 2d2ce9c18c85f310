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
      tallies.output.contains(#/\n  comply +25.0 %  75.0 %   \+50.0\n/#))
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
}
