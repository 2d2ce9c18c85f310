package import Passwords

/// The keywords of the language.
///
/// Whoever adds a rule that bounds a number adds a case and its ``row``: reading, printing, judging,
/// counting, words, the Policy Lab and sweeps follow. Apple's keywords come first, in the order in
/// which they are printed, then those of policy files only, in the order of reports.
package enum Keyword: String, Hashable, Sendable, CaseIterable {
  case required, allowed
  case maxConsecutive = "max-consecutive"
  case maxRepeating = "max-repeating"
  case maxSequential = "max-sequential"
  case minLength = "minlength"
  case maxLength = "maxlength"
  case minClasses = "min-classes"
  case atLeast = "at-least"
  case atMost = "at-most"
  case exactly, between, first, last
  case maxClassRun = "max-class-run"
  case maxRunOf = "max-run-of"
  case minUnique = "min-unique"
  case blocklist, context
  case minScore = "min-score"
  case since
  case audience = "for"

  /// Everything that the program must know of the rules with a keyword.
  package struct Row: Sendable {
    /// The number that such rules bound.
    package var measure = Measure.none
    /// What the number in such a rule is.
    package var direction = Direction.least
    /// The numbers that a policy may write.
    package var range = 1...Int.max
    /// The classes that such a rule can name, by their words; nil for every class.
    var classes: [String]?
    /// How Apple's language says them.
    var portability = Portability.lost
    /// Whether their names have a number.
    var numbering = Numbering.never
    /// Such a rule in a word or two, for narrow columns.
    let brief: String
    /// What is counted, after the bounds in words: `different characters`.
    var counted = ""
    /// What a password has, in words: `6 characters`.
    var found: @Sendable (Int) -> String = RuleSentences.many
    /// The field of the Policy Lab for the number, for each named class if there is a class; nil if
    /// it has none, or one of its own.
    package var field: Field?

    /// Whether such a rule names a class.
    package var namesClass: Bool {
      switch measure {
      case .characters, .stretchesOf: true
      default: false
      }
    }
  }

  /// A number of a password.
  package enum Measure: Sendable {
    /// Of this fact, found by this function; nil if only a list or an estimate knows it.
    case number(Fact, @Sendable ([Unicode.Scalar]) -> Int?)
    /// The longest of some stretches, which is this fact.
    case stretches(Fact, @Sendable ([Unicode.Scalar]) -> [Range<Int>])
    /// Characters of a class.
    case characters
    /// The longest stretch of characters of a class.
    case stretchesOf
    /// Kinds of character that occur.
    case kinds
    /// None; such a rule is no bound.
    case none
  }

  /// What the numbers of a bound say.
  package enum Direction: Sendable {
    case least, most, exact, both

    /// The bounds that one or two numbers state, each at least 0; nil if they are no bounds.
    func bounds(_ numbers: [Int]) -> ClosedRange<Int>? {
      guard let first = numbers.first, numbers.count == (self == .both ? 2 : 1) else { return nil }
      return switch self {
      case .least: first...Int.max
      case .most: 0...first
      case .exact: first...first
      case .both: numbers[1] < first ? nil : first...numbers[1]
      }
    }

    /// The numbers that state bounds.
    func numbers(of bounds: ClosedRange<Int>) -> [Int] {
      switch self {
      case .least, .exact: [bounds.lowerBound]
      case .most: [bounds.upperBound]
      case .both: [bounds.lowerBound, bounds.upperBound]
      }
    }
  }

  /// Whether the names of rules with a keyword have a number.
  enum Numbering: Sendable {
    /// There is at most one such rule.
    case never
    /// Several rules are numbered, from 0; a single one is not.
    case ifSeveral
    /// Even a single rule is numbered.
    case always
  }

  /// A field for a number in the Policy Lab.
  package struct Field: Sendable {
    /// What stands before the number.
    package let label: String
    /// Whether it stands among what a password must contain, or among what is refused.
    package let isDemand: Bool
    /// The largest number that it takes.
    package var largest = 9999
  }

  /// What is known of the rules with this keyword.
  package var row: Row { Self.rows[self] ?? Row(brief: rawValue) }

  private static let rows = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.written) })

  private var written: Row {
    switch self {
    case .minLength:
      Row(
        measure: .number(.length, \.count), portability: .same, brief: "length",
        counted: "characters")
    case .maxLength:
      Row(
        measure: .number(.length, \.count), direction: .most, portability: .same,
        brief: "too long", counted: "characters")
    case .maxConsecutive:
      Row(
        measure: .stretches(.longestRun, Stretches.alike), direction: .most, portability: .same,
        brief: "repeats", counted: "alike in a row",
        found: { "\($0) equal characters in a row" })
    case .maxRepeating:
      Row(
        measure: .stretches(.longestRun, Stretches.alike), direction: .most, portability: .recent,
        brief: "repeats", counted: "alike in a row",
        found: { "\($0) equal characters in a row" })
    case .maxSequential:
      Row(
        measure: .stretches(.longestSequence, Stretches.sequences), direction: .most,
        portability: .recent, brief: "sequences", counted: "in sequence (abc)",
        found: { "a sequence of \(RuleSentences.many($0)), such as abc or 321" },
        field: Field(label: "sequences over", isDemand: false))
    case .maxClassRun:
      Row(
        measure: .stretches(.longestClassRun, Stretches.ofKinds), direction: .most,
        brief: "class runs", counted: "of one kind in a row",
        found: { "\($0) characters of one kind in a row" },
        field: Field(label: "one kind in a row over", isDemand: false))
    case .maxRunOf:
      Row(
        measure: .stretchesOf, direction: .most, range: 0...Int.max,
        classes: ["lower", "upper", "digit", "special"], numbering: .always, brief: "",
        counted: " in a row", field: Field(label: "in a row", isDemand: false))
    case .minUnique:
      Row(
        measure: .number(.uniqueCharacters) { Set($0).count }, brief: "unique",
        counted: "different characters",
        found: { "\($0) different \($0 == 1 ? "character" : "characters")" },
        field: Field(label: "different characters", isDemand: true, largest: 99))
    case .minScore:
      Row(
        measure: .number(.score) { _ in nil }, range: 0...4, brief: "score",
        field: Field(label: "scores under", isDemand: false, largest: 4))
    case .minClasses:
      Row(
        measure: .kinds, brief: "classes",
        found: { "\($0) \($0 == 1 ? "kind" : "kinds") of characters" })
    case .atLeast: Self.count(.least, Field(label: "from", isDemand: true))
    case .atMost: Self.count(.most, Field(label: "to", isDemand: false))
    case .exactly: Self.count(.exact)
    case .between: Self.count(.both)
    case .required: Row(portability: .same, numbering: .always, brief: "")
    case .allowed: Row(portability: .same, brief: "characters")
    case .first, .last: Row(numbering: .ifSeveral, brief: rawValue)
    case .blocklist: Row(numbering: .ifSeveral, brief: rawValue)
    case .context, .since, .audience: Row(brief: rawValue)
    }
  }

  /// A bound of the number of characters of a class.
  private static func count(_ direction: Direction, _ field: Field? = nil) -> Row {
    Row(
      measure: .characters, direction: direction, range: 0...Int.max, numbering: .always,
      brief: "", field: field)
  }

  /// Those of Apple's language.
  static let ofApple = allCases.filter {
    if case .lost = $0.row.portability { false } else { true }
  }

  /// Whether Apple's language has it.
  package var isApples: Bool { Self.ofApple.contains(self) }

  /// Whether such a rule bounds a number.
  package var isBound: Bool { if case .none = row.measure { false } else { true } }

  /// The names that such rules have in reports; one, except where a keyword says several things.
  var names: [String] {
    self == .context
      ? ["context", "context-substring", "username", "username-substring"] : [rawValue]
  }

  /// A value, for the remedy where none can be read; nil if a whole number says enough.
  var example: String? {
    !row.namesClass ? nil : row.direction == .both ? "1, 3 digit" : "2 digit"
  }
}

/// How Apple's language says a rule.
package enum Portability: Sendable {
  /// As the rule.
  case same
  /// As the rule, but readers from before September 2026 discard the whole text.
  case recent
  /// As required classes.
  case required([PasswordRules.CharacterClass])
  /// Only in part: as this required class.
  case partly(PasswordRules.CharacterClass)
  /// As a rule that permits fewer characters.
  case narrowed(PasswordRules.Rule)
  /// Not at all.
  case lost
}
