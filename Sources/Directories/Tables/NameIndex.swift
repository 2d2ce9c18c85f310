@_spi(House) import Bytes
@_spi(House) import Hashing

/// Accounts by their names in any case: 8 bytes a place, of which half are taken at most.
struct NameIndex {
  /// Half of the name's hash above an account's number plus one; 0 for a free place.
  private var places: [UInt64] = Array(repeating: 0, count: 1 << 10)
  private var taken = 0

  /// The account that has a name, by its hash; nil if none has.
  ///
  /// `isSame` compares the names of accounts with the same hash.
  func find(_ hash: UInt64, _ isSame: (Int) -> Bool) -> Int? {
    let place = place(of: hash, isSame)
    return places[place] == 0 ? nil : Self.account(places[place])
  }

  /// Adds an account unless another one has its name.
  ///
  /// - Returns: The account that has the name already; nil if this one was added.
  mutating func add(_ account: Int, _ hash: UInt64, _ isSame: (Int) -> Bool) -> Int? {
    let place = place(of: hash, isSame)
    if places[place] != 0 { return Self.account(places[place]) }
    places[place] = hash & Self.highHalf | UInt64(account + 1)
    taken += 1
    if taken * 2 > places.count { grow() }
    return nil
  }

  private static let highHalf: UInt64 = 0xFFFF_FFFF_0000_0000

  private static func account(_ entry: UInt64) -> Int {
    Int(UInt32(truncatingIfNeeded: entry)) - 1
  }

  private func place(of hash: UInt64, _ isSame: (Int) -> Bool) -> Int {
    let mask = places.count - 1
    // The high half is all that is kept, so that places are found from it alone.
    var place = Int(truncatingIfNeeded: hash &>> 32) & mask
    while places[place] != 0 {
      let entry = places[place]
      if entry & Self.highHalf == hash & Self.highHalf, isSame(Self.account(entry)) { break }
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: 0, count: old.count * 2)
    let mask = places.count - 1
    for entry in old where entry != 0 {
      var place = Int(truncatingIfNeeded: entry &>> 32) & mask
      while places[place] != 0 { place = (place + 1) & mask }
      places[place] = entry
    }
  }

  /// The hash of a folded name.
  static func hash(_ folded: [UInt8], seed: UInt64 = 0) -> UInt64 { xxh3(folded.raw, seed: seed) }
}
