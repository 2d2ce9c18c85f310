package import Passwords

/// A rule that bounds one fact by one number.
package protocol NumberRule: PolicyRule {
  /// The fact that it bounds.
  static var fact: Fact { get }
  /// Whether the number is the least; otherwise it is the most.
  static var isMinimum: Bool { get }
  /// The numbers that a policy may write; nil for all.
  static var range: ClosedRange<Int>? { get }

  /// The bound; at least 1.
  var number: Int { get }
  /// Bounds the fact by a number; at least 1.
  init(_ number: Int)
}

extension NumberRule {
  package static var isMinimum: Bool { false }
  package static var range: ClosedRange<Int>? { nil }
  package var value: String { String(number) }
  package var conditions: [Condition] {
    [Self.isMinimum ? .fact(Self.fact, atLeast: number) : .fact(Self.fact, atMost: number)]
  }
}

extension Policy.Alternative {
  /// The number of a rule that Apple's language lacks; nil if there is no such rule.
  package func number(of rule: any NumberRule.Type) -> Int? {
    (extras.first { $0.name == rule.keyword } as? any NumberRule)?.number
  }
}

extension NumberRule where Self: ExtraRule {
  /// Reads a number; of repeated rules, the stricter one counts, and 0 has no effect.
  static func read(_ reader: inout StrictReader) -> Bool {
    let start = reader.scanner.position
    let mayBeZero = range?.contains(0) ?? false
    guard let number = reader.number(keyword, mayBeZero: mayBeZero) else { return false }
    if let range, !reader.within(range, number, keyword, at: start) { return true }
    reader.note(number, of: keyword, isMinimum: isMinimum, at: start)
    guard number > 0 else { return true }
    let earlier = (reader.draft.single[keyword] as? Self)?.number ?? number
    reader.draft.single[keyword] = Self(isMinimum ? max(number, earlier) : min(number, earlier))
    return true
  }
}

/// `minlength: 8`: at least this many code points.
package struct MinLength: NumberRule, AppleRule {
  package static let keyword = "minlength"
  package static let fact = Fact.length
  package static let isMinimum = true
  package let number: Int
  package init(_ number: Int) { self.number = number }

  var appleRule: PasswordRules.Rule { .minLength(number) }
  package var isComposition: Bool { false }
  package var brief: String { "length" }
  package var words: String { "at least \(number) characters" }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault { RuleFault(password.count) }

  package func message(on password: [Unicode.Scalar]) -> String {
    "The password has \(RuleSentences.many(password.count)); at least \(RuleSentences.are(number)) needed."
  }
}

/// `maxlength: 64`: at most this many code points.
package struct MaxLength: NumberRule, AppleRule {
  package static let keyword = "maxlength"
  package static let fact = Fact.length
  package let number: Int
  package init(_ number: Int) { self.number = number }

  var appleRule: PasswordRules.Rule { .maxLength(number) }
  package var isComposition: Bool { false }
  package var brief: String { "too long" }
  package var words: String { "at most \(number) characters" }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    RuleFault(password.count, at: password.count > number ? [number..<password.count] : [])
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    "The password has \(RuleSentences.many(password.count)); at most \(RuleSentences.are(number)) "
      + "permitted."
  }
}

/// `min-unique: 5`: at least this many different characters.
package struct MinUnique: NumberRule, ExtraRule {
  package static let keyword = "min-unique"
  package static let fact = Fact.uniqueCharacters
  package static let isMinimum = true
  package let number: Int
  package init(_ number: Int) { self.number = number }

  package var isComposition: Bool { true }
  package var brief: String { "unique" }
  package var words: String { "at least \(number) different characters" }

  var extendedRule: PasswordRules.Extended.Rule? { .minUnique(number) }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault { RuleFault(Set(password).count) }

  package func message(on password: [Unicode.Scalar]) -> String {
    let count = fault(in: password).number ?? 0
    return
      "The password has \(count) different \(count == 1 ? "character" : "characters"); at least "
      + "\(RuleSentences.are(number)) needed."
  }
}

/// `min-score: 3`: at least this strength score, 1…4.
package struct MinScore: NumberRule, ExtraRule {
  package static let keyword = "min-score"
  package static let fact = Fact.score
  package static let isMinimum = true
  package static let range: ClosedRange<Int>? = 0...4
  package let number: Int
  package init(_ number: Int) { self.number = number }

  package var isComposition: Bool { false }
  package var brief: String { "score" }
  package var words: String { "a score of \(number) or more" }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault { RuleFault(nil) }

  package func message(on password: [Unicode.Scalar]) -> String {
    "The password is too easy to guess; a score of \(number) is needed."
  }
}

