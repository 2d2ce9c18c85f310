extension AttackCurve {
  /// What an attacker finds who has seen half of the occurrences and is measured on the other half.
  ///
  /// The attacker tries the passwords of the first half, the commonest there first, and stops when
  /// they are used up. Where ``Attacker/aware`` is the best that can be done, this is what is left of
  /// it for somebody who must learn how common passwords are from a sample; the truth lies between.
  ///
  /// No half is drawn at random: every password of `c` occurrences has `a` of them in the first half
  /// with the probability of `a` heads in `c` throws, and all of these are added up. So the same
  /// spectrum gives the same curve.
  ///
  /// - Complexity: O(levels + 256²).
  /// - Source: J. Blocki and P. Liu, *Towards a Rigorous Statistical Analysis of Empirical Password
  ///   Datasets*, 2023, for the bounds above and below.
  package init(heldOutOf spectrum: CountSpectrum) {
    attacker = .heldOut
    let half = Double(spectrum.total) / 2
    var groups = Self.halves(of: spectrum)[...]
    var (guessed, found) = (0.0, 0.0)
    points = Self.grid(upTo: spectrum.distinct).map { guesses in
      // Of a group that is guessed in part, a part is found.
      while let group = groups.first, guessed + group.passwords <= Double(guesses) {
        guessed += group.passwords
        found += group.mass
        groups.removeFirst()
      }
      let rest = groups.first.map { group in
        group.mass * (Double(guesses) - guessed) / group.passwords
      }
      let share = half > 0 ? min((found + (rest ?? 0)) / half, 1) : 0
      let cracked = (share * Double(spectrum.total)).rounded()
      return Point(
        guesses: guesses, cracked: UInt128(exactly: cracked) ?? spectrum.total, share: share)
    }
  }

  /// Passwords that the first half has equally often.
  private struct Group {
    /// How often; not whole where it is a mean.
    let seen: Double
    /// How many passwords, to be expected.
    let passwords: Double
    /// Their occurrences in the other half, to be expected.
    let mass: Double
  }

  /// Beyond so many occurrences a password has half of them in each half: the deviation is below a
  /// sixteenth.
  private static let mostThrown: UInt64 = 256

  /// All passwords that the first half has, the commonest there first.
  private static func halves(of spectrum: CountSpectrum) -> [Group] {
    var passwords = [Double](repeating: 0, count: Int(mostThrown) + 1)
    var mass = passwords
    var groups: [Group] = []
    for level in spectrum.levels {
      let count = Double(level.passwords)
      guard level.occurrences <= mostThrown else {
        let half = Double(level.occurrences) / 2
        groups.append(Group(seen: half, passwords: count, mass: count * half))
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
    for seen in 1...Int(mostThrown) where passwords[seen] > 0 {
      groups.append(Group(seen: Double(seen), passwords: passwords[seen], mass: mass[seen]))
    }
    return groups.sorted { $0.seen > $1.seen }
  }
}
