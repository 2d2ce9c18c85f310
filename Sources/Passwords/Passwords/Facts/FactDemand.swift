/// The facts to record about every password.
///
/// Policies, the meter and the blocklists each state their demand; a ``Schema`` packs the union.
/// Numbers are *saturation points*: values below the number are recorded exactly, others as this
/// number, so a rule "at most `n`" demands `n + 1`. 0 means that the fact is not needed.
package struct FactDemand: Hashable, Sendable {
  private var limits: [Fact: Int] = [:]
  /// The classes whose presence must be recorded.
  package var classes: Set<CodePointSet> = []
  /// The classes whose characters must be counted, each with its saturation point; at most 16.
  package var counts: [CodePointSet: Int] = [:]
  /// The number of bits for blocklists, one for each list; at most 32.
  package var lists = 0
  /// The guess budgets, ascending; at most 63, and only with ``score``.
  ///
  /// The signature records how many of them are too small to find the password.
  package var guessBudgets: [Double] = []
  /// Whether zxcvbn's guesses are recorded by whole decades instead of halves; only with ``score``.
  ///
  /// Where both estimates are recorded, halves of both would make a tally two thirds larger.
  package var wholeDecades = false

  /// Makes a demand for only the length and the kinds of character.
  package init() {}

  /// The saturation point of a fact, at most what any password can reach.
  ///
  /// A fact that is recorded wholly or not at all is wanted if the number is above 0. Setting has
  /// no effect on the length, which is always exact, or on facts that follow from another.
  package subscript(fact: Fact) -> Int {
    get {
      switch fact.row.measure {
      case .exact: fact.row.largest + 1
      case .saturating: limits[fact] ?? 0
      case .level: limits[fact] == nil ? 0 : fact.row.largest + 1
      case .scored, .habit:
        limits[fact.row.companion ?? fact] == nil
          ? 0 : fact.row.countsBudgets ? guessBudgets.count : fact.row.largest + 1
      }
    }
    set {
      if fact.row.keyword == nil { return }
      let limit = fact.row.measure == .saturating ? min(newValue, fact.row.largest) : 1
      limits[fact] = newValue > 0 ? limit : nil
    }
  }

  /// The largest number that signatures hold for a fact; the classes must be the character groups.
  func largest(of fact: Fact) -> Int {
    if fact.row.namesCharacterGroup { return classes.count }
    return fact.row.measure == .saturating || fact.row.countsBudgets ? self[fact] : fact.row.largest
  }

  /// Whether to record the level of the four-criteria meter.
  package var meter: Bool {
    get { limits[.meter] != nil }
    set { limits[.meter] = newValue ? 1 : nil }
  }

  /// Whether to record the strength score, the guesses bin and the decisive pattern.
  package var score: Bool {
    get { limits[.score] != nil }
    set { limits[.score] = newValue ? 1 : nil }
  }

  /// Whether to record the half decade of the combined estimate, too; it needs ``score``.
  ///
  /// Setting it also sets ``wholeDecades``.
  package var combined: Bool {
    get { limits[.combinedBin] != nil }
    set {
      limits[.combinedBin] = newValue ? 1 : nil
      if newValue { (score, wholeDecades) = (true, true) }
    }
  }

  /// The sources of which brought guess numbers are recorded, too, at most ``Fact/brought``; they
  /// need ``combined``, which setting it also sets.
  package var brought: Int {
    get { Fact.brought.count { limits[$0.bin] != nil } }
    set {
      for (place, facts) in Fact.brought.enumerated() {
        limits[facts.bin] = place < newValue ? 1 : nil
      }
      if newValue > 0 { combined = true }
    }
  }

  /// Whether to record the half decade of the model's guesses, too; it needs ``combined``, which
  /// setting it also sets.
  package var model: Bool {
    get { limits[.modelBin] != nil }
    set {
      limits[.modelBin] = newValue ? 1 : nil
      if newValue { combined = true }
    }
  }

  /// Whether to record the score without the caller's words, too; it needs ``score``.
  package var scoreWithoutWords: Bool {
    get { limits[.scoreWithoutWords] != nil }
    set { limits[.scoreWithoutWords] = newValue ? 1 : nil }
  }

  /// Whether to record habits: how people satisfy rules.
  package var habits: Bool {
    get { limits[.habitCapitals] != nil }
    set { limits[.habitCapitals] = newValue ? 1 : nil }
  }

  /// Adds the facts of another demand.
  package mutating func formUnion(_ other: FactDemand) {
    limits.merge(other.limits, uniquingKeysWith: max)
    classes.formUnion(other.classes)
    counts.merge(other.counts, uniquingKeysWith: max)
    lists = max(lists, other.lists)
    wholeDecades = wholeDecades || other.wholeDecades
    guessBudgets = Set(guessBudgets).union(other.guessBudgets).sorted()
  }
}

