import TestSupport
import Testing

/// Each password a thousand times: of fewer there are no shares found by guesses.
private let list = String(repeating: passwords, count: 1000)

private let passwords = """
  password
  password
  password
  Passw0rd
  Passw0rd
  letmein
  Tr0ub4dor&3
  aaaabbbb1!

  """

@Suite struct SweepTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("leaked.txt", list)
  }

  @Test func `a page repeats what makes its numbers less than they look`() throws {
    let grid = ["sweep", "--strength", "none", "--minlength", "8", "-q", "-o", "out"]
    for (lists, code, isTold) in [
      (["leaked.txt"], 0 as Int32, false), (["leaked.txt", "leaked.txt"], 1, true),
    ] {
      try directory.audit(grid + lists, code: code)
      let page = try #require(directory.text("out/sweep.html"))
      #expect(page.contains("named twice; every password counts twice") == isTold)
    }
  }

  @Test func `a grid of policies is swept in one pass`() throws {
    let grid = [
      "sweep", "--minlength", "7...8,10", "--classes", "0,3", "--max-repeating", "none,2",
      "--blocklist", "none,default", "--reference-year", "2026", "--weights", "accounts",
    ]
    let run = try directory.audit(grid + ["--format", "csv", "leaked.txt"])
    let rows = run.output.split(separator: "\n")
    #expect(rows.count == 1 + 3 * 2 * 2 * 2)
    let columns = [
      "dataset,weights,minlength,classes,max_repeating,blocklist,accepted,refused_share",
      "distinct_accepted,lambda_10,lambda_1000,floor_bits,bound_10_lower,bound_10_upper",
      "bound_1000_lower,bound_1000_upper,guessed_in_day,guessed_in_day_by,guessed_in_day_error",
      "median_guesses_log10,median_by,ranked_by,pareto,caveats_in_words,policy,rules",
    ]
    #expect(rows[0] == columns.joined(separator: ","))
    func row(_ settings: String) throws -> [Substring] {
      let row = try #require(
        rows.first { $0.hasPrefix("leaked,accounts,\(settings),") }, "\(settings)")
      return row.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(try row("7,0,none,none")[6...8] == ["8000", "0", "5"])
    #expect(try row("7,0,none,none")[11] == "45.988989")
    #expect(try row("8,0,none,none")[6...8] == ["7000", "0.125", "4"])
    #expect(try row("8,3,none,none")[6...8] == ["4000", "0.5", "3"])
    #expect(try row("8,3,2,none")[6...8] == ["3000", "0.625", "2"])
    #expect(try row("8,0,none,default")[6...8] == ["4000", "0.5", "3"])
    #expect(try row("10,3,2,default")[6...8] == ["1000", "0.875", "1"])
    #expect(try row("8,0,none,none")[19].isEmpty == false)
    #expect(try row("8,0,none,none")[17...18] == ["combined", "within 8 percentage points"])
    #expect(
      rows.contains { $0.hasSuffix(",minlength: 8; min-classes: 3; blocklist: default exact;") })

    // Policies are compared by medians, which more rules raise here; with ten guesses few remain,
    // by the list's own counts.
    let ten = try directory.audit(
      grid.map { $0 == "accounts" ? "none" : $0 }
        + ["--against", "lambda-10", "--format", "csv", "leaked.txt"])
    let best = ten.output.split(separator: "\n").count { $0.contains(",1,Filtered list") }
    #expect(best >= 1 && rows.count { $0.contains(",1,Filtered list") } > best)

    // The printed rules are a policy with the same verdicts.
    let rules = try #require(
      rows.first { $0.contains(",8,3,2,default,") }?.split(separator: ",").last)
    try directory.file("cell.policy", "\(rules)\n")
    let again = try directory.audit("--verbose --rules cell.policy --strength none leaked.txt")
    let accepted = try row("8,3,2,default")[6]
    #expect(again.output.contains("(\(accepted.first ?? " "),000)"))
  }

  @Test func `a sweep shows maps and the policies that no other beats`() throws {
    let run = try directory.audit("sweep --strength none leaked.txt")
    #expect(
      run.output.hasPrefix("44 policies tried on 8,000 passwords (leaked; 5 different)\n"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let row = "    7    0.0 ▒ 50.0 ▒ 50.0 █ 87.5       7 █100.0 █100.0 █100.0 █100.0\n"
    #expect(run.output.contains(row))
    #expect(run.output.contains("\nbest trade-offs\n"))
    let words = try directory.audit("sweep --verbose --strength none leaked.txt").output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("0.0 % 8,000 100.0 % 100.0 % 39.4 minlength: 6;"))
    // The text mentions only what exists.
    #expect(words.contains("repetitions are not known to be accounts") && !words.contains("zxcvbn"))
    #expect(!run.output.contains("How sure") && !run.output.contains("in a day"))
    #expect(directory.names().contains("Reports") == false)
  }

  @Test func `zero classes and one class share a column if they mean the same`() throws {
    let grid = ["sweep", "--minlength", "8", "--strength", "none", "--format", "csv"]
    for (options, classes) in [
      ([String](), ["0", "2", "3", "4"]), (["--classes", "0...4"], ["0", "2", "3", "4"]),
      (["--classes", "1,2"], ["1", "2"]),
      (["--classes", "0...2", "--allowed", "unicode"], ["0", "1", "2"]),
    ] {
      let run = try directory.audit(grid + options + ["leaked.txt"])
      let rows = run.output.split(separator: "\n").dropFirst()
      #expect(rows.map { String($0.split(separator: ",")[3]) } == classes, "\(options)")
    }
  }

  @Test func `a page of few passwords draws no front and states no guesses`() throws {
    let lines = (0..<60).map { "meadow\($0 * 7919 % 100_000)\n" }
    try directory.file("few.txt", lines.joined())
    try directory.audit("sweep --minlength 8,10 --preset nist-63b-4 -o grid few.txt")
    let page = try #require(directory.text("grid/sweep.html"))
    #expect(!page.contains("10^–") && !page.contains("points=\"\"") && !page.contains("– %"))
    #expect(
      page.contains(
        " of them are accepted by any one policy: too few to say which are best trade-offs."))
    for word in ["◆", "not beaten", "that no other beats", "Rules to copy</h3><ul></ul>"] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.contains("has no share guessed and is not among the best"))
  }

  @Test func `a grid starts from a policy, with others beside it, and writes a page`() throws {
    try directory.file("site.policy", "minlength: 7; required: lower; allowed: unicode;")
    let run = try directory.audit([
      "sweep", "--rules", "site.policy", "--preset", "nist-63b-4", "--minlength", "8,10",
      "--classes", "0,3", "--reference-year", "2026", "-o", "grid", "leaked.txt",
    ])
    #expect(run.output.contains("\nas site\n") && run.output.contains("\nbeside the grid\n"))
    #expect(run.output.hasSuffix("\nPage          grid/sweep.html\n"))
    #expect(directory.names(in: "grid") == ["datapackage.json", "sweep.csv", "sweep.html"])
    let rows = directory.rows("grid/sweep.csv").map(String.init)
    #expect(rows.count == 1 + 4 + 2)
    #expect(rows[1].hasSuffix(",length 8,required: lower; allowed: unicode; minlength: 8;"))
    #expect(rows[4].contains("required: lower;") && rows[4].contains("min-classes: 3;"))
    // Policies outside the grid have no place in it.
    #expect(rows[5].hasPrefix("leaked,none,,,,,8000,") && rows[5].contains(",site,"))
    #expect(rows[6].hasPrefix("leaked,none,,,,,") && rows[6].contains(",nist-63b-4,"))

    let page = try #require(directory.text("grid/sweep.html"))
    let tree = try #require(PageTree.parse(Array(page.utf8)), "not well-formed")
    #expect(tree.all("h1").map(\.text) == ["6 policies against 8,000 passwords of leaked"])
    for figure in tree.all("figure") {
      let marks = figure.all("g").count
      #expect(marks == 2 * figure.all("tbody").flatMap { $0.all("tr") }.count && marks > 0)
    }
    // The numbers of the heat map equal those of the table.
    let map = try #require(tree.element("f8-1"))
    let refused = map.all("tbody")[0].all("tr").map { $0.cells[4] }
    let shares = rows[1...4].compactMap { Double($0.split(separator: ",")[7]) }
    #expect(refused == shares.map { "\(($0 * 1000).rounded() / 10) %" })

    // It replaces an earlier one, and nothing else; -q prints nothing.
    let again = [
      "sweep", "--minlength", "8", "--strength", "none", "-q", "-o", "grid", "leaked.txt",
    ]
    let quiet = try directory.audit(again)
    #expect(quiet.output == "")
    try directory.file("grid/thesis.tex", "")
    let foreign = try directory.audit(again, code: 2)
    #expect(foreign.errors.contains("thesis.tex"))
  }

  @Test(.needsTerminal, arguments: [60, 72, 80, 100])
  func `a sweep fits the terminal`(columns: Int) throws {
    try directory.file("leaked.txt", passwords)
    let run = try directory.shell(
      """
      script -qec "stty cols \(columns); $audit sweep --no-progress --preset nist-63b-4 \
      --reference-year 2026 --blocklist none,default leaked.txt" /dev/null
      """)
    for line in run.output.replacing(#/\e\[[0-9;]*m/#, with: "").split(whereSeparator: \.isNewline)
    {
      #expect(line.count <= columns, "\(line)")
    }
  }

  @Test(arguments: [
    (["--minlength", "16-6"], "6-16"), (["--minlength", "6-x"], "6-16"),
    (["--minlength", "0...3"], "from 1 to"),
    (["--classes", "0...5"], "from 0 to 4"), (["--max-repeating", "0"], "from 1"),
    (["--blocklist", "none,,x"], "with commas"), (["--minlength", "1...5000"], "--minlength"),
    (["--minlength", "1...1100"], "at most 4096"),
    (["--against", "median", "--strength", "none"], "needs --strength combined or zxcvbn"),
  ])
  func `a grid that makes no sense is refused`(options: [String], message: String) throws {
    let run = try directory.audit(["sweep"] + options + ["leaked.txt"], code: 64)
    #expect(run.errors.contains(message))
  }

  @Test func `a sweep that ends incomplete exits with 1 and still prints`() throws {
    try directory.file("counted.txt", "   3 password\nno count\n   1 Tr0ub4dor&3\n")
    try directory.file("empty.txt", "")
    let sweep = ["sweep", "--strength", "none", "--format", "csv"]
    for (arguments, code): ([String], Int32) in [
      (["leaked.txt"], 0), (["gone.txt", "leaked.txt"], 1), (["leaked.txt", "gone.txt"], 1),
      (["--layout", "counted:prefix", "counted.txt"], 1), (["gone.txt"], 2),
    ] {
      let run = try directory.audit(sweep + arguments, code: code)
      #expect(run.output.isEmpty == (code == 2), "\(arguments)")
    }
    let cut = try directory.shell(
      "gzip -c leaked.txt | head -c -9 > cut.txt.gz; \"$audit\" sweep --strength none cut.txt.gz",
      code: 1)
    #expect(cut.output.contains(" tried on 8,000 passwords (cut;"))
  }

  @Test func `any rule on a number can be an axis of the grid`() throws {
    let grid = [
      "sweep", "--minlength", "7", "--classes", "0", "--strength", "none", "leaked.txt",
    ]
    let run = try directory.audit(
      grid + [
        "--vary", "at-most: none,0-1 digit", "--vary", "max-class-run: 5,none", "--format", "csv",
      ])
    let rows = run.output.split(separator: "\n")
    #expect(rows.count == 1 + 3 * 2)
    #expect(rows[0].hasPrefix("dataset,weights,minlength,classes,max_repeating,varied,blocklist,"))
    #expect(rows[1].contains(",max-class-run: 5,none,"))
    #expect(rows.contains { $0.contains(",at-most: 1 digit; max-class-run: 5,none,") })
    #expect(rows.contains { $0.hasSuffix(",minlength: 7; at-most: 1 digit;") })
    // The numbers are those of the policy alone, and a rule of --rules gives way.
    try directory.file("cell.policy", "minlength: 7; at-most: 0 digit; at-most: 3 lower;\n")
    let based = try directory.audit(
      grid + ["--rules", "cell.policy", "--vary", "at-most: 0,none digit", "--format", "csv"])
    let cells = based.output.split(separator: "\n").map { $0.split(separator: ",") }
    #expect(cells[1].last == cells[3].last && cells[1][7] == cells[3][2])
    #expect(cells[2].last == "minlength: 7; at-most: 3 lower;")
    for (rule, part) in [
      ("min-score: 1", "is no rule with numbers"), ("at-most: none digit", "is no rule with"),
      ("at-most: 1 digits", "unknown class 'digits'"), ("at-most: x digit", "is no rule with"),
      ("max-class-run: 0", "has no effect"),
    ] {
      let wrong = try directory.audit(grid + ["--vary", rule], code: 64)
      #expect(wrong.errors.contains(part), "\(rule): \(wrong.errors)")
    }
  }

  @Test func `least scores are an axis of the grid`() throws {
    let grid = [
      "sweep", "--minlength", "7,8", "--classes", "0", "--min-score", "0,2,4", "--reference-year",
      "2026", "leaked.txt",
    ]
    let run = try directory.audit(grid + ["--format", "csv", "-o", "out"])
    let rows = run.output.split(separator: "\n")
    #expect(rows.count == 1 + 2 * 3)
    #expect(
      rows[0].hasPrefix("dataset,weights,minlength,classes,max_repeating,min_score,blocklist,"))
    #expect(rows.contains { $0.hasPrefix("leaked,none,8,0,none,2,none,") })
    #expect(rows.contains { $0.hasSuffix(",minlength: 8; min-score: 2;") })
    // A score of its own for each cell: the numbers of the policy alone.
    try directory.file("cell.policy", "minlength: 7; min-score: 2;\n")
    try directory.audit(
      "--rules cell.policy --reference-year 2026 -q -o alone leaked.txt")
    let cell = rows.first { $0.hasPrefix("leaked,none,7,0,none,2,none,") }
    let accepted = cell?.split(separator: ",", omittingEmptySubsequences: false)[7] ?? ""
    #expect(
      directory.text("alone/audit.csv")?.contains(
        "\nleaked,cell,compliance,compliant,0,entries,\(accepted),") == true, "\(accepted)")
    let screen = try directory.audit(grid)
    #expect(screen.output.contains("\nany score, no blocklist\n"))
    #expect(screen.output.contains("\nscore of at least 4, no blocklist\n"))
    #expect(directory.text("out/sweep.html")?.contains("score of at least 2") == true)
    let wrong = try directory.audit("sweep --min-score 5 leaked.txt", code: 64)
    #expect(wrong.errors.contains("--min-score goes from 0 to 4, not to 5."))
    // The base policy's own score holds unless the grid varies it.
    let based = try directory.audit(
      ["sweep", "--rules", "cell.policy", "--minlength", "8", "--classes", "0", "--format", "csv"]
        + ["leaked.txt"])
    #expect(based.output.contains(",minlength: 8; min-score: 2;\n"))
  }
}
