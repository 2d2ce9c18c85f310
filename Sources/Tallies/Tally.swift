@_spi(House) package import Passwords

/// Signatures with their counts: everything a policy can ask about a list, in a few thousand rows.
///
/// Tallies of parts add up to the tally of the whole, in any order, with the empty tally as zero.
///
///     var tally = Tally(recipe: recipe)
///     tally.record(batch)
///     tally.merge(another)
package struct Tally: Sendable, Equatable {
  /// What the signatures are packed by; only equal recipes' tallies add up.
  package let recipe: Recipe
  /// What became of the lines.
  package var lines = LineCounts()
  /// Entries that blocklists hold, by the rank of the value.
  package var hits: ListHits
  /// Entries by the shape of their passwords; nil unless that is asked for.
  package var shapes: ShapeCounts?
  /// Signatures with their counts.
  private var table = CountTable()

  /// Makes the empty tally.
  package init(recipe: Recipe, shapes: ShapeCounts? = nil) {
    self.recipe = recipe
    self.shapes = shapes
    hits = ListHits(listCount: recipe.demand.lists)
  }

  /// Signatures present.
  package var signatureCount: Int { table.count }

  /// Counts every line of a batch.
  package mutating func record(_ batch: borrowing LineBatch) { table.add(batch) }

  /// Counts one signature a number of times.
  package mutating func record(_ signature: Signature, times: UInt64 = 1) {
    table.add(times, to: signature)
  }

  /// Adds a signature that is not there yet, and looks for none: what is read from a file is often only
  /// read on.
  ///
  /// - Parameters:
  ///   - signature: One that the tally does not hold.
  ///   - times: How often it is counted; at least 1.
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

  /// Forgets all signatures, shapes and lines and keeps the room.
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
