import Foundation
import Metrics
import PasswordPolicies
import Reports
import TestSupport
import Testing

/// The figures of a page, read back from where their shapes stand and how they are filled.
@Suite struct FigureNumbersTests {
  /// 21,000 passwords of six words, under three policies that break alone, together and not at all.
  private static let report: PageReport = {
    var report = PageReport(names: ["a", "b", "c"], weights: .accounts, times: 1000)
    report.rules = [
      "minlength: 6; required: digit; max-consecutive: 2; allowed: unicode;",
      "minlength: 8; allowed: unicode;",
      "minlength: 7; required: upper; required: special; allowed: ascii-printable;",
    ]
    return report
  }()

  private static let page = Result { Page(try report.make()).serialized() }

  private func picture(_ id: String, of report: PageReport? = nil) throws -> Picture {
    let bytes = try report.map { Page(try $0.make()).serialized() } ?? Self.page.get()
    return try Picture(try #require(PageTree.parse(bytes), "not well-formed"), id)
  }

  /// The table, a line for each row with its head.
  private func table(_ picture: Picture) -> String {
    picture.table.map { $0.joined(separator: " | ") + "\n" }.joined()
  }

  /// A line for each mark with the row of the table that is about it.
  private func lines(
    _ picture: Picture, _ text: (Picture.Shapes, [String]) -> String
  ) -> String {
    zip(picture.marks, picture.table.dropFirst()).map { mark, row in
      text(mark, row) + " | " + row.joined(separator: " | ") + "\n"
    }.joined()
  }

  /// A line for each row of horizontal bars: the names beside it, then each bar from its start to
  /// its end on the axis.
  private func rows(_ picture: Picture, _ axis: (Double) -> Double) -> String {
    picture.marks.map { mark in
      mark.bars.map { "\($0.fill) \(tenths(axis($0.x)))…\(tenths(axis($0.right)))" }
        .joined(separator: ", ") + "\n"
    }.joined()
  }

  /// The labels outside the marks from top to bottom, then from left to right.
  private func words(_ labels: [Picture.Label]) -> String {
    labels.sorted { ($0.y, $0.x) < ($1.y, $1.x) }.map(\.text).joined(separator: " | ")
  }

  @Test func `compliance is a bar of the whole list for each policy`() throws {
    let picture = try picture("f1")
    #expect(
      picture.legend == [
        "comply: accepted", "tint: breaks one rule", "stripes refuse: two",
        "dots worst: three or more",
      ])
    let axis = try Axis(picture.ground.labels.filter { $0.y > 150 }, along: \.x, Axis.percent)
    #expect(
      rows(picture, axis.callAsFunction) == """
        comply 0.0…61.9, tint 61.9…81.0, stripes refuse 81.0…100.0
        comply 0.0…61.9, tint 61.9…100.0
        comply 0.0…38.1, stripes refuse 38.1…66.7, dots worst 66.7…100.0

        """)
    #expect(
      words(picture.ground.labels) == """
        accepted | breaks one rule | two | three or more | a | 61.9 % | b | 61.9 % | c | 38.1 % | \
        0 % | 25 % | 50 % | 75 % | 100 %
        """)
    #expect(
      table(picture) == """
        policy | accepted | share | breaks one rule | share | two | share | three or more | share
        a | 13,000 | 61.9 % | 4,000 | 19.0 % | 4,000 | 19.0 % | 0 | 0.0 %
        b | 13,000 | 61.9 % | 8,000 | 38.1 % | 0 | 0.0 % | 0 | 0.0 %
        c | 8,000 | 38.1 % | 0 | 0.0 % | 6,000 | 28.6 % | 7,000 | 33.3 %

        """)
    #expect(
      picture.description == """
        a: accepted 61.9 %, breaks one rule 19.0 %, two 19.0 %, three or more 0.0 %. b: accepted \
        61.9 %, breaks one rule 38.1 %, two 0.0 %, three or more 0.0 %. c: accepted 38.1 %, \
        breaks one rule 0.0 %, two 28.6 %, three or more 33.3 %.
        """)
  }

  private func refusals(_ id: String) throws -> String {
    let picture = try picture(id)
    #expect(picture.legend == ["tint: breaks the rule", "refuse: breaks no other rule"])
    for (mark, row) in zip(picture.marks, picture.table.dropFirst()) {
      guard let bar = mark.bars.first else {
        #expect(row[1] == "0")
        continue
      }
      // The numbers stand behind their bar.
      let label = try #require(
        picture.ground.labels.first { $0.y == bar.y + 14 && $0.x > 216 && $0.x >= bar.right })
      #expect(abs(label.x - bar.right - 8) < 0.02)
      #expect(label.text == row[2] + (row[3] == "0" ? "" : ", alone \(row[4])"))
      #expect(mark.bars.allSatisfy { $0.x == 216 && $0.y >= bar.y && $0.bottom <= bar.bottom })
    }
    // 100 per cent is 290 wide.
    return lines(picture) { mark, _ in
      mark.bars.map { "\($0.fill) \(tenths($0.width / 2.9))" }.joined(separator: ", ")
    }
  }

  @Test func `each rule has a bar of what breaks it and one of what breaks it alone`() throws {
    #expect(
      try refusals("f2-1") == """
        tint 19.0 | minlength: 6 (minlength) | 4,000 | 19.0 % | 0 | 0.0 %
        tint 23.8, refuse 4.8 | required: digit (required[0]) | 5,000 | 23.8 % | 1,000 | 4.8 %
        tint 14.3, refuse 14.3 | max-consecutive: 2 (max-consecutive) | 3,000 | 14.3 % | 3,000 | \
        14.3 %

        """)
    #expect(
      try refusals("f2-2") == """
        tint 38.1, refuse 38.1 | minlength: 8 (minlength) | 8,000 | 38.1 % | 8,000 | 38.1 %

        """)
    #expect(
      try refusals("f2-3") == """
        tint 38.1 | minlength: 7 (minlength) | 8,000 | 38.1 % | 0 | 0.0 %
        tint 57.1 | required: upper (required[0]) | 12,000 | 57.1 % | 0 | 0.0 %
        tint 61.9 | required: special (required[1]) | 13,000 | 61.9 % | 0 | 0.0 %
         | allowed: ascii-printable (allowed) | 0 | 0.0 % | 0 | 0.0 %

        """)
  }

  private func sets(_ id: String) throws -> String {
    let picture = try picture(id)
    let rules = picture.ground.labels.filter { $0.x == 206 && $0.y > 130 }
    let tallest = picture.marks.flatMap(\.bars).map(\.height).max() ?? 0
    return lines(picture) { mark, _ in
      guard let bar = mark.bars.first, let label = mark.labels.first else { return "?" }
      let dots = picture.ground.dots.filter { abs($0.x - bar.middle) < 0.1 }
      let broken = dots.map { dot in
        rules.first { abs($0.y - 4 - dot.y) < 0.1 }?.text ?? "?"
      }
      let joins = picture.ground.lines.count { abs($0.points[0].x - bar.middle) < 0.1 }
      let names = broken.joined(separator: " + ")
      return "\(bar.fill) \(tenths(bar.height / tallest * 100)) \(label.text) \(names) (\(joins))"
    }
  }

  @Test func `sets of rules have black dots at their rules, and a bar of their share`() throws {
    #expect(
      try sets("f3-1") == """
        refuse 100.0 19.0 at least 6 characters + a digit (1) | length + digit | 4,000 | 19.0 %
        refuse 75.0 14.3 at most 2 alike in a row (0) | repeats | 3,000 | 14.3 %
        refuse 25.0 4.8 a digit (0) | digit | 1,000 | 4.8 %

        """)
    #expect(
      try sets("f3-3") == """
        refuse 100.0 33.3 at least 7 characters + an upper-case letter + a special character (1) \
        | length + upper + special | 7,000 | 33.3 %
        refuse 71.4 23.8 an upper-case letter + a special character (1) | upper + special | 5,000 \
        | 23.8 %
        refuse 14.3 4.8 at least 7 characters + a special character (1) | length + special | \
        1,000 | 4.8 %

        """)
  }

  @Test func `scores have their colours, and those of all passwords behind them`() throws {
    let picture = try picture("f4")
    #expect(picture.legend == ["outline: all passwords", "good: accepted passwords, by score"])
    let most = picture.marks.flatMap(\.bars).map(\.height).max() ?? 0
    let text = lines(picture) { mark, _ in
      let digits = mark.labels.filter { $0.text.count == 1 && $0.y == mark.labels.map(\.y).max() }
      func list(_ bars: [Picture.Bar]) -> String {
        bars.map { bar in
          let nearest = digits.min { abs($0.x - bar.middle) < abs($1.x - bar.middle) }
          return "\(nearest?.text ?? "?") \(bar.fill) \(tenths(bar.height / most * 100))"
        }.joined(separator: ", ")
      }
      return "\(list(mark.bars)); behind \(list(mark.outlines))"
    }
    #expect(
      text == """
        0 worst 44.4, 1 refuse 38.1, 3 good 12.7, 4 best 38.1; behind  | all passwords | 7,000 | \
        33.3 % | 6,000 | 28.6 % | 0 | 0.0 % | 2,000 | 9.5 % | 6,000 | 28.6 %
        1 refuse 51.3, 3 good 20.5, 4 best 61.5; behind 0 outline 44.4, 1 outline 38.1, 3 outline \
        12.7, 4 outline 38.1 | a | 0 | 0.0 % | 5,000 | 38.5 % | 0 | 0.0 % | 2,000 | 15.4 % | \
        6,000 | 46.2 %
        1 refuse 51.3, 3 good 20.5, 4 best 61.5; behind 0 outline 44.4, 1 outline 38.1, 3 outline \
        12.7, 4 outline 38.1 | b | 0 | 0.0 % | 5,000 | 38.5 % | 0 | 0.0 % | 2,000 | 15.4 % | \
        6,000 | 46.2 %
        3 good 33.3, 4 best 100.0; behind 0 outline 44.4, 1 outline 38.1, 3 outline 12.7, 4 \
        outline 38.1 | c | 0 | 0.0 % | 0 | 0.0 % | 0 | 0.0 % | 2,000 | 25.0 % | 6,000 | 75.0 %

        """)
  }

  @Test func `lengths have a column each, and a line where a policy begins`() throws {
    let picture = try picture("f4-l")
    let most = picture.marks.flatMap(\.bars).map(\.height).max() ?? 0
    let text = lines(picture) { mark, _ in
      let height = mark.bars.first.map { "\($0.fill) \(tenths($0.height / most * 100))" } ?? "none"
      return "\(mark.labels.map(\.text).joined(separator: " % of ")): \(height)"
    }
    #expect(
      text == """
        19 % of 3: blue 50.0 | 3 | 4,000 | 19.0 %
        0 % of 4: none | 4 | 0 | 0.0 %
        0 % of 5: none | 5 | 0 | 0.0 %
        19 % of 6: blue 50.0 | 6 | 4,000 | 19.0 %
        0 % of 7: none | 7 | 0 | 0.0 %
        24 % of 8: blue 62.5 | 8 | 5,000 | 23.8 %
        0 % of 9: none | 9 | 0 | 0.0 %
        38 % of 10: blue 100.0 | 10 | 8,000 | 38.1 %

        """)
    // The line of a least length stands at the left edge of its column.
    let lines = picture.dashed.map { line in
      let column = picture.marks.first { ($0.labels.last?.x ?? 0) > line.x }
      return "\(line.colour) before \(column?.labels.last?.text ?? "?")"
    }
    #expect(lines == ["refuse before 6", "refuse before 7", "refuse before 8"])
    #expect(
      words(picture.ground.labels) == """
        at least 6: a | at least 7: c | at least 8: b | length in code points
        """)
  }

  @Test func `curves of zxcvbn's guesses pass through the shares of the table`() throws {
    let picture = try picture("f5")
    let found = picture.table.filter { ["10^0.5", "10^3", "10^8", "10^10.5"].contains($0[0]) }
    #expect(picture.table[0] == ["guesses", "all passwords", "a", "b", "c"])
    #expect(
      found == [
        ["10^0.5", "33.3 %", "0.0 %", "0.0 %", "0.0 %"],
        ["10^3", "61.9 %", "38.5 %", "38.5 %", "0.0 %"],
        ["10^8", "71.4 %", "53.8 %", "53.8 %", "25.0 %"],
        ["10^10.5", "100.0 %", "100.0 %", "100.0 %", "100.0 %"],
      ])
    let lines = try curves(picture).split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    for (column, line) in lines.enumerated() {
      // Each begins where nothing is guessed, and has a point for each half decade.
      let points = picture.table.dropFirst().map { row in
        "\(tenths(Double(row[0].dropFirst(3)) ?? -1)) \(row[column + 1].dropLast(2))"
      }
      #expect(points.count == 28)
      let all = ["0.0 0.0"] + points
      #expect(line == "\(picture.table[0][column + 1]): \(all.joined(separator: ", "))")
    }
  }

  /// Each line by the name at its end: the shares at its points.
  private func curves(_ picture: Picture) throws -> String {
    let y = try Axis(picture.ground.labels.filter { $0.x < 44 }, along: \.y, Axis.percent)
    let x = try Axis(
      picture.ground.labels.filter { $0.x >= 44 && $0.x < 480 }, along: \.x, Axis.power)
    let samples = picture.ground.lines.filter {
      $0.points.count == 2 && $0.points[0].x == 482 && $0.points[1].x == 504
    }
    return picture.ground.lines.filter { line in
      line.look != "grid" && line.points.count > 1 && line.points.allSatisfy { $0.x <= 471 }
    }.map { line in
      let sample = samples.first { $0.look == line.look }
      let name = picture.ground.labels.first {
        $0.x == 510 && $0.y - 4 == (sample?.points[0].y ?? -1)
      }
      return "\(name?.text ?? "?"): "
        + line.points.map { "\(tenths(x($0.x))) \(tenths(y($0.y + 4)))" }.joined(separator: ", ")
        + "\n"
    }.joined()
  }

  @Test func `scores that only a rule needs draw no curve`() throws {
    var report = PageReport(names: ["one"], hasDistinct: false, hasSpace: false)
    report.rules = ["min-score: 2; allowed: unicode;"]
    #expect(try picture("f5", of: report).table.count == 29)
    report.hasBudgets = false
    let page = try tree(report)
    let figures = page.all("figure").compactMap { $0.attributes["id"] }
    #expect(figures.contains("f4") && !figures.contains("f5"))
    #expect(!page.text.contains("Found in a time"))
  }

  @Test func `bits left, lost and taken by rules are on one scale`() throws {
    let report = PageReport(names: ["site", "long", "special"], hasDistinct: false)
    let picture = try picture("f7", of: report)
    #expect(picture.legend == ["blue: bits left", "outline: lost to rules"])
    let text = lines(picture) { mark, row in
      guard let left = mark.bars.first, let bits = Double(row[2]) else { return "?" }
      let unit = left.width / bits
      let lost = mark.bars.first { $0.fill == "outline" && $0.height == 22 }
      let thin = mark.bars.filter { $0.height == 10 }
      let rules = thin.map { "\($0.fill) \(tenths($0.width / unit))" }
      return
        "\(left.fill) \(tenths(bits)), lost \(lost.map { tenths($0.width / unit) } ?? "none"), "
        + rules.joined(separator: ", ")
    }
    #expect(
      text == """
        blue 19.9, lost 19.5, refuse 19.0, stripes violet 0.5, dots comply 0.4 | site | 6 | \
        19.88 | 19.54 | allowed: digit: 19.00; a digit: 0.52; at most 2 alike in a row: 0.03
        blue 160.7, lost none,  | long | 8 | 160.68 | -108.12 | 
        blue 10.7, lost 2.4, refuse 1.0, stripes violet 0.7, dots comply 0.7 | special | \
        2 | 10.74 | 2.39 | an upper-case letter: 0.95; allowed: upper, special: 0.74; a special \
        character: 0.70

        """)
    // The same unit for all policies.
    let units = zip(picture.marks, picture.table.dropFirst()).map { mark, row in
      mark.bars[0].width / (Double(row[2]) ?? -1)
    }
    #expect((units.max() ?? 0) - (units.min() ?? 0) < 0.01)
  }

  private func bars(_ id: String) throws -> String {
    // The commonest is 324 wide.
    lines(try picture(id)) { mark, _ in
      mark.bars.map { "\($0.fill) \(tenths($0.width / 3.24))" }.joined()
    }
  }

  @Test func `kinds and patterns have bars in proportion to the commonest`() throws {
    #expect(
      try bars("f11") == """
        blue 100.0 | lower+digit | 8,000 | 38.1 %
        blue 100.0 | lower+upper+digit+special | 8,000 | 38.1 %
        blue 50.0 | lower | 4,000 | 19.0 %
        blue 12.5 | lower+upper | 1,000 | 4.8 %

        """)
    #expect(
      try bars("f12") == """
        blue 100.0 | mixed | 12,000 | 57.1 %
        blue 75.0 | date | 9,000 | 42.9 %

        """)
  }
}
