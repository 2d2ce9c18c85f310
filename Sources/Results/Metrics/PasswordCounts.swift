@_spi(Internal) import Passwords

/// Counts of passwords by their facts: of all passwords, or of those that comply with a policy.
package struct PasswordCounts: Sendable {
  /// By length in code points.
  package private(set) var lengths: [UInt64] = []
  /// By the number of different characters, the last of ``uniqueLimit`` or more; empty unless they
  /// were recorded that far.
  package private(set) var unique: [UInt64]
  /// By strength.
  package private(set) var strength: StrengthCounts
  /// By habits; nil unless they were recorded.
  package private(set) var habits: HabitCounts?
  /// With each bit: on a blocklist, or related to their user's name.
  package private(set) var listed: [UInt64]
  /// That none of the asked blocklists holds.
  package private(set) var unlisted: UInt64 = 0
  /// That do not relate to their users' names.
  package private(set) var unrelated: UInt64 = 0

  let groups: ListGroups

  /// The number of different characters from which passwords are counted together: what five bits
  /// of a signature hold.
  package static let uniqueLimit = 31

  /// Starts all counts at 0, for tallies of one schema.
  init(_ schema: Schema, _ groups: ListGroups) {
    self.groups = groups
    let countsUnique = schema.demand[.uniqueCharacters] >= Self.uniqueLimit
    unique = countsUnique ? Array(repeating: 0, count: Self.uniqueLimit + 1) : []
    strength = StrengthCounts(schema)
    habits = HabitCounts(schema, groups)
    listed = Array(repeating: 0, count: schema.demand.lists)
  }

  /// Counts passwords of a folded row.
  mutating func add(_ row: ProfileRange, count: UInt64, _ side: BoundSide) {
    if let numbers = side.numbers(.length, of: row) {
      for length in numbers { lengths.add(count, at: length) }
    }
    if !unique.isEmpty, let numbers = side.numbers(.uniqueCharacters, of: row) {
      for number in Set(numbers.map { min($0, Self.uniqueLimit) }) {
        unique.add(count, at: number)
      }
    }
    strength.add(row, count: count, side)
    habits?.add(row, count: count, side)
    let (low, high) = (UInt64(row.low.lists), UInt64(row.high.lists))
    // Not to be on a list is certain if none may hold the password.
    let denying = side == .least ? high : low
    if denying & groups.asked == 0 { unlisted &+= count }
    if denying & groups.relations == 0 { unrelated &+= count }
    listed.add(count, where: side == .least ? low : high)
  }

  /// Counts passwords of one profile.
  mutating func add(_ profile: Profile, count: UInt64) {
    lengths.add(count, at: profile.codePointCount)
    if !unique.isEmpty { unique.add(count, at: min(profile[.uniqueCharacters], Self.uniqueLimit)) }
    strength.add(profile, count: count)
    habits?.add(profile, count: count)
    let lists = UInt64(profile.lists)
    if lists & groups.asked == 0 { unlisted &+= count }
    if lists & groups.relations == 0 { unrelated &+= count }
    if lists != 0 { listed.add(count, where: lists) }
  }
}
