import Conformance
import Diagnostics
import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Reports
import Tallies
import TestSupport
import Testing

/// Pages and screens with what reports have on request: accounts of a directory, habits, models of behaviour, lists
/// apart, shapes; and where each piece of their figures stands.
@Suite struct PageTextTests {
  private static let rules =
    "[a]\nminlength: 6; required: digit; max-consecutive: 2; allowed: unicode; since: 2024-03-01;\n"
    + "[b]\nminlength: 8; allowed: unicode; for: everyone;\n"
    + "[c]\nminlength: 7; required: upper; required: special; allowed: ascii-printable; blocklist: default;\n"
    + "[d|e*]\nminlength: 20; allowed: unicode;\n"

  private static let words: [(text: String, times: UInt64)] = {
    let pieces = [
      "meadow", "Otter", "lark", "Fern-", "heather", "x", "QUARTZ-", "aaaa", "Willow!",
      "\u{E9}t\u{E9}",
    ]
    let ends = ["", "1", "77", "!", "2026", "-x", "9!"]
    return (0..<70).map { ("\(pieces[$0 % 10])\(ends[$0 % 7])", UInt64(2_400 / ($0 + 1))) }
  }()

  /// A report of the words, under all policies.
  private func report(
    _ rules: String = rules, habits: Bool = false, behaviours: BehaviourSelection? = nil,
    weights: Weights = .accounts,
    isHead: Bool = false, accounts: Bool = false, parts: Int = 0, foldedBelow least: UInt64? = nil
  ) throws -> Report {
    let policies = PolicyReading(policyFile: Array(rules.utf8), file: "t.policy").policies
    var demand = FactDemand()
    for policy in policies { demand.formUnion(policy.demand) }
    demand.lists = 1
    if habits {
      demand.habits = true
      demand.classes.formUnion([.upper, .digit, .special])
    }
    let schema = try Schema(for: demand)
    let compile = { (policy: Policy) throws(SchemaError) in
      try PolicyMatcher(policy, schema: schema) { _ in 1 }
    }
    let empty = try Findings(
      policies, schema: schema, lists: [ListValues("built-in")], compile: compile)
    func findings(_ words: ArraySlice<(text: String, times: UInt64)>) -> (Findings, Spectrum) {
      var (findings, tally, spectrum) = (empty, Tally(schema: schema), Spectrum(schema: schema))
      let profiler = Profiler(schema)
      for (number, word) in words.enumerated() {
        var profile = profiler.profile(of: Array(word.text.utf8).span)
        profile.lists = word.text.hasPrefix("lark") ? 1 : 0
        if habits {
          profile[.habitCapitals] = word.text.first?.isUppercase == true ? 1 : 0
          profile[.habitDigitsLast] = word.text.last?.isNumber == true ? 1 : 0
          profile[.habitSpecialsLast] = word.text.last == "!" ? 1 : 0
          profile[.habitBase] = number % 4
          (profile[.habitYear], profile[.habitCalendar]) = (number % 3, number % 5 == 0 ? 1 : 0)
        }
        let signature = schema.signature(of: profile)
        tally.record(signature, times: word.times)
        tally.lines.ascii += word.times
        spectrum.record(signature, occurrences: word.times)
      }
      if let least,
        let folded = tally.folded(
          below: GroupSize(entries: least), with: spectrum, workload: .builtIn, lists: { _ in 1 })
      {
        (tally, spectrum) = (folded.tally, folded.spectrum)
        findings.folding = RecordedFolding(
          least: least, leastPasswords: 0, workload: Workload.builtIn.digest)
      }
      findings.add(tally)
      return (findings, spectrum)
    }
    let (whole, spectrum) = findings(Self.words[...])
    var sums = try GuessingSums(
      policies, schema: schema, joins: behaviours != nil, compile: compile)
    sums.add(spectrum)
    let guessing = GuessingFindings(sums, weights: weights, isHead: isHead)
    let names = ["forum", "=shop, old", "mail"].prefix(parts)
    let counts = try accounts ? Self.accounts(1) : []
    return Report(
      Manifest(
        version: "1", dataset: "list", inputs: [],
        policies: policies.map {
          Manifest.Policy(name: $0.name, source: .file("t.policy"), rules: $0.line())
        },
        blocklists: [
          Manifest.Blocklist(
            name: .builtIn, comparison: "exact", values: 7, sha256: nil, expectedFalseHits: 0)
        ],
        readings: ["ages end": "2024-06-01"]), findings: whole,
      guessed: sums.folded(weights: weights, isHead: isHead, confidence: .usual).map(
        GuessedPolicies.init)
        ?? GuessedPolicies(guessing),
      behaviours: behaviours.flatMap { BehaviourFindings(guessing, $0, seed: 1) },
      parts: try names.enumerated().map { number, name in
        Report.Part(
          dataset: name, findings: findings(Self.words.dropFirst(5 * number).prefix(5)).0,
          accounts: try accounts ? Self.accounts(UInt64(number + 2)) : [])
      },
      accounts: accounts
        ? Report.Accounts(
          counts: counts,
          strata: names.map {
            Report.Stratum(option: "--by x", dataset: $0, accounts: 20, joined: 2)
          },
          file: Report.AccountsFile(file: "who.csv", rows: 12)) : nil)
  }

