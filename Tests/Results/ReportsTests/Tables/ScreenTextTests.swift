import Conformance
import Diagnostics
import Foundation
import Metrics
import PasswordPolicies
import PasswordSpaces
@_spi(Internal) import Passwords
import Reports
import TestSupport
import Testing

/// Whole screens and tables of made-up policies, lists and answers, and the laws that their numbers keep.
@Suite struct ScreenTextTests {
  private static let rules = [
    "pin": "minlength: 4; maxlength: 6; allowed: digit;",
    "site": "minlength: 8; maxlength: 20; required: upper; required: digit; required: [-!];",
    "runs":
      "minlength: 6; required: lower; max-consecutive: 2; max-repeating: 3; blocklist: default;",
    "choice":
      "minlength: 12; allowed: unicode; or minlength: 8; required: digit; required: special; min-score: 3;",
    "none": "minlength: 9; maxlength: 8;", "long": "minlength: 15; allowed: unicode;",
    "one": "minlength: 1; maxlength: 1; allowed: [a];",
  ]

  private func policy(_ name: String, _ text: String? = nil) throws -> Policy {
    let reading = PolicyReading(
      policyFile: Array((text ?? Self.rules[name] ?? "").utf8), file: "\(name).policy")
    return try #require(reading.policies.first)
  }

  private var policies: [Policy] {
    get throws { try Self.rules.keys.sorted().map { try policy($0) } }
  }

