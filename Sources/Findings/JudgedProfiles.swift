import PasswordRules
import Passwords

/// The profiles of a tally with their counts, in columns for all policies.
///
/// Compliant entries are counted by few facts, so profiles that agree on these are of one kind: a
/// policy adds up the entries of each kind, then counts each kind once.
struct JudgedProfiles: Sendable {
  /// The profiles, to be judged.
  let columns: ProfileColumns
  /// The entries of each profile.
  let counts: [UInt64]
  /// The same profiles in rows by their atoms; nil if few policies judge them.
  let table: ProfileTable?
  /// The first profile of each kind.
  private let kinds: [Profile]
  /// The kind of each profile.
  private let kindOfProfile: [UInt32]

  /// The facts by which compliant entries are counted.
  private struct Kind: Hashable {
    let lengthAndLists: UInt64
    // 1 more than each number, 0 for none.
    let strength: SIMD4<UInt32>

    init(_ profile: Profile) {
      func packed(_ number: Int?) -> UInt32 { number.map { UInt32($0) &+ 1 } ?? 0 }
      lengthAndLists = UInt64(profile.codePointCount) << 32 | UInt64(profile.lists)
      strength = [
        packed(profile.meter?.rawValue), packed(profile.score), packed(profile.guessesBin),
        packed(profile.guessBudget),
      ]
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(lengthAndLists)
      // Most runs estimate no strength; equal kinds have equal sums.
      hasher.combine(strength.wrappedSum())
    }
  }

  /// Arranges profiles; `isForMany` if so many policies judge them that it pays to find out which
  /// profiles agree on something.
  init(_ profiles: [Profile], counts: [UInt64], isForMany: Bool) {
    columns = ProfileColumns(profiles, isForMany: isForMany)
    self.counts = counts
    guard isForMany else {
      table = nil
      kinds = profiles
      kindOfProfile = profiles.indices.map { UInt32($0) }
      return
    }
    var kinds: [Profile] = []
    var known: [Kind: UInt32] = [:]
    let kindOfProfile = profiles.map { profile in
      let kind = Kind(profile)
      if let number = known[kind] { return number }
      let number = UInt32(kinds.count)
      known[kind] = number
      kinds.append(profile)
      return number
    }
    self.kinds = kinds
    self.kindOfProfile = kindOfProfile
    table = ProfileTable(columns, counts: counts, kinds: kindOfProfile, kindCount: kinds.count)
  }

  /// Calls a function with a profile of each kind that has compliant entries, and their number.
  func forEachCompliant(_ verdicts: Span<UInt64>, _ body: (Profile, UInt64) -> Void) {
    var sums = [UInt64](repeating: 0, count: kinds.count)
    var added = sums.mutableSpan
    let (kindOfProfile, counts) = (kindOfProfile.span, counts.span)
    for index in counts.indices where verdicts[index] == 0 {
      added[Int(truncatingIfNeeded: kindOfProfile[index])] &+= counts[index]
    }
    forEach(sums, body)
  }

  /// Calls a function with a profile of each kind that has entries, and their number.
  func forEach(_ entries: [UInt64], _ body: (Profile, UInt64) -> Void) {
    for (index, count) in entries.enumerated() where count > 0 { body(kinds[index], count) }
  }
}
