import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Reports
import Tallies
import Testing

/// A report on six made-up passwords and one policy.
private func report(complete: Bool = true, policyName: String = "site") throws -> Report {
  let reading = PolicyReading(
    policyFile: Array("minlength: 6; required: digit; allowed: unicode;".utf8),
    file: "\(policyName).policy")
  var demand = FactDemand()
  for policy in reading.policies { demand.formUnion(policy.demand) }
  demand.meter = true
  demand.lists = 1
  let schema = try Schema(for: demand)
  var findings = try Findings(reading.policies, schema: schema, lists: [ListValues("built-in")]) {
    policy throws(SchemaError) in try PolicyMatcher(policy, schema: schema)
  }
  let profiler = Profiler(schema)
  var tally = Tally(schema: schema)
  for password in ["abcdef1", "abcdefg", "abc", "ab1", "Abcdef1!", "ab1"] {
    var profile = profiler.profile(of: Array(password.utf8).span)
    profile.lists = password == "abcdefg" ? 1 : 0
    tally.record(schema.signature(of: profile))
    tally.lines.ascii += 1
  }
  tally.lines.empty = 2
  findings.add(tally)
  var input = RecordedInput(name: "list.gz", container: "gzip", bytes: 1_234_567, sha256: "00")
  (input.textBytes, input.members, input.isComplete) = (2_500_000, 1, complete)
  return Report(
    Manifest(
      version: "1", dataset: "list", inputs: [Manifest.Input(nil, input)],
      policies: reading.policies.map {
        Manifest.Policy(name: $0.name, source: .file("site.policy"), rules: "minlength: 6; …")
      },
      blocklists: [
        Manifest.Blocklist(
          name: .builtIn, comparison: "exact", values: 7, content: .init(sha256: nil),
          expectedFalseHits: 0)
      ],
      readings: ["length": "code points"]), findings: findings)
}

@Suite struct SummaryTests {
  private let plain = Summary.Ink(isOn: false)
  private let places = Summary.Places(
    command: "audit", directory: "Reports/list", page: "Reports/list/report.html")

