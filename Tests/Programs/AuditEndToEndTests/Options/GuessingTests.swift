import Foundation
import TestSupport
import Testing

private let list = "abcdef|5\nabcdefg1|3\nabc|1\nabcdefg2|1\n"

/// The cells of a table's rows by column name; no cell here is quoted.
private func rows(_ text: String?) -> [[String: String]] {
  let lines = (text ?? "").split(separator: "\n").map {
    $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
  guard let header = lines.first else { return [] }
  return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
}

@Suite struct GuessingTests {
  @Test func `counted passwords are measured, whole and by policy`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("counted.txt", list)
    try directory.file("site.policy", "minlength: 8;")
    let options = ["--strength", "none", "--rules", "site.policy", "--counts", "--distinct"]
    let run = try directory.audit(options + ["--verbose", "--weights", "accounts", "counted.txt"])
    #expect(run.output.contains("(counted; in 4 lines; 4 different)"))
    #expect(
      directory.names(in: "Reports/counted") == [
        "audit.csv", "audit.json", "curve.csv", "datapackage.json", "empirical.csv", "report.html",
        "results.csv", "rules.csv",
        "spectrum.csv",
      ])
    let table = rows(directory.text("Reports/counted/empirical.csv"))
    #expect(table.map { $0["policy"] } == ["", "site"])
    #expect(table[0]["shannon_bits"] == "1.685475" && table[0]["guesswork"] == "1.800000")
    #expect(table[1]["accepted"] == "4" && table[1]["first_accepted_rank"] == "2")
    #expect(table[0]["weights"] == "accounts" && table[0]["bounds_none"] == "few")

    // Without the meaning of repetition, the report has numbers, but no statement about accounts.
    let unsaid = try directory.audit(options + ["counted.txt"])
    #expect(!unsaid.output.contains("accounts left"))
    #expect(
      rows(directory.text("Reports/counted/empirical.csv"))[0]["bounds_none"] == "repetitions")
    #expect(directory.text("Reports/counted/curve.csv")?.contains("population") == false)
  }

  @Test func `plain lines and their counts give the same numbers`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("counted.txt", list)
    try directory.file(
      "plain.txt",
      list.split(separator: "\n").flatMap { line in
        let parts = line.split(separator: "|")
        return Array(repeating: "\(parts[0])\n", count: Int(parts[1]) ?? 0)
      }.joined())
    let options = [
      "--distinct", "--weights", "accounts", "--dataset", "d", "--reference-year", "2026",
    ]
    try directory.audit(options + ["--counts", "-o", "a", "counted.txt"])
    try directory.audit(options + ["--threads", "3", "-o", "b", "plain.txt"])
    for table in ["curve.csv", "spectrum.csv"] {
      #expect(directory.text("a/\(table)") != nil)
      #expect(directory.text("a/\(table)") == directory.text("b/\(table)"))
    }
    let tables = ["a", "b"].map { directory.rows("\($0)/audit.csv") }
      .map { $0.filter { !$0.hasPrefix("d,,lines,") } }
    #expect(tables[0] == tables[1] && tables[0].count > 100)
    let curves = rows(directory.text("a/curve.csv")).filter { $0["attacker"] == "zxcvbn" }
    for limit in ["1000", "1000000", "100000000", "10000000000", "100000000000000"] {
      #expect(curves.contains { $0["guesses"] == limit })
    }
  }

  @Test func `a counted list read from its file has the metrics of the reference`() throws {
    let list = VectorFile("search-space/occurrence-10k-made-up.txt")
    let file = VectorFile("search-space/empirical-vectors.json")
    let object = try JSONSerialization.jsonObject(with: try file.bytes) as? [String: Any]
    let reference = try #require(object?["policies"] as? [[String: Any]])
    let directory = try TemporaryDirectory()
    let policies = reference.compactMap { $0["rules"] as? String }.enumerated().map {
      "[p\($0.offset)]\n\($0.element)\n"
    }
    try directory.file("all.policy", policies.joined())
    try directory.audit([
      "--strength", "none", "--no-blocklist", "--rules", "all.policy", "--counts", "--distinct",
      "--weights", "accounts", "-o", "out", list.url.path,
    ])
    let table = rows(directory.text("out/empirical.csv"))
    #expect(table.count == reference.count && reference.count == 4)
    let columns = [
      "H0": "hartley_bits", "H1": "shannon_bits", "Hinf": "min_entropy_bits", "G": "guesswork",
      "G_bits": "guesswork_bits", "distinct": "distinct_accepted", "total": "accepted",
      "survive_mass": "accepted_share", "survive_distinct": "distinct_share",
    ]
    for (row, expected) in zip(table, reference) {
      // Sums and counts stand in audit.json only.
      compared(atLeast: 21) { count in
        for (key, value) in expected where key != "rules" {
          let name = columns[key] ?? key.replacing("Galpha", with: "galpha")
          guard let cell = row[name] else { continue }
          count += 1
          guard let value = value as? Double else {
            #expect(cell == "", "\(key)")
            continue
          }
          // Cells have six decimals or six digits; audit.json has all digits.
          #expect(abs((Double(cell) ?? .nan) - value) <= max(1e-6, 6e-6 * value), "\(key)")
        }
      }
    }
  }

  @Test func `audit.json states no share of few compliant passwords, like empirical.csv`() throws {
    let directory = try TemporaryDirectory()
    let lines = (0..<1200).map { "\($0 < 1100 ? "tisch" : "Tisch-Ofen-")\($0 % 400)\n" }
    try directory.file("list.txt", lines.joined())
    try directory.audit([
      "--strength", "none", "--no-blocklist", "--distinct", "--rules", "minlength: 12;", "-o",
      "out", "list.txt",
    ])
    let table = rows(directory.text("out/empirical.csv"))
    #expect(table.map { $0["lambda_10"] != "" } == [true, false])
    let json = try JSONSerialization.jsonObject(
      with: Data((directory.text("out/audit.json") ?? "").utf8))
    let guessing = (json as? [String: Any])?["guessing"] as? [String: Any]
    let whole = guessing?["whole"] as? [String: Any]
    let policies = guessing?["policies"] as? [[String: Any]]
    for (part, isStated) in [(whole, true), (policies?.first, false)] {
      let successes = try #require(part?["successes"] as? [[String: Any]])
      #expect(successes.count == 6)
      for success in successes {
        #expect((success["share"] != nil) == isStated)
        #expect(isStated || success["bits"] == nil)
        #expect(success["count"] != nil)
      }
    }
  }
}