  /// The counts of accounts of a dataset, each times a number, with as many bins as a directory has.
  private static func accounts(_ times: UInt64) throws -> [Histogram] {
    let counts: [(String, String?, [(String, UInt64)])] = [
      ("account_kind", nil, [("user", 180), ("machine", 15), ("system", 5)]),
      (
        "account_state", nil,
        [("enabled", 140), ("disabled", 20), ("unknown", 10), ("excluded", 10)]
      ),
      (
        "account_password", nil,
        [("blank", 30), ("cracked", 70), ("unproven", 4), ("uncracked", 40), ("no-hash", 6)]
      ),
      (
        "age", nil,
        [
          ("0-30", 10), ("31-90", 20), ("91-365", 40), ("366-730", 25), ("731+", 35),
          ("unknown", 20),
        ]
      ),
      ("shared", nil, [("1", 60), ("2", 24), ("3-9", 20), ("10+", 10)]),
      ("shared_passwords", nil, [("1", 60), ("2", 12), ("3-9", 5), ("10+", 1)]),
      ("shared_groups", nil, [("1", 0), ("2", 3), ("3-9", 7), ("10+", 2)]),
      ("commonest", nil, [("1", 10), ("10", 45)]),
      ("shared_across", nil, [("across", 9), ("within", 45)]),
      ("listed", nil, [("cracked", 8), ("uncracked", 3)]),
      ("user_name_hash", nil, [("cracked", 5), ("uncracked", 2)]),
      ("history_step", nil, [("same", 3), ("step", 4), ("other", 9), ("undecidable", 2)]),
      ("dump_lines", nil, [("account", 200), ("conflicting", 2), ("other", 3)]),
      ("finding", nil, [("cracked", 70), ("blank", 30), ("shared", 54)]),
      ("account_compliance", "a", [("compliant", 20), ("violating", 80), ("open", 50)]),
      ("account_compliance", "b", [("compliant", 60), ("violating", 40), ("open", 50)]),
      ("account_compliance", "c", [("compliant", 5), ("violating", 95), ("open", 50)]),
      ("account_compliance", "d", [("compliant", 0), ("violating", 100), ("open", 50)]),
      ("account_compliance", Metric.inForce, [("compliant", 62), ("violating", 38), ("open", 50)]),
      (
        "since", "a",
        ["after", "before", "unknown"].enumerated().flatMap { place, time in
          ["compliant", "violating", "open"].enumerated().map {
            ("\(time)-\($1)", UInt64(3 + 7 * place + 5 * $0))
          }
        }
      ),
    ]
    return counts.map { name, policy, bins in
      Histogram(
        policy: policy, Metric(name: name, isOfPolicy: policy != nil), unit: .accounts,
        total: bins.reduce(0) { $0 + $1.1 } * times, bins.map { ($0.0, $0.1 * times) })
    }
  }

  @Test func `accounts of a directory are told on the screen, on the page and in tables`() throws {
    var recorded = RecordedText()
    for parts in [0, 3] {
      let report = try report(accounts: true, parts: parts)
      let screen = try #require(AccountsScreen(report))
      recorded.add("screen, \(parts) parts", screen.text)
      let page = try report.page()
      let accounts = try #require(page.element("accounts"))
      recorded.add("page, \(parts) parts", parts == 0 ? accounts.words : accounts.outline)
      recorded.add(
        "lead, \(parts) parts",
        page.all("div").filter { $0.attributes["class"]?.contains("lead") == true }.map(\.outline)
          .joined())
      if parts == 0 { continue }
      let rows = String(decoding: HistogramTable(report).filled.bytes(), as: UTF8.self).split(
        separator: "\n")
      recorded.add("table", rows.filter { $0.contains(",accounts,") }.joined(separator: "\n"))
      recorded.add("summary", Summary(report, ink: Summary.Ink(isOn: false), isVerbose: true).text)
    }
    #expect(try AccountsScreen(report()) == nil)
    try recorded.expect(in: "accounts")
  }

