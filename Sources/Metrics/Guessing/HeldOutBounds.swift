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
    (sure, possible) = (SeenSpectrum(low), SeenSpectrum(high))
  }

  /// The least and the most occurrences that a number of guesses finds, both halves together.
  func found(by guesses: UInt64) -> (least: Double, most: Double) {
    let highest = possible.threshold(after: Double(guesses) - wildPasswords)
    let lowest = sure.threshold(after: Double(guesses))
    return (2 * sure.mass(above: highest), 2 * possible.mass(above: lowest) + wildMass)
  }
}

/// Passwords by how often they are seen in one half, with what the other half holds of them.
private struct SeenSpectrum {
  /// Passwords that are seen equally often, the commonest there first.
  private var groups: [(seen: UInt64, passwords: Double, mass: Double)] = []

  /// A password of more occurrences counts as half in each half.
  static let mostThrown: UInt64 = 256

  /// A number of times seen, and the part of the passwords seen so often that is tried.
  struct Threshold {
    let seen: UInt64
    let part: Double
  }

  /// Takes passwords by occurrences.
  init(_ passwords: [UInt64: UInt64]) {
    // Four times the number seen, and one more for those that are not thrown, which come first.
    var sums: [UInt64: (passwords: Double, mass: Double)] = [:]
    func add(_ seen: UInt64, _ passwords: Double, _ mass: Double) {
      let sum = sums[seen] ?? (0, 0)
      sums[seen] = (sum.passwords + passwords, sum.mass + mass)
    }
    for (occurrences, count) in passwords {
      let count = Double(count)
      guard occurrences <= Self.mostThrown else {
        add(2 &* occurrences &+ 1, count, count * Double(occurrences) / 2)
        continue
      }
      var probability = count
      for _ in 0..<occurrences { probability /= 2 }
      for seen in 0...occurrences {
        if seen > 0 { add(4 * seen, probability, probability * Double(occurrences - seen)) }
        probability *= Double(occurrences - seen) / Double(seen + 1)
      }
    }
    groups = sums.sorted { $0.key > $1.key }.map { ($0.key, $0.value.passwords, $0.value.mass) }
  }

  /// The threshold at which some guesses are spent; below all if there are fewer passwords.
  func threshold(after guesses: Double) -> Threshold {
    var left = max(guesses, 0)
    for group in groups {
      if left < group.passwords {
        return Threshold(seen: group.seen, part: left / group.passwords)
      }
      left -= group.passwords
    }
    return Threshold(seen: 0, part: 1)
  }

  /// What the other half holds of passwords above a threshold.
  func mass(above threshold: Threshold) -> Double {
    groups.reduce(0) { sum, group in
      group.seen > threshold.seen
        ? sum + group.mass : group.seen == threshold.seen ? sum + threshold.part * group.mass : sum
    }
  }
}
