extension FactDemand {
  /// The facts of a password's strength that are recorded.
  package enum StrengthDetail: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// The level of the four-criteria meter.
    case meter
    /// The meter's level, the score, the half decade of guesses, the decisive pattern and the
    /// budgets.
    case zxcvbn
    /// The same, and the half decade and the budgets of the combined estimate.
    case combined
  }

  /// The demand for all facts that later policies can use: the *full recipe* of a recorded tally.
  ///
  /// Each printable special character of ASCII is an atom. The longest run, sequence and class run
  /// and the counts of the five kinds are exact up to 15; the length is always exact.
  ///
  /// - Parameters:
  ///   - strength: The strength facts to record.
  ///   - guessBudgets: The standard ladder of attacks, where guesses are recorded.
  ///   - lists: The number of bits for blocklists and relations to users.
  /// - Returns: A demand that ``Recipe/init(for:sources:)`` can pack into 192 bits, whatever the
  ///   arguments.
  package static func full(
    strength: StrengthDetail, guessBudgets: [Double] = [], lists: Int = 0
  ) -> FactDemand {
    var demand = FactDemand()
    demand.classes = Set(CodePointSet.special.characters)
    for fact in Fact.demanded { demand[fact] = fact.row.full }
    for kind in CodePointSet.countedKinds { demand.counts[kind] = saturation }
    demand.meter = strength != .none
    demand.score = strength == .zxcvbn
    demand.combined = strength == .combined
    demand.guessBudgets = guessBudgets
    demand.lists = lists
    return demand
  }

  /// The number at which the full recipe saturates counts.
  private static let saturation = 16
}

extension CodePointSet {
  /// The five kinds that the full recipe counts: lowercase, uppercase, digits and specials of
  /// ASCII, and all other characters.
  package static let countedKinds: [CodePointSet] = {
    let named: [CodePointSet] = [.lower, .upper, .digit, .special]
    return named + [named.reduce(.unicode) { $0.subtracting($1) }]
  }()

  /// A set for each ASCII member.
  package var characters: [CodePointSet] {
    (UInt8.min..<0x80).filter { ascii & (1 << UInt128($0)) != 0 }
      .map { CodePointSet(ascii: CollectionOfOne($0)) }
  }
}
