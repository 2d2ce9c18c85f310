package import Diagnostics

extension PasswordRules {
  /// An error or warning about the text of a policy.
  public struct Problem: Hashable, Sendable {
    /// The kind of problem.
    package let kind: Kind
    /// The file and the place in it.
    package let place: Location
    /// Whether the policy may be used despite the problem.
    package let severity: Severity
    /// How lenient reading handles the problem; nil in strict reading.
    package let fate: Fate?

    /// Makes a problem at a place.
    package init(_ kind: Kind, at place: Location, _ severity: Severity, fate: Fate? = nil) {
      self.kind = kind
      self.place = place
      self.severity = severity
      self.fate = fate
    }

    /// A short name for this kind of problem, for programs: `unknown-class`.
    public var code: String { kind.code }
    /// The line it is on, from 1.
    public var line: Int { place.position?.line ?? 1 }
    /// The column it is at, from 1, in code points.
    public var column: Int { place.position?.column ?? 1 }
    /// Whether the policy cannot be used because of it.
    public var isError: Bool { severity == .error }
  }

  /// All reasons why a text could not be read as a policy.
  public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// All errors and warnings, in the order of the text; at least one error.
    public let problems: [Problem]

    /// The messages, one per line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
  }
}

extension PasswordRules.Problem: Error, CustomStringConvertible {
  /// The place, what was found and what was expected; a second line gives a remedy.
  public var description: String { message }
}

extension PasswordRules.Problem: Diagnosable {
  /// The problem as programs show it: the code is that of its kind.
  package var problem: Diagnostics.Problem {
    Diagnostics.Problem(code, at: place, found, expected: expected, remedy: remedy, severity)
  }
}

extension PasswordRules.Problem {
  /// What was found, in words that begin in lower case: `unknown class 'digits'`.
  public var found: String { kind.found }
  /// What was expected instead; nil if that is obvious.
  public var expected: String? { kind.expected }
  /// What to do, in whole sentences; nil if that is obvious.
  public var remedy: String? {
    let parts = [fate?.sentence, kind.remedy].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// How Apple's parser handles a problem.
  package enum Fate: String, Hashable, Sendable {
    /// It continues and loses nothing.
    case keep
    /// It ignores this rule and continues after the next semicolon.
    case dropRule = "drop-rule"
    /// It ignores everything from here on.
    case stop
    /// It discards all rules, including earlier ones.
    case discard

    var sentence: String {
      switch self {
      case .keep: "It is skipped."
      case .dropRule: "This rule is dropped."
      case .stop: "Everything from here on is ignored."
      case .discard: "The whole policy is thrown away: the default, printable ASCII, holds."
      }
    }
  }

  /// The kinds of problem in the text of a policy.
  ///
  /// Associated texts come from the policy. Messages quote them, except `found`, which has quotes
  /// already.
  package enum Kind: Hashable, Sendable {
    // Problems that Apple's parser complains about.
    case expectedProperty(found: String)
    case unknownProperty(String, nearest: String?, inFile: Bool = false)
    case endAfterName(String)
    case expectedColon(after: String, found: String)
    case spaceBeforeColon(after: String)
    case unknownClass(String, nearest: String?)
    case expectedClass(found: String)
    case endAfterComma
    case junkAfterValue(found: String)
    case misplacedDash
    case misplacedBracket
    case unterminatedClass
    case endAfterBracket
    case expectedInteger(rule: String, found: String)
    case spaceAfterInteger(rule: String)
    case expectedSemicolon(found: String)

    // Problems that Apple's parser ignores silently.
    case printableBesideUnicode
    case emptyClass(rule: String)
    case ruleWithoutValue(String)
    case zero(rule: String)
    case hugeNumber(rule: String, Int)
    case ignoredCharacters(String)
    case lineBreakInClass
    case entity(String)
    case unsatisfiable(String)
    case tooManyRules(found: Int, limit: Int)
    case noRules(String)
    case impliedAllowed(PasswordRules.CharacterClass)
    case oneOfClasses(PasswordRules.CharacterClass, each: [String], refusesNothing: Bool)

    // Problems of policy files only.
    case fileKeyInRules(String)
    case malformedHeader
    case repeatedName(String, line: Int)
    case emptyAlternative
    case expectedString(rule: String, found: String)
    case unterminatedString
    case emptyString(rule: String)
    case shortPart(found: Int)
    case unknownWord(String, rule: String, expected: [String], nearest: String?)
    case outOfRange(rule: String, Int, ClosedRange<Int>)
    case noBounds(rule: String, [Int], class: String)
    case expectedDay(found: String)
    case conflictingKinds
    case exceptsEverything(rule: String)
    case broughtBack(PasswordRules.CharacterClass)
    case slip(String)
    case notUTF8
    case severalPolicies(Int)
    case unjudged(String)
    case repeatedRule(String)
    case idleNumber(rule: String, Int, beside: Int)
    case manyWords(Int)
    case unprintable(String, String)
    case further(errors: Int, warnings: Int)
  }
}

extension PasswordRules.Problem.Kind {
  /// The names in the recovery of Apple's parser, where it also complains.
  var code: String {
    switch self {
    case .expectedProperty: "expected-property"
    case .unknownProperty, .fileKeyInRules: "unknown-property"
    case .endAfterName: "eof-after-name"
    case .expectedColon, .spaceBeforeColon, .expectedClass: "expected-value"
    case .unknownClass: "unknown-class"
    case .endAfterComma: "eof-after-comma"
    case .junkAfterValue: "junk-after-value"
    case .misplacedDash: "misplaced-dash"
    case .misplacedBracket: "misplaced-bracket"
    case .unterminatedClass: "class-unterminated"
    case .endAfterBracket: "class-eof"
    case .expectedInteger, .spaceAfterInteger: "expected-integer"
    case .expectedSemicolon: "expected-semicolon"
    case .printableBesideUnicode: "printable-beside-unicode"
    case .emptyClass: "empty-class"
    case .ruleWithoutValue: "no-value"
    case .zero: "zero"
    case .hugeNumber: "huge-number"
    case .ignoredCharacters: "ignored-characters"
    case .lineBreakInClass: "line-break-in-class"
    case .entity: "entity"
    case .unsatisfiable: "unsatisfiable"
    case .tooManyRules: "too-many-rules"
    case .noRules: "no-rules"
    case .impliedAllowed: "implied-allowed"
    case .oneOfClasses: "one-of-classes"
    case .malformedHeader: "malformed-header"
    case .repeatedName: "repeated-name"
    case .emptyAlternative: "empty-alternative"
    case .expectedString: "expected-string"
    case .unterminatedString: "string-unterminated"
    case .emptyString: "empty-string"
    case .shortPart: "short-part"
    case .unknownWord: "unknown-word"
    case .outOfRange: "out-of-range"
    case .noBounds: "no-bounds"
    case .expectedDay: "expected-day"
    case .conflictingKinds: "conflicting-kinds"
    case .exceptsEverything: "excepts-everything"
    case .broughtBack: "brought-back"
    case .slip: "likely-slip"
    case .notUTF8: "not-utf-8"
    case .severalPolicies: "several-policies"
    case .unjudged: "unjudged-rule"
    case .repeatedRule, .idleNumber: "repeated-rule"
    case .manyWords: "many-words"
    case .unprintable: "unprintable"
    case .further: "further-problems"
    }
  }

