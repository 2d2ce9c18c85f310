/// A number that profiles hold and signatures record, the same for every schema.
///
/// Whoever treats all facts alike walks ``allCases`` and reads their rows: demands, schemas and
/// their texts, differences, coarsening, folding, forgetting, columns. So a new fact is a case with
/// its ``row``, and its measurement in ``Profiler``. The order of cases is the order of packing and
/// of statements; a schema without a fact is packed and written as if the fact did not exist.
///
///     schema.field(of: .longestRun)     // nil if the schema does not record it
///     profile[.longestRun]
@usableFromInline package enum Fact: UInt8, Hashable, Sendable, CaseIterable {
  case length, longestRun, longestSequence, longestClassRun, uniqueCharacters
  case meter, score, guessesBin, budgetsTooSmall, decisivePattern
  case combinedBin, combinedBudgetsTooSmall
  case firstCharacter, lastCharacter
  case habitCapitals, habitDigitsLast, habitSpecialsLast, habitTemplate, habitYear, habitCalendar
  case habitBase, habitKeyboard, habitRepeated, habitDate
  case scoreWithoutWords
  case broughtBin, broughtBudgetsTooSmall, brought2Bin, brought2BudgetsTooSmall
  case brought3Bin, brought3BudgetsTooSmall, brought4Bin, brought4BudgetsTooSmall
  case modelBin, modelBudgetsTooSmall
  case longestLowerRun, longestUpperRun, longestDigitRun, longestSpecialRun

  /// Its place among the ``Profile/numbers``: its raw value, in a form that can be inlined.
  @inlinable package var place: Int {
    // SAFETY: a value is one byte, the number of its case, which is its raw value.
    @inline(__always) get { Int(unsafe unsafeBitCast(self, to: UInt8.self)) }
  }
}

extension Fact {
  /// Everything that the program must know of a fact, besides how to measure it.
  package struct Row: Sendable {
    /// How exactly it is recorded.
    package let measure: Measure
    /// The largest number; of a saturating fact, the largest that can be demanded.
    package var largest = Profile.longestLine + 1
    /// The statement that records it in a schema's text; nil for facts that follow from others.
    package var keyword: String?
    /// The facts whose numbers are never below this one's.
    package var ceilings: [Fact] = []
    /// The fact with which it is recorded; nil if it is demanded by itself.
    package var companion: Fact?
    /// Whether its number counts guess budgets of the schema, which may have fewer than
    /// ``largest``.
    package var countsBudgets = false
    /// Whether its number is never below the number of disjoint sets of which characters occur.
    package var countsSets = false
    /// Whether its numbers are those of the schema's character groups, from 1, and 0 for no
    /// character.
    package var namesCharacterGroup = false
    /// The characters whose kinds' stretches it is the longest of; nil if it is none.
    package var stretches: CodePointSet?
    /// The name for columns.
    package let column: String
    /// The meaning of its numbers, for columns.
    package let meaning: String
    /// The fact in messages, such as "the longest run".
    package let words: String
    /// What policies limit by it, such as "sequences".
    package var plural: String?
    /// The saturation point in the full schema.
    package var full = 0
    /// Its turn when facts are given up, the lowest first; see ``LosableFact``.
    package let fineness: Int
    /// Whether a tally may forget it if memory runs short.
    package var isForgettable = false
    /// Whether a schema has its column only if it records the fact.
    ///
    /// True for facts that older tallies do not know: the columns of their views stay the same.
    package var isNewColumn = false
  }

  /// How exactly a fact is recorded.
  package enum Measure: Hashable, Sendable {
    /// Exactly, in every schema.
    case exact
    /// Up to the demanded number.
    case saturating
    /// Wholly or not at all; the profiler finds it.
    case level
    /// Wholly or not at all; the scorer finds it, with all others of this kind.
    case scored
    /// Wholly or not at all, with all others of this kind; the reader of habits finds it.
    case habit

    /// Whether the profiler finds it; if not, it is added to finished signatures.
    var isProfiled: Bool { self != .scored && self != .habit }
  }

  /// Everything that the program must know of the fact.
  package var row: Row { Self.rows[place] }

  /// The facts that a demand names: each has a statement in a schema's text.
  package static let demanded = allCases.filter { $0.row.keyword != nil }

  /// The facts that name a character group of the schema.
  static let namingCharacterGroups = allCases.filter(\.row.namesCharacterGroup)

  private static let rows = allCases.map(\.written)