extension FactDemand {
  /// How much of a password's strength is estimated and recorded.
  package enum StrengthDetail: String, Hashable, Sendable, CaseIterable {
    /// The same as for ``combined``, and the half decades and the budgets of brought guess numbers,
    /// if there are any, and of the model's, of all of which the least counts.
    case minAuto = "min-auto"
    /// The same as for ``combined``, and the half decades and the budgets of brought guess numbers.
    case guesses
    /// The same as for ``zxcvbn``, and the half decade and the budgets of the combined estimate.
    case combined
    /// The meter's level, zxcvbn's score, the half decade of its guesses, the decisive pattern and
    /// the budgets.
    case zxcvbn
    /// The level of the four-criteria meter.
    case meter
    /// Nothing.
    case none

    /// Whether guesses are estimated.
    package var hasGuesses: Bool { hasCombined || self == .zxcvbn }
    /// Whether the combined estimate is made.
    package var hasCombined: Bool { [.minAuto, .guesses, .combined].contains(self) }
    /// Whether brought guess numbers are used.
    package var takesGuessFiles: Bool { self == .guesses || self == .minAuto }
  }

  /// The demand for all facts that later policies can use: the *full schema* of a recorded tally.
  ///
  /// Each printable special character of ASCII is a character group. The longest run, sequence and
  /// class run and the counts of the five kinds are exact up to 15; the length is always exact.
  ///
  /// - Parameters:
  ///   - strength: The strength facts to record.
  ///   - guessBudgets: The standard ladder of attacks, where guesses are recorded.
  ///   - lists: The number of bits for blocklists and relations to users.
  ///   - habits: Whether to record habits.
  ///   - sources: The number of sources of brought guess numbers.
  /// - Returns: A demand that ``Schema/init(for:sources:)`` can pack into 192 bits, with habits if
  ///   there are few enough lists.
  package static func full(
    strength: StrengthDetail, guessBudgets: [Double] = [], lists: Int = 0, habits: Bool = false,
    sources: Int = 0
  ) -> FactDemand {
    var demand = FactDemand()
    demand.classes = Set(CodePointSet.special.characters)
    for fact in Fact.demanded { demand[fact] = fact.row.full }
    for kind in CodePointSet.countedKinds { demand.counts[kind] = saturation }
    demand.meter = strength != .none
    demand.demandGuesses(of: strength, sources)
    demand.guessBudgets = guessBudgets
    demand.lists = lists
    demand.habits = habits
    return demand
  }

  /// Demands the facts in which an estimate's guesses are recorded, if it makes any, and those of
  /// so many sources of brought guess numbers, if it uses them.
  package mutating func demandGuesses(of strength: StrengthDetail, _ sources: Int) {
    score = strength.hasGuesses
    if strength.hasCombined { combined = true }
    if strength == .guesses || strength == .minAuto { brought = sources }
    if strength == .guesses { brought = max(1, brought) }
    if strength == .minAuto { model = true }
  }

  /// The number at which the full schema saturates counts.
  private static let saturation = 16
}

extension CodePointSet {
  /// The five kinds that the full schema counts: lowercase, uppercase, digits and specials of
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
