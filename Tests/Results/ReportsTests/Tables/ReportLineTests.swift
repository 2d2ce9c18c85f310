import Foundation
import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Reports
import Tallies
import TestSupport
import Testing

/// Lines and blocklists of a report whose every count is different.
@Suite struct ReportLineTests {
  /// A list of 1,200 entries in 1,100 lines, with a ranked blocklist and one of a rule.
  private func report() throws -> Report {
    let text = "[p]\nminlength: 4; allowed: unicode;\n[q]\nminlength: 9; allowed: unicode;\n"
    let policies = PolicyReading(policyFile: Array(text.utf8), file: "t.policy").policies
    var demand = FactDemand()
    for policy in policies { demand.formUnion(policy.demand) }
    demand.lists = 3
    let schema = try Schema(for: demand)
    let compile = { (policy: Policy) throws(SchemaError) in
      try PolicyMatcher(policy, schema: schema)
    }
    var findings = try Findings(
      policies, schema: schema,
      lists: [
        ListValues("big", bandCounts: [0, 10, 90, 900] + Array(repeating: 0, count: 12)),
        ListValues("words", isAsked: false), ListValues("own"),
      ], compile: compile)
    var tally = Tally(schema: schema)
    var spectrum = Spectrum(schema: schema)
    for (word, times, lists) in [
      ("abc", 300, 0b001), ("abcd", 500, 0b101), ("abcdefghi", 220, 0b110), ("abcdefgh", 180, 0),
    ] as [(String, UInt64, UInt32)] {
      var profile = Profiler(schema).profile(of: Array(word.utf8).span)
      profile.lists = lists
      tally.record(schema.signature(of: profile), times: times)
      spectrum.record(schema.signature(of: profile), occurrences: times)
    }
    (tally.lines.ascii, tally.lines.utf8, tally.lines.illFormed) = (1000, 197, 3)
    (tally.lines.repeats, tally.lines.changedByFormC) = (100, 2)
    (tally.lines.empty, tally.lines.overLong, tally.lines.malformed) = (11, 12, 13)
    (tally.lines.headers, tally.lines.scoredInPart) = (14, 5)
    for (band, hits) in [(1, 500), (2, 0), (3, 300)] as [(UInt8, UInt64)] {
      tally.hits.add(hits, list: 0, band: band)
    }
    findings.add(tally)
    var unheld = LineCounts()
    (unheld.cut, unheld.unheld) = (15, 16)
    findings.add(unheld)
    func list(_ name: String, _ values: Int) -> Manifest.Blocklist {
      Manifest.Blocklist(
        name: .given(name), comparison: "exact", values: values, sha256: nil,
        expectedFalseHits: 0)
    }
    return Report(
      Manifest(
        version: "1", dataset: "d", inputs: [],
        policies: policies.map {
          Manifest.Policy(name: $0.name, source: .file("t.policy"), rules: "…")
        }, blocklists: [list("big", 1000), list("words", 7), list("own", 20)], readings: [:]),
      findings: findings,
      guessed: GuessedPolicies(
        try GuessingFindings(spectrum, policies, weights: .accounts, compile: compile)))
  }

