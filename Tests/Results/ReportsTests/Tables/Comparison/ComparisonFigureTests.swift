import Foundation
import Metrics
import Reports
import TestSupport
import Testing

/// The figures of comparisons, read back and held to the tables that were compared.
@Suite struct ComparisonFigureTests {
  /// A report of 21 words under one policy, of which so many hundred are too short.
  private func record(
    _ dataset: String, short: UInt64, long: UInt64, easy: UInt64, name: String = "site"
  ) throws -> ReportRecord {
    var report = PageReport(
      names: [name], dataset: dataset, file: "\(dataset).gz", hasDistinct: false, hasSpace: false)
    report.rules = ["minlength: 6; required: digit; allowed: unicode;"]
    (report.statesRules, report.sha256) = (true, dataset)
    report.words = ["abc": 0, "abcdefg1": 3, "abcdefg2": 1, "abcdefg": 2, "ab1": 4]
    report.counts = [
      "abc": short, "abcdefg1": long - easy, "abcdefg2": easy, "abcdefg": 200, "ab1": 100,
    ]
    return ReportRecord(try report.make())
  }

  private func comparison() throws -> Comparison {
    // 1,000 and 2,000 passwords, of which 600 and 1,400 comply, 150 and 210 of these easy.
    Comparison([
      try record("old", short: 100, long: 600, easy: 150),
      try record("new", short: 300, long: 1400, easy: 210),
    ])
  }

  /// A line for each row: the bars' fills and lengths on the axis, then the labels and the table.
  private func rows(_ picture: Picture) throws -> String {
    let axis = try Axis(
      picture.ground.labels.filter { $0.y > 34 + 40 * Double(picture.marks.count) }, along: \.x,
      Axis.percent)
    #expect(picture.legend == ["outline: old", "blue: new"])
    return zip(picture.marks.enumerated(), picture.table.dropFirst()).map { mark, row in
      let bars = mark.element.bars.map {
        "\($0.fill) \(tenths(axis($0.x)))…\(tenths(axis($0.right)))"
      }
      // The difference stands at the right of the row.
      let y = 36 + 40 * Double(mark.offset) + 17
      let points = picture.ground.labels.first { $0.x == 636 && $0.y == y }?.text ?? ""
      let values = mark.element.labels.map(\.text)
      return (bars + values + [points]).joined(separator: ", ") + " | "
        + row.joined(separator: " | ") + "\n"
    }.joined()
  }

  private func rows(_ id: String, of other: Comparison? = nil) throws -> String {
    try rows(Picture(try (other ?? comparison()).page(), id))
  }

