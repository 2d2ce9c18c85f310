import Jobs
import Metrics
import PasswordStrength
import Passwords
import Testing

@Suite struct QuantityTests {
  @Test(
    arguments: [
      ("50", 50), ("50%", 50), ("50 %", 50), ("99.5%", 99.5), ("0", 0), ("100%", 100), (" 7 % ", 7),
    ] as [(String, Double)])
  func `a share is read with its sign or without`(text: String, percent: Double) throws {
    #expect(try Quantity.percent(text) == percent)
  }

  @Test(arguments: ["", "%", "-1", "100.1%", "101", "5o%", "50%%", "0x10", "nan", "1/2", "50 GB"])
  func `a text that is no share is refused`(text: String) {
    #expect(
      throws: QuantityProblem.unreadable(
        text, expected: "per cent from 0 to 100, such as 50% or 99.5")
    ) { try Quantity.percent(text) }
  }

  @Test(arguments: [
    ("8", 8...8), ("8-15", 8...15), ("8..15", 8...15), ("8...15", 8...15), ("8–15", 8...15),
    ("8 - 15", 8...15), ("0-0", 0...0),
  ])
  func `a range is read in every spelling`(text: String, range: ClosedRange<Int>) throws {
    #expect(try Quantity.range(text) == range)
  }

  @Test(arguments: [
    "", "-", "8-", "-8", "15-8", "8....15", "8-9-10", "8,9", "a-b", "9223372036854775808",
  ])
  func `a text that is no range is refused`(text: String) {
    #expect(throws: QuantityProblem.self) { try Quantity.range(text) }
  }

  @Test(arguments: [
    ("0", 0), ("300", 300), ("20k", 20_000), ("20K", 20_000), ("5M", 5_000_000),
    ("1 G", 1_000_000_000),
  ])
  func `a count takes decimal units`(text: String, count: Int) throws {
    #expect(try Quantity.count(text) == count)
  }

  @Test(arguments: [
    ("1G", 1 << 30), ("1GiB", 1 << 30), ("1gb", 1_000_000_000), ("512MiB", 512 << 20),
    ("64 K", 65_536),
    ("7", 7), ("7B", 7), ("1p", 1 << 50),
  ])
  func `a size takes binary units, and decimal ones with a plain B`(text: String, bytes: Int) throws
  {
    #expect(try Quantity.bytes(text) == bytes)
  }

  @Test(arguments: ["5IB", "5KBB", "5GIG", "5ib", "5KiBB", "x", "5 5"])
  func `a text that is no size is refused`(text: String) {
    #expect(
      throws: QuantityProblem.unreadable(text, expected: "a size such as 512MiB, 4G or 1GB")
    ) { try Quantity.bytes(text) }
  }

  @Test func `a number too large to hold is refused, not cut`() {
    #expect(throws: QuantityProblem.tooLarge("9999999P", "more bytes than there can be")) {
      try Quantity.bytes("9999999P")
    }
    #expect(throws: QuantityProblem.tooLarge("99999P", "more than can be counted")) {
      try Quantity.count("99999P")
    }
    #expect(throws: QuantityProblem.self) { try Quantity.bytes("99999999999999999999") }
  }

  @Test(
    arguments: [
      ("1000/s", 1000, 1), ("20/min", 20, 60), ("5/h", 5, 3600), ("1e6/d", 1e6, 86_400),
      ("100G/s", 1e11, 1), ("100 GH/s", 1e11, 1), ("2.5k/m", 2500, 60), ("1T/s", 1e12, 1),
      ("300H/s", 300, 1),
    ] as [(String, Double, Double)])
  func `a rate takes the units of crackers`(text: String, guesses: Double, seconds: Double) throws {
    let rate = try Quantity.rate(text)
    #expect(rate == Attack.Rate(name: text, guesses, in: seconds, notation: rate.notation))
  }

  @Test(
    arguments: [
      ("1e4/s", .powerOfTen(exponent: 4, unit: "s")),
      ("1e6/d", .powerOfTen(exponent: 6, unit: "d")),
      ("1e10/min", .powerOfTen(exponent: 10, unit: "min")), ("10000/s", .name), ("2e4/s", .name),
      ("1e4H/s", .name), ("1e4K/s", .name), ("100G/s", .name),
    ] as [(String, Attack.Rate.Notation)])
  func `only a one with an exponent is read as a power of ten`(
    text: String, notation: Attack.Rate.Notation
  ) throws {
    #expect(try Quantity.rate(text).notation == notation)
  }

  @Test func `the rate of slow hashes is known however it is reached`() throws {
    #expect(try Quantity.rate("1e4/s") == .slowHashes)
    #expect(Attack.Rate.standard.contains(.slowHashes))
  }

  @Test(arguments: [
    "", "1000", "/s", "0/s", "-1/s", "1000/week", "1/s/s", "1X/s", "1e999/s", "inf/s",
  ])
  func `a text that is no rate is refused`(text: String) {
    #expect(throws: QuantityProblem.self) { try Quantity.rate(text) }
  }

  @Test(arguments: [
    ("60", 60), ("60s", 60), ("5min", 300), ("0.5", 0.5), ("1h", 3600), ("1d", 86_400),
  ])
  func `a time takes its unit`(text: String, seconds: Double) throws {
    #expect(try Quantity.seconds(text) == seconds)
  }

  @Test func `cuts are four ascending numbers`() throws {
    #expect(try Quantity.cuts("1e3, 1e6,1e8 ,2.5e10").guesses == [1e3, 1e6, 1e8, 2.5e10])
  }

  @Test(arguments: ["", "1,2,3", "1,2,3,4,5", "4,3,2,1", "1,2,3,x", "1 2,3,4,5"])
  func `what are no cuts is refused`(text: String) {
    let problem = #expect(throws: QuantityProblem.self) { try Quantity.cuts(text) }
    #expect(
      problem?.description
        == "Expected four ascending numbers such as 1e3,1e6,1e8,1e10, not '\(text)'.")
  }

  @Test(arguments: ["exact", "fold", "leet", "entra-like", "substring:4", "leet+substring:64"])
  func `a comparison of policies has a name`(name: String) throws {
    #expect(try Quantity.comparison(name).rawValue == name)
  }

  @Test(arguments: ["", "sha1", "ntlm", "derivatives", "substring", "substring:1", "substring:65"])
  func `other names mean none, and those that mean one are told in words`(name: String) {
    let problem = #expect(throws: QuantityProblem.self) {
      try Quantity.comparison(name)
    }
    #expect(
      problem?.description == """
        Expected exact, fold, leet, entra-like, or substring:N, fold+substring:N or leet+substring:N \
        with N from 2 to 64, not '\(name)'.
        """)
  }

  @Test(
    arguments: [
      ("1", 1), ("999999", 999_999), ("10", 10), ("0", nil), ("1000000", nil), ("x", nil),
      ("", nil), ("-1", nil),
    ] as [(String, UInt64?)])
  func `a limit on popularity is of a million users`(text: String, number: UInt64?) {
    #expect((try? Quantity.popularity(text)) == number)
  }

  @Test(
    arguments: [
      ("50", 50), ("99.5 %", 99.5), ("95%", 95), ("49.9", nil), ("100", nil), ("x", nil),
      ("99.99", 99.99),
    ] as [(String, Double?)])
  func `a confidence is half or more, but never all`(text: String, percent: Double?) {
    #expect((try? Quantity.confidence(text))?.percent == percent)
  }

  @Test func `behaviours are read by their names, and the nearest is offered`() throws {
    let names = Behaviour.allCases.map(\.rawValue)
    #expect(try Quantity.behaviours("all") == Set(Behaviour.allCases))
    for behaviour in Behaviour.allCases {
      #expect(try Quantity.behaviours(behaviour.rawValue) == [behaviour])
    }
    #expect(
      try Quantity.behaviours("\(names[2]),\(names[0])") == [
        Behaviour.allCases[0], Behaviour.allCases[2],
      ])
    for (text, offered) in [
      ("uniforn", "uniform"), ("\(names[0]),unifrm", "uniform"), ("zzzzzzzzz", nil),
    ] {
      let told = #expect(throws: QuantityProblem.self) { try Quantity.behaviours(text) }
      let words = "all, or names with commas between them: " + names.joined(separator: ", ")
      #expect(
        told
          == .unreadable(text, expected: words + (offered.map { " (did you mean '\($0)'?)" } ?? ""))
      )
    }
  }

  @Test(arguments: ["p=0.6,c=0.05,u=0,e=0.35", "p=1", "p=0.6", "x", "", "p=2,c=0,u=0,e=-1"])
  func `a mixture is shares that add up to one`(text: String) {
    #expect((try? Quantity.mixture(text)) == Mixture(text))
    #expect((try? Quantity.mixture(text)) != nil || text != "p=0.6,c=0.05,u=0,e=0.35")
  }

  @Test(
    arguments: [
      ("exact", ListComparison.exact), ("fold", .fold), ("leet", .leet), ("entra-like", .entraLike),
      ("substring:4", .substring(of: .exact, atLeast: 4)),
      ("fold+substring:7", .substring(of: .fold, atLeast: 7)),
      ("sha1", nil), ("ntlm", nil), ("substring", nil), ("substring:0", nil), ("Exact", nil),
      ("", nil),
    ] as [(String, ListComparison?)])
  func `a comparison is one that policies have`(word: String, comparison: ListComparison?) {
    #expect((try? Quantity.comparison(word)) == comparison)
    let lengths = ListComparison.partLengths
    for length in [
      lengths.lowerBound - 1, lengths.lowerBound, lengths.upperBound, lengths.upperBound + 1,
    ] {
      #expect(
        ((try? Quantity.comparison("substring:\(length)")) != nil) == lengths.contains(length))
    }
  }

  @Test(arguments: ["", "x", "1w", "1e999d", "-1", "5 5"])
  func `a text that is no time is refused`(text: String) {
    #expect(
      throws: QuantityProblem.unreadable(text, expected: "a time such as 30, 30s, 5min or 1h")
    ) {
      try Quantity.seconds(text)
    }
  }
}
