@_spi(House) package import Passwords

/// Many profiles, arranged so that many policies can judge them.
///
///     let columns = ProfileColumns(profiles)
///     for matcher in matchers { matcher.judge(columns, into: &verdicts) }
///
/// Most rules test only a profile's atoms, length or longest run. Tens of thousands of profiles
/// have some thousands of sets of atoms, and some hundreds of pairs of length and longest run. A
/// policy tests each of these once; the verdict on a profile joins two results.
package struct ProfileColumns: Sendable {
  /// The profiles.
  package let profiles: [Profile]
  /// The sets of atoms that occur; without duplicates if there are many policies.
  let atoms: AtomSets
  /// The pairs of length and longest run that occur; without duplicates if there are many policies.
  package let measures: [Measures]
  /// The indices of each profile's atoms and measures in these arrays.
  package let places: [Place]

  /// The facts of a profile that most policies limit.
  package struct Measures: Sendable {
    let codePointCount: Int
    let longestRun: Int

    /// The measures of a profile.
    package init(_ profile: Profile) {
      codePointCount = profile.codePointCount
      longestRun = profile.longestRun
    }
  }

  /// The indices of a profile's atoms and measures among those that occur.
  package struct Place: Sendable {
    /// The index of its atoms.
    package let atoms: UInt32
    /// The index of its length and longest run.
    package let measures: UInt32
  }

  /// The number of sets of atoms that occur.
  package var atomCount: Int { atoms.count }

  /// Arranges profiles; there must be fewer than 2³¹.
  ///
  /// - Parameters:
  ///   - profiles: The profiles.
  ///   - isForMany: Whether enough policies judge them that finding equal atoms and measures pays;
  ///     if not, every profile has its own.
  /// - Complexity: O(profiles).
  package init(_ profiles: [Profile], isForMany: Bool = true) {
    self.profiles = profiles
    guard isForMany else {
      atoms = AtomSets(profiles.map(\.atoms))
      measures = profiles.map { Measures($0) }
      places = profiles.indices.map { Place(atoms: UInt32($0), measures: UInt32($0)) }
      return
    }
    var (atoms, measures): ([UInt128], [Measures]) = ([], [])
    var (knownAtoms, knownMeasures) = (KeyNumbers(), KeyNumbers())
    var places: [Place] = []
    places.reserveCapacity(profiles.count)
    // By index, since a profile is too large to copy in each step.
    for index in profiles.indices {
      let set = profiles[index].atoms
      let row = knownAtoms.number(
        of: Signature(
          UInt64(truncatingIfNeeded: set), UInt64(truncatingIfNeeded: set >> 64)))
      if row == atoms.count { atoms.append(set) }
      let (length, run) = (profiles[index].codePointCount, profiles[index].longestRun)
      let measure = knownMeasures.number(
        of: Signature(UInt64(truncatingIfNeeded: length), UInt64(truncatingIfNeeded: run)))
      if measure == measures.count { measures.append(Measures(profiles[index])) }
      places.append(
        Place(
          atoms: UInt32(truncatingIfNeeded: row), measures: UInt32(truncatingIfNeeded: measure)))
    }
    self.atoms = AtomSets(atoms)
    self.measures = measures
    self.places = places
  }
}

/// Sets of atoms in two columns of words, so that a loop can test several sets at once.
struct AtomSets: Sendable {
  /// The number of sets.
  let count: Int
  private let low: [UInt64]
  /// The atoms beyond the first 64; empty if no set has any, as usual.
  private let high: [UInt64]

  init(_ sets: [UInt128]) {
    count = sets.count
    low = sets.map { UInt64(truncatingIfNeeded: $0) }
    let high = sets.map { UInt64(truncatingIfNeeded: $0 >> 64) }
    self.high = high.contains { $0 != 0 } ? high : []
  }

  /// Sets a bit of the verdict on each set that has an atom of the mask, or on each that has none.
  @inline(__always)
  func mark(
    _ verdicts: inout MutableSpan<UInt64>, with bit: UInt64, where mask: UInt128, isMet: Bool
  ) {
    let (first, second) = (
      UInt64(truncatingIfNeeded: mask), UInt64(truncatingIfNeeded: mask >> 64)
    )
    let (low, high) = (low.span, high.span)
    precondition(verdicts.count == low.count, "a verdict a set")
    if high.isEmpty {
      for index in low.indices {
        verdicts[index] |= (low[index] & first != 0) == isMet ? bit : 0
      }
    } else {
      for index in low.indices {
        let shared = low[index] & first | high[index] & second
        verdicts[index] |= (shared != 0) == isMet ? bit : 0
      }
    }
  }
}
