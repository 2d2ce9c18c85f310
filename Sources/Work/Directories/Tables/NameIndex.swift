@_spi(Internal) import Bytes
@_spi(Internal) import Files

/// Accounts by their names in any case: 8 bytes a place, of which three quarters are taken at most.
struct NameIndex {
  /// Half of the name's hash above an account's number plus one; 0 for a free place.
  private var places: [UInt64] = Array(repeating: 0, count: 1 << 10)
  private var taken = 0

  /// The accounts whose name has a hash, and perhaps others: half of the hash is compared.
  func accounts(with hash: UInt64) -> [Int] {
    var found: [Int] = []
    forEachPlace(from: hash) { entry in
      if entry & Self.highHalf == hash & Self.highHalf {
        found.append(Int(UInt32(truncatingIfNeeded: entry)) - 1)
      }
    }
    return found
  }

  mutating func add(_ account: Int, _ hash: UInt64) {
    let place = forEachPlace(from: hash) { _ in }
    places[place] = hash & Self.highHalf | UInt64(account + 1)
    taken += 1
    if taken * 4 > places.count * 3 { grow() }
  }

  private static let highHalf: UInt64 = 0xFFFF_FFFF_0000_0000

  /// Calls `body` with the taken places of a hash, and returns the free one behind them.
  @inline(__always) @discardableResult
  private func forEachPlace(from hash: UInt64, _ body: (UInt64) -> Void) -> Int {
    let mask = places.count - 1
    // The high half is all that is kept, so that places are found from it alone.
    var place = Int(truncatingIfNeeded: hash &>> 32) & mask
    while places[place] != 0 {
      body(places[place])
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: 0, count: old.count * 2)
    for entry in old where entry != 0 { places[forEachPlace(from: entry) { _ in }] = entry }
  }

  /// The hash of a name in any case.
  static func hash(_ name: [UInt8]) -> UInt64 { xxh3(FoldedName.of(name).raw) }
}
