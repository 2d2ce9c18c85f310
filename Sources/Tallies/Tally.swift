@_spi(House) package import Passwords

/// Signatures with their counts: everything a policy can ask about a list, in a few thousand rows.
///
/// Tallies of parts add up to the tally of the whole, in any order, with the empty tally as zero.
///
///     var tally = Tally(recipe: recipe)
///     tally.record(batch)
///     tally.merge(another)
package struct Tally: Sendable {
  /// What the signatures are packed by; only equal recipes' tallies add up.
  package let recipe: Recipe
  /// What became of the lines.
  package var lines = LineCounts()
  /// Entries that blocklists hold, by the rank of the value.
  package var hits: ListHits
  /// Signatures present.
  package private(set) var signatureCount = 0

  /// A signature and its count; a count of 0 marks a free place.
  private struct Slot {
    var signature = Signature()
    var count: UInt64 = 0
  }

  // An open-addressing table: a power of two of places, at most half of them taken.
  private var slots: [Slot]
  private var shift: UInt64

  /// Makes the empty tally.
  package init(recipe: Recipe) {
    self.recipe = recipe
    hits = ListHits(listCount: recipe.demand.lists)
    slots = Array(repeating: Slot(), count: 1 << Self.firstBits)
    shift = UInt64(64 - Self.firstBits)
  }

  /// Makes room for so many more signatures, at least 0, so that the table need not grow later.
  package mutating func reserve(_ additions: Int) { reserve(for: additions) }

  // 4,096 places of 32 bytes: the 586 signatures that cover 99 % of real lines stay in cache, and
  // growing to what a list needs costs nothing that can be measured.
  private static let firstBits = 12

  /// Counts every line of a batch.
  package mutating func record(_ batch: borrowing LineBatch) {
    reserve(for: batch.count)
    let (shift, mask) = (shift, slots.count &- 1)
    var added = 0
    var slots = slots.mutableSpan
    for index in 0..<batch.count {
      let signature = batch[signature: index]
      var place = Self.place(of: signature, shift)
      while slots[place].count != 0, !(slots[place].signature == signature) {
        place = (place &+ 1) & mask
      }
      if slots[place].count == 0 {
        slots[place].signature = signature
        added &+= 1
      }
      slots[place].count &+= batch.isWeighted ? batch[weight: index] : 1
    }
    signatureCount &+= added
  }

  /// Counts one signature a number of times.
  package mutating func record(_ signature: Signature, times: UInt64 = 1) {
    guard times > 0 else { return }
    reserve(for: 1)
    var place = Self.place(of: signature, shift)
    while slots[place].count != 0, !(slots[place].signature == signature) {
      place = (place &+ 1) & (slots.count &- 1)
    }
    if slots[place].count == 0 {
      slots[place].signature = signature
      signatureCount &+= 1
    }
    slots[place].count &+= times
  }

  /// Adds another tally of the same recipe.
  package mutating func merge(_ other: Tally) {
    precondition(other.recipe == recipe, "tallies of unlike recipes do not add up")
    lines.merge(other.lines)
    hits.merge(other.hits)
    other.forEach { record($0, times: $1) }
  }

  /// Forgets all signatures and lines and keeps the room.
  package mutating func removeAll() {
    lines = LineCounts()
    hits.removeAll()
    signatureCount = 0
    for index in slots.indices { slots[index].count = 0 }
  }

  /// Calls `body` with each signature and its count, in no particular order.
  package func forEach(_ body: (Signature, UInt64) throws -> Void) rethrows {
    for slot in slots where slot.count != 0 { try body(slot.signature, slot.count) }
  }

  /// Makes room so that `additions` more signatures leave half of the places free.
  private mutating func reserve(for additions: Int) {
    guard (signatureCount &+ additions) &* 2 > slots.count else { return }
    let old = slots
    var count = slots.count
    while (signatureCount &+ additions) &* 2 > count {
      count &*= 2
      shift &-= 1
    }
    slots = Array(repeating: Slot(), count: count)
    signatureCount = 0
    for slot in old where slot.count != 0 { record(slot.signature, times: slot.count) }
  }

  /// Where a signature belongs: the top bits of its mix.
  private static func place(of signature: Signature, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: signature.mixed &>> shift)
  }
}

extension Tally: Equatable {
  /// Whether recipe, lines and every count are the same, wherever they lie in the table.
  package static func == (a: Tally, b: Tally) -> Bool {
    guard a.recipe == b.recipe, a.lines == b.lines, a.hits == b.hits,
      a.signatureCount == b.signatureCount
    else {
      return false
    }
    var counts: [Signature: UInt64] = [:]
    b.forEach { counts[$0] = $1 }
    var equal = true
    a.forEach { equal = equal && counts[$0] == $1 }
    return equal
  }
}
