@_spi(House) import Passwords

/// Profiles by the facts that are counted of compliant entries: length, lists and strength.
///
/// Profiles of one kind agree on these, so a policy adds up the entries of each kind, then counts
/// each kind once.
struct ProfileKinds: Sendable {
  /// The first profile of each kind.
  let examples: [Profile]
  /// The kind of each profile.
  let ofProfiles: [UInt32]

  /// Makes a kind of each profile.
  init(each profiles: [Profile]) {
    examples = profiles
    ofProfiles = profiles.indices.map { UInt32($0) }
  }

  /// Finds the kinds of profiles; with `tellingRuns`, profiles of one kind have the same longest
  /// run too.
  ///
  /// - Complexity: O(profiles).
  init(_ profiles: [Profile], tellingRuns: Bool) {
    var known = KeyNumbers()
    var examples: [Profile] = []
    var ofProfiles: [UInt32] = []
    ofProfiles.reserveCapacity(profiles.count)
    // By index, since a profile is too large to be copied for each look.
    for index in profiles.indices {
      let number = known.number(of: Self.key(of: profiles[index], tellingRuns: tellingRuns))
      if number == examples.count { examples.append(profiles[index]) }
      ofProfiles.append(UInt32(truncatingIfNeeded: number))
    }
    self.examples = examples
    self.ofProfiles = ofProfiles
  }

  /// The facts of a kind in three words; of a fact that may be missing, 1 more than its number.
  @inline(__always)
  private static func key(of profile: Profile, tellingRuns: Bool) -> Signature {
    func packed(_ number: Int?) -> UInt64 {
      number.map { UInt64(UInt32(truncatingIfNeeded: $0)) &+ 1 } ?? 0
    }
    let run = tellingRuns ? UInt64(UInt32(truncatingIfNeeded: profile.longestRun)) : 0
    // Levels of the meter and scores are less than 8.
    let judged = packed(profile.meter?.rawValue) << 3 | packed(profile.score)
    return Signature(
      UInt64(UInt32(truncatingIfNeeded: profile.codePointCount)) | UInt64(profile.lists) << 32,
      run | judged << 32, packed(profile.guessesBin) | packed(profile.guessBudget) << 32)
  }
}
