package import Blocklists
package import Passwords

/// What passwords are judged by, in an audit, a filter and a check alike.
package struct Criteria: Sendable {
  /// What signatures are packed by.
  package let recipe: Recipe
  /// Lists of refused values, in the order of their bits.
  package let blocklists: BlocklistSet
  /// Where it is recorded what passwords have to do with their users' names; nil where it is not.
  ///
  /// What groups passwords does not see these bits, since a password can have many users.
  package let users: UserBits?
  /// How strength is estimated, where the recipe asks for a score.
  package let strength: StrengthReading
  /// Makes the first facts of every password.
  let profiler: Profiler

  /// Puts the criteria together.
  ///
  /// - Parameters:
  ///   - recipe: Has a bit for each list and, with `marksUsers`, for each relation to a user's name.
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
