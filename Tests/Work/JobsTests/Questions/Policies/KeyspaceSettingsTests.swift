import Diagnostics
import Jobs
import PasswordPolicies
import PasswordSpaces
import Reports
import TestSupport
import Testing

@Suite struct KeyspaceSettingsTests {
  private func table(
    _ table: KeyspaceTable?, _ form: OutputFormat, _ rules: String,
    _ lengths: LengthSettings = LengthSettings()
  ) throws -> (lines: [String], areCounted: Bool, uncounted: [String]) {
    let settings = try KeyspaceSettings(lengths: lengths)
    var (text, uncounted) = ("", [String]())
    let areCounted = try settings.write(
      table, of: try policies(rules), as: form,
      deliver: { lines in
        text += lines
        return true
      }, tell: { policy, _ in uncounted.append(policy.name) })
    return (text.split(separator: "\n").map(String.init), areCounted, uncounted)
  }

  @Test func `a table has a header and a row a length`() throws {
    let (lines, areCounted, _) = try table(
      nil, .csv, "[pin]\nminlength: 2; maxlength: 3; allowed: digit;")
    #expect(lines.count == 3 && areCounted)
    #expect(lines[0].hasPrefix("policy,length,count,"))
    #expect(lines[1].hasPrefix("pin,2,100,") && lines[2].hasPrefix("pin,3,1000,"))
  }

  @Test func `lines of JSON have counts as texts, and no header`() throws {
    let (lines, _, _) = try table(
      .keyspace, .jsonl, "[pin]\nminlength: 2; maxlength: 2; allowed: digit;")
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix(#"{"policy":"pin","length":2,"count":"100","#))
  }

  @Test func `rules cost what they cost at the shortest and the usual lengths, or those chosen`()
    throws
  {
    let rules = "[a]\nminlength: 7; required: digit;"
    func lengths(_ chosen: LengthSettings = LengthSettings()) throws -> [String] {
      let lines = try table(.ruleCost, .csv, rules, chosen).lines.dropFirst()
      return lines.map { String($0.split(separator: ",")[1]) }
    }
    let usual = PolicyKeyspace.referenceLengths.filter { $0 >= 7 }
    #expect(Set(try lengths()) == Set((usual + [7]).map(String.init)))
    #expect(Set(try lengths(LengthSettings(from: 9, to: 10))) == ["9", "10"])
  }

  @Test func `only policies that can be counted have a keyspace`() throws {
    let settings = try KeyspaceSettings(lengths: LengthSettings(from: 1, to: 2))
    let named = try policies("[a]\nminlength: 1; allowed: digit;\n[b]\nminlength: 1;")
    let keyspaces = settings.keyspaces(of: named) { _, _ in }
    #expect(keyspaces.map(\.policy.name) == ["a", "b"])
    // To compare, strings of printable ASCII are counted.
    #expect(keyspaces[1].rows.first?.count.decimal == "95")
  }

  @Test func `policies that cannot be counted have no rows, and the others theirs`() throws {
    let rules =
      "[a]\nmaxlength: 2; allowed: digit;\n[b]\nmin-classes: 5 unicode; max-sequential: 2; "
      + "max-class-run: 2; max-repeating: 1; required: [a], [b];\n[c]\nmaxlength: 1; allowed: [a];"
    let (lines, areCounted, uncounted) = try table(.keyspace, .csv, rules)
    let names = lines.dropFirst().compactMap { $0.split(separator: ",").first.map(String.init) }
    #expect(Set(names) == Set(["a", "b", "c"].filter { !uncounted.contains($0) }))
    #expect(areCounted == uncounted.isEmpty)
  }

  @Test(arguments: [OutputFormat.csv, .text, .markdown, .json, .jsonl])
  func `a form has a heading and an end of its own, and a closed output ends it`(
    form: OutputFormat
  ) throws {
    let rules = "[a]\nmaxlength: 2; allowed: digit;\n[b]\nmaxlength: 1; allowed: digit;"
    let lines = try table(.keyspace, form, rules).lines
    let heading = [.csv: 1, .text: 1, .markdown: 2][form] ?? 0
    #expect(lines.count == heading + 3)
    #expect(lines.first?.hasPrefix("[{") == (form == .json))
    #expect(lines.last?.hasSuffix("}]") == (form == .json))
    var calls = 0
    #expect(
      try KeyspaceSettings().write(
        .keyspace, of: try policies(rules), as: form,
        deliver: { _ in
          calls += 1
          return calls < 2
        }, tell: { _, _ in }))
    #expect(calls == 2)
  }

  @Test(
    arguments: [
      (nil, nil, nil), (0, 4096, nil), (8, 8, nil), (9, 8, "--from 9 is above --to 8."),
      (-1, nil, "Lengths go from 0 to 4096, so not -1."),
      (nil, 4097, "Lengths go from 0 to 4096, so not 4097."),
    ] as [(Int?, Int?, String?)])
  func `lengths go from 0 to the longest`(from: Int?, to: Int?, told: String?) {
    let lengths = LengthSettings(from: from, to: to)
    #expect(problem { try lengths.validate() }?.found == told)
    #expect(lengths.isChosen == (from != nil || to != nil))
    #expect(problem { try LengthSettings(horizon: 4097).validate() } != nil)
  }

  /// Each letter must occur, and none may follow the one before it.
  @Test(arguments: [OutputFormat.csv, .json])
  func `a policy that cannot be counted is told, and the others are counted`(form: OutputFormat)
    throws
  {
    let letters = "abcdefghijklmnopqrstuvwxyz".map { "required: [\($0)];" }.joined(separator: " ")
    let rules =
      "[one]\nminlength: 2; maxlength: 2; allowed: digit;\n[all]\n\(letters) max-sequential: 2;\n"
      + "[two]\nminlength: 3; maxlength: 3; allowed: digit;"
    let (lines, areCounted, uncounted) = try table(nil, form, rules)
    #expect(!areCounted && uncounted == ["all"])
    #expect(lines.contains { $0.contains("100") } && lines.contains { $0.contains("1000") })
  }
}
