import TestSupport
import Testing

private let list = """
  password
  password
  password
  Passw0rd
  Passw0rd
  letmein
  Tr0ub4dor&3
  aaaabbbb1!

  """

@Test func `a grid of policies is swept in one pass`() throws {
  let directory = try TemporaryDirectory()
  _ = try directory.file("leaked.txt", list)
  let grid = [
    "sweep", "--minlength", "7...8,10", "--classes", "0,3", "--max-repeating", "none,2",
    "--blocklist", "none,default", "--reference-year", "2026", "--weights", "accounts",
  ]
  let run = try Program.run(grid + ["--format", "csv", "leaked.txt"], in: directory)
  #expect(run.code == 0, "\(run.errors)")
  let rows = run.output.split(separator: "\n")
  #expect(rows.count == 1 + 3 * 2 * 2 * 2)
  #expect(
    rows[0]
      == "dataset,weights,minlength,classes,max_repeating,blocklist,accepted,refused_share,"
      + "distinct_accepted,floor_bits,lambda_10,lambda_1000,median_guesses_log10,pareto,caveats,rules"
  )
  func row(_ settings: String) throws -> [Substring] {
    let row = try #require(
      rows.first { $0.hasPrefix("leaked,accounts,\(settings),") }, "\(settings)")
    return row.split(separator: ",", omittingEmptySubsequences: false)
  }
  #expect(try row("7,0,none,none")[6...9] == ["8", "0", "5", "45.988989"])
  #expect(try row("8,0,none,none")[6...8] == ["7", "0.125", "4"])
  #expect(try row("8,3,none,none")[6...8] == ["4", "0.5", "3"])
  #expect(try row("8,3,2,none")[6...8] == ["3", "0.625", "2"])
  #expect(try row("8,0,none,default")[6...8] == ["4", "0.5", "3"])
  #expect(try row("10,3,2,default")[6...8] == ["1", "0.875", "1"])
  #expect(try row("8,0,none,none")[12].isEmpty == false)
  #expect(
    rows.contains { $0.hasSuffix(",minlength: 8; min-classes: 3; blocklist: default exact;") })

  // Against medians, which more rules raise here, the front has several cells.
  let medians = try Program.run(
    grid + ["--against", "median", "--format", "csv", "leaked.txt"], in: directory)
  let front = medians.output.split(separator: "\n").filter { $0.contains(",1,FSP,") }
  #expect(front.count > 1 && front.count > rows.count { $0.contains(",1,FSP,") })

  // What is printed as rules is a policy with the same verdicts.
  let rules = try #require(
    rows.first { $0.contains(",8,3,2,default,") }?.split(separator: ",").last)
  _ = try directory.file("cell.policy", "\(rules)\n")
  let again = try Program.run(
    ["--verbose", "--rules", "cell.policy", "--strength", "none", "leaked.txt"], in: directory)
  let accepted = try row("8,3,2,default")[6]
  #expect(again.output.contains("(\(accepted))"), "\(again.output)")
}

@Test func `a sweep shows maps and the policies that no other beats`() throws {
  let directory = try TemporaryDirectory()
  _ = try directory.file("leaked.txt", list)
  let run = try Program.run(["sweep", "--strength", "none", "leaked.txt"], in: directory)
  #expect(run.code == 0, "\(run.errors)")
  #expect(run.output.hasPrefix("leaked: 8 passwords, 5 distinct, repeated without a meaning\n"))
  #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  let row = "   7    0.0    0.0 ▒ 50.0 ▒ 50.0 █ 87.5   █100.0 █100.0 █100.0 █100.0 █100.0\n"
  #expect(run.output.contains(row))
  #expect(run.output.contains("    0.0 %  100.0 %  100.0 %     39.4           minlength: 6;\n"))
  #expect(run.output.contains("W: Repetitions are not accounts"))
  #expect(directory.names().contains("Reports") == false)
}

@Test(arguments: [
  (["--minlength", "16-6"], "6-16"), (["--minlength", "6-x"], "6-16"),
  (["--minlength", "0...3"], "from 1 to"),
  (["--classes", "0...5"], "from 0 to 4"), (["--max-repeating", "0"], "from 1"),
  (["--blocklist", "none,,x"], "with commas"), (["--minlength", "1...5000"], "--minlength"),
  (["--minlength", "1...1000"], "at most 4096"),
  (["--against", "median", "--strength", "none"], "needs --strength zxcvbn"),
])
func `a grid that makes no sense is refused`(options: [String], message: String) throws {
  let directory = try TemporaryDirectory()
  _ = try directory.file("leaked.txt", list)
  let run = try Program.run(["sweep"] + options + ["leaked.txt"], in: directory)
  #expect(run.code == 64)
  #expect(run.errors.contains(message), "\(run.errors)")
}

@Test func `a sweep that ends incomplete says so by its exit code and still prints`() throws {
  let directory = try TemporaryDirectory()
  _ = try directory.file("leaked.txt", list)
  _ = try directory.file("counted.txt", "   3 password\nno count\n   1 Tr0ub4dor&3\n")
  _ = try directory.file("empty.txt", "")
  let sweep = ["sweep", "--strength", "none", "--format", "csv"]
  for (arguments, code) in [
    (["leaked.txt"], 0), (["gone.txt", "leaked.txt"], 1), (["leaked.txt", "gone.txt"], 1),
    (["--layout", "counted:prefix", "counted.txt"], 1), (["gone.txt"], 2),
  ] {
    let run = try Program.run(sweep + arguments, in: directory)
    #expect(run.code == code, "\(arguments): \(run.errors)")
    #expect(run.output.isEmpty == (code == 2), "\(arguments)")
  }
  let cut = try Program.shell(
    "gzip -c leaked.txt | head -c -9 > cut.txt.gz; \"$audit\" sweep --strength none cut.txt.gz",
    in: directory)
  #expect(cut.code == 1, "\(cut.errors)")
  #expect(cut.output.hasPrefix("cut: 8 passwords"), "\(cut.output)")
}
