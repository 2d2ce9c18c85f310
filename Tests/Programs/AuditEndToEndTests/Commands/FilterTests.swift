import Foundation
import TestSupport
import Testing

private let list =
  "Abcdefg1\npassword\nshort\nAAAbbb111\r\nlong enough but lower\n\nÄrger2024X\r\nAbcdefg1\nZz9-last"
private let policy = "minlength: 8; required: upper; required: digit; allowed: ascii-printable;"

@Suite struct FilterTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Runs the filter on a list given on standard input.
  @discardableResult
  private func filter(_ options: [String], list: String = list, code: Int32? = 0) throws
    -> Program.Run
  {
    try directory.file("site.policy", policy)
    return try directory.audit(["filter"] + options, input: list.utf8, code: code)
  }

  @Test func `the lines that comply come out in order, byte for byte`() throws {
    let run = try filter(["--rules", "site.policy"])
    #expect(run.output == "Abcdefg1\nAAAbbb111\r\nAbcdefg1\nZz9-last\n")
    #expect(run.errors == "kept 4 of 8 passwords (50.0 %); 1 empty\n")
  }

  @Test func `with --invert the filter lets through all other passwords`() throws {
    let run = try filter(["--rules", "site.policy", "--invert", "--quiet"])
    #expect(run.output == "password\nshort\nlong enough but lower\nÄrger2024X\r\n")
    #expect(run.errors == "")
  }

  @Test func `every policy, a blocklist and a least score take part`() throws {
    try directory.file("refused.txt", "Zz9-last\n")
    let rules = ["--rules", "site.policy", "--quiet"]
    let listed = try filter(rules + ["--blocklist", "refused.txt"])
    #expect(listed.output == "Abcdefg1\nAAAbbb111\r\nAbcdefg1\n")
    let both = try filter(rules + ["--preset", "nist-63b-4"])
    #expect(both.output == "")
    let strong = try filter(["--min-score", "3", "--quiet"])
    let scores = try directory.audit("score", input: list.utf8).output
    let lines = list.utf8.split(separator: 10, omittingEmptySubsequences: false)
    let expected = zip(lines, scores.split(separator: "\n")).filter { $1 >= "3" }.map(\.0)
    #expect(strong.output == expected.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined())
  }

  @Test func `a file is its owner's alone, and appears when it is whole`() throws {
    let run = try filter(["--rules", "site.policy", "-o", "kept.txt"])
    #expect(run.output == "")
    #expect(directory.text("kept.txt") == "Abcdefg1\nAAAbbb111\r\nAbcdefg1\nZz9-last\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.path + "/kept.txt")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(!directory.names().contains { $0.contains(".partial-") })
  }

  @Test func `filter replaces an existing file only with --force`() throws {
    try directory.file("kept.txt", "precious")
    let options = ["--rules", "site.policy", "-o", "kept.txt"]
    let refused = try filter(options, code: 2)
    #expect(refused.errors.contains("kept.txt: error: the file already exists"))
    #expect(directory.text("kept.txt") == "precious")
    try filter(options + ["--force"])
    #expect(directory.text("kept.txt") == "Abcdefg1\nAAAbbb111\r\nAbcdefg1\nZz9-last\n")
  }

  @Test func `a filter without conditions asks for one`() throws {
    let run = try filter([], code: 64)
    #expect(run.errors.contains("Nothing says what to keep."))
  }

  @Test(arguments: few(1, of: [2, 1, 5]))
  func `many lines are filtered as the check command judges them`(threads: Int) throws {
    var random = SeededGenerator(seed: 20)
    let alphabet = Array("aB3 -é")
    let lines = (0..<(isExhaustive ? 60_000 : 20_000)).map { _ in
      String(
        (0..<Int.random(in: 1...14, using: &random)).map { _ in
          alphabet.randomElement(using: &random) ?? "a"
        })
    }
    let text = lines.joined(separator: "\n") + "\n"
    let rules = ["--rules", "site.policy", "--threads", "\(threads)"]
    let kept = try filter(rules + ["--quiet"], list: text).output
    let verdicts = try directory.audit(["check"] + rules, input: text.utf8).output
    let expected = zip(lines, verdicts.split(separator: "\n")).filter { $1 == "compliant" }.map(\.0)
    #expect(!expected.isEmpty && expected.count < lines.count)
    #expect(kept == expected.map { $0 + "\n" }.joined())
  }

  @Test(arguments: [("kept.txt.gz", "gzip"), ("kept.txt.zst", "zstd")])
  func `a file is packed as its name says`(name: String, program: String) throws {
    try filter(["--rules", "site.policy", "-o", name])
    let again = try directory.audit(["filter", "--rules", "site.policy", "-q", name])
    #expect(again.output == "Abcdefg1\nAAAbbb111\r\nAbcdefg1\nZz9-last\n")
    let bytes = try directory.bytes(name)
    #expect(bytes.starts(with: program == "gzip" ? [0x1F, 0x8B] : [0x28, 0xB5, 0x2F, 0xFD]))
  }

  @Test func `filter writes whole lines, with the fields beside the password`() throws {
    let list = """
      ann:Abcdefg1
      ben:password
      cat:$HEX[41626364656667310a]
      dan:AAAbbb111\r
      no separator

      eve:Zz9-last
      """
    let run = try filter(
      ["--rules", "site.policy", "--layout", "user:password"], list: list, code: 1)
    #expect(run.output == "ann:Abcdefg1\ndan:AAAbbb111\r\neve:Zz9-last\n")
    try directory.file("long.policy", "minlength: 8; allowed: unicode;")
    let all = try filter(
      ["--rules", "long.policy", "--layout", "user:password", "-q"], list: list, code: 1)
    #expect(
      all.output == "ann:Abcdefg1\nben:password\ncat:$HEX[41626364656667310a]\n"
        + "dan:AAAbbb111\r\neve:Zz9-last\n")
  }
}
