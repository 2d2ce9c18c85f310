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
    _ policies: [Policy] = [], recipe: Recipe, lists: [ListValues] = [],
    patternNames: [String] = [],
    attacks: [Attack] = []
  ) throws {
    try self.init(
      policies, recipe: recipe, lists: lists, patternNames: patternNames, attacks: attacks
    ) { policy throws(RecipeError) in try PolicyMatcher(policy, recipe: recipe) { _ in 1 } }
  }
}

extension GuessingSums {
  init(_ policies: [Policy], recipe: Recipe, joins: Bool = false) throws {
    try self.init(policies, recipe: recipe, joins: joins) { policy throws(RecipeError) in
      try PolicyMatcher(policy, recipe: recipe) { _ in 1 }
    }
  }
}

extension GuessingFindings {
  init(
    _ spectrum: Spectrum, _ policies: [Policy] = [], weights: Weights = .accounts,
    isHead: Bool = false
  ) throws {
    var sums = try GuessingSums(policies, recipe: spectrum.recipe)
    sums.absorb(spectrum)
    self.init(sums, weights: weights, isHead: isHead)
  }
}