  @Test func `pairs of bars have the shares of both reports, and new less old in points`() throws {
    #expect(
      try rows("c2-1") == """
        outline 0.0…25.0, blue 0.0…15.0, 25.0 % of 600, 15.0 %, −10.0 | zxcvbn's score 0 or 1 | 150 \
        | 25.0 % of 600 | 210 | 15.0 % | −10.0
        outline 0.0…25.0, blue 0.0…15.0, 25.0 % of 600, 15.0 %, −10.0 | guessed (zxcvbn): login page | 150 \
        | 25.0 % of 600 | 210 | 15.0 % | −10.0
        outline 0.0…100.0, blue 0.0…100.0, 100.0 % of 600, 100.0 %, 0.0 | guessed (zxcvbn): slow hash \
        | 600 | 100.0 % of 600 | 1,400 | 100.0 % | 0.0
        outline 0.0…100.0, blue 0.0…100.0, 100.0 % of 600, 100.0 %, 0.0 | guessed (zxcvbn): fast hash \
        | 600 | 100.0 % of 600 | 1,400 | 100.0 % | 0.0
        0.0 % of 600, 0.0 %, 0.0 | on a blocklist | 0 | 0.0 % of 600 | 0 | 0.0 % | 0.0

        """)
    #expect(
      try rows("c3-1") == """
        outline 0.0…20.0, blue 0.0…20.0, 20.0 %, 20.0 %, 0.0 | at least 6 characters | 200 | 20.0 \
        % | 400 | 20.0 % | 0.0
        outline 0.0…30.0, blue 0.0…25.0, 30.0 %, 25.0 %, −5.0 | a digit | 300 | 30.0 % | 500 | \
        25.0 % | −5.0

        """)
    #expect(
      try rows("c4") == """
        outline 0.0…10.0, blue 0.0…15.0, 10.0 %, 15.0 %, +5.0 | zxcvbn's score 0 | 100 | 10.0 % | 300 | \
        15.0 % | +5.0
        outline 0.0…15.0, blue 0.0…10.5, 15.0 %, 10.5 %, −4.5 | zxcvbn's score 1 | 150 | 15.0 % | 210 | \
        10.5 % | −4.5
        outline 0.0…20.0, blue 0.0…10.0, 20.0 %, 10.0 %, −10.0 | zxcvbn's score 2 | 200 | 20.0 % | 200 | \
        10.0 % | −10.0
        outline 0.0…45.0, blue 0.0…59.5, 45.0 %, 59.5 %, +14.5 | zxcvbn's score 3 | 450 | 45.0 % | 1,190 | \
        59.5 % | +14.5
        outline 0.0…10.0, blue 0.0…5.0, 10.0 %, 5.0 %, −5.0 | zxcvbn's score 4 | 100 | 10.0 % | 100 | 5.0 % \
        | −5.0

        """)
    #expect(
      try rows("c5") == """
        outline 0.0…25.0, blue 0.0…25.5, 25.0 %, 25.5 %, +0.5 | zxcvbn's score 0 or 1 | 250 | 25.0 % \
        | 510 | 25.5 % | +0.5
        outline 0.0…25.0, blue 0.0…25.5, 25.0 %, 25.5 %, +0.5 | guessed (zxcvbn): login page | 250 | 25.0 % \
        | 510 | 25.5 % | +0.5
        outline 0.0…90.0, blue 0.0…95.0, 90.0 %, 95.0 %, +5.0 | guessed (zxcvbn): slow hash | 900 | \
        90.0 % | 1,900 | 95.0 % | +5.0
        outline 0.0…100.0, blue 0.0…100.0, 100.0 %, 100.0 %, 0.0 | guessed (zxcvbn): fast hash | 1,000 | \
        100.0 % | 2,000 | 100.0 % | 0.0
        outline 0.0…10.0, blue 0.0…5.0, 10.0 %, 5.0 %, −5.0 | on a blocklist | 100 | 10.0 % | 100 \
        | 5.0 % | −5.0

        """)
  }

  @Test func `the first table has what is accepted, and what is easy of that`() throws {
    let table = try #require(
      try comparison().page().all("table").first { $0.attributes["class"] == "key" })
    let rows = table.all("tr").map { row in
      row.content.filter { ["th", "td"].contains($0.name) }.map(\.text)
    }
    #expect(
      rows == [
        [
          "policy", "accepted, old", "new", "difference", "of these score 0 or 1, old", "new",
          "difference",
        ],
        ["site", "60.0 %", "70.0 %", "+10.0", "25.0 % of 600", "15.0 %", "−10.0"],
      ])
  }

  @Test(arguments: [false, true])
  func `the first sentence has the new share, the old one and new less old`(isBack: Bool) throws {
    let records = [
      try record("old", short: 100, long: 600, easy: 150),
      try record("new", short: 300, long: 1400, easy: 210),
    ]
    let page = try Comparison(isBack ? records.reversed() : records).page()
    let text = page.all("div").first { $0.attributes["class"] == "lead" }?.text ?? page.text
    let (now, then, points) =
      isBack ? ("60.0 %", "70.0 %", "\u{2212}10.0") : ("70.0 %", "60.0 %", "+10.0")
    #expect(
      text.contains(
        "\(now) of the new passwords are accepted by site, \(then) of the old ones: "
          + "\(points) percentage points"), "\(text.prefix(600))")
  }

  @Test func `of no password that complies the figure has a dash, as the table has`() throws {
    let comparison = Comparison([
      try record("old", short: 100, long: 600, easy: 150),
      try record("new", short: 300, long: 0, easy: 0),
    ])
    #expect(
      try rows("c2-1", of: comparison) == """
        outline 0.0…25.0, 25.0 % of 600, –,  | zxcvbn's score 0 or 1 | 150 | 25.0 % of 600 | 0 | – |\u{20}
        outline 0.0…25.0, 25.0 % of 600, –,  | guessed (zxcvbn): login page | 150 | 25.0 % of 600 | 0 | – |\u{20}
        outline 0.0…100.0, 100.0 % of 600, –,  | guessed (zxcvbn): slow hash | 600 | 100.0 % of 600 | 0 \
        | – |\u{20}
        outline 0.0…100.0, 100.0 % of 600, –,  | guessed (zxcvbn): fast hash | 600 | 100.0 % of 600 | 0 \
        | – |\u{20}
        0.0 % of 600, –,  | on a blocklist | 0 | 0.0 % of 600 | 0 | – |\u{20}

        """)
  }

  @Test func `text and table of a comparison have the same numbers`() throws {
    #expect(
      try comparison().text(columns: 80) == """
        old → new

        all passwords                                               old      new  change
          passwords                                               1,000    2,000  +1,000
          zxcvbn's score 0                                       10.0 %   15.0 %    +5.0
          zxcvbn's score 1                                       15.0 %   10.5 %    −4.5
          zxcvbn's score 2                                       20.0 %   10.0 %   −10.0
          zxcvbn's score 3                                       45.0 %   59.5 %   +14.5
          zxcvbn's score 4                                       10.0 %    5.0 %    −5.0
          zxcvbn's score 0 or 1                                  25.0 %   25.5 %    +0.5
          guessed (zxcvbn): login page                           25.0 %   25.5 %    +0.5
          guessed (zxcvbn): slow hash                            90.0 %   95.0 %    +5.0
          guessed (zxcvbn): fast hash                           100.0 %  100.0 %     0.0
          on a blocklist                                         10.0 %    5.0 %    −5.0
          median length                                               8        8       0

        site                                                        old      new  change
          accepted                                               60.0 %   70.0 %   +10.0
          break: at least 6 characters                           20.0 %   20.0 %     0.0
            and break no other rule                              10.0 %    5.0 %    −5.0
          break: a digit                                         30.0 %   25.0 %    −5.0
            and break no other rule                              20.0 %   10.0 %   −10.0
          accepted, zxcvbn's score 0 or 1                 25.0 % of 600   15.0 %   −10.0
          accepted, guessed (zxcvbn): login page          25.0 % of 600   15.0 %   −10.0
          accepted, guessed (zxcvbn): slow hash          100.0 % of 600  100.0 %     0.0
          accepted, guessed (zxcvbn): fast hash          100.0 % of 600  100.0 %     0.0
          accepted, on a blocklist                         0.0 % of 600    0.0 %     0.0
          accepted, median length                                     8        8       0

        Guessed       tries on each account: 1,000 guesses (login page); 8.64·10⁸
                      guesses, a day at 10⁴/s (stolen data, slow hash); 8.64·10¹⁴
                      guesses, a day at 10¹⁰/s (stolen data, fast hash).
        How sure      Shares guessed are estimates (zxcvbn): up to 59 percentage points
                      too high. A difference of more than 59 percentage points is
                      certain, of less open. With the fast hash the error was not
                      measured, so that differences are open.
        Not covered   what people choose instead of a refused password; phishing;
                      passwords reused elsewhere; how far your users are like this list.
        Differences   Shares are of all passwords; after 'accepted,' of the accepted.
                      Changes are percentage points, of shares that are not rounded. A
                      difference between two lists is one of people, of time and of how
                      the lists came about; these numbers cannot tell which.

        """)
    let rows = try comparison().table.split(separator: "\n").filter {
      $0.contains("compliance") || $0.contains("violation,") || $0.contains(",score,")
        || $0.hasPrefix("policy,")
    }.joined(separator: "\n")
    #expect(
      rows == """
        policy,metric,bucket,unit,count_old,count_new,share_old,share_new,points
        ,score,0,entries,100,300,0.100000,0.150000,5.0000
        ,score,1,entries,150,210,0.150000,0.105000,-4.5000
        ,score,2,entries,200,200,0.200000,0.100000,-10.0000
        ,score,3,entries,450,1190,0.450000,0.595000,14.5000
        ,score,4,entries,100,100,0.100000,0.050000,-5.0000
        site,compliance,compliant,entries,600,1400,0.600000,0.700000,10.0000
        site,compliance,violating,entries,400,600,0.400000,0.300000,-10.0000
        site,violation,minlength,entries,200,400,0.200000,0.200000,0.0000
        site,violation,required[0],entries,300,500,0.300000,0.250000,-5.0000
        """)
  }

  private func trend() throws -> Comparison {
    Comparison(
      [
        try record("one", short: 100, long: 600, easy: 150),
        try record("two", short: 300, long: 1400, easy: 210),
        try record("three", short: 700, long: 1000, easy: 900),
      ], paths: ["1", "2", "3"])
  }

  @Test func `a trend changes from the first report to the last`() throws {
    let text = try trend().text(columns: 90)
    #expect(
      text == """
        one, two, three

        all passwords                                                one      two    three  change
          passwords                                                1,000    2,000    2,000  +1,000
          zxcvbn's score 0                                        10.0 %   15.0 %   35.0 %   +25.0
          zxcvbn's score 1                                        15.0 %   10.5 %   45.0 %   +30.0
          zxcvbn's score 2                                        20.0 %   10.0 %   10.0 %   −10.0
          zxcvbn's score 3                                        45.0 %   59.5 %    5.0 %   −40.0
          zxcvbn's score 4                                        10.0 %    5.0 %    5.0 %    −5.0
          zxcvbn's score 0 or 1                                   25.0 %   25.5 %   80.0 %   +55.0
          guessed (zxcvbn): login page                            25.0 %   25.5 %   80.0 %   +55.0
          guessed (zxcvbn): slow hash                             90.0 %   95.0 %   95.0 %    +5.0
          guessed (zxcvbn): fast hash                            100.0 %  100.0 %  100.0 %     0.0
          on a blocklist                                          10.0 %    5.0 %    5.0 %    −5.0
          median length                                                8        8        7      −1

        site                                                         one      two    three  change
          accepted                                                60.0 %   70.0 %   50.0 %   −10.0
          break: at least 6 characters                            20.0 %   20.0 %   40.0 %   +20.0
            and break no other rule                               10.0 %    5.0 %    5.0 %    −5.0
          break: a digit                                          30.0 %   25.0 %   45.0 %   +15.0
            and break no other rule                               20.0 %   10.0 %   10.0 %   −10.0
          accepted, zxcvbn's score 0 or 1                  25.0 % of 600   15.0 %   90.0 %   +65.0
          accepted, guessed (zxcvbn): login page           25.0 % of 600   15.0 %   90.0 %   +65.0
          accepted, guessed (zxcvbn): slow hash           100.0 % of 600  100.0 %  100.0 %     0.0
          accepted, guessed (zxcvbn): fast hash           100.0 % of 600  100.0 %  100.0 %     0.0
          accepted, on a blocklist                          0.0 % of 600    0.0 %    0.0 %     0.0
          accepted, median length                                      8        8        8       0

        Guessed       tries on each account: 1,000 guesses (login page); 8.64·10⁸ guesses, a day
                      at 10⁴/s (stolen data, slow hash); 8.64·10¹⁴ guesses, a day at 10¹⁰/s
                      (stolen data, fast hash).
        How sure      Shares guessed are estimates (zxcvbn): up to 59 percentage points too high.
                      A difference of more than 59 percentage points is certain, of less open.
                      With the fast hash the error was not measured, so that differences are open.
        Not covered   what people choose instead of a refused password; phishing; passwords reused
                      elsewhere; how far your users are like this list.
        Differences   Shares are of all passwords; after 'accepted,' of the accepted. Changes are
                      percentage points, of shares that are not rounded. A difference between two
                      lists is one of people, of time and of how the lists came about; these
                      numbers cannot tell which.

        """)
    let rows = try trend().table.split(separator: "\n").filter {
      $0.contains("compliance") || $0.contains("violation,") || $0.hasPrefix("policy,")
    }.joined(separator: "\n")
    #expect(
      rows == """
        policy,metric,bucket,unit,count_one,count_two,count_three,share_one,share_two,share_three
        site,compliance,compliant,entries,600,1400,1000,0.600000,0.700000,0.500000
        site,compliance,violating,entries,400,600,1000,0.400000,0.300000,0.500000
        site,violation,minlength,entries,200,400,800,0.200000,0.200000,0.400000
        site,violation,required[0],entries,300,500,900,0.300000,0.250000,0.450000
        """)
  }

  @Test func `a trend's line has a point for each report, at its share`() throws {
    let picture = try Picture(try trend().page(), "t1")
    #expect(picture.title == "Changed most: site 60.0 % → 50.0 %")
    let y = try Axis(
      picture.ground.labels.filter { $0.x == 40 }.map {
        Picture.Label(text: $0.text, x: $0.x, y: $0.y - 4)
      }, along: \.y, Axis.percent)
    let line = try #require(picture.marks[0].lines.first)
    #expect(line.points.map { tenths(y($0.y)) } == ["60.0", "70.0", "50.0"])
    #expect(
      picture.table == [
        ["policy", "one", "two", "three"], ["site", "60.0 %", "70.0 %", "50.0 %"],
      ])
    // The points stand above their labels, the first and the last at the ends of the axis.
    #expect(line.points.map(\.x) == [46, 258, 470])
    let labels = picture.ground.labels.filter { ["one", "two", "three"].contains($0.text) }
    #expect(labels.map(\.text) == ["one", "two", "three"])
    for (label, point) in zip(labels, line.points) { #expect(abs(label.x - point.x) <= 8) }
  }
}