  private var written: Row {
    switch self {
    case .length:
      Row(
        measure: .exact, largest: Profile.longestLine, countsSets: true, column: "length",
        meaning: "code points",
        words: "the length", fineness: 80)
    case .longestRun:
      Row(
        measure: .saturating, keyword: "run", ceilings: [.longestClassRun, .length],
        column: "longest_run",
        meaning: "longest run of one code point",
        words: "the longest run", plural: "runs of one character", full: 16, fineness: 70)
    case .longestSequence:
      Row(
        measure: .saturating, keyword: "sequence",
        // A sequence stays within one kind, like a run.
        ceilings: [.longestClassRun, .length], column: "longest_sequence",
        meaning: "longest stretch through a-z, A-Z or 0-9, up or down",
        words: "the longest sequence", plural: "sequences", full: 16, fineness: 30,
        isForgettable: true)
    case .longestClassRun:
      Row(
        measure: .saturating, keyword: "class-run", ceilings: [.length], stretches: .unicode,
        column: "longest_class_run",
        meaning: "longest run of characters of one kind",
        words: "the longest class run", plural: "runs of one kind", full: 16, fineness: 10,
        isForgettable: true)
    case .uniqueCharacters:
      Row(
        measure: .saturating, keyword: "unique", ceilings: [.length], countsSets: true,
        column: "unique_characters", meaning: "different characters",
        words: "the number of different characters", plural: "different characters", fineness: 15,
        isForgettable: true, isNewColumn: true)
    case .meter:
      Row(
        measure: .level, largest: MeterLevel.allCases.count - 1, keyword: "meter",
        column: "meter", meaning: "0 weak, 1 medium, 2 strong", words: "the level of the meter",
        fineness: 60)
    case .score:
      Row(
        measure: .scored, largest: 4, keyword: "score", column: "score",
        meaning: "strength score, 0 to 4", words: "the strength score", fineness: 60)
    case .guessesBin:
      // The bin of the largest finite number of guesses.
      Row(
        measure: .scored, largest: 616, companion: .score, column: "guesses_bin",
        meaning: "half decades of guesses: 7 is 10^3.5 up to 10^4; of whole decades, the first",
        words: "the half decade of guesses", fineness: 60)
    case .budgetsTooSmall:
      Row(
        measure: .scored, largest: 63, companion: .score, countsBudgets: true,
        column: "budgets_too_small",
        meaning: "guess budgets of the recipe that do not suffice", words: "the guess budgets",
        fineness: 50)
    case .decisivePattern:
      Row(
        measure: .scored, largest: 31, companion: .score, column: "decisive_pattern",
        meaning: "pattern that decides the strength, by its number in the recipe",
        words: "the decisive pattern", fineness: 50)
    case .combinedBin:
      Row(
        measure: .scored, largest: 616, keyword: "combined", column: "combined_bin",
        meaning: "half decades of the combined estimate: 7 is 10^3.5 up to 10^4",
        words: "the combined estimate", fineness: 60, isNewColumn: true)
    case .combinedBudgetsTooSmall:
      .budgets(of: .combinedBin, "combined", "the combined estimate")
    case .firstCharacter: Self.end("first")
    case .lastCharacter: Self.end("last")
    case .habitCapitals:
      .habit(
        "capitals", upTo: 3, "capitals: 1 the first alone, 2 no small letter, 3 other", "habits")
    case .habitDigitsLast: .habit("digits_last", upTo: 5, "digits, all after the word; 5 or more")
    case .habitSpecialsLast:
      .habit("specials_last", upTo: 2, "specials, all after the word; 2 or more")
    case .habitTemplate:
      .habit(
        "template", upTo: 7,
        "1 word, 2 word and digits, 3 and specials, 4 both, 5 both swapped, 6 digits first, 7 digits"
      )
    case .habitYear: .habit("year", upTo: 3, "year at the end: 1 this, 2 the last, 3 another")
    case .habitCalendar: .habit("calendar", upTo: 3, "1 a season, 2 a month, 3 a weekday")
    case .habitBase:
      .habit("base", upTo: 3, "1 a common word, 2 in another case or with an end, 3 in leet")
    case .habitKeyboard: .habit("keyboard", upTo: 1, "1 where neighbours on a keyboard occur")
    case .habitRepeated: .habit("repeated", upTo: 1, "1 where it is one unit, repeated")
    case .habitDate: .habit("date", upTo: 1, "1 where digits are a date")
    case .scoreWithoutWords:
      Row(
        measure: .scored, largest: 4, keyword: "score-without-words",
        column: "score_without_words",
        meaning: "strength score, 0 to 4, of an attacker without the dictionaries",
        words: "the strength score without dictionaries", fineness: 50, isNewColumn: true)
    case .broughtBin: .brought("")
    case .brought2Bin: .brought("2")
    case .brought3Bin: .brought("3")
    case .brought4Bin: .brought("4")
    case .broughtBudgetsTooSmall: .budgets(of: .broughtBin, "brought", "brought guess numbers")
    case .brought2BudgetsTooSmall: .budgets(of: .brought2Bin, "brought2", "brought guess numbers 2")
    case .brought3BudgetsTooSmall: .budgets(of: .brought3Bin, "brought3", "brought guess numbers 3")
    case .brought4BudgetsTooSmall: .budgets(of: .brought4Bin, "brought4", "brought guess numbers 4")
    case .modelBin:
      Row(
        measure: .scored, largest: BroughtBin.last, keyword: "model-guesses", column: "model_bin",
        meaning: "half decades of the model's guesses: 7 is 10^3.5 up to 10^4, 61 is the last",
        words: "the model's guesses", fineness: 60, isNewColumn: true)
    case .modelBudgetsTooSmall: .budgets(of: .modelBin, "model", "the model's guesses")
    case .longestLowerRun: .stretch("lower", .lower)
    case .longestUpperRun: .stretch("upper", .upper)
    case .longestDigitRun: .stretch("digit", .digit)
    case .longestSpecialRun: .stretch("special", .special)
    }
  }