/// `max-class-run: 4`: at most this many characters of one kind in a row: lower case, upper case,
/// digits, specials, or none of these.
package struct MaxClassRun: NumberRule, ExtraRule {
  package static let keyword = "max-class-run"
  package static let fact = Fact.longestClassRun
  package let number: Int
  package init(_ number: Int) { self.number = number }

  package var isComposition: Bool { true }
  package var brief: String { "class runs" }
  package var words: String { "at most \(number) of one kind in a row" }

  var extendedRule: PasswordRules.Extended.Rule? { .maxClassRun(number) }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    let stretches = Stretches.of(password) { Self.kind(of: $1) == Self.kind(of: $2) }
    return RuleFault(stretches: stretches, most: number)
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    let longest = fault(in: password).number ?? 0
    return "The password has \(longest) characters of one kind in a row; at most "
      + "\(RuleSentences.are(number)) permitted."
  }

  /// The kind of a character; nil beyond printable ASCII.
  private static func kind(of scalar: Unicode.Scalar) -> Int? {
    let kinds: [CodePointSet] = [.lower, .upper, .digit, .special]
    return kinds.firstIndex { $0.contains(scalar) }
  }
}

/// `max-consecutive: 2`: no longer run; ``PasswordRules/MaxConsecutiveReading`` defines a run.
package struct MaxConsecutive: AppleRule {
  package static let keyword = "max-consecutive"
  private let number: Int
  private let countsSequences: Bool

  /// Limits runs, as the reading defines them, to a number of characters; at least 1.
  package init(_ number: Int, _ reading: PasswordRules.MaxConsecutiveReading) {
    self.number = number
    countsSequences = reading == .repeatsAndSequences
  }

  var appleRule: PasswordRules.Rule { .maxConsecutive(number) }
  package var value: String { String(number) }
  package var conditions: [Condition] {
    [.fact(.longestRun, atMost: number)]
      + (countsSequences ? [.fact(.longestSequence, atMost: number)] : [])
  }
  package var isComposition: Bool { true }
  package var brief: String { countsSequences ? "runs" : "repeats" }
  package var words: String {
    "at most \(number) \(countsSequences ? "repeated or in sequence" : "alike in a row")"
  }

  /// Equal characters if there are too many in a row, otherwise the sequence.
  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    let alike = RuleFault(stretches: Stretches.alike(password), most: number)
    guard countsSequences, alike.positions.isEmpty else { return alike }
    return RuleFault(stretches: Stretches.sequences(password), most: number)
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    let longest = fault(in: password).number ?? 0
    return Stretches.alike(password).contains { $0.count > number }
      ? RuleSentences.alike(longest, most: number) : RuleSentences.sequence(longest, most: number)
  }
}

/// `max-repeating: 2`: at most this many equal characters in a row.
package struct MaxRepeating: NumberRule, AppleRule {
  package static let keyword = "max-repeating"
  package static let fact = Fact.longestRun
  package let number: Int
  package init(_ number: Int) { self.number = number }

  var appleRule: PasswordRules.Rule { .maxRepeating(number) }
  package var isComposition: Bool { true }
  package func portability(among permitted: PasswordRules.CharacterClass) -> Portability { .recent }
  package var brief: String { "repeats" }
  package var words: String { "at most \(number) alike in a row" }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    RuleFault(stretches: Stretches.alike(password), most: number)
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    RuleSentences.alike(fault(in: password).number ?? 0, most: number)
  }
}

/// `max-sequential: 3`: no longer stretch through a–z, A–Z or 0–9, up or down.
package struct MaxSequential: NumberRule, AppleRule {
  package static let keyword = "max-sequential"
  package static let fact = Fact.longestSequence
  package let number: Int
  package init(_ number: Int) { self.number = number }

  var appleRule: PasswordRules.Rule { .maxSequential(number) }
  package var isComposition: Bool { true }
  package func portability(among permitted: PasswordRules.CharacterClass) -> Portability { .recent }
  package var brief: String { "sequences" }
  package var words: String { "at most \(number) in sequence (abc)" }

  package func fault(in password: [Unicode.Scalar]) -> RuleFault {
    RuleFault(stretches: Stretches.sequences(password), most: number)
  }

  package func message(on password: [Unicode.Scalar]) -> String {
    RuleSentences.sequence(fault(in: password).number ?? 0, most: number)
  }
}
