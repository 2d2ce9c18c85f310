package import Auditing
package import PasswordRules
package import Passwords

/// The rules that judge passwords: policies, their lists, and a recipe with room for all facts that
/// they need.
package struct Rulebook: Sendable {
  /// The policies, in the order given.
  package let policies: [Policy]
  /// Lists of refused values.
  package let blocklists: LoadedBlocklists
  /// The recipe of the signatures.
  package let recipe: Recipe

  /// Builds the recipe for policies and lists, with additional facts.
  ///
  /// - Parameters:
  ///   - policies: The policies.
  ///   - blocklists: The lists of the policies and of the run.
  ///   - facts: Additional facts to record.
  ///   - sources: The sources of facts that the recipe names; empty if nobody reads it later.
  /// - Throws: ``RecipeError`` if a recipe has no room for the facts.
  package init(
    _ policies: [Policy], _ blocklists: LoadedBlocklists, adding facts: FactDemand = FactDemand(),
    naming sources: FactSources = FactSources()
  ) throws(RecipeError) {
    self.policies = policies
    self.blocklists = blocklists
    var demand = blocklists.demand
    demand.formUnion(facts)
    for policy in policies { demand.formUnion(policy.demand) }
    var sources = sources
    if !demand.score { sources.scorer = nil }
    recipe = try Recipe(for: demand, sources: sources)
  }

  /// The same rules with a recipe that has the same facts and names their sources.
  init(_ rulebook: Rulebook, packedBy recipe: Recipe) {
    precondition(rulebook.recipe.demand == recipe.demand, "a recipe of the same facts")
    policies = rulebook.policies
    blocklists = rulebook.blocklists
    self.recipe = recipe
  }

  /// Compiles one of the policies.
  package func matcher(_ policy: Policy) throws(RecipeError) -> PolicyMatcher {
    try PolicyMatcher(policy, recipe: recipe, lists: blocklists.mask(of:))
  }

  /// The criteria that apply to passwords before the policies.
  package func criteria(_ strength: StrengthReading) -> Criteria {
    Criteria(
      recipe: recipe, blocklists: blocklists.set, marksUsers: blocklists.marksUsers,
      strength: strength)
  }

  /// Compiles all policies.
  package func matchers() throws(RecipeError) -> [PolicyMatcher] {
    var matchers: [PolicyMatcher] = []
    for policy in policies { matchers.append(try matcher(policy)) }
    return matchers
  }
}
