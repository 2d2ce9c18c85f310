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
    (self.entries, self.passwords) = (entries, passwords)
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
