/// Passwords by how often they are seen in one half of the occurrences, with what the other half holds
/// of them.
///
/// An expectation, without random draws: a password of `c` occurrences has `a` of them in the first
/// half with the probability of `a` heads in `c` throws, and all cases are added up.
struct SeenSpectrum {
  /// Passwords that are seen equally often, the commonest there first.
  private(set) var groups: [Group] = []

  /// Passwords that are seen equally often.
  struct Group {
    /// Their occurrences in the first half, each; a quarter more if they are not thrown, so that they
    /// come before others.
    let seen: Double
    /// The expected number of passwords.
    let passwords: Double
    /// Their expected occurrences in the other half.
    let mass: Double
  }

  /// A number of times seen, and the part of the passwords seen so often that is tried.
  struct Threshold {
    let seen: Double
    let part: Double
  }

  /// A password of more occurrences counts as half in each half: the standard deviation is below a
  /// sixteenth.
  static let mostThrown = 256

  /// Throws the passwords of a spectrum.
  ///
  /// - Complexity: O(levels + 256²).
  init(_ spectrum: CountSpectrum) {
    var passwords = [Double](repeating: 0, count: Self.mostThrown + 1)
    var mass = passwords
    for level in spectrum.levels {
      let count = Double(level.passwords)
      guard level.occurrences <= Self.mostThrown else {
        let half = Double(level.occurrences) / 2
        groups.append(Group(seen: half + 0.25, passwords: count, mass: count * half))
        continue
      }
      let throwCount = Int(level.occurrences)
      var probability = count
      for _ in 0..<throwCount { probability /= 2 }
      for seen in 0...throwCount {
        passwords[seen] += probability
        mass[seen] += probability * Double(throwCount - seen)
        probability *= Double(throwCount - seen) / Double(seen + 1)
      }
    }
    for seen in 1...Self.mostThrown where passwords[seen] > 0 {
      groups.append(Group(seen: Double(seen), passwords: passwords[seen], mass: mass[seen]))
    }
    groups.sort { $0.seen > $1.seen }
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
