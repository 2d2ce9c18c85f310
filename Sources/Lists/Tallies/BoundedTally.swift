@_spi(Internal) package import Passwords

/// A tally with a limited number of signatures.
///
/// Above the limit, it drops the finest facts of all lines.
///
/// The remaining facts are exact: the tally equals the tally of a recipe without the dropped facts.
///
///     var whole = BoundedTally(recipe: recipe, limit: 4_000_000)
///     whole.merge(tally)           // of the full recipe, whatever was dropped before
///     whole.forgotten              // [.fact(.longestClassRun)] if there were too many
package struct BoundedTally: Sendable {
  /// The sum of the merged tallies, in a recipe without the dropped facts.
  package private(set) var tally: Tally
  /// The dropped facts, in order.
  package private(set) var forgotten: [LosableFact] = []
  /// Converts signatures of the full recipe to those of the tally; nil while no fact is dropped.
  package private(set) var coarsening: Coarsening?

  private let fine: Recipe
  private let limit: Int
  /// The facts that can still be dropped; the next one is last.
  private var losable = Array(LosableFact.forgettable.reversed())

  /// Makes an empty tally.
  ///
  /// - Parameters:
  ///   - recipe: The full recipe of all merged tallies.
  ///   - limit: The most signatures to keep between two merges.
  package init(recipe: Recipe, limit: Int) {
    fine = recipe
    self.limit = limit
    tally = Tally(recipe: recipe)
  }

  /// Continues a tally of this recipe, or of the recipe without some of its facts.
  ///
  /// - Returns: Nil if the tally is of another recipe.
  package init?(resuming tally: Tally, recipe: Recipe, limit: Int) {
    self.init(recipe: recipe, limit: limit)
    while self.tally.recipe != tally.recipe { guard forgetFinest() else { return nil } }
    self.tally = tally
  }

  /// Whether there are too many signatures even after all droppable facts were dropped.
  package var isOver: Bool {
    tally.signatureCount > limit && losable.isEmpty
  }

  /// Adds a tally of the full recipe.
  package mutating func merge(_ part: Tally) {
    tally.merge(coarsening.map { part.coarsened(by: $0) } ?? part)
    while tally.signatureCount > limit, forgetFinest() {}
  }

  /// Drops the next recorded fact.
  ///
  /// - Returns: Whether there was a fact to drop.
  private mutating func forgetFinest() -> Bool {
    while let fact = losable.popLast() {
      var demand = tally.recipe.demand
      demand.forget(fact)
      guard let further = try? Coarsening(of: tally.recipe, to: demand), !further.isIdentity,
        let coarsening = try? Coarsening(of: fine, to: demand)
      else { continue }
      self.coarsening = coarsening
      tally = tally.coarsened(by: further)
      forgotten.append(fact)
      return true
    }
    return false
  }
}