  @Test func `over-long lines are those of tallies and of readers, everywhere alike`() throws {
    let report = try report()
    let manifest = String(decoding: try ManifestFile(report).serialized(), as: UTF8.self)
    for line in [
      #""audited" : 1100"#, #""empty" : 11"#, #""overLong" : 28"#, #""cut" : 15"#,
      #""malformed" : 13"#, #""header" : 14"#, #""scoredInPart" : 5"#, #""illFormed" : 3"#,
      #""changedByNFC" : 2"#, #""entries" : 1200"#,
    ] { #expect(manifest.contains(line), "\(line)") }
    let rows = String(decoding: HistogramTable(report).filled.bytes(), as: UTF8.self).split(
      separator: "\n")
    #expect(
      rows.filter { $0.contains(",lines,") } == [
        "d,,lines,audited,0,entries,1100,0.931414", "d,,lines,empty,1,entries,11,0.009314",
        "d,,lines,over-long,2,entries,28,0.023709", "d,,lines,cut,3,entries,15,0.012701",
        "d,,lines,malformed,4,entries,13,0.011008", "d,,lines,header,5,entries,14,0.011854",
      ])
    let page = try report.page()
    let table = try #require(
      page.all("table").first { $0.all("caption").first?.text == "What became of the lines" })
    let results = table.all("tbody")[0].all("tr").map { $0.cells.joined(separator: " ") }
    #expect(
      results == [
        "audited 1,100", "empty 11", "over-long 28", "cut off 15", "malformed 13", "headers 14",
        "scored on the first 512 characters 5", "audited though not UTF-8 3",
      ])
    let text = Summary(report, ink: Summary.Ink(isOn: false), isVerbose: true).text
    #expect(
      text.hasPrefix(
        "2 policies tried on 1,200 passwords (d; in 1,100 lines; each occurrence counts"))
    #expect(
      text.contains("11 empty lines, 28 over-long lines, 13 malformed lines, 14 headers, 15 lines"))
  }

  @Test func `the table of guessing counts every line once`() throws {
    let report = try report()
    let table = try #require(DetailTable.empirical.filled(report)?.bytes())
    let rows = String(decoding: table, as: UTF8.self).split(separator: "\n")
    #expect(rows[0].hasPrefix("dataset,policy,weights,lines,lines_undecodable,accepted,"))
    let starts = [
      "d,,accounts,1181,3,1200,", "d,p,accounts,1181,3,900,", "d,q,accounts,1181,3,220,",
    ]
    #expect(rows.count == 4)
    for (row, start) in zip(rows.dropFirst(), starts) { #expect(row.hasPrefix(start)) }
  }

  @Test func `each column of the table of guessing has its own number`() throws {
    var report = PageReport(
      names: ["p"], hasStrength: false, hasSpace: false, weights: .accounts)
    report.rules = ["minlength: 8; allowed: unicode;"]
    report.takeThirtyPasswords()
    let table = try #require(DetailTable.empirical.filled(try report.make())?.bytes())
    let lines = cells(of: table)
    let rows = lines.dropFirst().map { row in
      zip(lines[0], row).dropFirst(5).map { "\($0)=\($1)" }.joined(separator: " ")
    }
    #expect(
      rows.joined(separator: "\n") == """
        accepted=3645 accepted_share=1 distinct=30 distinct_accepted=30 distinct_share=1 \
        top10_refused=0 top1000_refused=0 first_accepted_rank=1 hartley_bits=4.906891 \
        shannon_bits=4.709824 min_entropy_bits=4.030803 guesswork=11.183813 \
        guesswork_bits=4.417355 lambda_1=0.0611797 lambda_1_bits=4.030803 lambda_10=0.525377 \
        lambda_10_bits=4.250503 lambda_100=1 lambda_100_bits= lambda_1000=1 lambda_1000_bits= \
        lambda_10000=1 lambda_10000_bits= lambda_1000000=1 lambda_1000000_bits= \
        bound_1_lower=0.0381169 bound_1_upper=0.0721281 bound_10_lower=0.482136 \
        bound_10_upper=0.546775 bound_100_lower=0.952132 bound_100_upper=1 \
        bound_1000_lower=0.952132 bound_1000_upper=1 bound_10000_lower=0.952132 \
        bound_10000_upper=1 bound_1000000_lower=0.952132 bound_1000000_upper=1 \
        resolved_guesses=20 bounds_none= mu_0.1=2 mu_0.1_bits=4.053626 mu_0.25=5 mu_0.25_bits=4.124344 mu_0.5=10 \
        mu_0.5_bits=4.250503 galpha_0.1=1.938820 galpha_0.1_bits=4.052889 galpha_0.25=4.407407 \
        galpha_0.25_bits=4.117861 galpha_0.5=7.477366 galpha_0.5_bits=4.219163 unseen_mass=0 \
        zipf_s=0.667366 zipf_c=0.111429 zipf_ks=0.0783944 caveats_in_words=A leak is not a random \
        sample; site policy and language and cracking success shape it.
        accepted=3130 accepted_share=0.858711 distinct=30 distinct_accepted=20 \
        distinct_share=0.666667 top10_refused=0 top1000_refused=10 first_accepted_rank=1 \
        hartley_bits=4.321928 shannon_bits=4.272930 min_entropy_bits=3.811047 \
        guesswork=9.012780 guesswork_bits=4.089630 lambda_1=0.071246 lambda_1_bits=3.811047 \
        lambda_10=0.611821 lambda_10_bits=4.030746 lambda_100=1 lambda_100_bits= lambda_1000=1 \
        lambda_1000_bits= lambda_10000=1 lambda_10000_bits= lambda_1000000=1 \
        lambda_1000000_bits= bound_1_lower=0.0444141 bound_1_upper=0.0839148 bound_10_lower=0.562763 \
        bound_10_upper=0.634233 bound_100_lower=0.948349 bound_100_upper=1 \
        bound_1000_lower=0.948349 bound_1000_upper=1 bound_10000_lower=0.948349 \
        bound_10000_upper=1 bound_1000000_lower=0.948349 bound_1000000_upper=1 \
        resolved_guesses=20 bounds_none= mu_0.1=2 mu_0.1_bits=3.833870 mu_0.25=4 mu_0.25_bits=3.880628 mu_0.5=8 \
        mu_0.5_bits=3.978952 galpha_0.1=1.928754 galpha_0.1_bits=3.833002 galpha_0.25=3.581470 \
        galpha_0.25_bits=3.875954 galpha_0.5=6.130351 galpha_0.5_bits=3.956075 unseen_mass=0 \
        zipf_s=0.792438 zipf_c=0.096149 zipf_ks=0.0325969 caveats_in_words=Filtered list: assumes \
        refused users spread like the accepted ones; people under a policy do not (Mazurek et al. 2013). \
        A leak is not a random sample; site policy and language and cracking success shape it.
        """)
  }

  @Test func `hits of the best values add up, and lists of rules stand apart`() throws {
    let report = try report()
    let page = try report.page()
    let picture = try Picture(page, "f9-1")
    #expect(
      picture.table.dropFirst().map { $0.joined(separator: " | ") } == [
        "best 10 values | 500 | 41.7 %", "best 100 values | 500 | 41.7 %",
        "best 1,000 values | 800 | 66.7 %",
      ])
    #expect(
      picture.marks.map { tenths(($0.bars.first?.width ?? 0) / 3.24) } == ["62.5", "62.5", "100.0"])
    let section = try #require(page.element("blocklists"))
    let rows = section.all("tr").map { $0.cells.joined(separator: " | ") }
    #expect(
      rows == [
        "list | asked for by | compared | values | hits | share",
        "big | the run | exact | 1,000 | 800 | 66.7 %",
        "own | the run | exact | 20 | 720 | 60.0 %",
        "words | a policy\'s rule | exact | 7 | 220 | 18.3 %",
        "policy | big | own",
        "p | 0 | 220",
        "q | 0 | 220",
        "values | passwords | share",
        "best 10 values | 500 | 41.7 %",
        "best 100 values | 500 | 41.7 %",
        "best 1,000 values | 800 | 66.7 %",
      ])
    #expect(
      section.all("p").first?.text
        == "85.0 % of 1,200 passwords are on a blocklist of the run, each counted once even if "
        + "several hold it, compared as a whole.")
    let text = Summary(report, ink: Summary.Ink(isOn: false), isVerbose: true).text
    #expect(
      text.contains(
        """
        blocklist  85.0 % of all are on it (1,020), each once, whole password
          big (1,000 values): 800 hits, 66.7 %
            hits of its best 10: 41.7 %, 100: 41.7 %, 1,000: 66.7 %
          own (20 values): 720 hits, 60.0 %
            220 of them no other rule of p refuses
            220 of them no other rule of q refuses
          words (7 values), of a policy's rule: 220 hits, 18.3 %
        """))
  }

  @Test(arguments: [(15, 15), (16, 16), (17, 12)])
  func `sixteen policies fit the first screen, of more twelve are shown`(
    count: Int, shown: Int
  ) throws {
    let report = PageReport(
      names: (1...count).map { "p\($0)" }, hasDistinct: false, hasSpace: false)
    let text = Summary(try report.make(), ink: Summary.Ink(isOn: false)).text
    let rows = text.split(separator: "\n").filter { $0.wholeMatch(of: #/p\d+ .*/#) != nil }
    #expect(rows.count == 2 * shown)
    #expect(text.contains("… and 5 more: see the last line") == (count == 17))
  }

  @Test func `what is only advised is no breach, but counts where something is broken`() throws {
    var report = PageReport(
      names: ["weak", "short", "good"], hasDistinct: false, hasSpace: false)
    report.rules = [
      "minlength: 4; maxlength: 20; required: digit;",
      "minlength: 15; maxlength: 40; allowed: unicode; blocklist: default;",
      "minlength: 15; maxlength: 64; allowed: unicode; blocklist: default;",
    ]
    let page = try report.make().page()
    let section = try #require(page.element("standards"))
    let verdicts = section.all("tbody")[0].all("tr").map { $0.cells.joined(separator: " | ") }
    #expect(verdicts.count == StandardsOverview.usual.count)
    let wanted = [
      "NIST SP 800-63B-4 | ✗ breaks 2 of 4 binding, and 3 advised | ✓ breaks nothing binding, but 1 advised | ✓ meets all 7",
      "OWASP ASVS 5.0.0, level 1 | ✗ breaks 2 of 4 binding, keeps 1 in part, and 1 advised | ✓ meets all 5 | ✓ meets all 5",
      "PCI DSS 4.0.1 | ✗ breaks 2 of 2 binding | ✗ breaks 1 of 2 binding | ✗ breaks 1 of 2 binding",
    ]
    for row in wanted { #expect(verdicts.contains(row), "\(row)") }
    // Each clause that is broken is one of those that the first table counts.
    let clauses = section.all("tbody")[1].all("tr").map(\.cells)
    for row in section.all("tbody")[0].all("tr") {
      let cells = row.cells
      for policy in 1...3 {
        // The name of a standard may begin with that of another.
        let own = clauses.filter { clause in
          let names = Standard.all.map(\.name).filter { clause[0].hasPrefix("\($0), ") }
          return names.max { $0.count < $1.count } == cells[0]
        }
        let binding = own.filter { $0[1].hasPrefix("must") }
        func count(_ signs: String, _ clauses: [[String]]) -> Int {
          clauses.count { signs.contains($0[policy + 1].prefix(1)) }
        }
        let (broken, partly) = (count("✗", binding), count("◐", binding))
        let advised = count("✗◐", own) - broken - partly
        let more = advised == 0 ? "" : ", and \(advised) advised"
        switch cells[policy].prefix(1) {
        case "✓":
          #expect(
            cells[policy]
              == (advised > 0
                ? "✓ breaks nothing binding, but \(advised) advised"
                : "✓ meets " + (own.count == 1 ? "its one clause" : "all \(own.count)")))
        case "◐":
          #expect(
            cells[policy] == "◐ keeps \(partly) of \(binding.count) binding in part\(more)")
        case "✗":
          #expect(
            cells[policy] == "✗ breaks \(broken) of \(binding.count) binding"
              + (partly == 0 ? "" : ", keeps \(partly) in part") + more)
        default: #expect(own.isEmpty)
        }
      }
    }
  }

  @Test func `a figure's table has the numbers of audit csv`() throws {
    let report = try PageReport(times: 1000).make()
    let tree = try report.page()
    let csv = cells(of: HistogramTable(report).filled.bytes())
    func counts(_ policy: String, _ metric: String) -> [String: String] {
      Dictionary(
        csv.filter { $0[1] == policy && $0[2] == metric && $0[5] == "entries" }.map {
          ($0[3], $0[6])
        },
        uniquingKeysWith: { a, _ in a })
    }
    func rows(_ figure: String) throws -> [[String]] {
      let figure = try #require(tree.element(figure))
      return try #require(figure.all("tbody").first).all("tr").map {
        $0.cells.map { $0.replacing(",", with: "") }
      }
    }
    let compliance = try rows("f1")
    #expect(compliance.count == 2)
    for row in compliance {
      #expect(row[1] == counts(row[0], "compliance")["compliant"])
      #expect(row[3] == counts(row[0], "violations_per_entry")["1"])
    }
    let rules = try rows("f2-1")
    #expect(rules.count == 4)
    for row in rules {
      let id = try #require(row[0].split(separator: "(").last.map { String($0.dropLast()) })
      #expect(row[1] == counts("site", "violation")[id])
      #expect(row[3] == counts("site", "violation_only")[id])
    }
    let sets = counts("site", "violation_set").values
    let shown = try rows("f3-1")
    #expect(shown.count == 4)
    for row in shown { #expect(sets.contains(row[1])) }
    let panels = try rows("f4")
    #expect(panels.count == 2)
    for row in panels {
      let scores =
        row[0] == "all passwords" ? counts("", "score") : counts(row[0], "survivors_score")
      for score in 0...4 { #expect(row[1 + 2 * score] == scores[String(score)]) }
    }
    let lengths = try rows("f4-l")
    #expect(lengths.count == 8)
    for row in lengths { #expect(row[1] == counts("", "length")[row[0]]) }
  }
}
