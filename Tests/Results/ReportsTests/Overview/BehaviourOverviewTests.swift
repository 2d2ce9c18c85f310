import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Reports
import Tallies
import Testing

/// What is said of policies by what the refused do: of which policies, in which order, and why of others nothing.
@Suite struct BehaviourOverviewTests {
  /// Policies of at least 6, 8 and 10 characters on a list with 500 passwords of 6, 500 of 8 and
  /// so many of 10 characters.
  private func overview(
    longest: UInt64, isHead: Bool = false, weights: Weights = .accounts
  ) throws -> BehaviourOverview {
    let policies = ["6", "8", "10"].map { least in
      var policy = PolicyReading(
        policyFile: Array("minlength: \(least); allowed: unicode;".utf8), file: "p"
      ).policies[0]
      policy.name = "p\(least)"
      return policy
    }
    let schema = try Schema(for: policies[0].demand)
    let compile = { (policy: Policy) throws(SchemaError) in
      try PolicyMatcher(policy, schema: schema)
    }
    var (spectrum, tally) = (Spectrum(schema: schema), Tally(schema: schema))
    for (length, count, most) in [(6, 500, 20), (8, 500, 40), (10, longest, 60)]
      as [(Int, UInt64, UInt64)]
    {
      let word = Array(String(repeating: "a", count: length).utf8)
      let signature = schema.signature(of: Profiler(schema).profile(of: word.span))
      tally.record(signature, times: count)
      tally.lines.ascii += count
      spectrum.record(signature, occurrences: min(most, count))
      for _ in 0..<(count - min(most, count)) { spectrum.record(signature, occurrences: 1) }
    }
    var sums = try GuessingSums(policies, schema: schema, joins: true, compile: compile)
    sums.add(spectrum)
    let guessing = GuessingFindings(sums, weights: weights, isHead: isHead)
    var findings = try Findings(policies, schema: schema, lists: [], compile: compile)
    findings.add(tally)
    let base = try PageReport(hasStrength: false, hasDistinct: false, hasSpace: false).make()
    let manifest = Manifest(
      version: "1", dataset: "d", inputs: base.manifest.inputs,
      policies: policies.map { policy in
        Manifest.Policy(name: policy.name, source: .typed, rules: "minlength: 6;")
      }, blocklists: [], readings: [:])
    let report = Report(
      manifest, findings: findings, guessed: GuessedPolicies(guessing),
      behaviours: BehaviourFindings(guessing, BehaviourSelection([.proportional]), seed: 1))
    return try #require(report.overview.behaviours)
  }

  @Test(
    arguments: [
      (1000, ["p6", "p8", "p10"]), (999, ["p6", "p8"]), (500, ["p6", "p8"]), (499, ["p6"]),
      (1, ["p6"]),
    ] as [(UInt64, [String])])
  func `policies that accept fewer than 1,000 passwords are left out, and counted`(
    longest: UInt64, names: [String]
  ) throws {
    let overview = try overview(longest: longest)
    #expect(overview.rows.map(\.name) == names)
    let left = 3 - names.count
    #expect(overview.leftOut == left)
    let remarks = overview.remarks
    let words = left == 1 ? "1 policy" : "\(left) policies"
    #expect(remarks.contains { $0.hasPrefix("Left out") } == (left > 0))
    #expect(left == 0 || remarks.first?.hasSuffix("passwords are accepted: \(words).") == true)
    // Tiers need two policies.
    #expect(remarks.contains { $0.hasPrefix("A policy of a later tier") } == (names.count > 1))
    #expect(remarks.count == (left > 0 ? 1 : 0) + (names.count > 1 ? 1 : 0))
  }

  @Test(arguments: [Weights.accounts, .lists, .none])
  func `neighbours stand in the order of what is found, and brackets hold all shares`(
    weights: Weights
  ) throws {
    let overview = try overview(longest: 1000, weights: weights)
    let usual = Dictionary(uniqueKeysWithValues: overview.rows.map { ($0.name, $0.usual) })
    #expect(overview.neighbours.count == 2)
    for pair in overview.neighbours {
      let (better, other) = (try #require(usual[pair.better]), try #require(usual[pair.other]))
      #expect(pair.isEqual ? better == other : better <= other, "\(pair)")
    }
    for row in overview.rows {
      #expect(
        row.shares.count == overview.models.count && row.shares.allSatisfy(row.bracket.contains))
      #expect(row.bracket.contains(row.usual))
    }
    #expect(overview.isOfAccounts == (weights == .accounts))
    #expect(overview.noun == (weights == .accounts ? "accounts" : "occurrences"))
    #expect(overview.caption.contains("all accounts") == (weights == .accounts))
  }

  @Test func `policies on the top of a longer list are not ordered`() throws {
    for longest in [1000, 1] as [UInt64] {
      let overview = try overview(longest: longest, isHead: true)
      #expect(overview.isTruncated && overview.neighbours.isEmpty)
      #expect(overview.remarks.last?.hasPrefix("The list is the top of a longer one") == true)
      #expect(overview.rows.allSatisfy { $0.tier == nil })
    }
  }
}
