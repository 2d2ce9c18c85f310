package import Diagnostics
package import Metrics
import PasswordPolicies
import PasswordSpaces
@_spi(Internal) import Passwords
package import Reports
import Tallies

/// A report on made-up passwords with everything that a page can show.
package struct PageReport {
  package var names: [String]
  package var dataset: String
  package var file: String
  /// Where its policies came from, used in turn; the file if there are none.
  package var sources: [Manifest.Policy.Source] = []
  package var complete: Bool
  package var hasStrength: Bool
  package var hasDistinct: Bool
  package var hasSpace: Bool
  package var weights: Weights
  package var easyGuesses = 1e6
  /// How the lines of its list hold passwords, and the lines that tell it.
  package var layout: (form: String, evidence: String?) = ("plain", nil)
  /// The blocklist of its passwords, and the digest of its file.
  package var blocklist: (name: Manifest.Blocklist.Name, sha256: String?) = (.builtIn, nil)
  /// How many times each password occurs in each of its places: shares are stated of 1,000
  /// compliant passwords or more.
  package var times: UInt64
  /// Whether guesses were asked for, not only the scores that a rule needs.
  package var hasBudgets = true
  /// Whether its list contains no password.
  package var isEmpty: Bool
  /// The digest of its list, and the day that its page states.
  package var (sha256, date): (String, CalendarDay?) = ("00", nil)

  /// Whether the combined estimate is recorded, too: ten times zxcvbn's guesses.
  package var isCombined: Bool

  /// The policies' rules, used in turn.
  package var rules = [
    "minlength: 6; required: digit; max-consecutive: 2;", "minlength: 8; allowed: unicode;",
    "required: upper; required: special;",
  ]
  /// Its passwords with zxcvbn's scores; each occurs once more than the previous one.
  package var words = [
    "abc": 0, "abcdefg1": 1, "ABCdef": 1, "aaaa11": 0, "Abc-def-1x": 3, "x9!qLmzT#w": 4,
  ]

  /// Whether the manifest has the rules themselves; else one rule stands for them.
  package var statesRules = false
  /// How many times words occur; nil for the order of the words, times ``times``.
  package var counts: [String: UInt64]?

  /// A report whose other settings are as they stand above.
  package init(
    names: [String] = ["site", "long"], dataset: String = "list", file: String = "list.gz",
    complete: Bool = true, hasStrength: Bool = true, hasDistinct: Bool = true,
    hasSpace: Bool = true, weights: Weights = .accounts, times: UInt64 = 1, isEmpty: Bool = false,
    isCombined: Bool = false
  ) {
    (self.names, self.dataset, self.file, self.complete) = (names, dataset, file, complete)
    (self.hasStrength, self.hasDistinct, self.hasSpace) = (hasStrength, hasDistinct, hasSpace)
    (self.weights, self.times, self.isEmpty) = (weights, times, isEmpty)
    self.isCombined = isCombined
  }

  /// The report.
  package func make() throws -> Report {
    let policies = names.enumerated().map { number, name in
      let text = rules[number % rules.count]
      var policy = PolicyReading(policyFile: Array(text.utf8), file: "file.policy").policies[0]
      policy.name = name
      return policy
    }
    var demand = FactDemand()
    for policy in policies { demand.formUnion(policy.demand) }
    let attacks = Attack.all(rates: Attack.Rate.standard)
    if hasStrength {
      (demand.meter, demand.score) = (true, true)
      // Half decades of both estimates.
      if isCombined { (demand.combined, demand.wholeDecades) = (true, false) }
      if hasBudgets { demand.guessBudgets = Set(attacks.map(\.guesses)).sorted() }
    }
    demand.lists = 1
    var known = FactSources()
    known.scorer = ScorerSource(
      name: "", referenceYear: 2026, cuts: [1e3, easyGuesses, 1e12, 1e13], patternNames: [])
    let schema = try Schema(for: demand, sources: known)
    let compile = { (policy: Policy) throws(SchemaError) in
      try PolicyMatcher(policy, schema: schema) { _ in 1 }
    }
    var findings = try Findings(
      policies, schema: schema, lists: [ListValues("built-in")], patternNames: ["date", "mixed"],
      attacks: attacks, compile: compile)
    let profiler = Profiler(schema)
    var tally = Tally(schema: schema)
    var spectrum = Spectrum(schema: schema)
    for (number, word) in words.sorted(by: { $0.key < $1.key }).enumerated() where !isEmpty {
      var profile = profiler.profile(of: Array(word.key.utf8).span)
      profile.lists = number == 0 ? 1 : 0
      if hasStrength {
        (profile[.meter], profile[.score]) = (0, word.value)
        (profile[.guessesBin], profile[.budgetsTooSmall]) = (word.value * 5, word.value * 3)
        profile[.decisivePattern] = number % 2
        if isCombined {
          profile[.combinedBin] = word.value * 5 + 2
          profile[.combinedBudgetsTooSmall] = word.value * 3 + 4
        }
      }
      let signature = schema.signature(of: profile)
      let occurrences = counts.map { $0[word.key] ?? 1 } ?? times * UInt64(number + 1)
      tally.record(signature, times: occurrences)
      let isASCII = word.key.utf8.allSatisfy { $0 < 0x80 }
      if isASCII { tally.lines.ascii += occurrences } else { tally.lines.utf8 += occurrences }
      spectrum.record(signature, occurrences: occurrences)
    }
    findings.add(tally)
    var counter = KeyspaceCounter()
    var input = RecordedInput(name: file, container: "gzip", bytes: 1, sha256: sha256)
    (input.textBytes, input.members, input.isComplete) = (2, 1, complete)
    (input.layout, input.layoutToldBy) = (layout.form, layout.evidence)
    input.problems = complete ? [] : ["\(file): ends early"]
    return Report(
      Manifest(
        version: "1", dataset: dataset,
        inputs: [
          Manifest.Input(nil, input)
        ],
        policies: policies.enumerated().map { number, policy in
          Manifest.Policy(
            name: policy.name,
            source: sources.isEmpty ? .file(file) : sources[number % sources.count],
            rules: statesRules ? rules[number % rules.count] : "minlength: 6;")
        },
        blocklists: [
          Manifest.Blocklist(
            name: blocklist.name, comparison: "exact", values: 7,
            sha256: blocklist.sha256,
            expectedFalseHits: 0)
        ],
        readings: ["length": "code points"]), findings: findings,
      space: try hasSpace ? policies.map { try PolicySpace($0, &counter) } : nil,
      guessed: try hasDistinct
        ? GuessedPolicies(
          GuessingFindings(spectrum, policies, weights: weights, compile: compile)) : nil,
      date: date)
  }
}
