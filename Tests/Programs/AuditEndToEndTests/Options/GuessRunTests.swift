import TestSupport
import Testing

private let rules = ["--rules", "any.policy", "--no-blocklist", "--reference-year", "2026"]

/// The rows of a metric, `bucket count`.
private func rows(_ directory: TemporaryDirectory, _ metric: String) -> [String] {
  directory.cells().compactMap { cells in
    guard cells[2] == metric, cells[5] == "entries", cells[6] != "0" else { return nil }
    return "\(cells[3]) \(cells[6])"
  }
}

@Suite struct GuessRunTests {
  private let directory: TemporaryDirectory

  /// A list, and files of guess numbers of its passwords in each form.
  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("any.policy", "minlength: 8; allowed: unicode;")
    try directory.file(
      "leaked.txt", "zqjxkwv\nlong\tpassword\nlong\tpassword\nabcdefgh\nnowhere!\n")
    try directory.file(
      "a.tsv",
      "password\tguesses\nzqjxkwv\t999\nlong\tpassword\t1e9\nzqjxkwv\t1000\n$HEX[6162]\t2\n")
    try directory.file("logs.tsv", "pw\tGuesses_Log10\nzqjxkwv\t2.5\nabcdefgh\tinf\n")
    try directory.file(
      "cmu.txt",
      "u\tp\tzqjxkwv\t0x1p-10\tpattern\t31\tRY\nu\tp\tlong\tpassword\t0x0p+0\t\t-5\t\n")
    try directory.file("order.txt", "first\nzqjxkwv\nabcdefgh\n")
  }

  /// Reports a tally in place of what was audited.
  private func report(_ options: [String] = []) throws {
    try directory.audit(
      ["report", "-q", "--force", "-o", "out", "t.tally"] + rules.dropLast(2) + options)
  }

  @Test(arguments: [
    (["--guesses", "a.tsv"], ["a+2.5 1", "a+9.0 2", "a+uncovered 2"], "guesses:a"),
    (["--guesses", "x=logs.tsv"], ["x+2.5 1", "x+unreached 1", "x+uncovered 3"], "guesses:x"),
    (["--guesses", "c=cmu.txt"], ["c+1.0 1", "c+unreached 2", "c+uncovered 2"], "guesses:c"),
    (["--guess-order", "h=order.txt"], ["h+0.0 2", "h+uncovered 3"], "guesses:h"),
    (
      ["--guess-order", "x=order.txt", "--guesses", "x=a.tsv", "--guesses", "x=cmu.txt"],
      ["x+0.0 2", "x+9.0 2", "x+uncovered 1"], "guesses:x"
    ),
  ])
  func `guess numbers of each form state what is found`(
    options: [String], expected: [String], label: String
  ) throws {
    let run = try directory.audit(
      ["run", "-o", "out", "--verbose", "leaked.txt"] + rules + options)
    #expect(run.errors == "")
    #expect(rows(directory, "brought_log10") == expected)
    let manifest = directory.text("out/audit.json") ?? ""
    #expect(manifest.contains(#""guessedInDayBy" : "\#(label)""#))
    #expect(run.output.contains(label) && run.output.contains("does not cover"), "\(run.output)")
    #expect(!run.output.contains("8 percentage points"))
    // A tally answers the same, without the files.
    try directory.audit(
      ["scan", "-q", "-o", "t.tally", "leaked.txt", "--no-blocklist", "--reference-year", "2026"]
        + options)
    let table = directory.text("out/audit.csv")
    try report()
    #expect(directory.text("out/audit.csv") == table)
    try report(options)
    try report(["--strength", "combined"])
    #expect(rows(directory, "brought_log10").isEmpty)
    for file in ["audit.csv", "audit.json", "report.html"] {
      #expect(directory.text("out/\(file)")?.contains("zqjxkwv") != true)
    }
  }

  @Test func `each source has rows of its own, and the least of all counts`() throws {
    let options = ["--guesses", "a.tsv", "--guess-order", "h=order.txt"]
    func run(_ more: String...) throws {
      let run = try directory.audit(
        ["run", "-q", "--force", "-o", "out", "leaked.txt", "--distinct"] + rules + options + more)
      #expect(run.errors == "")
    }
    try run()
    let brought = ["a+2.5 1", "a+9.0 2", "a+uncovered 2", "h+0.0 2", "h+uncovered 3"]
    #expect(rows(directory, "brought_log10") == brought)
    #expect(rows(directory, "min_auto_log10") == ["0.0 2", "9.0 2", "uncovered 1"])
    #expect(rows(directory, "model_log10").isEmpty)
    let curves = directory.text("out/curve.csv") ?? ""
    for attacker in ["guesses:a", "guesses:h", "min-auto", "combined"] {
      #expect(curves.contains(",\(attacker),1000000000,"), "\(attacker)")
    }
    // With the model and zxcvbn each password has a number, none greater than any of theirs.
    try run("--strength", "min-auto")
    #expect(rows(directory, "brought_log10") == brought)
    #expect(rows(directory, "model_log10") == ["3.0 1", "17.5 1", "23.0 1", "26.0 2"])
    #expect(rows(directory, "guesses_log10") == ["1.0 1", "4.0 1", "7.0 3"])
    #expect(rows(directory, "min_auto_log10") == ["0.0 2", "4.0 1", "7.0 2"])
    #expect(rows(directory, "cracked_min_auto").contains("1e4/s for 1 day 5"))
    let (table, manifest) = (directory.text("out/audit.csv"), directory.text("out/audit.json"))
    #expect(manifest?.contains("guesses:h (3 entries, sha256:") == true)
    #expect(
      manifest?.contains("), model (4-grams of 388,098 common passwords), zxcvbn\"") == true)
    try directory.audit(
      ["scan", "-q", "-o", "t.tally", "leaked.txt", "--no-blocklist", "--reference-year", "2026"]
        + ["--distinct", "--strength", "min-auto"] + options)
    try report(["--distinct"])
    #expect(directory.text("out/audit.csv") == table)
    // A report may leave the model and zxcvbn out of the least.
    try report(["--strength", "guesses"])
    #expect(rows(directory, "min_auto_log10") == ["0.0 2", "9.0 2", "uncovered 1"])
    #expect(rows(directory, "model_log10").isEmpty)
  }

  @Test func `without files min-auto is the least of the model and zxcvbn`() throws {
    let run = try directory.audit(
      ["run", "-q", "-o", "out", "leaked.txt", "--strength", "min-auto"] + rules)
    #expect(run.errors == "")
    #expect(rows(directory, "min_auto_log10") == ["1.0 1", "4.0 1", "7.0 3"])
    // By `audit score` the model takes 2,924 guesses of one password, the combined estimate 198; of the
    // others it takes 3.2 · 10^17 and more, the combined estimate 10^10 at most.
    let found = rows(directory, "cracked_model")
    #expect(!found.contains { $0.hasPrefix("100/h for 1 day") })
    #expect(found.allSatisfy { $0.hasSuffix(" 1") })
    #expect(found.first == "100/h for 30 days 1" && found.last == "1e10/s for 1 year 1")
    #expect(rows(directory, "cracked").last == "1e10/s for 1 year 5")
  }

  @Test func `score states the number of each source, and of several the least`() throws {
    let input = Array("zqjxkwv\nnowhere!\nabcdefgh\n".utf8)
    let files = ["--guesses", "a.tsv", "--guesses", "x=logs.tsv"]
    let csv = try directory.audit(
      ["score", "--format", "csv", "--strength", "zxcvbn"] + files, input: input)
    #expect(csv.errors == "")
    let rows = csv.output.split(separator: "\n").map { $0.split(separator: ",").dropFirst(3) }
    #expect(rows.first == ["guesses:a", "guesses:x", "min-auto"])
    #expect(
      rows.count == 4 && rows[1].first == "999.0" && rows[1].last == rows[1].dropFirst().first)
    #expect(rows[2] == ["uncovered", "uncovered", "uncovered"])
    #expect(rows[3] == ["uncovered", "unreached", "unreached"])
    let text = try directory.audit(["score"] + files.prefix(2), input: input)
    #expect(text.output.hasSuffix("\tuncovered\n") && !text.output.contains("zqjxkwv"))
    let json = try directory.audit(
      ["score", "--format", "jsonl"] + files,
      input: "{\"password\":\"zqjxkwv\"}\n{\"password\":\"abcdefgh\"}\n".utf8)
    #expect(json.output.contains("\"guesses:a\":999"))
    #expect(json.output.contains("\"guesses:x\":\"unreached\""))
    #expect(json.output.contains("\"guess_numbers\":{"))
  }

  @Test func `a budget finds a password that takes as many guesses, and not one more`() throws {
    try directory.file("b.tsv", "p\tguesses\nzqjxkwv\t864000000\nabcdefgh\t864000001\n")
    try directory.audit(["run", "-q", "-o", "out", "leaked.txt", "--guesses", "b.tsv"] + rules)
    #expect(rows(directory, "cracked_brought").contains("b+1e4/s for 1 day 1"))
    #expect(rows(directory, "cracked_brought").contains("b+1e4/s for 1 year 2"))
  }

  @Test func `files are not mixed`() throws {
    for file in ["a.tsv", "cmu.txt"] {
      try directory.audit(["scan", "-q", "-o", "\(file).tally", "leaked.txt", "--guesses", file])
    }
    let merge = try directory.audit("merge a.tsv.tally cmu.txt.tally -o sum.tally", code: 2)
    #expect(merge.errors.contains("files of guess numbers"))
    let compare = unwrapped(try directory.audit("compare a.tsv.tally cmu.txt.tally").output)
    #expect(
      compare.contains("new by guesses:cmu") && compare.contains("compared by zxcvbn's guesses"))
    let other = try directory.audit(
      ["report", "-q", "--guesses", "cmu.txt", "a.tsv.tally"] + rules.dropLast(2), code: 2)
    #expect(other.errors.contains("guesses:a "))
    try directory.audit("sweep --format csv --minlength 6,8 --classes 0 leaked.txt --guesses a.tsv")
    let info = try directory.audit("tally info a.tsv.tally")
    #expect(info.output.contains("brought guess numbers: guesses:a (4 entries, sha256:"))
  }

  @Test(
    arguments: [
      (["--guesses", "gone.tsv"], 2, "gone.tsv"), (["--guesses", "leaked.txt"], 2, "a heading"),
      (["--guesses", "empty.tsv"], 2, "no line states"),
      (["--guesses", "-"], 64, "not standard input"),
      (["--guesses", "a.tsv", "--strength", "combined"], 64, "--strength guesses"),
      (["--strength", "guesses"], 64, "needs --guesses"),
      (
        ["a", "b", "c", "d", "e"].flatMap { ["--guesses", "\($0)=a.tsv"] }, 2,
        "5 sources of guess numbers: a, b, c, d, e; expected at most 4"
      ),
    ] as [([String], Int32, String)])
  func `guess numbers that cannot be used are an error`(
    options: [String], code: Int32, message: String
  ) throws {
    try directory.file("empty.tsv", "password\tguesses\n")
    let run = try directory.audit(
      ["run", "-q", "-o", "out", "leaked.txt"] + rules + options, code: code)
    #expect(run.errors.contains(message))
    #expect(directory.text("out/audit.csv") == nil)
  }

  @Test func `lines without a number are left out with a warning`() throws {
    try directory.file("some.tsv", "password\tguesses\nzqjxkwv\tmany\nabcdefgh\t7\n\n")
    let run = try directory.audit(
      ["run", "-q", "-o", "out", "leaked.txt", "--guesses", "some.tsv"] + rules)
    #expect(run.errors.contains("left out: 2, the first is line 2"))
    #expect(rows(directory, "brought_log10") == ["some+0.5 1", "some+uncovered 4"])
  }
}
