import Diagnostics
import Metrics
import PasswordPolicies
import Reports
import TestSupport
import Testing

/// What a page says before anything else: its first table, the sentences below it, and the map.
@Suite struct FirstScreenTests {
  /// Five policies: strict, mild, one for use beside a second factor, one of few, one of none.
  private func report(times: UInt64 = 1000) -> PageReport {
    var report = PageReport(
      names: ["strict", "mild", "mfa", "few", "none"], hasDistinct: false, hasSpace: false,
      times: times, isCombined: true)
    report.rules = [
      "minlength: 10; allowed: unicode; max-repeating: 30;", "minlength: 6; allowed: unicode;",
      "minlength: 8; allowed: unicode;", "minlength: 6; required: special; allowed: unicode;",
      "minlength: 30; allowed: unicode;",
    ]
    report.sources = [.typed, .typed, .preset("nist-63b-4-mfa"), .typed, .typed]
    report.date = CalendarDay("2026-11-25")
    report.statesRules = true
    return report
  }

  /// The cells of the first table, with the length of each bar behind its number.
  private func table(_ page: PageTree) throws -> [String] {
    let table = try #require(page.all("table").first)
    #expect(table.attributes["class"] == "decide w")
    return table.all("tr").map { row in
      row.content.filter { !$0.name.isEmpty }.map { cell in
        let bar = cell.all("div").first?.attributes["style"].map { " [\($0)]" } ?? ""
        let whisker = cell.all("span").contains { $0.attributes["class"] == "wh" } ? " ±" : ""
        return cell.text + bar + whisker
      }.joined(separator: " | ")
    }
  }