  /// Whether Apple's parser also complains about it.
  package var isComplaint: Bool {
    switch self {
    case .expectedProperty, .unknownProperty, .endAfterName, .expectedColon, .spaceBeforeColon,
      .unknownClass, .expectedClass, .endAfterComma, .junkAfterValue, .misplacedDash,
      .misplacedBracket, .unterminatedClass, .endAfterBracket, .expectedInteger,
      .spaceAfterInteger, .expectedSemicolon:
      true
    default: false
    }
  }

  var found: String {
    switch self {
    case .expectedProperty(let found): found
    case .unknownProperty(let name, nearest: _, inFile: _): "unknown rule '\(name)'"
    case .endAfterName(let name): "'\(name)' without a value"
    case .expectedColon(after: let name, let found): "\(found) after '\(name)'"
    case .spaceBeforeColon(after: let name): "space after '\(name)'"
    case .unknownClass(let name, nearest: _): "unknown class '\(name)'"
    case .expectedClass(let found): found
    case .endAfterComma: "nothing after ','"
    case .junkAfterValue(let found): "\(found) after a class"
    case .misplacedDash: "'-' within a class"
    case .misplacedBracket: "']' closes the class, but more follows"
    case .unterminatedClass: "a class that is never closed"
    case .endAfterBracket: "nothing after '['"
    case .expectedInteger(let rule, let found): "\(found) as the value of '\(rule)'"
    case .spaceAfterInteger(let rule): "space after the number of '\(rule)'"
    case .expectedSemicolon(let found): "\(found) where a rule should have ended"
    case .printableBesideUnicode: "'ascii-printable' and 'unicode' together"
    case .emptyClass(let rule): "an empty class in '\(rule)'"
    case .ruleWithoutValue(let name): "'\(name)' without a value, which has no effect"
    case .zero(let rule): "0 as the value of '\(rule)', which has no effect"
    case .hugeNumber(let rule, let number):
      "the number \(number == .max ? "2^63 or more" : String(number)) as the value of '\(rule)'"
    case .ignoredCharacters(let text): "\(text) in a class, where only printable ASCII counts"
    case .lineBreakInClass: "a line that ends within a class"
    case .entity(let text): "'\(text)' in a class; it is not decoded"
    case .unsatisfiable(let reason): "no password can comply: \(reason)"
    case .tooManyRules(let found, limit: _): "\(found) rules in one policy"
    case .noRules(let name): "policy '\(name)' has no rules"
    case .impliedAllowed(let required):
      "without 'allowed' only \(required.inWords) are permitted"
    case .oneOfClasses(_, let each, let refusesNothing):
      "'required: \(each.joined(separator: ", "))' asks for one of these classes, not for each; "
        + (refusesNothing ? "every permitted password has one" : "hardly any password lacks one")
    case .fileKeyInRules(let name): "'\(name)', which is not in Apple's language"
    case .malformedHeader: "'[' where a rule or a section should start"
    case .repeatedName(let name, let line): "policy '\(name)' again, after line \(line)"
    case .emptyAlternative: "an alternative without rules"
    case .expectedString(let rule, let found): "\(found) as the value of '\(rule)'"
    case .unterminatedString: "a '\"' that is never closed"
    case .emptyString(let rule): "an empty text as the value of '\(rule)'"
    case .shortPart(let count):
      "a word of \(count) character\(count == 1 ? "" : "s") to be found inside passwords"
    case .unknownWord(let word, let rule, expected: _, nearest: _):
      "unknown word '\(word)' in '\(rule)'"
    case .outOfRange(let rule, let number, _): "\(number) as the value of '\(rule)'"
    case .noBounds(let rule, let numbers, class: _):
      "\(numbers.map(String.init).joined(separator: ", ")) as the number\(numbers.count == 1 ? "" : "s") of '\(rule)'"
    case .expectedDay(let found): "\(found) as the value of 'since'"
    case .conflictingKinds: "'min-classes' again, counting other kinds"
    case .exceptsEverything(let rule): "nothing is left of the class in '\(rule)'"
    case .broughtBack(let characters):
      "'allowed' leaves out \(characters.inWords), which another class permits"
    case .slip(let text): text
    case .notUTF8: "a text that is not UTF-8"
    case .severalPolicies(let count): "\(count) policies"
    case .unjudged(let rule): "'\(rule)', which this library cannot judge"
    case .repeatedRule(let rule): "'\(rule)' again"
    case .idleNumber(let rule, let number, let counting):
      "'\(rule): \(number)' has no effect beside '\(rule): \(counting)'"
    case .manyWords(let count): "\(Self.withCommas(count)) context words"
    case .unprintable(let name, let what): "\(name) in the \(what)"
    case .further(let errors, let warnings):
      "further problems are not listed: "
        + [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
        .map { "\(Self.withCommas($0)) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
    }
  }

  var expected: String? {
    switch self {
    case .expectedProperty: "a rule"
    case .endAfterName, .expectedColon, .spaceBeforeColon: "':'"
    case .unknownClass, .expectedClass, .endAfterComma: "a class name or '[…]'"
    case .junkAfterValue, .misplacedBracket: "',' or ';'"
    case .unterminatedClass, .endAfterBracket: "']'"
    case .expectedInteger: "a whole number"
    case .expectedSemicolon, .spaceAfterInteger: "';'"
    case .hugeNumber: "at most 4096"
    case .tooManyRules(found: _, let limit): "at most \(limit)"
    case .malformedHeader: "'[name]' alone on its line"
    case .severalPolicies: "one policy"
    case .expectedString(rule: "context", found: _): "a text in double quotes or 'username'"
    case .expectedString(rule: "for", found: _): "a dataset in double quotes or 'everyone'"
    case .expectedString: "a text in double quotes"
    case .unterminatedString: "'\"' on the same line"
    case .shortPart: "at least 3"
    case .unknownWord(_, rule: _, let expected, nearest: _): Self.choice(expected)
    case .noBounds(rule: "between", _, class: _): "the least number and the most"
    case .noBounds: "one number"
    case .expectedDay: "a day such as 2024-03-01"
    case .outOfRange(rule: _, _, let range): "\(range.lowerBound) to \(range.upperBound)"
    default: nil
    }
  }

  var remedy: String? {
    switch self {
    case .expectedProperty(let found):
      switch found {
      case "';'": "Remove the extra ';'."
      case "'#'": "A comment stands on lines of its own, in a policy file."
      default: nil
      }
    case .unknownProperty(_, let nearest, let isInFile):
      Self.suggestion(nearest) ?? "The rules are \(Self.allRules(ofFile: isInFile))."
    case .unknownClass(_, let nearest):
      Self.suggestion(nearest) ?? "The classes are \(classNames.joined(separator: ", "))."
    case .unknownWord(_, rule: _, expected: _, let nearest): Self.suggestion(nearest)
    case .endAfterName(let name): "Write '\(name): ' and a value."
    case .expectedColon(after: let name, found: _): "Write '\(name): ' and a value."
    case .spaceBeforeColon(after: let name): "Remove the space: '\(name):'."
    case .expectedClass(let found):
      found == "'\"'" ? "Write class names without quotes and characters in brackets." : nil
    case .expectedInteger(let rule, found: _):
      Keyword(rawValue: rule)?.example.map { "Write it as in '\(rule): \($0)'." }
    case .noBounds(rule: "between", let numbers, let characters):
      numbers.count == 1
        ? "Write two numbers, as in 'between: 1, 3 \(characters)'; for just \(numbers[0]) "
          + "write 'exactly: \(numbers[0]) \(characters)'."
        : "Write 'between: \(numbers.min() ?? 0), \(numbers.max() ?? 0) \(characters)'."
    case .noBounds(_, let numbers, let characters):
      "Write 'between: \(numbers.min() ?? 0), \(numbers.max() ?? 0) \(characters)' for a number of "
        + "characters from the one to the other."
    case .misplacedDash:
      "Only a '-' right after '[' is a member; there are no ranges, so write 'lower' for a-z."
    case .misplacedBracket: "As a member, ']' comes last: '[…]]'."
    case .spaceAfterInteger: "Remove the space: because of it Apple's parser ignores the rule."
    case .printableBesideUnicode:
      "Keep one of them: 'unicode' includes the other, but to some readers the first one counts. All "
        + "four classes in one 'required' count as 'ascii-printable'."
    case .emptyClass: "Remove it, or name its characters."
    case .ignoredCharacters: "Remove it; 'unicode' is the only class beyond ASCII."
    case .lineBreakInClass: "Close the class with ']' if it ends here."
    case .entity: "Write the character itself."
    case .expectedString(rule: "blocklist", found: _):
      "Write a file's name in double quotes, or the word default for the built-in list."
    case .expectedString(rule: "context", found: _):
      "Write a word in double quotes, or the word username for the name of the password's user."
    case .expectedString(rule: "for", found: _):
      "Write a dataset as reports name it, such as \"group: Domain Admins\"."
    case .shortPart: "Without 'substring' a word of any length is compared with the whole password."
    case .noRules: "Printable ASCII of any length complies."
    case .impliedAllowed(let required):
      "Write 'allowed: ascii-printable;' if you meant more, 'allowed: \(required);' if not."
    case .oneOfClasses(let characters, let each, let refusesNothing):
      "For \(Self.all(each.count)) write "
        + "'\(each.map { "required: \($0);" }.joined(separator: " "))'."
        + (refusesNothing ? " If one is enough, 'allowed: \(characters);' says the same." : "")
    case .fileKeyInRules: "It is allowed only in a policy file."
    case .emptyAlternative: "Remove an 'or', or write a rule."
    case .repeatedName: "Give it a name of its own."
    case .conflictingKinds: "Keep one of them."
    case .exceptsEverything: "Name fewer characters after 'except'."
    case .broughtBack:
      "Repeat 'except' in 'required', and name no such character in another 'allowed'."
    case .notUTF8: "Save it as UTF-8."
    case .severalPolicies: "Read each policy separately, or write 'or' between alternatives."
    case .unjudged: "Judge it yourself and accept it with 'acceptingUnjudged: true', or remove it."
    case .repeatedRule: "Remove it."
    case .idleNumber: "The stricter one counts; remove the other."
    case .manyWords:
      "Put them into a file, one a line, and write 'blocklist: \"words.txt\" fold;', which is faster."
    case .unprintable: "Remove it."
    case .further: "Correct the ones above first."
    default: nil
    }
  }

  /// All of so many, in words.
  private static func all(_ count: Int) -> String {
    switch count {
    case 2: "both"
    case 3: "all three"
    case 4: "all four"
    default: "each"
    }
  }

  private static func suggestion(_ nearest: String?) -> String? {
    nearest.map { "Did you mean '\($0)'?" }
  }

  /// A count with commas between thousands: `10,000`.
  private static func withCommas(_ count: Int) -> String {
    let digits = String(count)
    return String(
      digits.enumerated().flatMap { index, digit in
        index > 0 && (digits.count - index) % 3 == 0 ? [",", digit] : [digit]
      })
  }

  private static func allRules(ofFile isFile: Bool) -> String {
    (isFile ? Keyword.allCases : Keyword.ofApple).map(\.rawValue).joined(separator: ", ")
      + (isFile ? ", and or between alternatives" : "")
  }

  private static func choice(_ words: [String]) -> String {
    let quoted = words.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return "\(quoted.dropLast().joined(separator: ", ")) or \(last)"
  }
}
