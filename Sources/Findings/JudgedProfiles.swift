import PasswordRules
import Passwords
import Workers

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

  /// Arranges profiles, on all workers if there is much to do.
  ///
  /// `isForMany` tells whether there are enough policies to group equal profiles first.
  init(_ profiles: [Profile], counts: [UInt64], isForMany: Bool, by workers: WorkerPool) {
    self.counts = counts
    guard isForMany else {
      columns = ProfileColumns(profiles, isForMany: false)
      kinds = ProfileKinds(each: profiles)
      tables = nil
      return
    }
    let columnsAhead = MadeAhead(by: workers) { ProfileColumns(profiles) }
    let kindsOfRuns = ProfileKinds(profiles, tellingRuns: true)
    let kinds = ProfileKinds(profiles, tellingRuns: false)
    let columns = columnsAhead.value
    let tableOfRuns = MadeAhead(by: workers) {
      ProfileTable(columns, counts: counts, kindsOfRuns)
    }
    let tableOfLengths = ProfileTable(columns, counts: counts, kinds)
    (self.kinds, self.columns) = (kinds, columns)
    tables = (tableOfRuns.value, tableOfLengths)
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
