/// Random numbers determined by a seed, for test data.
///
/// Not for secrets: a few of the numbers reveal the rest.
///
/// Uses xoshiro256**, started by SplitMix64. The sequence of a seed will not change.
///
/// - Source: D. Blackman and S. Vigna, *Scrambled linear pseudorandom number generators*, ACM
///   Transactions on Mathematical Software 47 (2021).
package struct ReproducibleGenerator: RandomNumberGenerator {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// Starts the sequence of a seed.
  package init(seed: UInt64) {
    var mixer = seed
    func mixed() -> UInt64 {
      mixer &+= 0x9E37_79B9_7F4A_7C15
      var z = mixer
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
    state = (mixed(), mixed(), mixed(), mixed())
  }

  /// The next 64 bits of the sequence.
  package mutating func next() -> UInt64 {
    let result = rotated(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = rotated(state.3, by: 45)
    return result
  }

  private func rotated(_ word: UInt64, by bits: UInt64) -> UInt64 {
    word << bits | word >> (64 - bits)
  }
}
