package import PasswordPolicies
@_spi(Internal) package import Passwords

/// A habit that reports count: a name for numbers of one fact, or of two.
struct Habit: Sendable {
  /// Its bucket in reports.
  let name: String
  /// The fact, and the numbers that show the habit.
  let fact: Fact
  let numbers: ClosedRange<Int>

  private init(_ name: String, _ fact: Fact, _ numbers: ClosedRange<Int>) {
    self.name = name
    self.fact = fact
    self.numbers = numbers
  }

  /// Every habit, in the order of reports: the closed vocabulary of the metric `habit`.
  static let all = [
    Habit("capital-first", .habitCapitals, 1...1), Habit("capitals-only", .habitCapitals, 2...2),
    Habit("digits-last", .habitDigitsLast, 1...5), Habit("digits-last-1", .habitDigitsLast, 1...1),
    Habit("digits-last-2", .habitDigitsLast, 2...2),
    Habit("digits-last-3", .habitDigitsLast, 3...3),
    Habit("digits-last-4", .habitDigitsLast, 4...4),
    Habit("digits-last-5+", .habitDigitsLast, 5...5),
    Habit("specials-last", .habitSpecialsLast, 1...2),
    Habit("specials-last-1", .habitSpecialsLast, 1...1),
    Habit("word", .habitTemplate, 1...1), Habit("word+digits", .habitTemplate, 2...2),
    Habit("word+specials", .habitTemplate, 3...3),
    Habit("word+digits+specials", .habitTemplate, 4...4),
    Habit("word+specials+digits", .habitTemplate, 5...5),
    Habit("digits+word", .habitTemplate, 6...6), Habit("digits", .habitTemplate, 7...7),
    Habit(cheapest, .habitTemplate, 2...5),
    Habit("year-this", .habitYear, 1...1), Habit("year-last", .habitYear, 2...2),
    Habit("year-other", .habitYear, 3...3), Habit("season", .habitCalendar, 1...1),
    Habit("month", .habitCalendar, 2...2), Habit("weekday", .habitCalendar, 3...3),
    Habit("date", .habitDate, 1...1), Habit("keyboard", .habitKeyboard, 1...1),
    Habit("repeated", .habitRepeated, 1...1), Habit("common", .habitBase, 1...1),
    Habit("decorated-common", .habitBase, 2...3), Habit("leet", .habitBase, 3...3),
  ]

  /// A capital first, and a word before digits or specials: the one habit of two facts.
  static let cheapest = "cheapest"

  /// A word of an organisation, as rules `context` name them: no fact, but a hit of their lists.
  static let context = "context"
}

