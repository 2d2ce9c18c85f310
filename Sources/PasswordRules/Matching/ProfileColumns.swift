package import Passwords

/// Many profiles, arranged so that many policies can judge them.
///
///     let columns = ProfileColumns(profiles)
///     for matcher in matchers { matcher.judge(columns, into: &verdicts) }
///
/// Most rules ask for a profile's atoms, length or longest run alone. Tens of thousands of profiles
/// have some thousands of sets of atoms, and some hundreds of lengths with runs, so a policy tests
/// each of these once; the verdict on a profile joins two results.
package struct ProfileColumns: Sendable {
  /// The profiles.
  package let profiles: [Profile]
  /// The sets of atoms that occur, each once if there are many policies.
  let atoms: [UInt128]
  /// The lengths and longest runs that occur together, each pair once if there are many policies.
  let measures: [Measures]
  /// The place of each profile's atoms and measures in these arrays.
  package let places: [Place]

  /// The facts of a profile that have limits in most policies.
  struct Measures: Hashable {
    let codePointCount: Int
    let longestRun: Int
  }

  /// The place of a profile's atoms and measures among those that occur.
  package struct Place: Sendable {
    /// The place of its atoms.
    package let atoms: UInt32
    /// The place of its length and longest run.
    package let measures: UInt32
  }

  /// The number of sets of atoms that occur.
  package var atomCount: Int { atoms.count }

  /// Arranges profiles, fewer than 2³².
  ///
  /// - Parameters:
  ///   - profiles: The profiles.
  ///   - isForMany: Whether so many policies judge them that it pays to find equal atoms and
  ///     measures; otherwise every profile has its own.
  /// - Complexity: O(profiles).
  package init(_ profiles: [Profile], isForMany: Bool = true) {
    self.profiles = profiles
    guard isForMany else {
      atoms = profiles.map(\.atoms)
      measures = profiles.map {
        Measures(codePointCount: $0.codePointCount, longestRun: $0.longestRun)
      }
      places = profiles.indices.map { Place(atoms: UInt32($0), measures: UInt32($0)) }
      return
    }
    var (atoms, measures) = (Distinct<UInt128>(), Distinct<Measures>())
    places = profiles.map { profile in
      let both = Measures(codePointCount: profile.codePointCount, longestRun: profile.longestRun)
      return Place(atoms: atoms.place(of: profile.atoms), measures: measures.place(of: both))
    }
    (self.atoms, self.measures) = (atoms.values, measures.values)
  }

  /// Values in the order in which they first occur.
  private struct Distinct<Value: Hashable> {
    private(set) var values: [Value] = []
    private var places: [Value: UInt32] = [:]

    mutating func place(of value: Value) -> UInt32 {
      if let place = places[value] { return place }
      let place = UInt32(values.count)
      places[value] = place
      values.append(value)
      return place
    }
  }
}
