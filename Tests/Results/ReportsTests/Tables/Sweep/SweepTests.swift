import Diagnostics
import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Reports
import Tallies
import TestSupport
import Testing

/// A grid of policies as a table, on a screen and as pictures, of passwords counted by hand.
@Suite struct SweepTests {
  /// 5,900 passwords; 3,300 have three kinds, 3,400 eight characters or more.
  private static let words: [(word: String, times: UInt64, bin: Int)] =
    [
      ("abc", 400, 2), ("abcdef", 900, 5), ("abcdefgh", 1300, 9), ("Abcdef1", 1200, 13),
      ("Abcdefgh1", 1100, 17),
    ] + (0..<40).map { ("Zyxw-\($0)-word", 25, 20) }

  /// Six policies without a blocklist, two with a list, and one beside the grid.
  private func report(
    by measure: SweepReport.Measure, weights: Weights = .accounts,
    besides others: KeyValuePairs<String, String> = [:], foldedBelow least: UInt64? = nil
  ) throws -> SweepReport {
    let plain = SweepReport.Sheet(maxRepeating: nil, blocklist: nil)
    let listed = SweepReport.Sheet(maxRepeating: nil, blocklist: .builtIn)
    let cells: [(place: SweepReport.Place?, name: String, rules: String)] =
      [6, 8, 12].flatMap { length in
        [0, 3].map { kinds in
          (
            SweepReport.Place(minLength: length, classes: kinds, sheet: plain),
            "\(length)/\(kinds)",
            "minlength: \(length); allowed: unicode;" + (kinds == 0 ? "" : " min-classes: 3;")
          )
        }
      }
      + [0, 3].map { kinds in
        (
          SweepReport.Place(minLength: 8, classes: kinds, sheet: listed), "listed/\(kinds)",
          "minlength: \(kinds == 0 ? 9 : 7); allowed: unicode; required: digit;"
        )
      } + [(nil, "own", "minlength: 9; allowed: unicode;")] + others.map { (nil, $0, $1) }
    let policies = cells.flatMap { cell in
      PolicyReading(policyFile: Array(cell.rules.utf8), file: "file.policy").policies.map {
        var policy = $0
        policy.name = cell.name
        return policy
      }
    }
    var demand = FactDemand()
    for policy in policies { demand.formUnion(policy.demand) }
    demand.score = true
    demand.guessBudgets = [1e4, Attack.day.guesses]
    let schema = try Schema(for: demand)
    var (spectrum, tally) = (Spectrum(schema: schema), Tally(schema: schema))
    for row in Self.words {
      var profile = Profiler(schema).profile(of: Array(row.word.utf8).span)
      (profile[.score], profile[.guessesBin]) = (0, row.bin)
      // Those of the half decade in which a day's guesses end need more.
      profile[.budgetsTooSmall] = row.bin < 8 ? 0 : row.bin < 17 ? 1 : 2
      spectrum.record(schema.signature(of: profile), occurrences: row.times)
      tally.record(schema.signature(of: profile), times: row.times)
    }
    let found = try GuessingFindings(spectrum, policies, weights: weights) {
      policy throws(SchemaError) in try PolicyMatcher(policy, schema: schema)
    }
    var guessed = GuessedPolicies(found)
    if let least {
      let folded = try #require(tally.folded(below: GroupSize(entries: least), with: spectrum))
      var sums = try GuessingSums(policies, schema: schema) {
        policy throws(SchemaError) in try PolicyMatcher(policy, schema: schema)
      }
      sums.add(folded.spectrum)
      guessed = GuessedPolicies(try #require(sums.folded(weights: weights)))
    }
    return SweepReport(
      dataset: "d",
      zip(zip(cells, policies), guessed.policies).map { cell, guessing in
        SweepReport.Row(
          SweepReport.GridCell(
            place: cell.0.place, cell.1,
            floorBits: cell.0.place.map { Double($0.minLength) * 6.5 }), guessing)
      }, of: guessed, by: measure)
  }

  private func picture(_ id: String, by measure: SweepReport.Measure) throws -> Picture {
    let page = SweepPage(try report(by: measure), version: "1").serialized()
    return try Picture(try #require(PageTree.parse(page), "not well-formed"), id)
  }

  @Test func `the table has a row for each policy`() throws {
    let table = String(decoding: try report(by: .median).table.bytes(), as: UTF8.self)
    let caveats = "\(Caveat.filtered.sentence) \(Caveat.population.sentence)"
    #expect(
      table == """
        dataset,weights,minlength,classes,max_repeating,blocklist,accepted,refused_share,distinct_accepted,lambda_10,lambda_1000,floor_bits,bound_10_lower,bound_10_upper,bound_1000_lower,bound_1000_upper,guessed_in_day,guessed_in_day_by,guessed_in_day_error,median_guesses_log10,median_by,ranked_by,pareto,caveats_in_words,policy,rules
        d,accounts,6,0,none,none,5500,0.0677966,44,0.845455,1,39.000000,0.79971,0.857796,0.961022,1,0.618182,zxcvbn,up to 59 percentage points too high,6.5,zxcvbn,median,1,\(caveats),6/0,allowed: unicode; minlength: 6;
        d,accounts,6,3,none,none,3300,0.440678,42,0.757576,1,39.000000,0.694572,0.776559,0.949696,1,0.363636,zxcvbn,up to 59 percentage points too high,8.5,zxcvbn,median,0,\(caveats),6/3,allowed: unicode; minlength: 6; min-classes: 3;
        d,accounts,8,0,none,none,3400,0.423729,42,0.764706,1,52.000000,0.70273,0.783208,0.950439,1,0.382353,zxcvbn,up to 59 percentage points too high,8.5,zxcvbn,median,1,\(caveats),8/0,allowed: unicode; minlength: 8;
        d,accounts,8,3,none,none,2100,0.644068,41,0.630952,1,52.000000,0.548876,0.65799,0.936964,1,0,zxcvbn,up to 59 percentage points too high,8.5,zxcvbn,median,0,\(caveats),8/3,allowed: unicode; minlength: 8; min-classes: 3;
        d,accounts,12,0,none,none,750,0.872881,30,,,78.000000,0.203064,0.379304,0.894721,1,,,,10.0,zxcvbn,,0,\(caveats),12/0,allowed: unicode; minlength: 12;
        d,accounts,12,3,none,none,750,0.872881,30,,,78.000000,0.203064,0.379304,0.894721,1,,,,10.0,zxcvbn,,0,\(caveats),12/3,allowed: unicode; minlength: 12; min-classes: 3;
        d,accounts,8,0,none,default,2100,0.644068,41,0.630952,1,52.000000,0.548876,0.65799,0.936964,1,0,zxcvbn,up to 59 percentage points too high,8.5,zxcvbn,median,0,\(caveats),listed/0,required: digit; allowed: unicode; minlength: 9;
        d,accounts,8,3,none,default,3300,0.440678,42,0.757576,1,52.000000,0.694572,0.776559,0.949696,1,0.363636,zxcvbn,up to 59 percentage points too high,8.5,zxcvbn,median,0,\(caveats),listed/3,required: digit; allowed: unicode; minlength: 7;
        d,accounts,,,,,2100,0.644068,41,0.630952,1,,0.548876,0.65799,0.936964,1,0,zxcvbn,up \
        to 59 percentage points too high,8.5,zxcvbn,median,0,\(caveats),own,allowed: unicode; minlength: 9;

        """)
  }

  @Test(arguments: [
    (SweepReport.Measure.day, "guessed_in_day"), (.ten, "lambda_10"),
    (.thousand, "lambda_1000"),
    (.median, "median_guesses_log10"),
  ])
  func `the table tells which policies are best, and by what`(
    measure: SweepReport.Measure, column: String
  ) throws {
    // Where nothing is said of other accounts, the list's own counts rank.
    let isOfList = [.ten, .thousand].contains(measure)
    let table = cells(
      of: try report(by: measure, weights: isOfList ? .none : .accounts).table.bytes())
    func place(_ name: String) throws -> Int { try #require(table[0].firstIndex(of: name)) }
    let (cost, loss) = (try place("refused_share"), try place(column))
    let (ranked, best) = (try place("ranked_by"), try place("pareto"))
    let rows = table.dropFirst()
    let compared = rows.filter { !$0[ranked].isEmpty }
    #expect(compared.allSatisfy { $0[ranked] == measure.rawValue && !$0[loss].isEmpty })
    // Of fewer than a thousand passwords nothing is said.
    #expect(rows.count - compared.count == 2)
    let numbers = try compared.map { row in
      let share = try #require(Double(row[loss]))
      return (cost: try #require(Double(row[cost])), loss: measure == .median ? -share : share)
    }
    let isBest = numbers.enumerated().map { index, own in
      !numbers.enumerated().contains { other, rival in
        rival.cost <= own.cost && rival.loss <= own.loss
          && (rival.cost < own.cost || rival.loss < own.loss || other < index)
      }
    }
    #expect(compared.map { $0[best] } == isBest.map { $0 ? "1" : "0" })
    #expect(isBest.contains(true) && isBest.contains(false))
    #expect(rows.allSatisfy { !$0[ranked].isEmpty || $0[best] == "0" })
  }

  @Test func `a day has as many guesses in a sweep as in a report`() throws {
    let table = cells(of: try report(by: .day).table.bytes())
    let place = try #require(table[0].firstIndex(of: "guessed_in_day"))
    // Of 5,500 passwords 1,100 need fewer than 10⁹ guesses, but more than a day's; 1,000 are
    // harder.
    #expect(table[1][place] == String((3400.0 / 5500 * 1e6).rounded() / 1e6))
    #expect(table[1][place + 1...place + 2] == ["zxcvbn", "up to 59 percentage points too high"])
    #expect(Attack.day.guesses == 864_000_000)
  }

  @Test func `the front of a measure is of policies that a thousand passwords keep to`() throws {
    func best(_ measure: SweepReport.Measure) throws -> [String] {
      let rows = cells(of: try report(by: measure).table.bytes()).dropFirst()
      return rows.filter { $0[22] == "1" }.map { $0[24] }
    }
    #expect(try best(.median) == ["6/0", "8/0"])
    // Of other accounts nothing else is apart.
    #expect(try best(.ten) == ["6/0", "6/3", "8/0", "8/3", "listed/0", "listed/3", "own"])
  }

  @Test func `by what guesses find only a policy that is surely worse is beaten`() throws {
    func isBest(_ weights: Weights) throws -> Bool? {
      let report = try report(
        by: .ten, weights: weights,
        besides: ["few": "minlength: 3; maxlength: 8; allowed: unicode;"])
      #expect(report.comparesOthers == (weights == .accounts))
      #expect(report.sentence.contains("whoever guesses") == (weights == .accounts))
      return report.rows.first { $0.cell.name == "few" }?.isBest
    }
    // It refuses more than another policy, and leaves more to ten guesses.
    #expect(try isBest(.accounts) == false)
    #expect(try isBest(.none) == false)
  }

  @Test func `how sure it is that less is guessed is told from row to row`() throws {
    func told(_ measure: SweepReport.Measure) throws -> [String] {
      let ink = Summary.Ink(isOn: false)
      let screen = SweepScreen(try report(by: measure), ink: ink, columns: 200)
      return screen.text.split(separator: "\n").map(String.init)
        .filter { $0.contains("than in the row above") }
    }
    // 36 % and less than 1 % by zxcvbn, which is up to 59 percentage points too high.
    #expect(
      try told(.day) == [
        "  Less is guessed than in the row above (in the first: than with no policy): open, open."
      ])
    #expect(try told(.ten).isEmpty && told(.median).isEmpty)
  }

  @Test func `the screen has maps of refusals and of what is left`() throws {
    let screen = SweepScreen(
      try report(by: .ten), ink: Summary.Ink(isOn: false), columns: 100)
    #expect(
      screen.text == """
        9 policies tried on 5,900 passwords (d; 45 different)

        Each cell is a policy. Down: the fewest characters that it accepts. Across: how many of \
        the four
        kinds lower, upper, digit, special it asks for; 0: no such rule. Left: what it \
        refuses. Right: what
        is guessed of what it accepts. The shade is of the number behind it, darker is more; –: it accepts
        too few.

        no blocklist
        refused, % of all     by the 10 commonest, % of accepted
                   0      3              0      3
            6   6.78 ▒ 44.1       6 █ 84.5 █ 75.8
            8 ▒ 42.4 ▓ 64.4       8 █ 76.5 ▓ 63.1
           12 █ 87.3 █ 87.3      12      –      –

        built-in blocklist
        refused, % of all     by the 10 commonest, % of accepted
                   0      3              0      3
            8 ▓ 64.4 ▒ 44.1       8 ▓ 63.1 █ 75.8

        beside the grid
          policy   refused   by the 10
                   of all    commonest, of
                             the accepted
          own      64.4 %    63.1 %          allowed: unicode; minlength: 9;

        best trade-offs
          7 policies of the 7 with a share: no other both refuses less and leaves a smaller share of \
        the
            accepted to the 10 commonest passwords.
          if you may       refused   by the 10
          refuse at most   of all    commonest, of
                                     the accepted
          half of all      44.1 %    75.8 %          allowed: unicode; minlength: 6; min-classes: 3;
          eight in ten     64.4 %    63.1 %          allowed: unicode; minlength: 8; min-classes: 3;
          Of the policies that refuse at most as much as own, none leaves less; it leaves 63.1 %.

        Numbers       Commonest: the share of the accepted that so many of the commonest passwords \
        guess, by
                      one who knows how common each is on the list; a repeated line is another \
        account. A
                      policy is beaten only by one that refuses no more and whose ends of what \
        guesses find
                      of other accounts, whoever guesses, lie below its own (99 % sure of all ends \
        at once,
                      if accounts are independent draws).
        Caveats       A policy that accepts fewer than 1,000 passwords has no share guessed and \
        is not among
                      the best.
        Not covered   what people choose instead of a refused password; phishing; passwords reused
                      elsewhere; how far your users are like this list.

        """)
  }

  @Test(arguments: [SweepReport.Measure.ten, .median])
  func `each cell of the map has the fill of its number, at its length and kinds`(
    measure: SweepReport.Measure
  ) throws {
    let picture = try picture("f8-1", by: measure)
    let boxes = picture.ground.bars.filter { $0.width == 13 && $0.height == 12 }
    let legend = boxes.map { box in
      picture.ground.labels.first { abs($0.x - box.x - 18.5) < 0.1 }?.text ?? "?"
    }
    // Each shade has a fifth of the different shares, here one.
    #expect(legend == ["6.8 % refused", "42.4 %", "44.1 %", "64.4 %", "87.3 %"])
    #expect(Set(boxes.map(\.fill)).count == 5)
    #expect(picture.marks.count == 8)
    for (mark, row) in zip(picture.marks, picture.table.dropFirst()) {
      let cell = try #require(mark.bars.last)
      let step = try #require(boxes.firstIndex { $0.fill == cell.fill })
      let refused = try #require(Double(row[4].dropLast(2)))
      #expect(legend[step].hasPrefix(row[4]), "\(row)")
      let numbers = mark.labels.sorted { $0.y < $1.y }.map(\.text)
      #expect(numbers.count == 2)
      #expect(numbers[0].hasPrefix("◆ ") == (row[7] == "◆"))
      #expect(abs((Double(numbers[0].replacing("◆ ", with: "")) ?? -1) - refused) < 0.06)
      #expect(numbers[1] == (row[5].isEmpty ? "–" : row[5]))
      // The frame of the best is a bar of its own.
      #expect(mark.bars.count == (row[7] == "◆" ? 2 : 1))
      let head = picture.ground.labels.filter { $0.y == 49 }.min {
        abs($0.x - cell.middle) < abs($1.x - cell.middle)
      }
      #expect(head?.text == (row[2].isEmpty ? "any" : "\(row[2]) kinds"))
      let line = picture.ground.labels.filter { $0.x == 74 }.min {
        abs($0.y - 4 - cell.y - cell.height / 2) < abs($1.y - 4 - cell.y - cell.height / 2)
      }
      #expect(line?.text == row[1])
    }
    #expect(
      picture.ground.labels.filter { $0.y == 16 }.map(\.text) == [
        "no blocklist", "built-in blocklist",
      ])
    #expect(picture.table.dropFirst().map { $0[0] }.prefix(2) == ["6/0", "6/3"])
  }