/// Counts of passwords by their habits.
package struct HabitCounts: Sendable {
  /// By fact and its number, the facts in the order of ``Fact/habits``.
  private var counts = Array(repeating: [UInt64](), count: Fact.habits.count)
  private var cheapest: UInt64 = 0
  /// Passwords that a list of context words of any policy holds; nil if no policy names words.
  package private(set) var context: UInt64?
  /// The bits of lists of context words.
  private let contexts: UInt64

  /// Starts all counts at 0; nil if a schema does not record habits.
  init?(_ schema: Schema, _ groups: ListGroups) {
    guard schema.demand.habits else { return nil }
    contexts = groups.contexts
    context = contexts == 0 ? nil : 0
  }

  /// Counts passwords of one profile.
  mutating func add(_ profile: Profile, count: UInt64) {
    for (place, fact) in Fact.habits.enumerated() { counts[place].add(count, at: profile[fact]) }
    if profile[.habitCapitals] == 1, 2...5 ~= profile[.habitTemplate] { cheapest &+= count }
    add(count, on: profile.lists)
  }

  /// Counts passwords that lists hold.
  private mutating func add(_ count: UInt64, on lists: UInt32) {
    if UInt64(lists) & contexts != 0 { context? &+= count }
  }

  /// Counts passwords of a folded row.
  mutating func add(_ row: ProfileRange, count: UInt64, _ side: BoundSide) {
    for (place, fact) in Fact.habits.enumerated() {
      guard let numbers = side.numbers(fact, of: row) else { continue }
      for number in numbers { counts[place].add(count, at: number) }
    }
    let capitals = row.low[.habitCapitals]...max(row.low[.habitCapitals], row.high[.habitCapitals])
    let (low, high) = (row.low[.habitTemplate], row.high[.habitTemplate])
    let isCheapest =
      side == .least
      ? capitals == 1...1 && low >= 2 && high <= 5
      : capitals.contains(1) && low <= 5 && high >= 2
    if isCheapest { cheapest &+= count }
    add(count, on: (side == .least ? row.low : row.high).lists)
  }

  /// Passwords with a number of a fact in a range.
  package func passwords(with fact: Fact, in numbers: ClosedRange<Int>) -> UInt64 {
    guard let place = Fact.habits.firstIndex(of: fact) else { return 0 }
    return numbers.reduce(0) { sum, number in
      sum &+ (counts[place].indices.contains(number) ? counts[place][number] : 0)
    }
  }

  /// Every habit with its passwords; the last one is that of context words, where they are known.
  var bins: [(String, UInt64)] {
    Habit.all.map { habit in
      (
        habit.name,
        habit.name == Habit.cheapest ? cheapest : passwords(with: habit.fact, in: habit.numbers)
      )
    } + (context.map { [(Habit.context, $0)] } ?? [])
  }
}

/// A kind of character with the place where people put it if a rule asks for it.
package enum HabitualKind: CaseIterable, Sendable {
  case capital, digit, special

  /// The characters.
  package var set: CodePointSet {
    switch self {
    case .capital: .upper
    case .digit: .digit
    case .special: .special
    }
  }

  /// The fact about their place, and the numbers that show the habit.
  package var habit: (fact: Fact, numbers: ClosedRange<Int>) {
    switch self {
    case .capital: (.habitCapitals, 1...1)
    case .digit: (.habitDigitsLast, 1...5)
    case .special: (.habitSpecialsLast, 1...2)
    }
  }
}

