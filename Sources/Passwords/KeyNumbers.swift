/// Numbers for keys of three words: from 0 on, in the order in which keys first occur.
///
///     var numbers = KeyNumbers()
///     numbers.number(of: Signature(7))  // 0
///     numbers.number(of: Signature(9))  // 1
///     numbers.number(of: Signature(7))  // 0
///
/// Takes some 110 instructions a key, less than a dictionary, whose hash resists deliberate
/// collisions. Like a tally's table, this one does not.
@_spi(House) public struct KeyNumbers: Sendable {
  /// The keys by their numbers.
  private var keys: [Signature] = []
  // An open-addressing table of numbers plus 1, 0 for a free place: a power of two of places, at
  // most half of them taken.
  private var places: [UInt32]
  private var shift: UInt64

  private static let firstBits = 12

  /// Numbers no key yet.
  public init() {
    places = Array(repeating: 0, count: 1 << Self.firstBits)
    shift = UInt64(64 - Self.firstBits)
  }

  /// The number of a key: its own if it occurred before, otherwise the next.
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