  @Test(arguments: [
    (SweepReport.Measure.ten, 7), (.day, 7), (.median, 9),
  ])
  func `each policy stands where its refusals and what it leaves meet`(
    measure: SweepReport.Measure, count: Int
  ) throws {
    let picture = try picture("f0", by: measure)
    #expect(picture.marks.count == count)
    let x = try Axis(picture.ground.labels.filter { $0.y == 427 }, along: \.x, Axis.percent)
    let left = picture.ground.labels.filter { $0.x == 40 }.map {
      Picture.Label(text: $0.text, x: $0.x, y: $0.y - 4)
    }
    // The fewer guesses are enough, the further up.
    let isMedian = measure == .median
    let y = try Axis(
      left, along: \.y, isDownward: isMedian, isMedian ? Axis.power : Axis.percent)
    for (mark, row) in zip(picture.marks, picture.table.dropFirst()) {
      let dot = try #require(mark.dots.first)
      #expect(tenths(x(dot.x)) + " %" == row[1], "\(row)")
      let left = row[2].replacing("10^", with: "").replacing(" %", with: "")
        .replacing("<1", with: "0").replacing(">99", with: "100")
      #expect(abs(y(dot.y) - (Double(left) ?? -1)) < (isMedian ? 0.06 : 0.6), "\(row)")
      #expect((dot.colour == "comply") == (row[4] == "best trade-off"), "\(row)")
    }
    // The line joins the best, from the mildest on.
    let line = try #require(picture.ground.lines.first { $0.look == "comply" })
    let best = picture.table.filter { $0[4] == "best trade-off" }.map { $0[1] }
    #expect(line.points.map { tenths(x($0.x)) + " %" }.sorted() == best.sorted())
    #expect(line.points.map(\.x) == line.points.map(\.x).sorted())
  }