  @Test func `a keyspace is told in short, in full, and beside others`() throws {
    var recorded = RecordedText()
    var keyspaces: [[PolicyKeyspace]] = []
    for alphabet in [ComparisonAlphabet.ascii, .policy, .unicode] {
      var counter = KeyspaceCounter(comparing: alphabet)
      keyspaces.append(try policies.map { try PolicyKeyspace($0, &counter) })
    }
    for keyspace in keyspaces[0] {
      let name = keyspace.policy.name
      let short = KeyspaceScreen(
        keyspace, showsAllLengths: false, isVerbose: false,
        command: ["audit", "keyspace", "--verbose"]
      ).text
      recorded.add("\(name), in short", short)
      let full = KeyspaceScreen(keyspace, showsAllLengths: name == "pin", columns: 100).text
      recorded.add("\(name), in full", full)
      #expect(short.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
    for keyspace in keyspaces[1] + keyspaces[2] {
      recorded.add(
        "\(keyspace.policy.name), of \(keyspace.alphabet)",
        KeyspaceScreen(keyspace, showsAllLengths: keyspace.rows.count < 9, columns: 60).text)
    }
    for (number, several) in keyspaces.enumerated() {
      recorded.add(
        "comparison \(number)", KeyspaceComparison(several, columns: 60 + 20 * number).text)
    }
    try recorded.expect(in: "keyspaces")
  }

  @Test func `faults, notes and standards are told of one policy, of some, and of very many`()
    throws
  {
    let standards = ["nist-63b-4", "owasp-asvs-5", "pci-4.0.1"].compactMap {
      Standard.named($0)
    }
    try #require(standards.count > 1)
    func readings(_ texts: [(String, String)]) -> [PolicyReading] {
      texts.map { PolicyReading(policyFile: Array($0.1.utf8), file: "\($0.0).policy") }
    }
    let named = Self.rules.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let faulty = [
      ("bad", "minlength: x; foo: 1;"), ("odd", "required: digit; required: digit; minlength: 0;"),
    ]
    let many = (1...40).map { ("p\($0)", "minlength: \($0); allowed: unicode; for: everyone;") }
    let notes = { (policies: [Policy], standards: [Standard]) -> [LintFinding] in
      policies.prefix(2).map { policy in
        policy.finding(
          .refusedManager(
            "some manager", because: "no password meets all rules", against: standards.suffix(1)),
          at: nil)
      }
    }
    var recorded = RecordedText()
    for (name, texts, checked) in [
      ("one", [named[6]], standards), ("one without", [named[2]], []),
      ("some", named + faulty, standards),
      ("many", many, standards), ("faults", (1...33).map { ("f\($0)", "minlength: x;") }, []),
    ] {
      let report = LintReport(readings(texts), standards: checked, notes: notes)
      for isWhole in [false, true] where !isWhole || name != "many" {
        recorded.add(
          "\(name), \(isWhole ? "whole" : "in short")",
          LintScreen(report, columns: 90, isWhole: isWhole).text)
      }
      let table = String(decoding: LintTable.filled(report).bytes(), as: UTF8.self)
      if name == "one" || name == "some" { recorded.add("\(name), table", table) }
      let rows = table.split(separator: "\n").count - 1
      #expect(rows >= report.faults.count + report.notes.count)
      #expect(report.isClean == (report.faults.isEmpty && report.verdicts.allSatisfy(\.isPassed)))
    }
    try recorded.expect(in: "lint")
  }

  private static let ids = ["apple", "bitwarden", "bitwarden-words", "pwgen", "uuid4", "django"]

  private func generators() throws -> [Generator] {
    let file = Repository.root.appending(path: "Sources/C/CEmbeddedData/Data/generators.json")
    let all = try JSONDecoder().decode(GeneratorFile.self, from: Data(contentsOf: file)).generators
    return Self.ids.compactMap { id in all.first { $0.id == id } }
  }

  @Test func `what generators make is told for one policy and for several, in each form`() throws {
    let generators = try generators()
    try #require(generators.count == Self.ids.count)
    let rows = try policies.map { policy in
      (
        policy: policy,
        answers: try generators.map { generator in
          var judge = try GeneratorJudge(generator)
          return judge.answer(policy)
        }
      )
    }
    var recorded = RecordedText()
    for format in [OutputFormat.text, .markdown, .csv, .json, .jsonl] {
      func text(_ rows: [GeneratorTable.Row]) -> String {
        String(decoding: GeneratorTable(rows, generators).bytes(as: format), as: UTF8.self)
      }
      recorded.add("all, \(format)", text(rows))
      for row in rows where format == .text || format == .markdown {
        recorded.add("\(row.policy.name), \(format)", text([row]))
      }
      recorded.add(
        "listing, \(format)",
        String(decoding: GeneratorTable.listing(generators, as: format), as: UTF8.self))
    }
    try recorded.expect(in: "generators")
    for answer in rows.flatMap(\.answers) {
      guard let share = answer.share else { continue }
      #expect(share.verdict == (share.isAll ? "always" : share.isNone ? "never" : "sometimes"))
      #expect((share.words == "100 %") == share.isAll && (share.words == "0 %") == share.isNone)
      #expect(abs(share.value + share.others.value - 1) < 1e-12)
    }
  }

  @Test func `vectors of rules are lines of JSON and of CSV`() throws {
    var recorded = RecordedText()
    for name in ["pin", "site", "none", "choice"] {
      let policy = try policy(name)
      func isBroken(_ rule: Policy.Rule, by password: String) -> Bool {
        let fault = rule.stated.fault(in: Array(password.unicodeScalars))
        if let bound = rule.stated.bound {
          return fault.number.map { !bound.bounds.contains($0) } ?? false
        }
        if case .required = rule.stated.kind { return fault.number == 0 }
        return !fault.positions.isEmpty
      }
      let vectors = RuleVectors(policy) { password in
        policy.rulesOfAlternatives.map { $0.filter { isBroken($0, by: password) }.map(\.id) }
      }
      for (format, label) in [(OutputFormat.csv, name), (.csv, nil), (.jsonl, name), (.jsonl, nil)]
      {
        let heading = String(
          decoding: VectorTable.heading(format, namesPolicy: label != nil), as: UTF8.self)
        let lines = String(
          decoding: VectorTable.bytes(vectors, of: label, as: format), as: UTF8.self)
        if format == .jsonl {
          #expect(heading.isEmpty && lines.split(separator: "\n").count == vectors.lines.count)
        }
        if name == "site" || format == .csv {
          recorded.add("\(name), \(format), \(label ?? "")", heading + lines)
        }
      }
    }
    try recorded.expect(in: "vectors")
  }

  @Test func `a spectrum says what guesses find, and how sure that is`() throws {
    var recorded = RecordedText()
    for (name, counts, limit) in [
      ("accounts", [900: 1, 300: 4, 120: 12, 40: 60, 7: 400, 2: 2_000, 1: 9_000], nil),
      ("popular", [900: 1, 300: 4, 120: 12, 40: 60, 7: 400, 2: 2_000, 1: 9_000], 2_000),
      ("few", [3: 2, 1: 20], nil), ("distinct", [1: 5_000], nil), ("one", [1: 1], nil),
    ] as [(String, [UInt64: UInt64], UInt64?)] {
      for confidence in [Confidence.usual, try #require(Confidence(percent: 99.5))] {
        var findings = GuessingFindings(CountSpectrum(counts), confidence: confidence)
        if let limit { findings.limit(perMillion: limit) }
        let report = SpectrumReport(name, findings)
        recorded.add("\(name), \(confidence.words)", report.text(columns: 90))
        recorded.add(
          "\(name), \(confidence.words), table",
          String(decoding: report.table.bytes(), as: UTF8.self))
      }
    }
    try recorded.expect(in: "spectra")
  }

  @Test func `a recommendation says what to choose, how sure that is, and what else there is`()
    throws
  {
    struct Vector: Decodable {
      let id: String
      let table: RecommendationTable
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let vectors = try VectorFile("recommend/recommend-vectors.jsonl").rows(
      as: Vector.self, by: decoder)
    var recorded = RecordedText()
    for (number, vector) in vectors.enumerated() {
      let answer = Recommendation(vector.table)
      let text = RecommendationScreen(answer, ink: Summary.Ink(isOn: false)).text
      if number % 3 == 0 || answer.choice == nil { recorded.add(vector.id, text) }
      if let choice = answer.choice {
        #expect(text.contains(" of \(vector.table.policies.count) policies "))
        #expect(
          text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
            choice.rules.split(whereSeparator: \.isWhitespace).joined(separator: " ")))
      }
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
      #expect(text.contains("Not covered "))
    }
    try recorded.expect(in: "recommendations")
  }
}
