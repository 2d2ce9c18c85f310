/// Random numbers that are the same on every machine for the same seed.
///
/// - Source: G. Steele, D. Lea and C. Flood, *Fast splittable pseudorandom number generators*, OOPSLA
///   2014; constants of S. Vigna's `splitmix64.c`.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Begins with a seed.
  package init(seed: UInt64) { state = seed }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// A number of which each bit depends on all bits of another one, and no two others have the same.
  package static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to below 1, of 53 bits.
  package mutating func share() -> Double { Double(next() >> 11) * 0x1p-53 }
}
