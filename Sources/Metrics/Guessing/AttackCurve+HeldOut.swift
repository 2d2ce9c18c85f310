extension AttackCurve {
  /// The curve of an attacker who has seen half of the occurrences and attacks the other half.
  ///
  /// The attacker tries the passwords of the first half, the commonest there first, and stops when
  /// none are left. ``Attacker/aware`` is the optimum. This curve is a lower bound: its attacker must
  /// learn from a sample how common passwords are. The truth lies between.
  ///
  /// The curve is an expectation, without random draws: a password of `c` occurrences has `a` of
  /// them in the first half with the probability of `a` heads in `c` throws, and all cases are
  /// added up. So the same spectrum always gives the same curve.
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
      // Of a partly guessed group, a part is found.
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

  /// Passwords that occur equally often in the first half.
  private struct Group {
    /// Their occurrences there, each; fractional if it is a mean.
    let seen: Double
    /// The expected number of passwords.
    let passwords: Double
    /// Their expected occurrences in the other half.
    let mass: Double
  }

  /// A password of more occurrences counts as half in each half: the standard deviation is below a
  /// sixteenth.
  private static let mostThrown: UInt64 = 256

  /// All passwords of the first half, the commonest there first.
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
