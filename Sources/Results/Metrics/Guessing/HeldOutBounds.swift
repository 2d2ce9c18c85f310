import Tallies

/// The ends of what an attacker finds who has seen half of the occurrences and attacks the other half
/// (``AttackCurve/Attacker/heldOut``), if occurrences are told in levels.
///
/// The attacker tries every password that was seen more often than a threshold, at which the guesses are
/// spent. A password that occurs more often is seen more often, and finds more above the same
/// threshold. So the threshold is highest if every password that may be accepted occurs as often as
/// its level permits, and lowest if only those are accepted that surely are, as seldom as it permits.
/// The least is found of the latter above the highest threshold, the most of the former above the
/// lowest one.
struct HeldOutBounds {
  private let sure: SeenSpectrum
  private let possible: SeenSpectrum
  /// Levels of which one end counts as thrown and the other does not: their passwords may be seen
  /// before all others, or not at all.
  private var wildPasswords = 0.0
  private var wildMass = 0.0

  /// Takes the levels of the rows that have a standing.
  init(_ levels: FoldedLevels, _ standings: [FoldedLevels.Standing]) {
    var (low, high): ([UInt64: UInt64], [UInt64: UInt64]) = ([:], [:])
    for (row, levels) in levels.rows.enumerated() where standings[row] != .refused {
      for level in levels {
        if level.fewest <= SeenSpectrum.mostThrown, level.greatest > SeenSpectrum.mostThrown {
          wildPasswords += Double(level.passwords)
          wildMass += Double(level.entries)
          continue
        }
        high[level.greatest, default: 0] &+= level.passwords
        if standings[row] == .sure { low[level.fewest, default: 0] &+= level.passwords }
      }
    }
    (sure, possible) = (SeenSpectrum(CountSpectrum(low)), SeenSpectrum(CountSpectrum(high)))
  }

  /// The least and the most occurrences that a number of guesses finds, both halves together.
  func found(by guesses: UInt64) -> (least: Double, most: Double) {
    let highest = possible.threshold(after: Double(guesses) - wildPasswords)
    let lowest = sure.threshold(after: Double(guesses))
    return (2 * sure.mass(above: highest), 2 * possible.mass(above: lowest) + wildMass)
  }
}
