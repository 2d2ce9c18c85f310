@_spi(Internal) package import Passwords

/// A tally with a limited number of signatures.
///
/// Above the limit, it drops the finest facts of all lines.
///
/// The remaining facts are exact: the tally equals the tally of a schema without the dropped facts.
///
///     var whole = BoundedTally(schema: schema, limit: 4_000_000)
///     whole.merge(tally)           // of the full schema, whatever was dropped before
///     whole.forgotten              // [.fact(.longestClassRun)] if there were too many
package struct BoundedTally: Sendable {
  /// The sum of the merged tallies, in a schema without the dropped facts.
  package private(set) var tally: Tally
  /// The dropped facts, in order.
  package private(set) var forgotten: [LosableFact] = []
  /// Converts signatures of the full schema to those of the tally; nil while no fact is dropped.
  package private(set) var coarsening: Coarsening?

  private let fine: Schema
  private let limit: Int
  /// The facts that can still be dropped; the next one is last.
  private var losable = Array(LosableFact.forgettable.reversed())

  /// Makes an empty tally.
  ///
  /// - Parameters:
  ///   - schema: The full schema of all merged tallies.
  ///   - limit: The most signatures to keep between two merges.
  package init(schema: Schema, limit: Int) {
    fine = schema
    self.limit = limit
    tally = Tally(schema: schema)
  }

  /// Continues a tally of this schema, or of the schema without some of its facts.
  ///
  /// - Returns: Nil if the tally is of another schema.
  package init?(resuming tally: Tally, schema: Schema, limit: Int) {
    self.init(schema: schema, limit: limit)
    while self.tally.schema != tally.schema { guard forgetFinest() else { return nil } }
    self.tally = tally
  }

  /// Whether there are too many signatures even after all droppable facts were dropped.
  package var isOver: Bool {
    tally.signatureCount > limit && losable.isEmpty
  }

  /// Adds a tally of the full schema.
  package mutating func merge(_ part: Tally) {
    tally.merge(coarsening.map { part.coarsened(by: $0) } ?? part)
    while tally.signatureCount > limit, forgetFinest() {}
  }

  /// Drops the next recorded fact.
  ///
  /// - Returns: Whether there was a fact to drop.
  private mutating func forgetFinest() -> Bool {
    while let fact = losable.popLast() {
      var demand = tally.schema.demand
      demand.forget(fact)
      guard let further = try? Coarsening(of: tally.schema, to: demand), !further.isIdentity,
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
