/// Numbers three-word keys from 0 on, in the order of their first occurrence.
///
///     var numbers = KeyNumbers()
///     numbers.number(of: Signature(7))  // 0
///     numbers.number(of: Signature(9))  // 1
///     numbers.number(of: Signature(7))  // 0
///
/// Takes some 110 instructions per key, fewer than a dictionary, whose hash function resists
/// deliberate collisions. This one does not, like a tally's table.
@_spi(House) public struct KeyNumbers: Sendable {
  /// The keys, indexed by their numbers.
  private var keys: [Signature] = []
  // An open-addressing table of numbers plus 1; 0 marks a free place. The number of places is a
  // power of two; at most half are taken.
  private var places: [UInt32]
  private var shift: UInt64

  private static let firstBits = 12

  /// Makes a numbering without keys.
  public init() {
    places = Array(repeating: 0, count: 1 << Self.firstBits)
    shift = UInt64(64 - Self.firstBits)
  }

  /// The number of a key: the number it already has, otherwise the next one.
  ///
  /// There must be fewer than 2³¹ keys.
  public mutating func number(of key: Signature) -> Int {
    var place = Int(truncatingIfNeeded: key.mixed &>> shift)
    while places[place] != 0 {
      let number = Int(places[place]) &- 1
      if keys[number] == key { return number }
      place = (place &+ 1) & (places.count &- 1)
    }
    keys.append(key)
    precondition(keys.count < 1 << 31, "numbers of keys have 31 bits")
    places[place] = UInt32(truncatingIfNeeded: keys.count)
    if keys.count &* 2 > places.count { grow() }
    return keys.count &- 1
  }

  private mutating func grow() {
    shift &-= 1
    places = Array(repeating: 0, count: places.count &* 2)
    for (number, key) in keys.enumerated() {
      var place = Int(truncatingIfNeeded: key.mixed &>> shift)
      while places[place] != 0 { place = (place &+ 1) & (places.count &- 1) }
      places[place] = UInt32(truncatingIfNeeded: number &+ 1)
    }
  }
}
