extension FactDemand {
  /// How much of a password's strength is recorded.
  package enum StrengthDetail: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// The level of the four-criteria meter.
    case meter
    /// The meter's level, the score, the half decade of guesses, the decisive pattern and budgets.
    case zxcvbn
  }

  /// Everything that a list can be asked later: the *full recipe* of a recorded tally.
  ///
  /// Each printable special character of ASCII is an atom, the longest run, sequence and class run
  /// and the characters of each of the five kinds are exact up to 15, the length always is.
  ///
  /// - Parameters:
  ///   - strength: How much of the strength is recorded.
  ///   - guessBudgets: The standard ladder of attacks, for `zxcvbn`.
  ///   - lists: Bits for blocklists and relations to users.
  /// - Returns: What ``Recipe/init(for:sources:)`` packs into 192 bits, whatever it is asked for here.
  package static func full(
    strength: StrengthDetail, guessBudgets: [Double] = [], lists: Int = 0
  ) -> FactDemand {
    var demand = FactDemand()
    demand.classes = Set(CodePointSet.special.characters)
    demand.longestRun = saturation
    demand.longestSequence = saturation
    demand.longestClassRun = saturation
    for kind in CodePointSet.countedKinds { demand.counts[kind] = saturation }
    demand.meter = strength != .none
    demand.score = strength == .zxcvbn
    demand.guessBudgets = guessBudgets
    demand.lists = lists
    return demand
  }

  /// From this number on, runs and counts of the full recipe are not told apart.
  private static let saturation = 16
}

extension CodePointSet {
  /// The five kinds whose characters the full recipe counts: lowercase, uppercase, digits and specials
  /// of ASCII, and everything else.
  package static let countedKinds: [CodePointSet] = {
    let named: [CodePointSet] = [.lower, .upper, .digit, .special]
    return named + [named.reduce(.unicode) { $0.subtracting($1) }]
  }()

  /// Its members in ASCII, a set each.
  package var characters: [CodePointSet] {
    (UInt8.min..<0x80).filter { ascii & (1 << UInt128($0)) != 0 }
      .map { CodePointSet(ascii: CollectionOfOne($0)) }
  }
}
