import TestSupport
import Testing

private let rules = ["--rules", "any.policy", "--no-blocklist", "--reference-year", "2026"]
private let both = ["--dictionary", "words.txt", "--dictionary", "more.txt"]

@Suite struct DictionaryRunTests {
  private let directory: TemporaryDirectory

  /// Lists and dictionaries whose words no built-in list has.
  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("words.txt", "zqjxkwv\n\nVQXKZJW\nzqjxkwv\n")
    try directory.file("more.txt", "vqxkzjw\nwjkzqxv\n")
    try directory.file("leaked.txt", "zqjxkwv\nVqxkzjw\nwjkzqxv!\npassword\nxk;4vq9#Lm2\n")
    try directory.file("any.policy", "allowed: unicode;")
  }

  @Test func `words of dictionaries rank behind context words, each by its first place`() throws {
    let input = Array("kzwqjxv\nzqjxkwv\nvqxkzjw\nwjkzqxv\n".utf8)
    let run = try directory.audit(
      ["score", "--strength", "zxcvbn", "--context", "kzwqjxv"] + both, input: input)
    #expect(run.errors == "")
    let guesses = run.output.split(separator: "\n").map { $0.split(separator: "\t")[1] }
    #expect(guesses == ["2.0", "3.0", "4.0", "5.0"])
    let explained = try directory.audit(
      ["score", "--strength", "zxcvbn", "--format", "jsonl", "--explain"] + both,
      input: #"{"password":"Vqxkzjw"}"#.utf8)
    #expect(explained.output.contains(#""dictionary_name":"user_inputs""#))
    #expect(explained.output.contains(#""rank":2"#))
  }

  @Test func `a report says how far scores fall, and names the dictionaries`() throws {
    let run = try directory.audit(["run", "-o", "out", "--verbose", "leaked.txt"] + rules + both)
    #expect(run.output.contains("with these words"))
    directory.expectRows([
      "leaked,,score,0,0,entries,3,", "leaked,,score_without_words,0,0,entries,1,",
      "leaked,,score_without_words,2,2,entries,3,",
      "leaked,,score_fall,below 1,0,entries,2,", "leaked,,score_fall,below 2,1,entries,3,",
      "leaked,,score_fall,below 3,2,entries,0,",
    ])
    let manifest = directory.text("out/audit.json") ?? ""
    #expect(manifest.contains(#""dictionaries" : ["#))
    #expect(manifest.contains(#""name" : "words""#) && manifest.contains(#""words" : 2"#))
    #expect(manifest.contains(#""words" : 1"#))
    // No word is stated.
    for file in ["out/audit.json", "out/audit.csv", "out/report.html"] {
      #expect(directory.text(file)?.contains("qxkz") == false, "\(file)")
    }
    try directory.audit(["run", "-o", "plain", "leaked.txt"] + rules)
    #expect(directory.text("plain/audit.csv")?.contains("score_fall") == false)
    #expect(directory.text("plain/audit.json")?.contains("dictionaries") == false)
  }

  @Test func `a tally answers for its own dictionaries only, and joins no other`() throws {
    let scan = { (options: [String], file: String) in
      try directory.audit(["scan", "-q", "-o", file, "leaked.txt", "--no-blocklist"] + options)
    }
    #expect(try scan(both, "both.tally").code == 0)
    #expect(try scan(Array(both[..<2]), "one.tally").code == 0)
    let info = try directory.audit("tally info both.tally")
    #expect(info.output.contains("scores with and without dictionaries"))
    let report = ["report", "-q", "-o", "again", "both.tally"] + rules.dropLast(2)
    try directory.audit(report + both)
    #expect(directory.text("again/audit.csv")?.contains("score_fall,below 2,1,entries,3,") == true)
    let other = try directory.audit(report + both.prefix(2) + ["--force"], code: 2)
    #expect(other.errors.contains("--dictionary FILE"))
    let merge = try directory.audit("merge both.tally one.tally -o sum.tally", code: 2)
    #expect(merge.errors.contains("dictionaries"))
  }

  @Test(arguments: [
    ("gone.txt", "", "gone.txt", 2), ("empty.txt", "\n\n", "dictionary without a word", 2),
    ("cut.txt.gz", "\u{1F}\u{8B}", "cut.txt.gz", 2), ("-", "", "not standard input", 64),
  ])
  func `a dictionary that cannot be used is an error`(
    file: String, text: String, message: String, code: Int32
  ) throws {
    if !text.isEmpty {
      try directory.file(file, Array(text.unicodeScalars.map { UInt8($0.value) }))
    }
    let run = try directory.audit(
      ["run", "-o", "out", "leaked.txt", "--dictionary", "words.txt", "--dictionary", file] + rules,
      code: code)
    #expect(run.errors.contains(message))
    #expect(directory.text("out/audit.csv") == nil)
  }

  @Test(arguments: [
    ["run", "--strength", "none", "-o", "out"], ["run", "--strength", "meter", "-o", "out"],
    ["scan", "--strength", "none", "-o", "out.tally"], ["sweep", "--strength", "none"],
    ["filter", "--passwords"],
  ])
  func `a dictionary that nothing asks for is refused`(command: [String]) throws {
    let run = try directory.audit(command + ["leaked.txt", "--dictionary", "words.txt"], code: 64)
    #expect(run.errors.contains("--dictionary is of zxcvbn's"))
    if command[0] == "scan" || command[0] == "sweep" { return }
    try directory.file("score.policy", "min-score: 1; allowed: unicode;")
    try directory.audit(
      command + ["leaked.txt", "--dictionary", "words.txt", "--rules", "score.policy"])
  }

  @Test(arguments: [
    ("known.txt", "zqjxkwv\n", "those before it have all 1"),
    ("counts.txt", "12 zqxv\n7 kwjq\n3 vqzk\n2 jxqz\n", "words with counts"),
    ("header.txt", "# words\n# of a company\nkwjqz\n", "begin with '#'"),
  ])
  func `a doubtful dictionary is used with a warning`(
    file: String, text: String, message: String
  ) throws {
    try directory.file(file, text)
    let run = try directory.audit(
      ["score", "--dictionary", "words.txt", "--dictionary", file], input: "zqjxkwv\n".utf8)
    #expect(run.errors.contains(message))
    #expect(run.output.hasPrefix("0\t2.0\t"))
  }
}
