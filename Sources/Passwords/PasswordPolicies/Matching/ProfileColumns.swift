@_spi(Internal) package import Passwords

/// Many profiles, arranged so that many policies can judge them.
///
///     let columns = ProfileColumns(profiles)
///     for matcher in matchers { matcher.judge(columns, into: &verdicts) }
///
/// Most rules test only a profile's character groups, length or longest run. Tens of thousands of
/// profiles have some thousands of sets of character groups, and some hundreds of pairs of length
/// and longest run. A policy tests each of these once; the verdict on a profile joins two results.
package struct ProfileColumns: Sendable {
  package let profiles: [Profile]
  /// The sets of character groups that occur.
  let characterGroups: [UInt128]
  /// The pairs of length and longest run that occur.
  let measures: [Measures]
  /// The indices of each profile's character groups and measures in these arrays.
  let places: [Indices]

  /// The facts of a profile that most policies limit.
  struct Measures {
    let codePointCount: Int
    let longestRun: Int
  }

  /// The indices of a profile's character groups and measures among those that occur.
  struct Indices {
    let characterGroups: UInt32
    let measures: UInt32
  }

  /// Arranges profiles; there must be fewer than 2³¹.
  ///
  /// - Complexity: O(profiles).
  package init(_ profiles: [Profile]) {
    self.profiles = profiles
    var (characterGroups, measures): ([UInt128], [Measures]) = ([], [])
    var (knownCharacterGroups, knownMeasures) = (KeyNumbers(), KeyNumbers())
    var places: [Indices] = []
    places.reserveCapacity(profiles.count)
    // By index, since a profile is too large to copy in each step.
    for index in profiles.indices {
      let set = profiles[index].characterGroups
      let row = knownCharacterGroups.number(
        of: Signature(
          UInt64(truncatingIfNeeded: set), UInt64(truncatingIfNeeded: set >> 64)))
      if row == characterGroups.count { characterGroups.append(set) }
      let (length, run) = (profiles[index].codePointCount, profiles[index].longestRun)
      let measure = knownMeasures.number(
        of: Signature(UInt64(truncatingIfNeeded: length), UInt64(truncatingIfNeeded: run)))
      if measure == measures.count {
        measures.append(Measures(codePointCount: length, longestRun: run))
      }
      places.append(
        Indices(
          characterGroups: UInt32(truncatingIfNeeded: row),
          measures: UInt32(truncatingIfNeeded: measure)))
    }
    self.characterGroups = characterGroups
    self.measures = measures
    self.places = places
  }
}
