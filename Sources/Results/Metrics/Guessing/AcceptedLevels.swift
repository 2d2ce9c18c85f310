/// The number of passwords of each level of a whole spectrum that a policy accepts.
struct AcceptedLevels {
  /// Accepted passwords at each level; never more than the level has.
  let passwords: [UInt64]
  /// The spectrum of the accepted passwords.
  let spectrum: CountSpectrum

  init(_ passwords: [UInt64], of whole: CountSpectrum) {
    self.passwords = passwords
    spectrum = CountSpectrum(
      descending: zip(whole.levels, passwords).map {
        CountSpectrum.Level(occurrences: $0.occurrences, passwords: $1)
      })
  }

  /// The rank, in the whole, of the commonest accepted password; the first of equals.
  func firstRank(in whole: CountSpectrum) -> UInt64? {
    passwords.firstIndex { $0 > 0 }.map { whole.ranks(before: $0) &+ 1 }
  }

  /// The number of accepted passwords among the first ranks of the whole; of equals, in proportion.
  func count(amongTop ranks: UInt64, of whole: CountSpectrum) -> Double {
    let level = whole.level(ofRank: ranks)
    let complete = passwords.prefix(level).reduce(0, &+)
    guard level < passwords.count else { return Double(complete) }
    return Double(complete) + Double(passwords[level]) * partOfLevel(level, ranks, whole)
  }

  /// The sum of occurrences over all complete levels and the last, partial one.
  func mass(
    amongTop ranks: UInt64, of whole: CountSpectrum
  ) -> (whole: UInt128, part: Double) {
    let level = whole.level(ofRank: ranks)
    var sum: UInt128 = 0
    for index in 0..<min(level, passwords.count) {
      let mass = UInt128(passwords[index]).saturating(times: whole.levels[index].occurrences)
      sum = sum.saturating(plus: mass)
    }
    guard level < passwords.count else { return (sum, 0) }
    let last = Double(passwords[level]) * Double(whole.levels[level].occurrences)
    return (sum, last * partOfLevel(level, ranks, whole))
  }

  private func partOfLevel(_ level: Int, _ ranks: UInt64, _ whole: CountSpectrum) -> Double {
    Double(ranks &- whole.ranks(before: level)) / Double(whole.levels[level].passwords)
  }
}
