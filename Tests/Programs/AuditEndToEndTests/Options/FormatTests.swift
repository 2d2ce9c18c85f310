import Foundation
import TestSupport
import Testing

/// `--format`, which means the same in every command.
@Suite struct FormatTests {
  private static let tables = [
    "run --strength none --rules p.policy --no-report list.txt",
    "report --strength none --rules p.policy --no-report list.tally",
    "sweep --strength none --minlength 8,12 --classes 0 list.txt",
    "compare --strength none --rules p.policy list.tally other.tally",
    "check --rules p.policy --rules q.policy", "score", "blocklist test list.txt",
    "keyspace --rules p.policy --length 8-9", "rules lint --rules r.policy", "rules presets",
  ]
  private static let objects = [
    "rules print --rules p.policy", "blocklist info list.blocklist", "tally info list.tally",
    "model info --rules q.policy list.model",
  ]

  private static func prepared() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.file("list.txt", "password1\nlampe lampe 7\ntisch tisch\nkanne\n")
    try directory.file("other.txt", "tisch tisch 7\nkanne kanne\n")
    try directory.file("p.policy", "minlength: 8; required: lower, upper; allowed: unicode;")
    try directory.file("q.policy", "minlength: 4; allowed: unicode;")
    try directory.file("r.policy", "minlength: 8; maxlength: 8; minlength: 7; allowed: unicode;")
    for name in ["list", "other"] {
      try directory.audit("scan -q --strength none \(name).txt -o \(name).tally")
    }
    try directory.audit("blocklist build -q list.txt -o list.blocklist")
    try directory.audit("model build -q list.txt -o list.model")
    return directory
  }

  private static func rows(_ json: String) throws -> Int? {
    (try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed) as? [Any])?
      .count
  }

  @Test(arguments: tables)
  func `a table is printed in every format, with --quiet too`(command: String) throws {
    let directory = try Self.prepared()
    let hasQuiet = command != "rules presets"
    func printed(_ format: String, jsonl: Bool = false) throws -> String {
      let input =
        jsonl ? "{\"password\":\"kanne\"}\n{\"password\":\"tisch 9\"}\n" : "kanne\ntisch 9\n"
      let loud = try directory.audit("\(command) --format \(format)", input: input.utf8, code: nil)
      #expect([0, 1].contains(loud.code), "\(loud.errors)")
      if hasQuiet {
        let quiet = try directory.audit(
          "\(command) -q --format \(format)", input: input.utf8, code: nil)
        #expect(quiet.output == loud.output && quiet.code == loud.code, "\(command) \(format)")
      }
      return loud.output
    }
    let csv = try printed("csv").split(separator: "\n").count - 1
    #expect(csv > 0)
    let markdown = try printed("markdown").split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(markdown.count > 2 && markdown.contains { $0.contains("---") })
    let lines = try printed("jsonl", jsonl: true).split(separator: "\n")
    #expect(
      try lines.allSatisfy { line in
        try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any]
      })
    let json = try printed("json")
    if let rows = try Self.rows(json) {
      // All but a summary has a row a line.
      #expect(
        rows == csv && lines.count == csv
          && markdown.count == (command.hasPrefix("compare") ? markdown.count : csv + 2))
    } else {
      #expect(json.contains("\"results\"") && lines.count == csv)
    }
  }

  @Test(arguments: objects)
  func `what is no table is printed as text and as JSON`(command: String) throws {
    let directory = try Self.prepared()
    let line = try directory.audit("\(command) --format jsonl").output
    let document = try directory.audit("\(command) --format json").output
    #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    _ = try JSONSerialization.jsonObject(with: Data(document.utf8))
    let refused = try directory.audit("\(command) --format csv", code: 64)
    #expect(refused.errors.contains("This command prints text, json or jsonl, not csv."))
  }

  @Test(arguments: [
    "run --strength none --rules p.policy --no-report list.txt",
    "report --strength none --rules p.policy --no-report list.tally",
    "sweep --strength none --minlength 8 --classes 0 list.txt",
    "compare --strength none --rules p.policy list.tally other.tally",
  ])
  func `pages are printed, too, and text is what --quiet leaves out`(command: String) throws {
    let directory = try Self.prepared()
    #expect(try directory.audit("\(command) -q --format html").output.hasPrefix("<!DOCTYPE html>"))
    #expect(try directory.audit("\(command) -q").output.isEmpty)
    #expect(try directory.audit("\(command) -q --format text").output.isEmpty)
  }

  @Test func `columns have a heading for people only`() throws {
    let directory = try Self.prepared()
    let bare = try directory.audit("score", input: "kanne\n".utf8).output
    #expect(bare.split(separator: "\t").count == 5 && bare.split(separator: "\n").count == 1)
    let headed = try directory.audit("score --format text", input: "kanne\n".utf8).output
    let lines = headed.split(separator: "\n")
    #expect(lines.first == "The combined estimate is nearest to what attackers need.")
    #expect(lines[1] == "zxcvbn's  guesses by    guesses by    guesses by the")
    #expect(lines.count == 4 && lines.last?.contains(" of 4  ") == true, "\(headed)")
    let check = try directory.audit(
      "check --format text --rules p.policy --rules q.policy", input: "kanne\n".utf8)
    #expect(
      check.output
        == "a line for each password: accepted (breaks no rule, which does not mean strong), or refused by the rules that it breaks\n"
        + "p\tq\nrefused by minlength\taccepted\n")
  }

  @Test func `a rule without a name of its own is stated by check`() throws {
    let directory = try TemporaryDirectory()
    try directory.file(
      "p.policy", "minlength: 8; required: upper; required: digit, special; allowed: unicode;")
    let command = "check --rules p.policy"
    #expect(
      try directory.audit(command, input: "kanne\n".utf8).output
        == "minlength,required: upper,required: digit or special\n")
    try directory.file(
      "q.policy", "between: 1, 2 digit, special; at-most: 1 lower; allowed: unicode;")
    #expect(
      try directory.audit("check --rules q.policy", input: "kanne\n".utf8).output
        == "at-most: 1 lower,between: 1 to 2 digit or special\n")
    // Programs get the ids, which stay.
    #expect(
      try directory.audit("\(command) --format csv", input: "kanne\n".utf8).output
        == "p\nminlength required[0] required[1]\n")
    #expect(
      try directory.audit("\(command) --format json", input: "kanne\n".utf8).output
        == "[{\"violated\":[\"minlength\",\"required[0]\",\"required[1]\"]}]\n")
  }

  @Test func `results by list are in audit.json and in Markdown`() throws {
    let directory = try Self.prepared()
    let command = "run --strength none --by-list --no-report --rules p.policy list.txt other.txt"
    let json = try directory.audit("\(command) --format json").output
    let manifest = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let parts = try #require(manifest?["parts"] as? [[String: Any]])
    #expect(parts.map { $0["dataset"] as? String } == ["list", "other"])
    #expect(parts.map { $0["entries"] as? Int } == [4, 2])
    let results = parts.compactMap { ($0["results"] as? [[String: Any]])?.first }
    #expect(results.map { $0["n"] as? Int } == [4, 2])
    #expect(results.compactMap { $0["acceptedShare"] as? Double }.count == 2)
    let markdown = try directory.audit("\(command) --format markdown").output
    #expect(markdown.contains("| list | passwords | p |") && markdown.contains("| other | 2 |"))
  }
}
