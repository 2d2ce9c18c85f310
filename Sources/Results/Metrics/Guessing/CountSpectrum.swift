/// The number of distinct passwords for each number of occurrences: all that guessing metrics need.
///
/// Levels go from the commonest passwords to the rarest. Equally common passwords have adjacent
/// ranks in arbitrary order, which affects no metric.
///
///     let spectrum = CountSpectrum([5: 1, 3: 1, 1: 2])   // occurrences: passwords
///     spectrum.distinct                                  // 4
///     spectrum.total                                     // 10
///     spectrum.mass(ofTop: 2)                            // 8
///
/// Sums have 128 bits and saturate, although no list comes near that.
package struct CountSpectrum: Hashable, Sendable {
  /// The passwords of each number of occurrences, the largest number first; none is empty.
  package let levels: [Level]
  /// Distinct passwords.
  package let distinct: UInt64
  /// The sum of their occurrences.
  package let total: UInt128
  /// For each level, the ranks and the occurrences up to its end.
  private let through: [Head]

  /// Passwords that occur equally often.
  package struct Level: Hashable, Sendable {
    /// The occurrences of each; at least 1.
    ///
    /// Of 128 bits, since some models of what people do multiply them by the number of passwords.
    package let occurrences: UInt128
    /// The number of passwords; at least 1.
    package let passwords: UInt64

    /// Makes a level.
    package init(occurrences: UInt128, passwords: UInt64) {
      self.occurrences = occurrences
      self.passwords = passwords
    }
  }

  /// The commonest passwords, up to some rank.
  struct Head: Hashable, Sendable {
    var ranks: UInt64 = 0
    var mass: UInt128 = 0
    /// The sum of rank × occurrences, ranks from 1.
    var rankSum: UInt128 = 0

    /// Adds passwords with this number of occurrences each.
    mutating func add(_ passwords: UInt64, occurring occurrences: UInt128) {
      let (count, before) = (UInt128(passwords), UInt128(ranks))
      // The sum of the ranks before + 1 … before + count.
      let (half, other) = count % 2 == 0 ? (count / 2, count + 1) : (count, (count + 1) / 2)
      let rankTotal = count.saturating(times: before).saturating(
        plus: half.saturating(times: other))
      mass = mass.saturating(plus: count.saturating(times: occurrences))
      rankSum = rankSum.saturating(plus: rankTotal.saturating(times: occurrences))
      ranks = ranks.addingReportingOverflow(passwords).overflow ? .max : ranks &+ passwords
    }
  }

  /// Takes levels in descending order of occurrences; drops levels without passwords.
  package init(descending levels: [Level]) {
    let levels = levels.filter { $0.passwords > 0 && $0.occurrences > 0 }
    var head = Head()
    var through: [Head] = []
    through.reserveCapacity(levels.count)
    for (index, level) in levels.enumerated() {
      precondition(
        index == 0 || level.occurrences < levels[index - 1].occurrences, "levels descend")
      head.add(level.passwords, occurring: level.occurrences)
      through.append(head)
    }
    self.levels = levels
    self.through = through
    distinct = head.ranks
    total = head.mass
  }

  /// Takes the number of passwords for each number of occurrences.
  package init(_ passwords: [UInt64: UInt64]) {
    self.init(
      descending: passwords.sorted { $0.key > $1.key }.map {
        Level(occurrences: UInt128($0.key), passwords: $0.value)
      })
  }

  /// The occurrences of the commonest password; nil if there is none.
  package var topCount: UInt128? { levels.first?.occurrences }

  /// The sum of rank × occurrences over all passwords.
  package var rankSum: UInt128 { through.last?.rankSum ?? 0 }

  /// The occurrences of the commonest passwords; of all if there are fewer.
  ///
  /// - Complexity: O(log(levels)).
  package func mass(ofTop ranks: UInt64) -> UInt128 { head(ofTop: ranks).mass }

  /// The occurrences of the password of a rank, from 1; nil beyond the last.
  ///
  /// - Complexity: O(log(levels)).
  package func occurrences(atRank rank: UInt64) -> UInt128? {
    let level = level(ofRank: rank)
    return level < levels.count ? levels[level].occurrences : nil
  }

  /// The level of a rank; the number of levels if the rank is beyond the last.
  func level(ofRank rank: UInt64) -> Int {
    firstLevel { $0.ranks >= rank }
  }

  /// The number of ranks before a level.
  func ranks(before level: Int) -> UInt64 { level == 0 ? 0 : through[level - 1].ranks }

  /// The commonest passwords up to a rank.
  func head(ofTop ranks: UInt64) -> Head {
    if ranks >= distinct { return through.last ?? Head() }
    let level = level(ofRank: ranks)
    var head = level == 0 ? Head() : through[level - 1]
    if head.ranks < ranks {
      head.add(ranks &- head.ranks, occurring: levels[level].occurrences)
    }
    return head
  }

  /// The fewest of the commonest passwords that make up a share of all occurrences, and the
  /// occurrences of the last one; nil if there is no password.
  func head(ofShare share: ExactShare) -> (head: Head, lastCount: UInt128)? {
    let wanted = share.numerator.saturating(times: total)
    let level = firstLevel { share.denominator.saturating(times: $0.mass) >= wanted }
    guard level < levels.count else { return nil }
    var head = level == 0 ? Head() : through[level - 1]
    let occurrences = levels[level].occurrences
    // How many of this level are needed: the missing part, in units of 1 ÷ denominator, rounded up.
    let missing = wanted &- min(wanted, share.denominator.saturating(times: head.mass))
    let unit = share.denominator.saturating(times: occurrences)
    let count = max(1, missing / unit + (missing % unit == 0 ? 0 : 1))
    head.add(
      UInt64(min(count, UInt128(levels[level].passwords))), occurring: levels[level].occurrences)
    return (head, levels[level].occurrences)
  }

  /// The first level whose sums meet a condition that holds from there on.
  private func firstLevel(where holds: (Head) -> Bool) -> Int {
    var (low, high) = (0, through.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(through[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension UInt128 {
  /// The sum, saturated.
  func saturating(plus other: UInt128) -> UInt128 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The product, saturated.
  func saturating(times other: UInt128) -> UInt128 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}

/// A share with the exact value of its decimal text: 0.1 is one tenth, which no `Double` is.
///
///     ExactShare.quarter.numerator   // 25, of 100
package struct ExactShare: Hashable, Sendable, CustomStringConvertible {
  /// The text as written.
  package let description: String
  /// At least 1, at most the denominator.
  let numerator: UInt128
  /// A power of ten.
  let denominator: UInt128

  private init(_ text: String, _ numerator: UInt128, _ denominator: UInt128) {
    description = text
    self.numerator = numerator
    self.denominator = denominator
  }

  /// A quarter.
  package static let quarter = ExactShare("0.25", 25, 100)
  /// The shares reported: a tenth, a quarter, a half.
  package static let standard = [ExactShare("0.1", 1, 10), quarter, ExactShare("0.5", 5, 10)]
}
