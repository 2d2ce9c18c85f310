import TestSupport
import Testing

/// Lists and dictionaries whose words no built-in list has.
private func directory() throws -> TemporaryDirectory {
  let directory = try TemporaryDirectory()
  _ = try directory.file("words.txt", "zqjxkwv\n\nVQXKZJW\nzqjxkwv\n")
  _ = try directory.file("more.txt", "vqxkzjw\nwjkzqxv\n")
  _ = try directory.file("leaked.txt", "zqjxkwv\nVqxkzjw\nwjkzqxv!\npassword\nxk;4vq9#Lm2\n")
  _ = try directory.file("any.policy", "allowed: unicode;")
  return directory
}

private let rules = ["--rules", "any.policy", "--no-blocklist", "--reference-year", "2026"]
private let both = ["--dictionary", "words.txt", "--dictionary", "more.txt"]

@Suite struct DictionaryRunTests {
  @Test func `words of dictionaries rank behind context words, each by its first place`() throws {
    let directory = try directory()
    let input = Array("kzwqjxv\nzqjxkwv\nvqxkzjw\nwjkzqxv\n".utf8)
    let run = try Program.run(
      ["score", "--strength", "zxcvbn", "--context", "kzwqjxv"] + both, in: directory, input: input)
    #expect(run.code == 0 && run.errors == "", "\(run.errors)")
    let guesses = run.output.split(separator: "\n").map { $0.split(separator: "\t")[1] }
    #expect(guesses == ["2.0", "3.0", "4.0", "5.0"])
    let explained = try Program.run(
      ["score", "--strength", "zxcvbn", "--format", "jsonl", "--explain"] + both, in: directory,
      input: Array(#"{"password":"Vqxkzjw"}"#.utf8))
    #expect(explained.output.contains(#""dictionary_name":"user_inputs""#), "\(explained.output)")
    #expect(explained.output.contains(#""rank":2"#))
  }

  @Test func `a report says how far scores fall, and names the dictionaries`() throws {
    let directory = try directory()
    let run = try Program.run(
      ["run", "-o", "out", "--verbose", "leaked.txt"] + rules + both, in: directory)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("with these words"), "\(run.output)")
    let table = directory.text("out/audit.csv") ?? ""
    for row in [
      "score,0,0,entries,3,", "score_without_words,0,0,entries,1,",
      "score_without_words,2,2,entries,3,",
      "score_fall,below 1,0,entries,2,", "score_fall,below 2,1,entries,3,",
      "score_fall,below 3,2,entries,0,",
    ] {
      #expect(table.contains("leaked,," + row), "\(row) in \(table)")
    }
    let manifest = directory.text("out/audit.json") ?? ""
    #expect(manifest.contains(#""dictionaries" : ["#))
    #expect(manifest.contains(#""name" : "words""#) && manifest.contains(#""words" : 2"#))
    #expect(manifest.contains(#""words" : 1"#))
    // No word is stated.
    for file in ["out/audit.json", "out/audit.csv", "out/report.html"] {
      #expect(directory.text(file)?.contains("qxkz") == false, "\(file)")
    }
    let plain = try Program.run(["run", "-o", "plain", "leaked.txt"] + rules, in: directory)
    #expect(plain.code == 0)
    #expect(directory.text("plain/audit.csv")?.contains("score_fall") == false)
    #expect(directory.text("plain/audit.json")?.contains("dictionaries") == false)
  }

  @Test func `a tally answers for its own dictionaries only, and joins no other`() throws {
    let directory = try directory()
    let scan = { (options: [String], file: String) in
      try Program.run(
        ["scan", "-q", "-o", file, "leaked.txt", "--no-blocklist"] + options, in: directory)
    }
    #expect(try scan(both, "both.tally").code == 0)
    #expect(try scan(Array(both[..<2]), "one.tally").code == 0)
    let info = try Program.run(["tally", "info", "both.tally"], in: directory)
    #expect(info.output.contains("scores with and without dictionaries"), "\(info.output)")
    let report = ["report", "-q", "-o", "again", "both.tally"] + rules.dropLast(2)
    let same = try Program.run(report + both, in: directory)
    #expect(same.code == 0, "\(same.errors)")
    #expect(directory.text("again/audit.csv")?.contains("score_fall,below 2,1,entries,3,") == true)
    let other = try Program.run(report + both.prefix(2) + ["--force"], in: directory)
    #expect(other.code == 2 && other.errors.contains("--dictionary FILE"), "\(other.errors)")
    let merge = try Program.run(
      ["merge", "both.tally", "one.tally", "-o", "sum.tally"], in: directory)
    #expect(merge.code == 2 && merge.errors.contains("dictionaries"), "\(merge.errors)")
  }

  @Test(arguments: [
    ("gone.txt", "", "gone.txt", 2), ("empty.txt", "\n\n", "dictionary without a word", 2),
    ("cut.txt.gz", "\u{1F}\u{8B}", "cut.txt.gz", 2), ("-", "", "not standard input", 64),
  ])
  func `a dictionary that cannot be used is an error`(
    file: String, text: String, message: String, code: Int32
  ) throws {
    let directory = try directory()
    if !text.isEmpty {
      _ = try directory.file(file, Array(text.unicodeScalars.map { UInt8($0.value) }))
    }
    let run = try Program.run(
      ["run", "-o", "out", "leaked.txt", "--dictionary", "words.txt", "--dictionary", file] + rules,
      in: directory)
    #expect(run.code == code && run.errors.contains(message), "\(run.errors)")
    #expect(directory.text("out/audit.csv") == nil)
  }

  @Test(arguments: [
    ["run", "--strength", "none", "-o", "out"], ["run", "--strength", "meter", "-o", "out"],
    ["scan", "--strength", "none", "-o", "out.tally"], ["sweep", "--strength", "none"],
    ["filter", "--passwords"],
  ])
  func `a dictionary that nothing asks for is refused`(command: [String]) throws {
    let directory = try directory()
    let run = try Program.run(
      command + ["leaked.txt", "--dictionary", "words.txt"], in: directory)
    #expect(run.code == 64 && run.errors.contains("--dictionary is of zxcvbn's"), "\(run.errors)")
    if command[0] == "scan" || command[0] == "sweep" { return }
    _ = try directory.file("score.policy", "min-score: 1; allowed: unicode;")
    let judged = try Program.run(
      command + ["leaked.txt", "--dictionary", "words.txt", "--rules", "score.policy"],
      in: directory)
    #expect(judged.code == 0, "\(judged.errors)")
  }

  @Test(arguments: [
    ("known.txt", "zqjxkwv\n", "those before it have all 1"),
    ("counts.txt", "12 zqxv\n7 kwjq\n3 vqzk\n2 jxqz\n", "words with counts"),
    ("header.txt", "# words\n# of a company\nkwjqz\n", "begin with '#'"),
  ])
  func `a doubtful dictionary is used with a warning`(
    file: String, text: String, message: String
  ) throws {
    let directory = try directory()
    _ = try directory.file(file, text)
    let run = try Program.run(
      ["score", "--dictionary", "words.txt", "--dictionary", file], in: directory,
      input: Array("zqjxkwv\n".utf8))
    #expect(run.code == 0 && run.errors.contains(message), "\(run.errors)")
    #expect(run.output.hasPrefix("0\t2.0\t"), "\(run.output)")
  }
}
