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
  /// The sets of atoms that occur, each once.
  let atoms: [UInt128]
  /// The lengths that occur, each once with every longest run.
  let measures: [Measures]
  /// The place of each profile's atoms and measures in these arrays.
  let places: [Place]

  /// The facts of a profile that have limits in most policies.
  struct Measures: Hashable {
    let codePointCount: Int
    let longestRun: Int
  }

  struct Place {
    let atoms: UInt32
    let measures: UInt32
  }

  /// Arranges profiles, fewer than 2³².
  ///
  /// - Complexity: O(profiles).
  package init(_ profiles: [Profile]) {
    self.profiles = profiles
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
