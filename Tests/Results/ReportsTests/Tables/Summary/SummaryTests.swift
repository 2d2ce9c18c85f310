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
          name: .builtIn, comparison: "exact", values: 7, sha256: nil,
          expectedFalseHits: 0)
      ],
      readings: ["length": "code points"]), findings: findings)
}

@Suite struct SummaryTests {
  private let plain = Summary.Ink(isOn: false)
  private let places = Summary.Places(
    command: ["audit", "list", "--verbose"], directory: "Reports/list",
    page: "Reports/list/report.html")

  @Test func `the first screen says what is refused, what is guessed of the rest, and why`() throws
  {
    let report = try PageReport(
      names: ["site", "long"], hasDistinct: false, hasSpace: false, times: 100
    ).make()
    #expect(
      Summary(report, ink: plain, places: places).text == """
        2 policies tried on 2,100 passwords (list; each occurrence counts)

        policy     refused  accepted  guessed, of the accepted
                   of all             login page,     slow hash,     fast hash,
                                      1,000 guesses   a day, 10⁴/s   a day, 10¹⁰/s
                                      an account      an account     an account
        no policy     none  2,100     62 %            71 %           >99 %
        site       100.0 %      0        –               –               –
        long        38.1 %  1,300     38 %            54 %           >99 %
          Accounts are attacked one after another. Each gets 1,000 guesses (login page),
            or with stolen data a day: 8.64·10⁸ guesses (slow hash) or 8.64·10¹⁴ guesses
            (fast hash).

        why refused   the rule that          of all:    of all: break
                      most passwords break   break it   only this rule
        site          only digit             100.0 %    61.9 %
        long          at least 8 characters   38.1 %    38.1 %
          Without that rule those of the last column, which have no other fault, would
            be accepted too.

        In short      long refuses 38.1 % of all. Of what it accepts 54 % is guessed in
                      a day (slow hash); without a policy 71 %.
        How sure      Shares guessed are estimates: zxcvbn's estimate. Their error was
                      measured by attacks of university researchers, on two leaks under
                      eight other policies:
                      - login page, slow hash: up to 59 percentage points too high
                        there; the same is assumed for these policies
                      - fast hash: error not measured
                      So the difference of 54 % against 71 % (slow hash) is open, and
                      may not be real: it is within the error.
        Blocklist     4.8 % of all are on the built-in blocklist, accepted by no policy
        Not covered   what people choose instead of a refused password; phishing;
                      passwords reused elsewhere; how far your users are like this list.

        More          audit list --verbose
        Page          Reports/list/report.html

        """)
  }

  @Test func `what is guessed by the combined estimate has its name and error`() throws {
    let report = try PageReport(
      names: ["site", "long"], hasDistinct: false, hasSpace: false, times: 100, isCombined: true
    ).make()
    let text = Summary(report, ink: plain, places: places).text
    #expect(text.contains("long        38.1 %  1,300 "), "\(text)")
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "common passwords. Their error was measured by attacks of university researchers, on two leaks under eight other policies: - login page, slow hash: within 8"
      ))
    let markdown = MarkdownSummary(report).text
    #expect(markdown.contains("of these, guessed in a day at 10⁴/s (combined estimate)"))
    #expect(
      markdown.contains(" 38 % |") && markdown.contains("within 8 percentage points of a guessing"))
  }

  @Test func `a policy for use beside a second factor stands apart and is not ranked`() throws {
    var report = PageReport(
      names: ["site", "nist-63b-4-mfa"], hasDistinct: false, hasSpace: false, times: 100,
      isCombined: true)
    report.rules = ["minlength: 6; allowed: unicode;", "minlength: 8; allowed: unicode;"]
    report.sources = [.file("site.policy"), .preset("nist-63b-4-mfa")]
    let lines = Summary(try report.make(), ink: plain, places: places).text
      .split(separator: "\n").map(String.init)
    let place = try #require(lines.firstIndex { $0.hasPrefix("for use beside a second factor") })
    #expect(lines[place - 1].hasPrefix("site ") && lines[place + 1].hasPrefix("nist-63b-4-mfa "))
    #expect(lines.contains { $0.hasPrefix("In short      site refuses") })
  }

  @Test(arguments: [
    (0.14, 0.24, StatedError.within8, StatedError.within8, Certainty.likely),
    (0.14, 0.22, .within8, .within8, .open), (0.14, 0.31, .within8, .within8, .certain),
    (0.14, 0.31, .within8, .manyGuesses, .open), (0.10, 0.35, .scoreRule, .within8, .certain),
    (0.10, 0.35, .tooHigh, .tooHigh, .open),
  ])
  func `a difference is certain, likely or open by the errors of both shares`(
    low: Double, high: Double, error: StatedError, other: StatedError, certainty: Certainty
  ) {
    #expect(Certainty(low, error, against: high, other) == certainty)
    #expect(Certainty(high, other, against: low, error) == certainty)
  }

  @Test func `a requested space and distinct passwords are on the first screen`() throws {
    let text = Summary(try PageReport(times: 100).make(), ink: plain).text
    #expect(
      text.contains(
        """
        random strings of each policy's least length
        policy   length   bits     bits fewer     most by
                                   by the rules   the rule
        site     6         19.88     19.54        allowed: digit
        long     8        160.68   -108.12        –
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
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("a lo") }.map { $0.prefix(14) }
      .prefix(6)
    #expect(rows.count == 6 && Set(rows).count == 6, "\(text)")
  }

  @Test func `many policies keep their order, twelve of them on the first screen`() throws {
    let names = (1...40).map { "p\((41 - $0) * 7 % 41)" }
    let report = try PageReport(names: names, hasDistinct: false, hasSpace: false).make()
    func rows(isVerbose: Bool) -> [String] {
      Summary(report, ink: plain, isVerbose: isVerbose).text.split(separator: "\n")
        .drop { !$0.hasPrefix("no policy") }.map { String($0.prefix { $0 != " " }) }
        .filter { $0.hasPrefix("p") }
    }
    #expect(Array(rows(isVerbose: false).prefix(13)) == Array(names.prefix(12)) + [names[0]])
    #expect(Array(rows(isVerbose: true).prefix(40)) == names)
    let text = Summary(report, ink: plain, places: places).text
    #expect(text.contains("\n… and 28 more: see the last line\n"))
    #expect(text.split(separator: "\n").count <= 50)
  }

  @Test func `only --verbose shows jargon, and no rule has a number for its only name`() throws {
    let report = try PageReport(names: ["site", "long", "upper"]).make()
    let first = Summary(report, ink: plain, places: places).text
    let jargon = ["required[", "by chance", "caveat", "criteria", "quarter", "floor", "idle"]
    for word in jargon { #expect(!first.contains(word), "\(word)") }
    let all = Summary(report, ink: plain, isVerbose: true).text
    #expect(all.contains("required[0]  required: upper") && all.contains("for a quarter"))
    for line in all.split(separator: "\n") where line.contains("required[") {
      #expect(line.contains("required: "))
    }
  }

  @Test func `the details fit a page and show the passwords that each rule refuses`() throws {
    let text = Summary(try report(), ink: plain, columns: 72, isVerbose: true).text
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 72 })
    #expect(
      text == """
        1 policy tried on 6 passwords (list; each occurrence counts)

        policy     refused  accepted  of the accepted
                   of all             strong by
                                      the meter
        no policy   none    6           16.7%
        site       66.7%    2         too few

        why refused   the rule that         break   no other
                      most passwords break  it      fault
        site          at least 6 char…      50.0%   33.3%
          Without that rule those of the last column, which have no other fault,
            would be accepted too.

        Strength      of all: 83.3 % weak, 0.0 % medium, 16.7 % strong by the
                      four-criteria meter
        Blocklist     16.7 % of all are on the built-in blocklist, accepted by
                      no policy
        Not audited   2 empty lines
        Not covered   what people choose instead of a refused password;
                      phishing; passwords reused elsewhere; how far your users
                      are like this list.

        read
          list.gz: 1.2 MB gzip, 2.5 MB of text

        site  33.3 % accepted (2)
          minlength: 6; …
          rule                                           of all  no other fault
          minlength: 6                  ███████▌         50.0 %          33.3 %
          required[0]  required: digit  █████            33.3 %          16.7 %
          accepted passwords: median length 7, too few for shares

        strength by the four-criteria meter (8 characters, a digit, a capital,
          punctuation): weak 83.3 %, medium 0.0 %, strong 16.7 %

        blocklist  16.7 % of all are on it (1), whole password
          built-in (7 values): 1 hit, 16.7 %
          hits expected by chance: 0 (values are stored as 64 bits of a hash)

        length  50.0 % of all have 3 code points or fewer
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
        length  54.5 % of all have 4 code points or fewer
               3 ████████████████████████████████                   400   36.4 %
               4 ████████████████                                   200   18.2 %
              5+ ████████████████████████████████████████           500   45.5 %
        """)
  }

  @Test func `only the built-in list is called so, whatever the name of another`() throws {
    var report = PageReport(hasDistinct: false, hasSpace: false)
    report.blocklist = (.given("built-in"), "00")
    #expect(
      Summary(try report.make(), ink: plain).text.contains(
        " of all are on the blocklist built-in\n"))
    report.blocklist = (.builtIn, nil)
    #expect(
      Summary(try report.make(), ink: plain).text.contains(
        " of all are on the built-in blocklist, "))
  }

  @Test(arguments: [
    ("minlength: 1; allowed: unicode;", "some accepted by site"),
    ("minlength: 9; allowed: unicode;", "accepted by no policy"),
  ])
  func `which policies accept what is on the blocklist is counted`(rules: String, told: String)
    throws
  {
    var report = PageReport(hasDistinct: false, hasSpace: false)
    report.rules = [rules, "minlength: 9; allowed: unicode;"]
    let text = Summary(try report.make(), ink: plain).text
    #expect(text.contains("of all are on the built-in blocklist, \(told)\n"))
  }

  @Test func `a layout is on the first screen, and with its list among the details`() throws {
    var report = PageReport(hasDistinct: false, hasSpace: false)
    report.layout = ("user:password", "20 of the first 20 lines")
    let words = "user:password, told by 20 of the first 20 lines"
    let text = Summary(try report.make(), ink: plain, isVerbose: true).text
    #expect(text.contains("\nLines         read as \(words)\n"))
    #expect(text.contains("\n  list.gz: \(words)\n"))
    report.layout.form = "plain"
    #expect(!Summary(try report.make(), ink: plain, isVerbose: true).text.contains("told by"))
  }

  @Test func `the first line of an incomplete report says that it is incomplete`() throws {
    let text = Summary(try report(complete: false), ink: plain).text
    #expect(
      text.hasPrefix(
        "1 policy tried on 6 passwords (list; each occurrence counts)\nINCOMPLETE: not everything could be counted\n"
      ))
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
      (.none, "may be other people, or the same one twice (--weights says which)"),
    ] {
      let report = try PageReport(weights: weights).make()
      #expect(Summary(report, ink: plain).text.contains("\nRepetitions   \(words)\n"))
      #expect(MarkdownSummary(report).text.contains("\n- Repetitions \(words).\n"))
    }
  }

  @Test(
    arguments: [
      (.accounts, 1, "it has fewer than 100 accounts"), (.accounts, 8, nil),
      (.lists, 8, "its repetitions are not known to be accounts"),
    ] as [(Weights, UInt64, String?)])
  func `the summary says why nothing is said of other accounts`(
    weights: Weights, times: UInt64, reason: String?
  ) throws {
    let report = try PageReport(weights: weights, times: times).make()
    let words = Summary(report, ink: plain, isVerbose: true).text
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Shares are of \(weights.rawValue), by one who knows how common"))
    #expect(words.contains("Nothing is said of other accounts:") == (reason != nil))
    #expect(words.contains("said of other accounts: \(reason ?? "")") == (reason != nil))
  }

  @Test(arguments: [
    (1, "too few", "too few", "–"), (7, "too few", "too few", "–"),
    (8, "54 %", "38.5 % of 104", "–"), (76, "54 %", "38.5 % of 988", "–"),
    (77, "54 %", "38.5 %", "100.0 %"),
  ])
  func `shares of compliant passwords keep to one rule`(
    times: UInt64, guessed: String, easy: String, found: String
  ) throws {
    let report = try PageReport(hasSpace: false, times: times).make()
    #expect(report.findings.policies[1].compliant == 13 * times)
    let rows = Summary(report, ink: plain).text.split(separator: "\n").filter {
      $0.hasPrefix("long ")
    }
    try #require(rows.count >= 3)
    #expect(rows[0].contains(" \(guessed)  "), "\(rows[0])")
    #expect(rows[2].contains(" \(found) "), "\(rows[2])")
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
