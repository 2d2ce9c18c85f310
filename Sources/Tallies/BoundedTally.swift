@_spi(House) package import Passwords

/// A tally that holds few signatures: where a list has more, it forgets the finest facts of all lines.
///
/// What it keeps is exact: the tally that a recipe without the forgotten facts would have made of the
/// same lines.
///
///     var whole = BoundedTally(recipe: recipe, limit: 4_000_000)
///     whole.merge(tally)           // of the full recipe, whatever was forgotten before
///     whole.forgotten              // [.classRuns] where there were too many
package struct BoundedTally: Sendable {
  /// The sum of what was merged, by a recipe without the forgotten facts.
  package private(set) var tally: Tally
  /// Facts that were forgotten, in the order in which that happened.
  package private(set) var forgotten: [LosableFact] = []
  /// From signatures of the full recipe to those of the tally; nil while nothing is forgotten.
  package private(set) var coarsening: Coarsening?

  private let fine: Recipe
  private let limit: Int
  /// Facts that can still be forgotten, the next one last.
  private var losable = Array(LosableFact.allCases.reversed())

  /// Begins with no line.
  ///
  /// - Parameters:
  ///   - recipe: The full recipe, of everything that is merged.
  ///   - limit: Signatures that are held between two mergers.
  package init(recipe: Recipe, limit: Int) {
    fine = recipe
    self.limit = limit
    tally = Tally(recipe: recipe)
  }

  /// Goes on with a tally that this recipe made, or one without some of its facts.
  ///
  /// - Returns: Nil where the tally is of another recipe.
  package init?(resuming tally: Tally, recipe: Recipe, limit: Int) {
    self.init(recipe: recipe, limit: limit)
    while self.tally.recipe != tally.recipe { guard forgetFinest() else { return nil } }
    self.tally = tally
  }

  /// Whether there are too many signatures even without all facts that can be forgotten.
  package var isOver: Bool {
    tally.signatureCount > limit && losable.isEmpty
  }

  /// Adds a tally of the full recipe.
  package mutating func merge(_ part: Tally) {
    tally.merge(coarsening.map { part.coarsened(by: $0) } ?? part)
    while tally.signatureCount > limit, forgetFinest() {}
  }

  /// Forgets the next fact that is recorded.
  ///
  /// - Returns: Whether there was one.
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
