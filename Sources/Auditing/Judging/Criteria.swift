package import Blocklists
package import Passwords

/// The criteria that judge passwords, the same for an audit, a filter and a check.
package struct Criteria: Sendable {
  /// The recipe of the signatures.
  package let recipe: Recipe
  /// Lists of refused values, in the order of their bits.
  package let blocklists: BlocklistSet
  /// The bits that record how passwords relate to their users' names; nil if not recorded.
  ///
  /// Grouping ignores these bits, since a password can have many users.
  package let users: UserBits?
  /// How strength is estimated if the recipe records scores.
  package let strength: StrengthReading
  /// Makes the first facts of every password.
  let profiler: Profiler

  /// Makes the criteria.
  ///
  /// - Parameters:
  ///   - recipe: A recipe with a bit for each list and, with `marksUsers`, for each relation to a
  ///     user's name.
  ///   - blocklists: Lists of refused values.
  ///   - marksUsers: Whether the recipe has bits for users.
  ///   - strength: How strength is estimated.
  package init(
    recipe: Recipe, blocklists: BlocklistSet, marksUsers: Bool, strength: StrengthReading
  ) {
    let lists = blocklists.blocklists.count
    precondition(
      recipe.demand.lists == lists + (marksUsers ? UserBits.names.count : 0), "a bit a list")
    self.recipe = recipe
    self.blocklists = blocklists
    self.strength = strength
    users = marksUsers ? UserBits(behind: lists) : nil
    profiler = Profiler(recipe)
  }
}
