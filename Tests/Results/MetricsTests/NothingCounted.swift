import Metrics
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import Testing

// Findings before any password is counted. Policies take each list of theirs for the first.

/// The policies of a text without problems.
func read(_ text: String) throws -> [Policy] {
  let reading = PolicyReading(policyFile: Array(text.utf8), file: "test.policy")
  #expect(reading.problems.isEmpty, "\(reading.problems.map(\.description))")
  return reading.policies
}

extension FactDemand {
  /// What policies demand together.
  init(of policies: [Policy]) {
    self = policies.reduce(into: FactDemand()) { $0.formUnion($1.demand) }
  }
}

extension Findings {
  init(
    _ policies: [Policy] = [], schema: Schema, lists: [ListValues] = [],
    patternNames: [String] = [],
    attacks: [Attack] = []
  ) throws {
    try self.init(
      policies, schema: schema, lists: lists, patternNames: patternNames, attacks: attacks
    ) { policy throws(SchemaError) in try PolicyMatcher(policy, schema: schema) { _ in 1 } }
  }
}

extension GuessingSums {
  init(_ policies: [Policy], schema: Schema, joins: Bool = false) throws {
    try self.init(policies, schema: schema, joins: joins) { policy throws(SchemaError) in
      try PolicyMatcher(policy, schema: schema) { _ in 1 }
    }
  }
}

extension GuessingFindings {
  init(
    _ spectrum: Spectrum, _ policies: [Policy] = [], weights: Weights = .accounts,
    isHead: Bool = false
  ) throws {
    var sums = try GuessingSums(policies, schema: spectrum.schema)
    sums.add(spectrum)
    self.init(sums, weights: weights, isHead: isHead)
  }
}
