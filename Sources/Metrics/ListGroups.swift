import Passwords

/// What the bits of a recipe stand for: lists that a run was asked to compare with, lists that only
/// rules of policies name, and relations to users' names.
///
/// Shares of listed passwords count the asked lists alone. So the numbers of a policy do not depend
/// on the lists and words that policies beside it name.
struct ListGroups: Hashable, Sendable {
  /// The bits of the lists that the run was asked to compare with.
  let asked: UInt64
  /// The bits of the relations to users' names.
  let relations: UInt64

  /// Groups the bits of lists and of a recipe's relations.
  init(_ lists: [ListValues], _ recipe: Recipe) {
    asked = lists.indices.reduce(0) { lists[$1].isAsked ? $0 | 1 << UInt64($1) : $0 }
    relations = recipe.sources.relationBits.reduce(0) { $0 | 1 << UInt64($1) }
  }
}