  /// The character at an end, named by its character group.
  ///
  /// Given up before the specials, which are character groups.
  private static func end(_ name: String) -> Row {
    Row(
      measure: .level, largest: CharacterGroups.most, keyword: name, namesCharacterGroup: true,
      column: "\(name)_character",
      meaning: "class of the \(name) character, by its number among the recipe's atoms from 1",
      words: "the \(name) character", plural: "\(name) characters", fineness: 12,
      isForgettable: true, isNewColumn: true)
  }

  /// The longest stretches of one kind, in the order of ``CharacterGroups/kinds``.
  static let stretches: [Fact] = [
    .longestLowerRun, .longestUpperRun, .longestDigitRun, .longestSpecialRun,
  ]

  /// The fact that is the longest stretch of a class; nil if there is none.
  package static func longestStretch(of class: CodePointSet) -> Fact? {
    stretches.first { $0.row.stretches == `class` }
  }

  /// The facts of habits, in the order of packing; all are recorded, or none.
  package static let habits = allCases.filter { $0.row.measure == .habit }

  /// The facts of each source of brought guess numbers: its half decades, and its guess budgets.
  package static let brought: [(bin: Fact, budgetsTooSmall: Fact)] = [
    (.broughtBin, .broughtBudgetsTooSmall), (.brought2Bin, .brought2BudgetsTooSmall),
    (.brought3Bin, .brought3BudgetsTooSmall), (.brought4Bin, .brought4BudgetsTooSmall),
  ]
}

extension Fact.Row {
  /// The row of the longest stretch of one kind.
  fileprivate static func stretch(_ name: String, _ kind: CodePointSet) -> Self {
    Self(
      measure: .saturating, keyword: "\(name)-run", ceilings: [.longestClassRun, .length],
      stretches: kind, column: "longest_\(name)_run",
      meaning: "longest run of characters of the kind \(name)",
      words: "the longest run of the kind \(name)", plural: "runs of the kind \(name)",
      fineness: 10,
      isForgettable: true, isNewColumn: true)
  }

  /// The row of the half decades of a source of brought guess numbers.
  fileprivate static func brought(_ number: String) -> Self {
    Self(
      measure: .scored, largest: BroughtBin.uncovered, keyword: "brought\(number)",
      column: "brought\(number)_bin",
      meaning: "half decades of brought guess numbers, up to 61; 62 never reached, 63 not covered",
      words: "brought guess numbers" + (number.isEmpty ? "" : " " + number), fineness: 60,
      isNewColumn: true)
  }

  /// The row of the guess budgets that are too small for an estimate's guesses.
  fileprivate static func budgets(of bin: Fact, _ column: String, _ words: String) -> Self {
    Self(
      measure: .scored, largest: 63, companion: bin, countsBudgets: true,
      column: "\(column)_budgets_too_small",
      meaning: "guess budgets of the recipe that do not suffice by \(words)",
      words: "the guess budgets of \(words)", fineness: 50, isNewColumn: true)
  }

  /// The row of a habit; the first one, which has `words`, is demanded for all.
  fileprivate static func habit(
    _ name: String, upTo largest: Int, _ meaning: String, _ words: String? = nil
  ) -> Self {
    Self(
      measure: .habit, largest: largest, keyword: words,
      companion: words == nil ? .habitCapitals : nil, column: "habit_\(name)", meaning: meaning,
      words: words ?? "habits", plural: "habits", fineness: 5, isForgettable: words != nil,
      isNewColumn: true)
  }
}

/// What a half decade of brought guess numbers can be besides one: half decades go up to 61, which
/// holds 10^30.5 guesses and more.
package enum BroughtBin {
  /// The last half decade, and all above.
  package static let last = 61
  /// The attack never reached the password.
  package static let unreached = 62
  /// No file has the password.
  package static let uncovered = 63
}