  @Test func `the first screen shows compliance, refusals and what remains`() throws {
    let report = try PageReport(
      names: ["site", "long"], hasDistinct: false, hasSpace: false, times: 100
    ).make()
    #expect(
      Summary(report, ink: plain, places: places).text == """
        list: 2,100 passwords, complete

        policy  comply   refused most for       of those that comply
                                                easy     cracked in a
                                                (0–1)    day at 10⁴/s
        site     0.0 %   characters  100.0 %         –        –
        long    61.9 %   length       38.1 %    38.5 %   53.8 %

        strength of all    0 ████▋33 %  1 ████29 %  2 0 %  3 █▍10 %  4 ████29 %
        cracked            zxcvbn's estimate, up to 59 points above a guessing service
        listed             4.8 % are on the built-in blocklist

        details   audit … --verbose        page   Reports/list/report.html

        """)
  }

  @Test func `what is cracked by the combined estimate has whole per cent and its name`() throws {
    let report = try PageReport(
      names: ["site", "long"], hasDistinct: false, hasSpace: false, times: 100, isCombined: true
    ).make()
    let text = Summary(report, ink: plain, places: places).text
    #expect(text.contains("long    61.9 %   length       38.1 %    38.5 %   38 %\n"))
    #expect(
      text.contains(
        "cracked            combined estimate, within 8 points of a guessing service\n"))
    let markdown = MarkdownSummary(report).text
    #expect(markdown.contains("of these, found in a day at 10⁴/s (combined estimate)"))
    #expect(markdown.contains(" 38 % |") && markdown.contains("within 8 points of a guessing"))
  }

  @Test func `with four or more policies the table shows refusals by one rule only`() throws {
    let report = try PageReport(
      names: ["site", "long", "upper and special", "site again"], hasDistinct: false,
      hasSpace: false, times: 100
    ).make()
    #expect(
      Summary(report, ink: plain).text.hasPrefix(
        """
        list: 2,100 passwords, complete

        policy             comply   refused most for              of those that comply
                                                any      only     easy     cracked
                                                         this     (0–1)    in a day
                                                                           at 10⁴/s
        site                0.0 %   characters  100.0 %  61.9 %        –        –
        long               61.9 %   length       38.1 %  38.1 %   38.5 %   53.8 %
        upper and special   0.0 %   characters  100.0 %  38.1 %        –        –
        site again          0.0 %   characters  100.0 %  61.9 %        –        –

        """))
  }

  @Test func `a requested space and distinct passwords are on the first screen`() throws {
    let text = Summary(try PageReport(times: 100).make(), ink: plain).text
    #expect(
      text.contains(
        """
        policy  random strings: bits                   of these, found by
                left    lost     mostly to             10 guesses  1,000
        site     19.88    19.54  allowed: digit  KH          –           –  P
        long    160.68  -108.12  –               KUH   100.0 %     100.0 %  FP
        letters: --verbose explains them
        """))
  }

  @Test(arguments: [1, 3, 4, 13, 40])
  func `no line is wider than the terminal`(count: Int) throws {
    let names = (1...count).map {
      "policy number \($0) of \(String(repeating: "many ", count: 9))\($0)"
    }
    let report = try PageReport(names: names).make()
    for (columns, isVerbose) in [60, 66, 72, 80, 100, 120].flatMap({ [($0, false), ($0, true)] }) {
      let text = Summary(
        report, ink: plain, columns: columns, isVerbose: isVerbose, places: places
      ).text
      // The details' table of the search space needs 80 columns.
      let most = isVerbose ? max(columns, 80) : columns
      for line in text.split(separator: "\n") { #expect(line.count <= most, "\(line)") }
    }
  }

  @Test func `names that differ only at their ends stay distinct`() throws {
    let names = (1...6).map { "a long name of the policy with number \($0)" }
    let report = try PageReport(names: names, hasDistinct: false, hasSpace: false).make()
    let text = Summary(report, ink: plain, columns: 60).text
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("a lo") }.map { $0.prefix(12) }
    #expect(rows.count == 6 && Set(rows).count == 6, "\(text)")
  }

  @Test func `many policies keep their order, twelve of them on the first screen`() throws {
    let names = (1...40).map { "p\((41 - $0) * 7 % 41)" }
    let report = try PageReport(names: names, hasDistinct: false, hasSpace: false).make()
    func rows(isVerbose: Bool) -> [String] {
      Summary(report, ink: plain, isVerbose: isVerbose).text.split(separator: "\n")
        .drop { !$0.hasPrefix("policy") }.map { String($0.prefix { $0 != " " }) }
        .filter { $0.hasPrefix("p") && $0 != "policy" }
    }
    #expect(rows(isVerbose: false) == Array(names.prefix(12)))
    #expect(Array(rows(isVerbose: true).prefix(40)) == names)
    let text = Summary(report, ink: plain, places: places).text
    #expect(text.contains("\n… and 28 more: see the last line\n"))
    #expect(text.split(separator: "\n").count <= 24)
  }

  @Test func `only --verbose shows jargon, and no rule has a number for its only name`() throws {
    let report = try PageReport(names: ["site", "long", "upper"]).make()
    let first = Summary(report, ink: plain, places: places).text
    let jargon = ["required[", "by chance", "caveat", "criteria", "quarter", "floor", "idle"]
    for word in jargon { #expect(!first.contains(word), "\(word)") }
    let all = Summary(report, ink: plain, isVerbose: true).text
    #expect(all.contains("required[0]  required: upper") && all.contains("caveats"))
    for line in all.split(separator: "\n") where line.contains("required[") {
      #expect(line.contains("required: "))
    }
  }

  @Test func `the details fit a page and show the passwords that each rule refuses`() throws {
    let text = Summary(try report(), ink: plain, columns: 72, isVerbose: true).text
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 72 })
    #expect(
      text == """
        list: 6 passwords, complete

        policy  comply   refused most    of these
        (in %)                           strong by
                                         the meter
        site    33.3     length  50.0    too few

        strength of all    weak 83.3 %, medium 0.0 %, strong 16.7 % by the
                             four-criteria meter
        listed             16.7 % are on the built-in blocklist
        not audited        2 empty lines

        read
          list.gz: 1.2 MB gzip, 2.5 MB of text

        site  33.3 % comply (2)
          minlength: 6; …
          refused by                                            any   only this
          minlength: 6                  █████████▌           50.0 %      33.3 %
          required[0]  required: digit  ██████▍              33.3 %      16.7 %
          those that comply: median length 7, too few for shares

        strength by the four-criteria meter (8 characters, a digit, a capital,
          punctuation): weak 83.3 %, medium 0.0 %, strong 16.7 %

        blocklist  16.7 % listed (1), whole password
          built-in (7 values): 1 hit, 16.7 %
          hits to expect by chance: 0 (values are stored as 64 bits of a hash)

        length  in code points; median 3
               3 ████████████████████████████████████████             3   50.0 %
               4                                                      0    0.0 %
               5                                                      0    0.0 %
               6                                                      0    0.0 %
               7 ██████████████████████████▋                          2   33.3 %
               8 █████████████▍                                       1   16.7 %

        skipped  2 empty lines

        """)
  }

  @Test func `the bar of all longer passwords is as long as their share`() throws {
    var report = PageReport(hasDistinct: false, hasSpace: false)
    report.words = [
      "abc": 0, "abcd": 0, "a-password-of-24-letters": 4, "a-password-of-25-letters.": 4,
    ]
    report.counts = [
      "abc": 400, "abcd": 200, "a-password-of-24-letters": 300, "a-password-of-25-letters.": 200,
    ]
    let lines = Summary(try report.make(), ink: plain, columns: 72, isVerbose: true).text
      .split(separator: "\n").drop { !$0.hasPrefix("length ") }.prefix(4).joined(separator: "\n")
    #expect(
      lines == """
        length  in code points; median 4
               3 ████████████████████████████████                   400   36.4 %
               4 ████████████████                                   200   18.2 %
              5+ ████████████████████████████████████████           500   45.5 %
        """)
  }

  @Test func `only the built-in list is called so, whatever the name of another`() throws {
    var report = PageReport(hasDistinct: false, hasSpace: false)
    report.blocklist = (.given("built-in"), "00")
    #expect(
      Summary(try report.make(), ink: plain).text.contains(" are on the blocklist built-in\n"))
    report.blocklist = (.builtIn, nil)
    #expect(
      Summary(try report.make(), ink: plain).text.contains(" are on the built-in blocklist\n"))
  }

  @Test func `a layout is on the first screen, and with its list among the details`() throws {
    var report = PageReport(hasDistinct: false, hasSpace: false)
    report.layout = ("user:password", "20 of the first 20 lines")
    let words = "user:password, told by 20 of the first 20 lines"
    let text = Summary(try report.make(), ink: plain, isVerbose: true).text
    #expect(text.contains("\nlines              read as \(words)\n"))
    #expect(text.contains("\n  list.gz: \(words)\n"))
    report.layout.form = "plain"
    #expect(!Summary(try report.make(), ink: plain, isVerbose: true).text.contains("told by"))
  }

  @Test func `the first line of an incomplete report says that it is incomplete`() throws {
    let text = Summary(try report(complete: false), ink: plain).text
    #expect(text.hasPrefix("list: 6 passwords, INCOMPLETE: not everything could be counted\n"))
  }

  @Test func `a report without a password says so, and has no share of nothing`() throws {
    let report = try PageReport(isEmpty: true).make()
    for isVerbose in [false, true] {
      #expect(
        Summary(report, ink: plain, isVerbose: isVerbose).text
          == "list: EMPTY: no password was read\n")
    }
    let text = MarkdownSummary(report).text
    #expect(text.contains("\n> **Empty:** no password was read.\n"))
    #expect(!text.contains("%") && !text.contains("|"))
  }

  @Test func `the summary states what repetitions are`() throws {
    for (weights, words) in [
      (Weights.accounts, "are accounts (--weights accounts)"),
      (.lists, "are lists, not accounts (--weights lists)"),
      (.none, "have no known meaning (--weights states it)"),
    ] {
      let report = try PageReport(weights: weights).make()
      #expect(Summary(report, ink: plain).text.contains("\nrepetitions        \(words)\n"))
      #expect(MarkdownSummary(report).text.contains("\n- Repetitions \(words).\n"))
    }
  }

  @Test(arguments: [
    (1, "too few", "–"), (7, "too few", "–"), (8, "38.5 % of 104", "–"), (76, "38.5 % of 988", "–"),
    (77, "38.5 %", "100.0 %"),
  ])
  func `shares of compliant passwords keep to one rule`(
    times: UInt64, easy: String, found: String
  ) throws {
    let report = try PageReport(hasSpace: false, times: times).make()
    #expect(report.findings.policies[1].compliant == 13 * times)
    let rows = Summary(report, ink: plain).text.split(separator: "\n").filter {
      $0.hasPrefix("long")
    }
    try #require(rows.count == 2)
    #expect(rows[0].contains(" \(easy)  "), "\(rows[0])")
    #expect(rows[1].contains(" \(found)  "), "\(rows[1])")
    let row = MarkdownSummary(report).text.split(separator: "\n").first { $0.hasPrefix("| long") }
    #expect(row?.contains("| \(easy) |") == true)
  }

  @Test func `names that hold controls are printed escaped`() throws {
    for isVerbose in [false, true] {
      let text = Summary(
        try report(policyName: "\u{1B}[31mred"), ink: plain, isVerbose: isVerbose
      ).text
      #expect(!text.contains("\u{1B}"))
      #expect(text.contains("\\u{1b}[31mred"))
    }
  }

  @Test func `colour is used only on request`() throws {
    #expect(!Summary(try report(), ink: plain).text.contains("\u{1B}"))
    #expect(Summary(try report(), ink: Summary.Ink(isOn: true)).text.contains("\u{1B}[32m"))
  }

  @Test func `the manifest is sorted JSON without a word of a password`() throws {
    let json = String(decoding: try ManifestFile(report()).serialized(), as: UTF8.self)
    #expect(json.hasPrefix("{\n  \"blocklists\" : ["))
    #expect(json.hasSuffix("}\n"))
    for word in ["abcdef", "Abc"] { #expect(!json.contains(word)) }
    #expect(json.contains("\"empty\" : 2"))
  }
}
