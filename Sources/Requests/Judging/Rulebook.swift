package import Auditing
import Blocklists
package import PasswordPolicies
import PasswordStrength
package import Passwords

/// The rules that judge passwords: policies, their lists, and a recipe with room for all facts that
/// they need.
package struct Rulebook: Sendable {
  /// The policies, in the order given.
  package let policies: [Policy]
  /// Lists of refused values.
  package let blocklists: LoadedBlocklists
  /// How strength is estimated.
  package let strength: StrengthSettings
  /// The recipe of the signatures, which names the sources of all facts.
  package let recipe: Recipe

  /// Builds the recipe for policies and lists, with additional facts.
  ///
  /// - Parameters:
  ///   - policies: The policies.
  ///   - blocklists: The lists of the policies and of the run.
  ///   - strength: How strength is estimated.
  ///   - facts: Additional facts to record.
  /// - Throws: ``RecipeError`` if a recipe has no room for the facts.
  package init(
    _ policies: [Policy], _ blocklists: LoadedBlocklists, _ strength: StrengthSettings,
    adding facts: FactDemand = FactDemand()
  ) throws(RecipeError) {
    self.policies = policies
    self.blocklists = blocklists
    self.strength = strength
    var demand = blocklists.demand
    demand.formUnion(facts)
    for policy in policies { demand.formUnion(policy.demand) }
    var sources = blocklists.factSources
    if demand.score {
      sources.scorer = ScorerSource(strength, model: demand.combined ? GuessModel.name : "")
    }
    recipe = try Recipe(for: demand, sources: sources)
  }

  /// The same rules with a recipe that has the same facts, from the sources that were recorded.
  package init(_ rulebook: Rulebook, packedBy recipe: Recipe) {
    precondition(rulebook.recipe.demand == recipe.demand, "a recipe of the same facts")
    policies = rulebook.policies
    blocklists = rulebook.blocklists
    strength = rulebook.strength
    self.recipe = recipe
  }

  /// Compiles one of the policies.
  package func matcher(_ policy: Policy) throws(RecipeError) -> PolicyMatcher {
    try PolicyMatcher(policy, recipe: recipe) { reference in
      // Without users, a rule on their names refuses nothing.
      if case .userName(let relation) = reference { return recipe.sources.mask(of: relation) }
      return blocklists.mask(of: reference)
    }
  }

  /// The criteria that apply to passwords before the policies.
  package var criteria: Criteria {
    Criteria(recipe: recipe, blocklists: blocklists.set, strength: strength)
  }

  /// Compiles all policies.
  package func matchers() throws(RecipeError) -> [PolicyMatcher] {
    var matchers: [PolicyMatcher] = []
    for policy in policies { matchers.append(try matcher(policy)) }
    return matchers
  }
}

extension ScorerSource {
  /// Describes the scorer of a strength estimate.
  init(_ strength: StrengthSettings, model: String) {
    self.init(
      name: "zxcvbn 4.4.2 rules", referenceYear: strength.referenceYear,
      cuts: strength.cuts.guesses,
      contextDigest: strength.contextWords.isEmpty ? "" : Checksum.text(of: strength.contextWords),
      patternNames: DecisivePattern.allCases.map(\.name), model: model)
  }
}
