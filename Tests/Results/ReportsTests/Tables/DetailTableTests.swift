import Diagnostics
import Metrics
import PasswordPolicies
import PasswordSpaces
@_spi(Internal) import Passwords
import Reports
import Tallies
import Testing

private let rules = """
  [=strict]
  minlength: 8; required: digit; allowed: ascii-printable;
  [nothing]
  minlength: 30;
  """

/// A report on ten entries of four made-up passwords that occur 5, 3, 1 and 1 times.
private func report(
  weights: Weights = .accounts, named name: String = "=strict"
) throws -> Report {
  let rules = rules.replacing("=strict", with: name)
  let policies = PolicyReading(policyFile: Array(rules.utf8), file: "two.policy").policies
  var demand = FactDemand()
  for policy in policies { demand.formUnion(policy.demand) }
  let schema = try Schema(for: demand)
  let compile = { (policy: Policy) throws(SchemaError) in try PolicyMatcher(policy, schema: schema)
  }
  var findings = try Findings(policies, schema: schema, lists: [], compile: compile)
  let profiler = Profiler(schema)
  var tally = Tally(schema: schema)
  var spectrum = Spectrum(schema: schema)
  for (password, count) in [("abcdef", 5), ("abcdefg1", 3), ("abc", 1), ("abcdefg2", 1)] {
    let signature = schema.signature(of: profiler.profile(of: Array(password.utf8).span))
    tally.record(signature, times: UInt64(count))
    tally.lines.ascii += UInt64(count)
    spectrum.record(signature, occurrences: UInt64(count))
  }
  findings.add(tally)
  var counter = KeyspaceCounter()
  return Report(
    Manifest(
      version: "1", dataset: "list", inputs: [],
      policies: policies.map {
        Manifest.Policy(name: $0.name, source: .file("two.policy"), rules: "…")
      },
      blocklists: [], readings: [:]), findings: findings,
    space: try policies.map { try PolicySpace($0, &counter) },
    guessed: GuessedPolicies(
      try GuessingFindings(spectrum, policies, weights: weights, compile: compile)))
}