  @Test func `habits are told of each rule, and of all at once`() throws {
    let report = try report(habits: true)
    var recorded = RecordedText()
    recorded.add("screen", Summary(report, ink: Summary.Ink(isOn: false), isVerbose: true).text)
    recorded.add("markdown", MarkdownSummary(report).text)
    let page = try report.page()
    recorded.add("page", try #require(page.element("guessing")).words)
    recorded.add("figure", try #require(page.element("f10")).outline)
    try recorded.expect(in: "habits")
  }

  /// All tables beside the first.
  private static func tables(_ report: Report) -> String {
    DetailTable.besides.compactMap { $0.filled(report) }.map {
      "\($0.schema.fileName)\n" + String(decoding: $0.bytes(), as: UTF8.self)
    }.joined()
  }

  @Test func `models of what the refused do are told of accounts, and of occurrences`() throws {
    var recorded = RecordedText()
    let all = BehaviourSelection(Set(Behaviour.allCases), Mixture("p=0.6,c=0.05,u=0,e=0.35"))
    for (name, selection, weights, isHead) in [
      ("accounts", all, Weights.accounts, false), ("lists", all, .lists, false),
      ("head", all, .accounts, true), ("one", BehaviourSelection([.convergent]), .accounts, false),
    ] {
      let report = try report(behaviours: selection, weights: weights, isHead: isHead)
      let isNarrow = name == "lists"
      recorded.add(
        name,
        Summary(
          report, ink: Summary.Ink(isOn: false), columns: isNarrow ? 60 : 100, isVerbose: true
        ).text)
      if weights == .accounts { recorded.add("\(name), tables", Self.tables(report)) }
      let overview = try #require(report.overview.behaviours)
      for pair in overview.neighbours { #expect(pair.isEqual || pair.better != pair.other) }
      #expect(overview.rows.allSatisfy { $0.bracket.contains($0.usual) })
      #expect(overview.rows.allSatisfy { row in row.shares.allSatisfy { $0 >= 0 && $0 <= 1 } })
      if weights == .lists || isHead { continue }
      let page = try report.page()
      recorded.add("\(name), page", try #require(page.element("guessing")).words)
      recorded.add("\(name), figure", page.element("f13")?.outline ?? "none")
    }
    recorded.add("markdown", MarkdownSummary(try report(behaviours: all)).text)
    let many = (0..<16).map {
      "[p\($0)|]\nminlength: \(1 + $0 % 8); allowed: unicode;" + ($0 < 8 ? "" : " required: digit;")
        + "\n"
    }
    let overview = try #require(try report(many.joined(), behaviours: all).overview.behaviours)
    #expect(overview.neighbours.count == 12 && overview.rows.count > 13)
    for pair in overview.neighbours {
      let usual = try [pair.better, pair.other].map { name in
        try #require(overview.rows.first { $0.name == name }).usual
      }
      #expect(usual[0] <= usual[1] || pair.turns != nil, "\(pair)")
    }
    try recorded.expect(in: "behaviours")
  }

  @Test(arguments: [30, 60, 80, 200])
  func `each list has a row, and as many policies as fit have a column`(columns: Int) throws {
    let report = try report(parts: 3)
    let text = try #require(ListsScreen.text(report, columns: columns))
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("accepted by list") && lines.count >= 5)
    #expect(
      ["(all)", "forum", "=shop, old", "mail"].enumerated().allSatisfy {
        lines[$0 + 1].hasPrefix($1)
      })
    let shown = report.findings.policies.count {
      lines[0].split(separator: " ").contains($0.name[...])
    }
    #expect(shown >= 1)
    let rest = 4 - shown
    #expect(
      lines.count == (rest == 0 ? 5 : 6)
        && (rest == 0
          || lines[5] == "  audit.csv has \(rest) more \(rest == 1 ? "policy" : "policies")")
    )
    if shown > 1 { #expect(lines.dropLast(rest == 0 ? 0 : 1).allSatisfy { $0.count <= columns }) }
    for (place, part) in report.parts.enumerated() {
      let found = part.findings.policies[0]
      let share = Double(found.compliant) / Double(part.entries) * 1000
      #expect(lines[place + 2].contains("\(share.rounded() / 10) %"), "\(lines[place + 2])")
    }
    #expect(try ListsScreen.text(self.report()) == nil)
  }

  @Test func `what changed between two states is told by kind of finding`() throws {
    func histogram(_ name: String, _ policy: String?, _ bins: [(String, UInt64)]) -> Histogram {
      Histogram(
        policy: policy, Metric(name: name, isOfPolicy: policy != nil), unit: .accounts,
        total: bins.reduce(0) { $0 + $1.1 }, bins)
    }
    let changes = ["stays", "fixed", "left", "new", "arrived"]
    let text = ChangesScreen.text([
      histogram(
        "change", nil,
        [("same-password", 1_347), ("new-password", 1_204), ("arrived", 120), ("gone", 98)]),
      histogram("change_cracked", nil, zip(changes, [10, 2_000, 3, 4, 5]).map { ($0, $1) }),
      histogram("change_violates", "site", zip(changes, [6, 7, 8, 9, 11]).map { ($0, $1) }),
      histogram("change_balance", nil, [("better", 300), ("same", 2_150), ("worse", 101)]),
    ])
    #expect(
      text == """
        accounts   2,551 on both sides: 1,347 with the same password, 1,204 with a new one; 120 arrived, 98 gone
        balance    300 better, 2,150 the same, 101 worse

                       stays  fixed  left  new  arrived
        cracked           10  2,000     3    4        5
        violates site      6      7     8    9       11

        """)
    #expect(ChangesScreen.text([]) == "")
  }

  @Test func `names that are markup, long or unprintable are harmless wherever they stand`() throws
  {
    let long = String(repeating: "long ", count: 30)
    var report = PageReport(
      names: ["a|b`c_*[x](y)", "<i>&amp;\u{202E}\u{7}", "=1+\"2\",3", long], dataset: "d|`*<b>",
      file: "f|`*<b>\u{1B}.gz", times: 1000)
    report.rules = [
      "minlength: 6; required: digit; allowed: unicode;", "minlength: 8; allowed: unicode;",
      "required: upper; required: [|`*<>]; allowed: ascii-printable;",
      "blocklist: \"\(String(repeating: "a|b`*<c/", count: 60)).txt\" exact; minlength: 5; allowed: unicode;",
    ]
    report.statesRules = true
    report.layout = ("user:password", "20 of the first 20 lines | `x`")
    let made = try report.make()
    var recorded = RecordedText()
    for isVerbose in [false, true] {
      let text = Summary(made, ink: Summary.Ink(isOn: false), isVerbose: isVerbose).text
      recorded.add("screen, \(isVerbose)", text)
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    }
    let markdown = MarkdownSummary(made).text
    recorded.add("markdown", markdown)
    #expect(!markdown.contains("<i>") && !markdown.contains("<b>"))
    recorded.add("page", try made.page().words)
    let other = try PageReport(names: report.names, dataset: "other", times: 900).make()
    let comparison = Comparison([ReportRecord(other), ReportRecord(made)])
    recorded.add("comparison", comparison.text())
    recorded.add("comparison, page", try comparison.page().words)
    try recorded.expect(in: "hostile")
  }

  @Test func `a folded list is told by ends, between which the exact numbers lie`() throws {
    let (exact, folded) = try (report(), report(foldedBelow: 200))
    var recorded = RecordedText()
    recorded.add("screen", Summary(folded, ink: Summary.Ink(isOn: false), isVerbose: true).text)
    recorded.add("markdown", MarkdownSummary(folded).text)
    recorded.add("page", try folded.page().words)
    recorded.add("table", String(decoding: HistogramTable(folded).filled.bytes(), as: UTF8.self))
    recorded.add("tables", Self.tables(folded))
    recorded.add("manifest", String(decoding: try ManifestFile(folded).serialized(), as: UTF8.self))
    let comparison = Comparison([ReportRecord(exact), ReportRecord(folded)])
    recorded.add("comparison", comparison.text())
    recorded.add("comparison, page", try comparison.page().words)
    try recorded.expect(in: "folded")
    for (one, other) in zip(exact.findings.policies, folded.findings.policies) {
      let most = try #require(folded.findings.ofMost?.policies.first { $0.name == one.name })
      #expect(other.compliant <= one.compliant && one.compliant <= most.compliant)
    }
  }

  @Test func `the pieces of a page say what the page says`() throws {
    func words(_ markup: [Markup]) throws -> String {
      var bytes = Array("<div>".utf8)
      for piece in markup {
        var writer = MarkupWriter()
        writer.write(piece)
        bytes += writer.bytes
      }
      return try #require(PageTree.parse(bytes + Array("</div>".utf8))).words
    }
    var (recorded, spread) = (
      RecordedText(), PageReport(names: ["a", "b", "c"], times: 1000, isCombined: true)
    )
    spread.rules = [
      "minlength: 6; required: digit; max-consecutive: 2; allowed: unicode;",
      "minlength: 8; allowed: unicode;",
      "minlength: 7; required: upper; required: special; allowed: ascii-printable;",
    ]
    for (name, report) in [("habits", try report(habits: true)), ("combined", try spread.make())] {
      let pieces = PagePieces(report)
      #expect(pieces.countsHabits == (name == "habits"))
      #expect(pieces.entries == (name == "habits" ? "11,575" : "21,000"))
      for index in [0, 1, 99] {
        recorded.add(
          "\(name), headlines against \(index)",
          pieces.headlines(against: index).map { "\(fields(of: $0).sorted { $0.key < $1.key })" }
            .joined(separator: "\n"))
        recorded.add("\(name), refusals of \(index)", try words(pieces.refusals(of: index)))
        recorded.add(
          "\(name), map \(index)", try pieces.map(current: index).map { try words([$0]) } ?? "none")
      }
      recorded.add("\(name), comparison", try words([pieces.comparison] + pieces.banner))
      for part in PagePieces.Part.allCases {
        let section = pieces.section(part)
        recorded.add(
          "\(name), \(part)", "\(section?.title ?? "none")\n" + (try words(section?.content ?? [])))
      }
      let policies = report.findings.policies.map(\.policy)
      let asked = policies.flatMap { policy in
        var judge = ConformanceJudge(policy)
        return ["nist-63b-4", "pci-4.0.1"].compactMap(Standard.named).map {
          judge.conformance(to: $0)
        }
      }
      let standards = try #require(
        pieces.standards(StandardsOverview(policies.map { ($0.name, $0) }, asked: asked)))
      recorded.add("\(name), standards", standards.title + "\n" + (try words(standards.content)))
    }
    #expect(
      [-1, 0, 0.04, 8.46, 8.5].map(PagePieces.powerOfTen) == [
        "10^0", "10^0", "10^0", "10^8.5", "10^8.5",
      ])
    try recorded.expect(in: "pieces")
  }

  @Test func `what two policies and more leave is told in short`() throws {
    let rules = [
      "minlength: 4; allowed: unicode;", "minlength: 8; allowed: unicode;",
      "minlength: 7; required: digit; allowed: unicode;",
      "minlength: 10; allowed: unicode;", "minlength: 3; min-score: 2; allowed: unicode;",
      "required: upper; allowed: unicode;",
    ]
    var recorded = RecordedText()
    for isCombined in [false, true] {
      for first in rules.indices where !isCombined || first > 2 {
        for second in rules.indices.dropFirst(first) {
          var report = PageReport(
            names: ["one", "other"] + (second == first ? ["third"] : []), hasDistinct: false,
            hasSpace: false,
            times: 1000, isCombined: isCombined)
          report.rules =
            [rules[first], rules[second]] + (second == first ? [rules[(first + 1) % 6]] : [])
          let text = Summary(try report.make(), ink: Summary.Ink(isOn: false), columns: 100).text
          let lines = text.split(separator: "\n").drop { !$0.hasPrefix("In short") }.prefix {
            !$0.hasPrefix("Blocklist")
          }
          recorded.add("\(first), \(second), \(isCombined)", lines.joined(separator: "\n"))
        }
      }
    }
    try recorded.expect(in: "in-short")
  }

  @Test func `each figure of a page stands where it stood`() throws {
    var recorded = RecordedText()
    var report = PageReport(names: ["a", "b", "c"], weights: .accounts, times: 1000)
    report.rules = [
      "minlength: 6; required: digit; max-consecutive: 2; allowed: unicode;",
      "minlength: 8; allowed: unicode;",
      "minlength: 7; required: upper; required: special; allowed: ascii-printable;",
    ]
    recorded.add("three policies", try report.make().page().outline)
    report.names = (1...30).map { "policy number \($0)" }
    (report.isCombined, report.hasSpace) = (true, false)
    recorded.add("thirty policies", try report.make().page().outline)
    try recorded.expect(in: "pages")
  }
}