  @Test func `a row a policy says what is locked out, found and admitted, and standards`() throws {
    let rows = try table(tree(report()))
    #expect(
      rows.joined(separator: "\n") == """
        policy | refused, of 21,000 passwords | of the accepted, guessed in a day on each account (10⁴/s, \
        a slow hash; combined estimate) | accepted, of 21,000 | standards, by its text only
        no policy | 0 % | 62 %within 8 percentage points [--v:61.9%] ± | 21,000 | –
        strictminlength: 10; allowed: unicode; max-repeating: 30; | 62 % [--v:61.9%] | <1 %within 8 percentage points [--v:0%] ± | \
        8,000 | NIST\u{A0}✗ ASVS\u{A0}✗ PCI\u{A0}✗\u{20}
        mildminlength: 6; allowed: unicode; | 19 % [--v:19.05%] | 53 %within 8 percentage points [--v:52.94%] ± | 17,000 | \
        NIST\u{A0}✗ ASVS\u{A0}✗ PCI\u{A0}✗\u{20}
        mfafor use beside a second factor, not to be ranked with othersminlength: 8; allowed: unicode; | 38 % [--v:38.1%] | 38 %within 8 percentage points [--v:38.46%] ± | 13,000 | \
        NIST\u{A0}✗ ASVS\u{A0}✗ PCI\u{A0}✗\u{20}
        fewminlength: 6; required: special; allowed: unicode; | 62 % [--v:61.9%] | <1 %within 8 percentage points [--v:0%] ± | \
        8,000 | NIST\u{A0}✗ ASVS\u{A0}✗ PCI\u{A0}✗\u{20}
        noneminlength: 30; allowed: unicode; | 100 % [--v:100%] | – | 0 | NIST\u{A0}✗ ASVS\u{A0}✗ PCI\u{A0}✗\u{20}
        """)
  }

  @Test func `of few admitted passwords the share has their number, and no bar`() throws {
    let rows = try table(tree(report(times: 10)))
    #expect(
      rows.dropFirst().joined(separator: "\n") == """
        no policy | 0 % | 62 %within 8 percentage points [--v:61.9%] ± | 210 | –
        strictminlength: 10; allowed: unicode; max-repeating: 30; | 62 % [--v:61.9%] | too few | 80 | \
        NIST\u{A0}✗ ASVS\u{A0}✗ PCI\u{A0}✗\u{20}
        mildminlength: 6; allowed: unicode; | 19 % [--v:19.05%] | 53 % of 170within 8 percentage points | 170 | NIST\u{A0}✗ ASVS\u{A0}✗ PCI\u{A0}✗\u{20}
        mfafor use beside a second factor, not to be ranked with othersminlength: 8; allowed: unicode; | 38 % [--v:38.1%] | 38 % of 130within 8 percentage points | 130 | NIST\u{A0}✗ ASVS\u{A0}✗ PCI\u{A0}✗\u{20}
        fewminlength: 6; required: special; allowed: unicode; | 62 % [--v:61.9%] | too few | 80 | \
        NIST\u{A0}✗ ASVS\u{A0}✗ PCI\u{A0}✗\u{20}
        noneminlength: 30; allowed: unicode; | 100 % [--v:100%] | – | 0 | NIST\u{A0}✗ ASVS\u{A0}✗ PCI\u{A0}✗\u{20}
        """)
  }

  private func sentences(_ report: PageReport) throws -> [String] {
    try tree(report).all("div").first { $0.attributes["class"] == "say" }?.all("p").map {
      String($0.text.dropLast($0.text.hasSuffix("\n") ? 1 : 0))
    } ?? []
  }

  @Test func `at most five sentences follow, by fixed rules`() throws {
    #expect(
      try sentences(report()) == [
        "Refuses least, of those that are ranked: mild (19 %). Of the 3 policies that accept 1,000 or more, smallest share of "
          + "the accepted guessed in a day: strict and 1 more (<1 %).",
        "Without minlength: 30, none would accept 100.0 percentage points more; 62 % of these are guessed in a day.",
        "1 of the 2 rules of strict refuses fewer than 0.1 % that no other refuses: max-repeating: 30.",
      ])
    // Shares of other numbers of passwords are alike, too.
    var all = report()
    (all.isCombined, all.words) = (false, ["abcdefg1": 1, "aaaa11": 0, "aaaabbbb11": 0])
    let first = try sentences(all).first
    #expect(
      first
        == "Refuses least, of those that are ranked: mild (0 %). Of the 2 policies that accept 1,000 or more, smallest share of "
        + "the accepted guessed in a day: strict and 1 more (>99 %).")
    var alone = report()
    alone.names = ["strict"]
    #expect(
      try sentences(alone) == [
        "Without minlength: 10, strict would accept 61.9 percentage points more; >99 % of these are guessed in a day.",
        "1 of the 2 rules of strict refuses fewer than 0.1 % that no other refuses: max-repeating: 30.",
      ])
  }

  @Test func `a policy that refuses more and leaves more to guess is beaten, by name and numbers`()
    throws
  {
    var report = report()
    (report.names, report.sources) = (["digit", "long"], [])
    report.rules = ["required: digit; allowed: unicode;", "minlength: 10; allowed: unicode;"]
    report.words = ["abcdefg1": 1, "Abc-def-1x": 3, "abcdefghijkl": 4]
    report.counts = ["abcdefg1": 1000, "Abc-def-1x": 1000, "abcdefghijkl": 2000]
    let told = try sentences(report)
    #expect(
      told.contains(
        "digit is beaten by long: it refuses more (50.0 % against 25.0 %) and leaves more to guess in a "
          + "day (50 % against <1 %; this difference is certain)."), "\(told)")
    // One that is for use beside a second factor beats none.
    report.sources = [.typed, .preset("nist-63b-4-mfa")]
    #expect(try !sentences(report).contains { $0.contains("is beaten by") })
  }

  @Test func `where two curves cross is said with the numbers on either side`() throws {
    var report = report()
    (report.names, report.sources) = (["digit", "letters"], [])
    report.rules = ["required: digit; allowed: unicode;", "minlength: 6; allowed: lower, upper;"]
    report.words = ["aaaa11": 0, "x9!qLmzT#w": 4, "Abcdefg": 3]
    report.counts = ["aaaa11": 1000, "x9!qLmzT#w": 4000, "Abcdefg": 1000]
    let told = try sentences(report)
    #expect(
      told.contains(
        "Up to 10^8.5 guesses on each account letters leaves less to guess than digit (at 10^1.5 0.0 % against "
          + "20.0 % of the accepted), from 10^9 on more (at 10^9 100.0 % against 20.0 %); both differences are certain."
      ),
      "\(told)")
    #expect(!told.contains { $0.contains("is beaten by") }, "\(told)")
    // The same curve twice crosses nothing.
    report.rules = ["required: digit; allowed: unicode;"]
    #expect(try !sentences(report).contains { $0.hasPrefix("Up to 10^") })
  }

  @Test func `the map has a mark for each policy, in the form of its standing`() throws {
    let page = try tree(report())
    let wide = try Picture(page, "f0")
    #expect(wide.title == "None of 3 compared policies beats another")
    #expect(
      try Picture(tree(report(times: 100)), "f0").title
        == "Of 5 policies only mild can be compared")
    // Of none of few passwords it is said that it beats another.
    let few = try Picture(tree(report(times: 50)), "f0")
    #expect(few.title == "Too few passwords are accepted to say which policy beats which")
    #expect(few.table.dropFirst().map { $0[4] }.contains("fewer than 1,000"))
    #expect(
      wide.table.map { $0.joined(separator: " | ") }.joined(separator: "\n") == """
        policy | refused | guessed in a day, of the accepted | accepted | standing
        strict | 61.9 % | <1 % | 8,000 | best trade-off
        mild | 19.0 % | 53 % | 17,000 | best trade-off
        mfa | 38.1 % | 38 % | 13,000 | beside a second factor
        few | 61.9 % | <1 % | 8,000 | best trade-off
        """)
    for picture in [wide, try Picture(page, "f0", isPhone: true)] {
      let below = picture.ground.labels.map(\.y).filter { $0 > 250 }
      let base = try #require(below.min())
      let x = try Axis(
        picture.ground.labels.filter { $0.text.hasSuffix("%") && $0.x > 41 && $0.y > 300 },
        along: \.x, Axis.percent)
      let y = try Axis(
        picture.ground.labels.filter { $0.x == 40 }.map {
          Picture.Label(text: $0.text, x: $0.x, y: $0.y - 4)
        }, along: \.y, Axis.percent)
      #expect(base > 0)
      for (mark, row) in zip(picture.marks, picture.table.dropFirst()) {
        guard let dot = mark.dots.first else {
          #expect(row[4] == "beside a second factor")
          continue
        }
        #expect(tenths(x(dot.x)) + " %" == row[1], "\(row)")
        let left = try #require(Double(row[2].prefix { $0 != " " }.replacing("<1", with: "0")))
        #expect(abs(y(dot.y) - left) < 0.51, "\(row)")
        let colours = ["best trade-off": "comply", "beaten": "muted", "fewer than 1,000": "grid"]
        #expect(dot.colour == colours[row[4]], "\(row)")
      }
    }
  }

  @Test func `every picture ends with its source, in both layouts`() throws {
    let page = try tree(report())
    let figures = page.all("figure").compactMap { $0.attributes["id"] }
    #expect(figures.count > 6)
    for id in figures {
      for isPhone in [false, true] {
        let picture = try Picture(page, id, isPhone: isPhone)
        #expect(picture.width == (isPhone ? 328 : 640))
        #expect(
          picture.source.joined(separator: " · ")
            == "list · n 21,000 · audit 1 · list 00 · 25 Nov 2026", "\(id)")
        #expect(picture.title.count > 8 && picture.caption.count > 8)
      }
    }
    #expect(page.text.contains("Password audit · list · complete · 25 November 2026 · audit 1"))
  }

  @Test func `on phones names and values stand above their bars`() throws {
    let page = try tree(report())
    for id in ["f1", "f2-1", "f11"] {
      let picture = try Picture(page, id, isPhone: true)
      for mark in picture.marks {
        guard let bar = mark.bars.first else { continue }
        #expect(bar.x >= 4 && mark.bars.allSatisfy { $0.right <= 324.01 })
        let above = picture.ground.labels.filter { abs($0.y - bar.y + 5) < 0.01 }
        #expect(above.map(\.x).sorted() == [4, 324], "\(id)")
      }
    }
  }
}
