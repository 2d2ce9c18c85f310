import Foundation
import TestSupport
import Testing

@Suite struct RecommendTests {
  private let directory: TemporaryDirectory
  private static let grid = [
    "--minlength", "6,8,10", "--classes", "0,3", "--min-score", "0,2", "--blocklist",
    "none,default", "--allowed", "unicode", "--reference-year", "2026",
  ]

  init() throws {
    directory = try TemporaryDirectory()
    for (name, seed) in [("one.txt", 1), ("two.x.txt", 2)] as [(String, UInt64)] {
      try directory.file(name, Self.list(seed))
    }
  }

  /// Some thousand made-up passwords.
  private static func list(_ seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    let words = ["apple", "river", "monkey", "dragon", "summer", "shadow", "master"]
    func number(_ most: Int) -> Int { Int.random(in: 0..<most, using: &random) }
    return (0..<5000).map { _ in
      let word = words[number(words.count)]
      switch number(4) {
      case 0: return word + "\(number(100))\n"
      case 1: return word.capitalized + "\(number(3000))!\n"
      case 2: return "\(number(1_000_000_000))\n"
      default: return word + words[number(words.count)].capitalized + "-\(number(9999))\n"
      }
    }.joined()
  }

  private func answer(_ arguments: [String], code: Int32? = 0) throws -> [String: Any] {
    let run = try directory.audit(
      ["recommend", "--format", "json"] + arguments, code: code)
    return try #require(
      JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  private static func chosen(_ answer: [String: Any]) -> String? {
    (answer["choice"] as? [String: Any])?["rules"] as? String
  }

  /// What a sweep says of each policy: rules, share refused, share guessed, passwords accepted.
  private func swept(_ list: String) throws -> [(rules: String, refused: Double, guessed: Double?)]
  {
    let run = try directory.audit(["sweep", "--format", "csv"] + Self.grid + [list])
    let rows = run.output.split(separator: "\n")
    let head = rows[0].split(separator: ",")
    return try rows.dropFirst().map { row in
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      func cell(_ name: String) throws -> Substring {
        cells[try #require(head.firstIndex { $0 == name })]
      }
      let isEnough = (UInt64(try cell("accepted")) ?? 0) >= 1000
      return (
        String(cells[cells.count - 1]), try #require(Double(try cell("refused_share"))),
        isEnough ? Double(try cell("guessed_in_day")) : nil
      )
    }
  }

  @Test func `the choice is the one that the numbers of a sweep lead to`() throws {
    let lists = ["one.txt", "two.x.txt"]
    let swept = try lists.map(swept)
    var chosen: Set<String> = []
    for limit in [0.05, 0.2, 0.3, 0.5, 0.8] {
      func fits(_ list: Int, _ policy: Int) -> Bool {
        swept[list][policy].guessed != nil && swept[list][policy].refused <= limit
      }
      let floors = lists.indices.map { list in
        swept[list].indices.filter { fits(list, $0) }.compactMap { swept[list][$0].guessed }.min()
          ?? 0
      }
      let keys = swept[0].indices.filter { policy in lists.indices.allSatisfy { fits($0, policy) } }
        .map { policy -> [Int] in
          let regrets = lists.indices.map { (swept[$0][policy].guessed ?? 1) - floors[$0] }
          let refused = lists.indices.map { swept[$0][policy].refused }
          func points(_ share: Double?) -> Int { Int((100 * (share ?? 0) + 0.5).rounded(.down)) }
          return [
            points(regrets.max()), points(refused.max()), swept[0][policy].rules.count, policy,
          ]
        }
      let best = keys.min { $0.lexicographicallyPrecedes($1) }
      let expected = best.map { swept[0][$0[3]].rules }
      let answer = try answer(
        ["--refuse-at-most", "\(limit * 100)%"] + Self.grid + lists, code: best == nil ? 1 : 0)
      #expect(Self.chosen(answer) == expected, "at \(limit)")
      if let expected { chosen.insert(expected) }
    }
    #expect(chosen.count > 2)
  }

  @Test func `tallies, tables and lists give one answer`() throws {
    let limit = ["--refuse-at-most", "60%"]
    try directory.audit([
      "scan", "--blocklist-match", "exact", "--reference-year", "2026", "one.txt", "-o",
      "one.tally",
    ])
    let lists = try answer(limit + Self.grid + ["one.txt", "two.x.txt", "-o", "counts.json"])
    let names = (lists["lists"] as? [[String: Any]])?.map { $0["name"] as? String }
    #expect(names == ["one", "two"])
    let mixed = try answer(limit + Self.grid + ["one.tally", "two.x.txt"])
    #expect((lists as NSDictionary).isEqual(mixed))
    let table = try answer(limit + ["--table", "counts.json"])
    #expect((lists as NSDictionary).isEqual(table))
    // The file is not replaced unasked.
    let again = try directory.audit(
      ["recommend", "one.txt", "-o", "counts.json"], code: 2)
    #expect(again.errors.contains("counts.json"))
    try directory.audit(["recommend", "one.txt", "-o", "counts.json", "--force"])
  }

  @Test func `the answer of a folded tally holds that of the list`() throws {
    try directory.audit([
      "scan", "--distinct", "--reference-year", "2026", "one.txt", "-o", "one.tally",
    ])
    try directory.audit(["merge", "one.tally", "--min-group", "20", "-o", "folded.tally"])
    let limit = ["--refuse-at-most", "80%"] + Self.grid
    let folded = try answer(limit + ["folded.tally", "--output", "folded.json"], code: nil)
    let exact = try answer(limit + ["one.txt", "--output", "exact.json"])
    func regrets(_ answer: [String: Any], _ key: String) -> [Double]? {
      (((answer["choice"] as? [String: Any])?["lists"] as? [[String: Any]])?.first?[key]
        as? [NSNumber])?.map(\.doubleValue)
    }
    if let plain = regrets(folded, "regret"), let rows = regrets(folded, "regret_by_rows") {
      #expect(plain[0] <= rows[0] && rows[1] <= plain[1])
      if Self.chosen(folded) == Self.chosen(exact), let truth = regrets(exact, "regret") {
        #expect(rows[0] <= truth[0] && truth[0] <= rows[1])
      }
    }
    let counts = try ["folded.json", "exact.json"].map { file in
      try #require(
        JSONSerialization.jsonObject(with: Data(directory.bytes(file))) as? [String: Any])
    }
    func cells(_ counts: [String: Any]) -> [[String: [NSNumber]]] {
      (counts["policies"] as? [[String: Any]] ?? []).compactMap {
        ($0["cells"] as? [[String: [NSNumber]]])?.first
      }
    }
    let pairs = zip(cells(counts[0]), cells(counts[1]))
    #expect(Array(pairs).count == 24)
    for (wide, exact) in pairs {
      for key in ["accepted", "guessed", "unguessed"] {
        let (ends, number) = (wide[key]?.map(\.intValue) ?? [], exact[key]?.map(\.intValue) ?? [])
        #expect(ends.count == 2 && number[0] == number[1])
        #expect(ends[0] <= number[0] && number[0] <= ends[1], "\(key)")
      }
    }
  }

  @Test(arguments: [
    (["--refuse-at-most", "101%", "one.txt"], 64, "from 0 to 100"),
    (["--meets", "nist", "one.txt"], 64, "Unknown standard 'nist'"),
    (["--against", "thief", "one.txt"], 64, "offline-day"),
    (["--strength", "none", "one.txt"], 64, "what is guessed is its question"),
    (["--table", "one.txt"], 2, "this is no table of counts"),
    (["--table", "missing.json"], 2, "cannot be read"),
    (["--table", "one.txt", "two.x.txt"], 64, "--table takes the place of lists"),
    (
      [
        "--minlength", "1-200", "--min-score", "0-4", "--vary", "at-most: none,0-4 digit",
        "one.txt",
      ], 64,
      "at most 10000"
    ),
    (["missing.txt"], 2, "no such file"),
    (["missing.txt", "one.txt"], 1, "no such file"),
    (["empty.txt"], 2, "no passwords"),
    (["one.txt", "one.txt"], 0, "warning: the same list as one.txt"),
    (["--refuse-at-most", "1%", "--minlength", "12", "one.txt"], 1, ""),
    (["--refuse-at-most", "99%", "--meets", "pci-4.0.1", "--minlength", "8", "one.txt"], 1, ""),
    (["--refuse-at-most", "99%", "--minlength", "30", "one.txt"], 1, ""),
    (["-o", "missing/counts.json", "one.txt"], 2, "cannot write"),
    (["-o", "-", "one.txt"], 64, "file"),
    (["--format", "csv", "one.txt"], 64, "text or json"),
  ])
  func `each outcome has its exit code`(arguments: [String], code: Int32, words: String) throws {
    try directory.file("empty.txt", "")
    let run = try directory.audit(["recommend"] + arguments, code: code)
    if words.isEmpty {
      #expect(run.output.contains("None of"))
    } else {
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }

  @Test func `lists of one beginning have names of their own`() throws {
    for name in ["leak-old.txt", "leak.txt", "leak.x.txt"] {
      try directory.file(name, Self.list(UInt64(name.count)))
    }
    let answer = try answer(["leak-old.txt", "leak.txt", "leak.x.txt"] + Self.grid)
    let names = (answer["lists"] as? [[String: Any]])?.map { $0["name"] as? String }
    #expect(names == ["leak-old", "leak", "leak-2"])
  }

  @Test func `the published tallies answer without a list`() throws {
    let published = try answer(["--refuse-at-most", "80%"])
    let named = try answer(
      ["--refuse-at-most", "80%"]
        + ["domains", "myspace", "phpbb"].map {
          Repository.root.appending(path: "Reports/evidence/\($0).tally").path
        })
    #expect((published as NSDictionary).isEqual(named))
    let about = (published["lists"] as? [[String: Any]])?.compactMap { $0["about"] as? String }
    #expect(about?.count == 3)
    let choice = try #require(published["choice"] as? [String: Any])
    #expect(choice["policy"] as? String == "length 8, score 2")
    // The rows of the tallies say more of two policies than the counts of each.
    for list in try #require(choice["lists"] as? [[String: Any]]) {
      let plain = try #require(list["regret"] as? [Double])
      let rows = try #require(list["regret_by_rows"] as? [Double])
      #expect(plain[0] <= rows[0] && rows[1] < plain[1] * 0.7)
    }
    let worst = try #require(choice["worst_regret"] as? [Double])
    let rows = try #require(choice["worst_regret_by_rows"] as? [Double])
    #expect(worst[0] <= rows[0] && rows[1] < worst[1] * 0.7)
  }

  @Test func `the screen says when nothing stands out, and what nearly fits`() throws {
    let even = try directory.audit(["recommend", "--refuse-at-most", "50%"])
    #expect(
      even.output.contains("How sure    no clear winner: any of the 5 others may be as good"))
    #expect(even.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let none = try directory.audit(
      ["recommend", "--refuse-at-most", "99%", "--meets", "nist-63b-4"], code: 1)
    let text = none.output.replacing(#/\s+/#, with: " ")
    #expect(text.contains("10 of 440 policies meet nist-63b-4, but each accepts fewer than 1,000"))
    #expect(text.contains(#/At the most \d{1,3} of \w+, by .*minlength: 15;/#))
  }

