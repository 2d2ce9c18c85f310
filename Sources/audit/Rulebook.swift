import PasswordRules
import Passwords

/// What passwords are judged by: policies, the lists that they name, and a recipe with room for every
/// fact that these ask for.
struct Rulebook {
  /// The policies, in the order given.
  let policies: [Policy]
  /// Lists of refused values.
  let blocklists: LoadedBlocklists
  /// What signatures are packed by.
  let recipe: Recipe

  /// Puts them together, and adds facts that others ask for.
  ///
  /// - Throws: ``RecipeError`` when they ask for more than fits.
  init(
    _ policies: [Policy], _ blocklists: LoadedBlocklists, adding facts: FactDemand = FactDemand()
  ) throws(RecipeError) {
    self.policies = policies
    self.blocklists = blocklists
    var demand = blocklists.demand
    demand.formUnion(facts)
    for policy in policies { demand.formUnion(policy.demand) }
    recipe = try Recipe(for: demand)
  }

  /// Compiles a policy of the book.
  func matcher(_ policy: Policy) throws(RecipeError) -> PolicyMatcher {
    try PolicyMatcher(policy, recipe: recipe, lists: blocklists.mask(of:))
  }

  /// Compiles all policies.
  func matchers() throws(RecipeError) -> [PolicyMatcher] {
    var matchers: [PolicyMatcher] = []
    for policy in policies { matchers.append(try matcher(policy)) }
    return matchers
  }
}
