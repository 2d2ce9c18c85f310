package import Auditing
package import PasswordRules
package import Passwords

/// Holds what passwords are judged by: policies, the lists that they name, and a recipe with room for
/// every fact that these ask for.
package struct Rulebook: Sendable {
  /// The policies, in the order given.
  package let policies: [Policy]
  /// Lists of refused values.
  package let blocklists: LoadedBlocklists
  /// What signatures are packed by.
  package let recipe: Recipe

  /// Puts them together, and adds facts that others ask for.
  ///
  /// - Parameters:
  ///   - policies: The policies.
  ///   - blocklists: The lists that they name, and those of the run.
  ///   - facts: Facts to record besides.
  ///   - sources: What the recipe names as the origin of facts; nothing where nobody reads it later.
  /// - Throws: ``RecipeError`` when they ask for more than fits.
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

  /// The same with the signatures of a recipe that asks for the same facts of named sources.
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

  /// What passwords are judged by before the policies are asked.
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