private func text(_ table: DetailTable, _ report: Report) throws -> String {
  String(decoding: try #require(table.filled(report)?.bytes()), as: UTF8.self)
}

/// The cells of a table's rows by column name.
private func rows(_ text: String) -> [[String: String]] {
  let lines = cells(of: Array(text.utf8))
  return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
}

@Suite struct DetailTableTests {
  @Test func `metrics of guessing are a row for the whole and one a policy`() throws {
    let table = rows(try text(.empirical, try report()))
    #expect(table.map { $0["policy"] } == ["", "'=strict", "nothing"])
    let expected = [
      [
        "dataset": "list", "weights": "accounts", "lines": "10", "lines_undecodable": "0",
        "accepted": "10", "accepted_share": "1", "distinct": "4", "distinct_accepted": "4",
        "hartley_bits": "2.000000", "shannon_bits": "1.685475", "min_entropy_bits": "1.000000",
        "guesswork": "1.800000", "guesswork_bits": "1.378512", "lambda_1": "0.5", "lambda_10": "1",
        "lambda_1_bits": "1.000000", "lambda_10_bits": "", "mu_0.5": "1", "galpha_0.5": "1.000000",
        "galpha_0.5_bits": "1.000000", "unseen_mass": "0.2", "top10_refused": "0",
        "first_accepted_rank": "1", "caveats_in_words": Caveat.population.sentence,
      ],
      [
        "accepted": "4", "accepted_share": "0.4", "distinct": "4", "distinct_accepted": "2",
        "distinct_share": "0.5", "top10_refused": "2", "first_accepted_rank": "2",
        "lambda_1": "", "lambda_10": "", "mu_0.25": "1", "unseen_mass": "0.25",
        "caveats_in_words": Caveat.filtered.sentence + " " + Caveat.population.sentence,
      ],
      [
        "accepted": "0", "accepted_share": "0", "distinct_accepted": "0", "top10_refused": "4",
        "first_accepted_rank": "", "hartley_bits": "", "guesswork": "", "lambda_1": "",
        "mu_0.5": "", "unseen_mass": "", "zipf_s": "",
        "caveats_in_words": Caveat.population.sentence,
      ],
    ]
    for (row, cells) in zip(table, expected) {
      for (column, cell) in cells { #expect(row[column] == cell, "\(column)") }
    }
    // A share that the sample does not cover is not stated: only 1 of 2 singletons is accepted.
    #expect(table[1]["mu_0.5"] == "1")
  }

  @Test func `every rule has its text, by the id that audit csv counts it under`() throws {
    let report = try report()
    #expect(
      try text(.rules, report) == """
        dataset,policy,rule,text
        list,'=strict,minlength,minlength: 8
        list,'=strict,required[0],required: digit
        list,'=strict,allowed,allowed: ascii-printable
        list,nothing,minlength,minlength: 30
        list,nothing,allowed,allowed: ascii-printable

        """)
    let ids = rows(try text(.rules, report)).map { "\($0["policy"] ?? ""),\($0["rule"] ?? "")" }
    let buckets = rows(String(decoding: HistogramTable(report).filled.bytes(), as: UTF8.self))
      .filter { $0["metric"] == "violation" && $0["unit"] == "entries" }
      .map { "\($0["policy"] ?? ""),\($0["bucket"] ?? "")" }
    #expect(Set(ids) == Set(buckets) && ids.count == buckets.count)
  }

  @Test func `curves name accounts only where there are any`() throws {
    #expect(
      try text(.curve, try report()).hasPrefix(
        """
        dataset,policy,attacker,guesses,guessed,guessed_share
        list,,aware,1,5,0.5
        list,,aware,2,8,0.8
        list,,aware,4,10,1
        list,,population,1,5,0.5
        list,,population,2,8,0.8
        list,,population,4,10,1
        list,'=strict,aware,1,3,0.75
        list,'=strict,aware,2,4,1
        list,'=strict,blind,1,0,0
        list,'=strict,blind,2,3,0.75
        list,'=strict,blind,4,4,1
        list,'=strict,population,1,3,0.3

        """))
    let lists = try text(.curve, try report(weights: .lists))
    #expect(lists.contains("list,'=strict,occurrences,1,3,0.3\n") && !lists.contains("population"))
  }

  @Test func `the spectrum is a table from its first line on`() throws {
    #expect(
      try text(.spectrum, try report(weights: .lists)) == """
        dataset,policy,count,passwords
        list,,5,1
        list,,3,1
        list,,1,2
        list,'=strict,3,1
        list,'=strict,1,1

        """)
  }

  @Test func `the space of passwords has three tables and headline rows`() throws {
    let report = try report()
    #expect(try text(.policy, report).contains("\n'=strict,"))
    #expect(rows(try text(.keyspace, report)).count == 57 + 35)
    #expect(try text(.ruleCost, report).contains("\n'=strict,8,required[0],required,"))
    let table = String(decoding: HistogramTable(report).filled.bytes(), as: UTF8.self)
    for row in [
      "list,,repetition,once,0,distinct,2,0.500000", "list,,guessing_bits,all,2,microbits,1378512,",
      "list,'=strict,space_bits,floor,0,microbits,51795831,",
    ] { #expect(table.contains(row + "\n"), "\(row)") }
  }

  @Test func `the summary has one table, and every caveat once`() throws {
    let summary = Summary(try report(), ink: Summary.Ink(isOn: false), isVerbose: true).text
    #expect(summary.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(
      summary.contains(
        """
        random strings of each policy's least length
        policy    length   bits     bits fewer     most by
                                    by the rules   the rule
        =strict    8        51.80   0.76           required: digit
        nothing   30       197.10   0.00           –
        """))
    #expect(summary.split(separator: "  A leak is not").count == 2)
  }

  @Test(arguments: [60, 72, 80, 120])
  func `long names make room for the numbers`(columns: Int) throws {
    let name = String(repeating: "a very long name ", count: 9)
    let text = Summary(
      try report(named: name), ink: Summary.Ink(isOn: false), columns: columns, isVerbose: true
    ).text
    let table = text.split(separator: "\n").drop { !$0.hasPrefix("random strings") }.prefix(5)
    #expect(table.count == 5 && table.allSatisfy { $0.count <= max(columns, 80) }, "\(table)")
  }

  @Test func `the manifest has unrounded numbers and whole counts`() throws {
    let manifest = String(decoding: try ManifestFile(report()).serialized(), as: UTF8.self)
    for line in [
      #""guesswork" : 1.8"#, #""sumRankTimesCount" : "18""#, #""weights" : "accounts""#,
      #""floorLength" : 8"#, Caveat.filtered.sentence,
    ] { #expect(manifest.contains(line), "\(line)") }
  }
}
