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

  /// A signature and its count.
  private struct Entry {
    var signature = Signature()
    var count: UInt64 = 0
  }

  // Signatures in the order in which they were first met, from number 1 on; behind the last, room for
  // more. What is common comes early, so that it stays in a first-level cache however many follow.
  private var entries: [Entry]
  // An open-addressing table of their numbers, 0 where a place is free: a power of two of places, at
  // most three quarters of them taken. Empty where signatures were appended and none was looked for.
  private var places: [UInt32]
  private var shift: UInt64

  /// Makes the empty tally.
  package init(recipe: Recipe) {
    self.recipe = recipe
    hits = ListHits(listCount: recipe.demand.lists)
    places = Array(repeating: 0, count: 1 << Self.firstBits)
    entries = Array(repeating: Entry(), count: Self.room(in: 1 << Self.firstBits) + 1)
    shift = UInt64(64 - Self.firstBits)
  }

  // 4,096 places: growing to what a list needs costs nothing that can be measured.
  private static let firstBits = 12

  /// Counts every line of a batch.
  ///
  /// Most lines find their signature at the first place. So all first places are looked at before
  /// anything is counted: the tables of a full recipe are larger than the cache, and without a branch
  /// between them the processor waits for many at once (0.19 -> 0.08 s for 12.0 M real lines).
  package mutating func record(_ batch: borrowing LineBatch) {
    reserve(for: batch.count)
    var numbers = InlineArray<256, UInt32>(repeating: 0)
    precondition(batch.count <= numbers.count, "a number for each line")
    find(batch, &numbers)
    var entries = entries.mutableSpan
    for index in 0..<batch.count {
      // Entry 0, which is none, takes what is counted once more below.
      entries[Int(numbers[index])].count &+= batch.isWeighted ? batch[weight: index] : 1
    }
    for index in 0..<batch.count where numbers[index] == 0 {
      add(batch.isWeighted ? batch[weight: index] : 1, to: batch[signature: index])
    }
  }

  /// Looks for the signature of each line at its first place: gives its number, 0 where it is not there.
  private func find(_ batch: borrowing LineBatch, _ numbers: inout InlineArray<256, UInt32>) {
    let (places, entries, shift) = (places.span, entries.span, shift)
    for index in 0..<batch.count {
      numbers[index] = places[Self.place(of: batch[signature: index], shift)]
    }
    for index in 0..<batch.count {
      let isThere = entries[Int(numbers[index])].signature == batch[signature: index]
      numbers[index] = isThere ? numbers[index] : 0
    }
  }

  /// Counts one signature a number of times.
  package mutating func record(_ signature: Signature, times: UInt64 = 1) {
    guard times > 0 else { return }
    reserve(for: 1)
    add(times, to: signature)
  }

  /// Counts a signature for which there is room.
  private mutating func add(_ times: UInt64, to signature: Signature) {
    var place = Self.place(of: signature, shift)
    var number = Int(places[place])
    while number != 0, !(entries[number].signature == signature) {
      place = (place &+ 1) & (places.count &- 1)
      number = Int(places[place])
    }
    if number == 0 {
      signatureCount &+= 1
      number = signatureCount
      places[place] = UInt32(truncatingIfNeeded: number)
      entries[number] = Entry(signature: signature, count: 0)
    }
    entries[number].count &+= times
  }

  /// Adds a signature that is not there yet, and looks for none: what is read from a file is often only
  /// read on.
  ///
  /// - Parameters:
  ///   - signature: One that the tally does not hold.
  ///   - times: How often it is counted; at least 1.
  package mutating func append(_ signature: Signature, times: UInt64) {
    if !places.isEmpty { places = [] }
    signatureCount += 1
    if signatureCount == entries.count {
      entries += Array(repeating: Entry(), count: entries.count)
    }
    entries[signatureCount] = Entry(signature: signature, count: times)
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
    for index in places.indices { places[index] = 0 }
  }

  /// Calls `body` with each signature and its count, in no particular order.
  package func forEach(_ body: (Signature, UInt64) throws -> Void) rethrows {
    for entry in entries[1..<signatureCount + 1] { try body(entry.signature, entry.count) }
  }

  /// Signatures that so many places are enough for.
  private static func room(in places: Int) -> Int { places / 4 &* 3 }

  /// Makes room so that `additions` more signatures leave a quarter of the places free.
  private mutating func reserve(for additions: Int) {
    let wanted = signatureCount &+ additions
    guard wanted > Self.room(in: places.count) else { return }
    precondition(wanted <= UInt32.max / 2, "numbers of signatures have 32 bits")
    var count = max(places.count, 1 << Self.firstBits)
    while wanted > Self.room(in: count) { count &*= 2 }
    shift = UInt64(64 - count.trailingZeroBitCount)
    places = Array(repeating: 0, count: count)
    let room = max(0, Self.room(in: count) + 1 - entries.count)
    entries += Array(repeating: Entry(), count: room)
    for number in 1..<signatureCount + 1 {
      var place = Self.place(of: entries[number].signature, shift)
      while places[place] != 0 { place = (place &+ 1) & (count &- 1) }
      places[place] = UInt32(truncatingIfNeeded: number)
    }
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
