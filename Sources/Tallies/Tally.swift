@_spi(House) package import Passwords

/// Signatures with their counts: everything that policies need of a list, in a few thousand rows.
///
/// Tallies of parts add up to the tally of the whole, in any order; the empty tally is zero.
///
///     var tally = Tally(recipe: recipe)
///     tally.record(batch)
///     tally.merge(another)
package struct Tally: Sendable, Equatable {
  /// The recipe of the signatures; only tallies of equal recipes can be added.
  package let recipe: Recipe
  /// Lines by outcome.
  package var lines = LineCounts()
  /// Entries that are in blocklists, by the rank of the value.
  package var hits: ListHits
  /// Entries by the shape of their passwords; nil unless requested.
  package var shapes: ShapeCounts?
  /// Signatures with their counts.
  private var table = CountTable()

  /// Makes the empty tally.
  package init(recipe: Recipe, shapes: ShapeCounts? = nil) {
    self.recipe = recipe
    self.shapes = shapes
    hits = ListHits(listCount: recipe.demand.lists)
  }

  /// The number of different signatures.
  package var signatureCount: Int { table.count }

  /// Counts every line of a batch.
  package mutating func record(_ batch: borrowing LineBatch) { table.add(batch) }

  /// Counts one signature a number of times.
  package mutating func record(_ signature: Signature, times: UInt64 = 1) {
    table.add(times, to: signature)
  }

  /// Adds a new signature without looking it up, since a tally read from a file is often only
  /// iterated.
  ///
  /// - Parameters:
  ///   - signature: A signature that the tally does not hold.
  ///   - times: Its count; at least 1.
  package mutating func append(_ signature: Signature, times: UInt64) {
    table.append(signature, times: times)
  }

  /// Adds another tally of the same recipe.
  package mutating func merge(_ other: Tally) {
    precondition(other.recipe == recipe, "tallies of unlike recipes do not add up")
    lines.merge(other.lines)
    hits.merge(other.hits)
    table.merge(other.table)
    guard let others = other.shapes else { return }
    if shapes == nil { shapes = others } else { shapes?.merge(others) }
  }

  /// Removes all signatures, shapes and lines, but keeps the memory.
  package mutating func removeAll() {
    lines = LineCounts()
    hits.removeAll()
    shapes?.removeAll()
    table.removeAll()
  }

  /// Calls `body` with each signature and its count, in no particular order.
  package func forEach(_ body: (Signature, UInt64) throws -> Void) rethrows {
    try table.forEach(body)
  }
}
