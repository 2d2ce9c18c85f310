@_spi(House) package import Passwords

/// Signatures with their counts: all that policies need from a list, in a few thousand rows.
///
/// Tallies of parts add up to the tally of the whole, in any order; the empty tally is zero.
///
///     var tally = Tally(recipe: recipe)
///     tally.record(&batch)
///     tally.merge(another)
package struct Tally: Sendable, Equatable {
  /// The recipe of the signatures; only tallies of equal recipes can be added.
  package let recipe: Recipe
  /// The number of lines by outcome.
  package var lines = LineCounts()
  /// The entries whose password is in a blocklist, by the rank of the value.
  package var hits: ListHits
  /// The number of entries of each password shape; nil unless requested.
  package var shapes: ShapeCounts?
  /// Signatures with their counts.
  private var table = CountTable()

  /// Makes the empty tally.
  package init(recipe: Recipe, shapes: ShapeCounts? = nil) {
    self.recipe = recipe
    self.shapes = shapes
    hits = ListHits(listCount: recipe.demand.lists)
  }

  /// The number of distinct signatures.
  package var signatureCount: Int { table.count }

  /// Counts every line of a batch.
  ///
  /// Sets the number of each line's signature in this tally, from 1 on. A signature keeps its number
  /// until ``removeAll()``.
  package mutating func record(_ batch: inout LineBatch) { table.add(&batch) }

  /// Adds a number of occurrences to one signature.
  package mutating func record(_ signature: Signature, times: UInt64 = 1) {
    table.add(times, to: signature)
  }

  /// Adds a new signature without a look-up, since a tally read from a file is often only iterated.
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

  /// Removes all signatures, shapes and line counts, but keeps the memory.
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