  @Test func `tallies that say too little are refused with a remedy`() throws {
    for (name, strength) in [("none.tally", "none"), ("zxcvbn.tally", "zxcvbn")] {
      try directory.audit([
        "scan", "--strength", strength, "--blocklist-match", "exact", "--reference-year", "2026",
        "one.txt", "-o", name,
      ])
    }
    let none = try directory.audit(["recommend", "none.tally"], code: 2)
    #expect(none.errors.contains("Record it: audit scan --strength combined LIST -o FILE"))
    #expect(!none.errors.contains("Or say"))
    let two = try directory.audit(["recommend", "zxcvbn.tally", "two.x.txt"], code: 2)
    #expect(two.errors.contains("by the estimate 'zxcvbn', of 'two' by 'combined'"))
    let one = try answer(
      ["--strength", "zxcvbn", "--refuse-at-most", "50%", "zxcvbn.tally", "two.x.txt"] + Self.grid)
    #expect(one["not_told_apart"] is NSNull)
    #expect((one["against"] as? [String: Any])?["difference_error"] is NSNull)
  }

  @Test func `a policy of one's own is answered for`() throws {
    try directory.file("ours.policy", "minlength: 10; required: digit; allowed: unicode;\n")
    let run = try directory.audit(
      ["recommend", "--refuse-at-most", "30%", "--rules", "ours.policy", "one.txt"] + Self.grid)
    #expect(run.output.contains("Yours       ours: refused"))
    #expect(run.output.contains("not permitted: refuses too many"))
    let answer = try answer(
      ["--refuse-at-most", "90%", "--accepts-managers", "--rules", "ours.policy", "one.txt"]
        + Self.grid)
    let own = try #require((answer["own"] as? [[String: Any]])?.first)
    // Some managers propose passwords without a digit.
    #expect(own["barred"] as? [String] == ["managers"])
    #expect((answer["grid"] as? [String: Any])?["policies"] as? Int == 25)
  }

  @Test func `the screen has 80 columns`() throws {
    for limit in ["10%", "33.3%", "80%"] {
      for attacker in ["online", "offline-day", "offline-fast"] {
        let run = try directory.audit(
          ["recommend", "--refuse-at-most", limit, "--against", attacker, "one.txt", "two.x.txt"]
            + Self.grid, code: nil)
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.count <= 80 } && lines.count <= 30, "\(run.output)")
      }
    }
  }
}
