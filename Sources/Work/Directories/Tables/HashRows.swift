import Passwords

/// The distinct NT hashes of a directory, numbered in the order in which they came.
///
/// Holds 16 bytes a hash and 4 bytes a place, of which at most three quarters are taken. Hashes are
/// kept under a key of the run, so that no usable hash lies in memory and none can be made to
/// collide.
package struct HashRows: Sendable, Concealing {
  /// No hash.
  package static let none = UInt32.max
  /// The hash of the empty password, which has no row.
  package static let blank = UInt32.max - 1
  /// The most distinct hashes.
  package static let most = Int(UInt32.max - 2)

  private struct Entry {
    let high: UInt64
    let low: UInt64
  }

  private var entries: [Entry] = []
  /// A row plus one, or 0, at each place; a power of two of them.
  private var places: [UInt32]
  private var shift: UInt64
  private let key: (UInt64, UInt64, UInt64)

  /// Makes an empty table with a key of chance.
  package init() {
    places = Array(repeating: 0, count: 1 << 10)
    shift = 64 - 10
    var generator = SystemRandomNumberGenerator()
    key = (generator.next(), generator.next(), generator.next() | 1)
  }

  /// The number of distinct hashes.
  package var count: Int { entries.count }

  /// The row of a hash; ``blank`` for that of the empty password, nil if no account has it.
  package func row(of hash: NTHash) -> UInt32? {
    if hash == .blank { return Self.blank }
    let entry = keyed(hash)
    let row = places[place(of: entry)]
    return row == 0 ? nil : row - 1
  }

  /// The row of a hash, which is added if it is new.
  package mutating func add(_ hash: NTHash?) -> UInt32 {
    guard let hash else { return Self.none }
    if hash == .blank { return Self.blank }
    let entry = keyed(hash)
    let place = place(of: entry)
    if places[place] != 0 { return places[place] - 1 }
    precondition(entries.count < Self.most, "more hashes than numbers")
    entries.append(entry)
    places[place] = UInt32(entries.count)
    if entries.count * 4 > places.count * 3 { grow() }
    return UInt32(entries.count - 1)
  }

  /// The hash of a row.
  package func hash(of row: UInt32) -> NTHash {
    if row == Self.blank { return .blank }
    let entry = entries[Int(row)]
    return NTHash(high: entry.high ^ key.0, low: entry.low ^ key.1)
  }

  private func keyed(_ hash: NTHash) -> Entry {
    Entry(high: hash.high ^ key.0, low: hash.low ^ key.1)
  }

  /// The place that holds an entry, or the free one for it.
  @inline(__always)
  private func place(of entry: Entry) -> Int {
    let mask = places.count - 1
    var place = home(of: entry)
    while places[place] != 0 {
      let other = entries[Int(places[place]) - 1]
      if other.high == entry.high, other.low == entry.low { break }
      place = (place + 1) & mask
    }
    return place
  }

  /// The place at which the search for an entry begins.
  @inline(__always)
  private func home(of entry: Entry) -> Int {
    Int(truncatingIfNeeded: ((entry.high ^ entry.low &<< 1) &* key.2) &>> shift)
  }

  /// Doubles the places.
  private mutating func grow() {
    let mask = places.count * 2 - 1
    // Free the old places before the new ones are made.
    places = []
    places = Array(repeating: 0, count: mask + 1)
    shift -= 1
    for row in entries.indices {
      var place = home(of: entries[row])
      while places[place] != 0 { place = (place + 1) & mask }
      places[place] = UInt32(row + 1)
    }
  }
}
