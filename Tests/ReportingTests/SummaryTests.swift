import Findings
import PasswordRules
@_spi(House) import Passwords
import Reporting
import Tallies
import Testing

/// A report on six made-up passwords and one policy.
private func report(complete: Bool = true, policyName: String = "site") throws -> Report {
  let reading = PolicyReading(
    policyFile: Array("minlength: 6; required: digit; allowed: unicode;".utf8),
    file: "\(policyName).policy")
  var demand = FactDemand()
  for policy in reading.policies { demand.formUnion(policy.demand) }
  demand.meter = true
  demand.lists = 1
  let recipe = try Recipe(for: demand)
  var findings = try Findings(reading.policies, recipe: recipe, listNames: ["built-in"]) {
    policy throws(RecipeError) in try PolicyMatcher(policy, recipe: recipe)
  }
  let profiler = Profiler(recipe)
  var tally = Tally(recipe: recipe)
  for password in ["abcdef1", "abcdefg", "abc", "ab1", "Abcdef1!", "ab1"] {
    var profile = profiler.profile(of: Array(password.utf8).span)
    profile.lists = password == "abcdefg" ? 1 : 0
    tally.record(recipe.signature(of: profile))
    tally.lines.ascii += 1
  }
  tally.lines.empty = 2
  findings.absorb(tally)
  let input = Manifest.Input(
    name: "list.gz", container: "gzip", bytes: 1_234_567, sha256: "00", textBytes: 2_500_000,
    members: 1, complete: complete, problems: [])
  return Report(
    version: "1", dataset: "list", inputs: [input],
    policies: reading.policies.map {
      Manifest.Policy(name: $0.name, source: "site.policy", rules: "minlength: 6; …")
    },
    blocklists: [
      Manifest.Blocklist(
        name: "built-in", comparison: "exact", values: 7, sha256: nil, expectedFalseHits: 0)
    ],
    readings: ["length": "code points"], findings: findings)
}

struct SummaryTests {
  @Test func `the summary fits a page and says what matters first`() throws {
    let text = Summary(try report(), ink: Summary.Ink(isOn: false), columns: 72).text
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 72 })
    #expect(
      text == """
        list: 6 passwords
          1.2 MB gzip, 2.5 MB of text

        site  33.3 % comply (2)
          minlength: 6; …
          refused by                                            any   only this
          minlength: 6                  █████████▌           50.0 %      33.3 %
          required[0]  required: digit  ██████▍              33.3 %      16.7 %
          those that comply: median length 7, 50.0 % strong by the meter, 0.0 %
            on a blocklist

        strength  four criteria: weak 83.3 %, medium 0.0 %, strong 16.7 %

        blocklist  16.7 % listed (1), whole password
          built-in (7 values): 1 hit, 16.7 %
          hits to expect by chance: 0

        length  in code points; median 3
               3 ████████████████████████████████████████             3   50.0 %
               4                                                      0    0.0 %
               5                                                      0    0.0 %
               6                                                      0    0.0 %
               7 ██████████████████████████▋                          2   33.3 %
               8 █████████████▍                                       1   16.7 %

        skipped  2 empty lines

        """)
  }

  @Test func `an incomplete report says so on its first line`() throws {
    let text = Summary(try report(complete: false), ink: Summary.Ink(isOn: false)).text
    #expect(text.hasPrefix("list: 6 passwords  INCOMPLETE"))
  }

  @Test func `names that hold controls are printed escaped`() throws {
    let text = Summary(try report(policyName: "\u{1B}[31mred"), ink: Summary.Ink(isOn: false)).text
    #expect(!text.contains("\u{1B}"))
    #expect(text.contains("\\u{1b}[31mred"))
  }

  @Test func `colour is there only when asked for`() throws {
    #expect(!Summary(try report(), ink: Summary.Ink(isOn: false)).text.contains("\u{1B}"))
    #expect(Summary(try report(), ink: Summary.Ink(isOn: true)).text.contains("\u{1B}[32m"))
  }

  @Test func `the manifest is sorted JSON without a word of a password`() throws {
    let json = String(decoding: try report().manifest.serialized(), as: UTF8.self)
    #expect(json.hasPrefix("{\n  \"blocklists\" : ["))
    #expect(json.hasSuffix("}\n"))
    for word in ["abcdef", "Abc"] { #expect(!json.contains(word)) }
    #expect(json.contains("\"empty\" : 2"))
  }
}
