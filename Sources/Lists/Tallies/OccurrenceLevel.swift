/// Distinct passwords of a folded row whose numbers of occurrences are neighbours.
///
/// The numbers themselves are not told, only the least, the greatest and their sum.
///
///     OccurrenceLevel.levels(of: [1: 4, 2: 4, 33: 4], least: GroupSize(entries: 5))   // 1 to 2, and 33
package struct OccurrenceLevel: Hashable, Sendable {
  /// The occurrences of the rarest password.
  package let fewest: UInt64
  /// The occurrences of the commonest one.
  package let greatest: UInt64
  /// The number of passwords; at least 1.
  package let passwords: UInt64
  /// The sum of their occurrences.
  package let entries: UInt64

  /// Makes a level of numbers below 2⁶³; nil if they contradict each other.
  package init?(fewest: UInt64, greatest: UInt64, passwords: UInt64, entries: UInt64) {
    guard fewest > 0, fewest <= greatest, passwords > 0 else { return nil }
    // One password occurs least, and one most often.
    let (spread, others) = (greatest &- fewest, passwords &- 1)
    let least = UInt128(fewest) * UInt128(passwords) + UInt128(spread)
    let most = UInt128(greatest) * UInt128(others) + UInt128(fewest)
    let isOne = spread == 0 && UInt128(fewest) * UInt128(passwords) == UInt128(entries)
    guard isOne || spread > 0 && others > 0 && (least...max(least, most)).contains(UInt128(entries))
    else { return nil }
    self.init(fewest, greatest, passwords, entries)
  }

  private init(_ fewest: UInt64, _ greatest: UInt64, _ passwords: UInt64, _ entries: UInt64) {
    self.fewest = fewest
    self.greatest = greatest
    self.passwords = passwords
    self.entries = entries
  }

  /// The level of these passwords and of rarer ones.
  private func joined(withRarer other: OccurrenceLevel) -> OccurrenceLevel {
    OccurrenceLevel(
      other.fewest, greatest, passwords &+ other.passwords, entries &+ other.entries)
  }

  /// How many passwords and entries it stands for.
  package var size: GroupSize { GroupSize(entries: entries, passwords: passwords) }

  /// Joins neighbouring numbers of occurrences until a level is large enough.
  ///
  /// The last level, if it is smaller, joins the one before.
  ///
  /// - Parameters:
  ///   - passwords: The passwords of a row, by occurrences; all below 2⁶³ together.
  ///   - least: The smallest size of a level.
  /// - Returns: The levels, the rarest passwords first.
  package static func levels(
    of passwords: [UInt64: UInt64], least: GroupSize
  ) -> [OccurrenceLevel] {
    var levels: [OccurrenceLevel] = []
    var isOpen = false
    for (occurrences, count) in passwords.sorted(by: { $0.key < $1.key }) {
      let next = OccurrenceLevel(occurrences, occurrences, count, occurrences &* count)
      if isOpen, let last = levels.popLast() {
        levels.append(next.joined(withRarer: last))
      } else {
        levels.append(next)
      }
      isOpen = levels.last?.size.reaches(least) != true
    }
    if isOpen, levels.count > 1, let last = levels.popLast(), let before = levels.popLast() {
      levels.append(last.joined(withRarer: before))
    }
    return levels
  }

  /// Passwords that occur equally often.
  package typealias Step = (occurrences: UInt64, passwords: UInt64)

  /// The occurrences under which the commonest passwords hold least: all nearly the same.
  package var flattest: [Step] {
    let (each, more) = entries.quotientAndRemainder(dividingBy: passwords)
    return [(each &+ 1, more), (each, passwords &- more)].filter { $0.passwords > 0 }
  }

  /// The occurrences under which the commonest passwords hold most: as many as can be have the
  /// greatest number, all others but one the least.
  package var steepest: [Step] {
    if fewest == greatest { return [(fewest, passwords)] }
    let (top, rest) = (entries &- passwords &* fewest)
      .quotientAndRemainder(dividingBy: greatest &- fewest)
    let between: UInt64 = rest > 0 ? 1 : 0
    return [
      (greatest, top), (fewest &+ rest, between), (fewest, passwords &- top &- between),
    ].filter { $0.passwords > 0 }
  }

  /// The least and the most passwords that may occur once.
  package var once: ClosedRange<UInt64> {
    if fewest > 1 { return 0...0 }
    if greatest == 1 { return passwords...passwords }
    // All others occur at least twice, and at most as often as the commonest.
    let least = passwords &+ passwords &- min(entries, passwords &+ passwords)
    let (all, isTooMuch) = passwords.multipliedReportingOverflow(by: greatest)
    let most = isTooMuch ? passwords : (all &- entries) / (greatest &- 1)
    return max(least, 1)...max(least, 1, min(most, passwords))
  }
}

/// How large a group of a folded tally is, or has to be.
///
///     GroupSize(entries: 900, passwords: 1).reaches(GroupSize(entries: 20, passwords: 5))   // false
package struct GroupSize: Hashable, Sendable {
  /// The number of entries.
  package var entries: UInt64
  /// The number of distinct passwords; 0 where they are not counted, or none is asked for.
  package var passwords: UInt64

  /// States a size; both numbers are below 2⁶³.
  package init(entries: UInt64, passwords: UInt64 = 0) {
    self.entries = entries
    self.passwords = passwords
  }

  /// Whether a group is as large as one has to be, in both numbers.
  package func reaches(_ least: GroupSize) -> Bool {
    entries >= least.entries && passwords >= least.passwords
  }

  /// The size of two groups together.
  package static func + (one: GroupSize, other: GroupSize) -> GroupSize {
    GroupSize(entries: one.entries &+ other.entries, passwords: one.passwords &+ other.passwords)
  }

  /// The size of a group without a part of it.
  package static func - (whole: GroupSize, part: GroupSize) -> GroupSize {
    GroupSize(entries: whole.entries &- part.entries, passwords: whole.passwords &- part.passwords)
  }
}
