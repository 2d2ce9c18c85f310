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
  /// - Throws: ``RecipeError`` when they ask for more than fits.
  package init(
    _ policies: [Policy], _ blocklists: LoadedBlocklists, adding facts: FactDemand = FactDemand()
  ) throws(RecipeError) {
    self.policies = policies
    self.blocklists = blocklists
    var demand = blocklists.demand
    demand.formUnion(facts)
    for policy in policies { demand.formUnion(policy.demand) }
    recipe = try Recipe(for: demand)
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