  @Test func `a sweep is told as it was, on its screen and its page`() throws {
    var recorded = RecordedText()
    for measure in [SweepReport.Measure.day, .ten, .thousand, .median] {
      let report = try report(
        by: measure,
        besides: [
          "a|b`*<i>": "minlength: 7; allowed: unicode;",
          String(repeating: "long ", count: 40): "minlength: 10;",
        ])
      for isVerbose in [false, true] {
        recorded.add(
          "\(measure), \(isVerbose)",
          SweepScreen(report, ink: Summary.Ink(isOn: false), columns: 90, isVerbose: isVerbose).text
        )
      }
      let page = SweepPage(report, version: "1").serialized()
      if measure == .day || measure == .ten {
        recorded.add("\(measure), page", try #require(PageTree.parse(page)).outline)
      }
    }
    for (measure, least) in [(SweepReport.Measure.day, 60), (.ten, 400)]
      as [(SweepReport.Measure, UInt64)]
    {
      let report = try report(by: measure, foldedBelow: least)
      recorded.add(
        "folded, \(measure)",
        SweepScreen(report, ink: Summary.Ink(isOn: false), columns: 90).text
          + String(decoding: report.table.bytes(), as: UTF8.self))
      let page = SweepPage(report, version: "1").serialized()
      recorded.add("folded, \(measure), page", try #require(PageTree.parse(page)).outline)
      for (row, exact) in zip(report.rows, try self.report(by: measure).rows) {
        let (ends, number) = (row.found.accepted, exact.found.accepted)
        #expect(ends.lowerBound <= number.lowerBound && number.upperBound <= ends.upperBound)
      }
    }
    try recorded.expect(in: "sweeps")
  }
}
