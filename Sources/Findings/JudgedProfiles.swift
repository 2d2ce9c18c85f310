import PasswordRules
import Passwords

/// The profiles of a tally with their counts, in columns for all policies.
struct JudgedProfiles: Sendable {
  /// The profiles, to be judged.
  let columns: ProfileColumns
  /// The entries of each profile.
  let counts: [UInt64]
  /// The same profiles in rows by their atoms, for policies with and without a limit on the longest
  /// run; nil if few policies judge them.
  let tables: (ofRuns: ProfileTable, ofLengths: ProfileTable)?
  private let kinds: ProfileKinds

  /// Arranges profiles; `isForMany` tells whether there are enough policies to group equal profiles
  /// first.
  init(_ profiles: [Profile], counts: [UInt64], isForMany: Bool) {
    columns = ProfileColumns(profiles, isForMany: isForMany)
    self.counts = counts
    guard isForMany else {
      kinds = ProfileKinds(each: profiles)
      tables = nil
      return
    }
    kinds = ProfileKinds(profiles, tellingRuns: false)
    tables = (
      ProfileTable(columns, counts: counts, ProfileKinds(profiles, tellingRuns: true)),
      ProfileTable(columns, counts: counts, kinds)
    )
  }

  /// Calls a function with a profile of each kind that has compliant entries, and their number.
  func forEachCompliant(_ verdicts: Span<UInt64>, _ body: (Profile, UInt64) -> Void) {
    var sums = [UInt64](repeating: 0, count: kinds.examples.count)
    var added = sums.mutableSpan
    let (kindOfProfile, counts) = (kinds.ofProfiles.span, counts.span)
    for index in counts.indices where verdicts[index] == 0 {
      added[Int(truncatingIfNeeded: kindOfProfile[index])] &+= counts[index]
    }
    kinds.forEach(sums, body)
  }
}

extension ProfileKinds {
  /// Calls a function with a profile of each kind that has entries, and their number.
  func forEach(_ entries: [UInt64], _ body: (Profile, UInt64) -> Void) {
    for (index, count) in entries.enumerated() where count > 0 { body(examples[index], count) }
  }
}