/// How the rules of a policy are kept: by the cheapest habit, or otherwise.
///
/// A rule is measured if its cheapest habit is known. A password keeps the rules of the first
/// alternative that it meets.
package struct RuleHabits: Sendable {
  /// A rule, or all of them, with the entries that keep it by habit and otherwise.
  package struct Kept: Sendable {
    /// The rule's id; nil for all measured rules but a length.
    package let id: RuleID?
    /// The means of keeping it for free.
    package let means: Means
    /// Entries that do.
    package let free: UInt64
    /// Entries that keep it otherwise.
    package let other: UInt64
  }

  /// A means of keeping rules for free.
  package enum Means: Hashable, Sendable {
    /// Characters of these kinds stand first or last.
    case places([HabitualKind])
    /// A common word is decorated.
    case decoration
    /// There are just as many characters as must be.
    case length
    /// All measured rules of a policy are kept so.
    case all
  }

  /// A measured rule.
  private struct Measured: Sendable {
    let id: RuleID
    let test: Test
    var free: UInt64 = 0
    var other: UInt64 = 0
  }

  /// What keeping a rule by the cheapest habit means.
  private enum Test: Sendable {
    /// Of these character groups of capitals, digits and specials some occur, each first or last.
    case classes([UInt128])
    /// What is left without decoration is a common word.
    case decorated
    /// The length is just enough.
    case length(Int)

    /// Whether it is about more than the length.
    var isDecoration: Bool { if case .length = self { false } else { true } }

    func isFree(_ profile: Profile) -> Bool {
      switch self {
      case .decorated: return profile[.habitBase] >= 2
      case .length(let number): return profile.codePointCount == number
      case .classes(let masks):
        let characterGroups = profile.characterGroups
        if masks.allSatisfy({ characterGroups & $0 == 0 }) { return false }
        return zip(masks, HabitualKind.allCases).allSatisfy { mask, kind in
          characterGroups & mask == 0 || kind.habit.numbers.contains(profile[kind.habit.fact])
        }
      }
    }

    var means: Means {
      switch self {
      case .decorated: .decoration
      case .length: .length
      case .classes(let masks):
        .places(zip(masks, HabitualKind.allCases).filter { $0.0 != 0 }.map(\.1))
      }
    }
  }

  /// The measured rules of each alternative.
  private var alternatives: [[Measured]]
  /// Entries that keep all measured rules but a length by habit.
  private var allFree: UInt64 = 0
  private var allOther: UInt64 = 0

  /// Starts all counts at 0; nil if a schema does not record habits.
  init?(_ policy: Policy, _ schema: Schema) {
    guard schema.demand.habits else { return nil }
    let classes = HabitualKind.allCases.map { schema.characterGroups.mask(of: $0.set) ?? 0 }
    alternatives = policy.rulesOfAlternatives.map { rules in
      rules.compactMap { rule in
        Self.test(of: rule.conditions, classes).map { Measured(id: rule.id, test: $0) }
      }
    }
  }

  /// The test of a rule; nil if it is not measured.
  private static func test(of conditions: [Condition], _ classes: [UInt128]) -> Test? {
    guard conditions.count == 1 else { return nil }
    func characterGroups(_ set: CodePointSet) -> Test? {
      let touched = zip(HabitualKind.allCases, classes).map { kind, characterGroups in
        set.intersection(kind.set).isEmpty ? 0 : characterGroups
      }
      if set == .unicode || !set.intersection(.lower).isEmpty || touched.allSatisfy({ $0 == 0 }) {
        return nil
      }
      return .classes(touched)
    }
    switch conditions[0] {
    case .fact(.length, let bounds) where bounds.upperBound == .max:
      return .length(bounds.lowerBound)
    case .count(of: let set, in: let bounds) where bounds.upperBound == .max:
      return characterGroups(set)
    case .kinds: return .classes(classes)
    case .unlisted(.blocklist(.builtIn, _)): return .decorated
    case .fact, .only, .count, .character, .unlisted: return nil
    }
  }

  /// Counts entries of one profile that keep the rules of an alternative.
  mutating func add(_ profile: Profile, count: UInt64, keeping alternative: Int) {
    var (areAllFree, isAny) = (true, false)
    for place in alternatives[alternative].indices {
      let test = alternatives[alternative][place].test
      let isFree = test.isFree(profile)
      if isFree {
        alternatives[alternative][place].free &+= count
      } else {
        alternatives[alternative][place].other &+= count
      }
      guard test.isDecoration else { continue }
      isAny = true
      areAllFree = areAllFree && isFree
    }
    if isAny, areAllFree { allFree &+= count } else { allOther &+= count }
  }

  /// Counts entries of a folded row as possible everywhere, since a row does not tell how its
  /// passwords keep rules.
  mutating func addPossibly(_ count: UInt64) {
    for alternative in alternatives.indices {
      for place in alternatives[alternative].indices {
        alternatives[alternative][place].free &+= count
        alternatives[alternative][place].other &+= count
      }
    }
    allFree &+= count
    allOther &+= count
  }

  /// Each measured rule with the entries that keep it by habit, and otherwise, in the order of the
  /// rules; nil for all of them at once.
  package var rules: [Kept] {
    let measured = alternatives.joined()
    let each = measured.map {
      Kept(id: $0.id, means: $0.test.means, free: $0.free, other: $0.other)
    }
    guard measured.contains(where: { $0.test.isDecoration }) else { return each }
    return each + [Kept(id: nil, means: .all, free: allFree, other: allOther)]
  }

  /// The bins of the metric `habit_of_rule`.
  var bins: [(String, UInt64)] {
    rules.flatMap { rule in
      let name = rule.id?.text ?? "all"
      return [("\(name):free", rule.free), ("\(name):other", rule.other)]
    }
  }
}
