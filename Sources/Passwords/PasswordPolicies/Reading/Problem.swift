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

  /// What is wrong in the text of a policy, made by functions that hold the words.
  ///
  /// The texts that they get come from the policy. Messages quote them, except `found`, which has
  /// quotes already.
  package struct Kind: Hashable, Sendable {
    /// The name in the recovery of Apple's parser, where it also complains.
    let code: String
    let found: String
    let expected: String?
    let remedy: String?
    /// Whether Apple's parser also complains about it.
    package let isComplaint: Bool

    fileprivate init(
      _ code: String, _ found: String, expected: String? = nil, remedy: String? = nil,
      isComplaint: Bool = false
    ) {
      (self.code, self.found, self.expected) = (code, found, expected)
      (self.remedy, self.isComplaint) = (remedy, isComplaint)
    }

    fileprivate static func complaint(
      _ code: String, _ found: String, expected: String? = nil, remedy: String? = nil
    ) -> Kind {
      Kind(code, found, expected: expected, remedy: remedy, isComplaint: true)
    }
  }
}

// Problems that Apple's parser complains about.
extension PasswordRules.Problem.Kind {
  static func expectedProperty(found: String) -> Self {
    let remedies = [
      "';'": "Remove the extra ';'.",
      "'#'": "A comment stands on lines of its own, in a policy file.",
    ]
    return complaint("expected-property", found, expected: "a rule", remedy: remedies[found])
  }

  static func unknownProperty(_ name: String, nearest: String?, inFile isFile: Bool = false) -> Self
  {
    let rules = (isFile ? Keyword.allCases : Keyword.ofApple).map(\.rawValue)
    return complaint(
      "unknown-property", "unknown rule '\(name)'",
      remedy: suggestion(nearest)
        ?? "The rules are \(rules.joined(separator: ", "))"
        + (isFile ? ", and or between alternatives." : "."))
  }

  static func endAfterName(_ name: String) -> Self {
    complaint(
      "eof-after-name", "'\(name)' without a value", expected: "':'",
      remedy: "Write '\(name): ' and a value.")
  }

  static func expectedColon(after name: String, found: String) -> Self {
    complaint(
      "expected-value", "\(found) after '\(name)'", expected: "':'",
      remedy: "Write '\(name): ' and a value.")
  }

  static func spaceBeforeColon(after name: String) -> Self {
    complaint(
      "expected-value", "space after '\(name)'", expected: "':'",
      remedy: "Remove the space: '\(name):'.")
  }

  static func unknownClass(_ name: String, nearest: String?) -> Self {
    complaint(
      "unknown-class", "unknown class '\(name)'", expected: "a class name or '[…]'",
      remedy: suggestion(nearest)
        ?? "The classes are \(classNames.joined(separator: ", ")).")
  }

  static func expectedClass(found: String) -> Self {
    complaint(
      "expected-value", found, expected: "a class name or '[…]'",
      remedy: found == "'\"'"
        ? "Write class names without quotes and characters in brackets." : nil)
  }

  static let endAfterComma = complaint(
    "eof-after-comma", "nothing after ','", expected: "a class name or '[…]'")

  static func junkAfterValue(found: String) -> Self {
    complaint("junk-after-value", "\(found) after a class", expected: "',' or ';'")
  }

  static let misplacedDash = complaint(
    "misplaced-dash", "'-' within a class",
    remedy:
      "Only a '-' right after '[' is a member; there are no ranges, so write 'lower' for a-z.")

  static let misplacedBracket = complaint(
    "misplaced-bracket", "']' closes the class, but more follows", expected: "',' or ';'",
    remedy: "As a member, ']' comes last: '[…]]'.")

  static let unterminatedClass = complaint(
    "class-unterminated", "a class that is never closed", expected: "']'")

  static let endAfterBracket = complaint("class-eof", "nothing after '['", expected: "']'")

  static func expectedInteger(rule: String, found: String) -> Self {
    complaint(
      "expected-integer", "\(found) as the value of '\(rule)'", expected: "a whole number",
      remedy: Keyword(rawValue: rule)?.example.map { "Write it as in '\(rule): \($0)'." })
  }

  static func spaceAfterInteger(rule: String) -> Self {
    complaint(
      "expected-integer", "space after the number of '\(rule)'", expected: "';'",
      remedy: "Remove the space: because of it Apple's parser ignores the rule.")
  }

  static func expectedSemicolon(found: String) -> Self {
    complaint(
      "expected-semicolon", "\(found) where a rule should have ended", expected: "';'")
  }

  private static func suggestion(_ nearest: String?) -> String? {
    nearest.map { "Did you mean '\($0)'?" }
  }
}

// Problems that Apple's parser ignores silently.
extension PasswordRules.Problem.Kind {
  static let printableBesideUnicode = Self(
    "printable-beside-unicode", "'ascii-printable' and 'unicode' together",
    remedy:
      "Keep one of them: 'unicode' includes the other, but to some readers the first one counts. All "
      + "four classes in one 'required' count as 'ascii-printable'.")

  static func emptyClass(rule: String) -> Self {
    Self(
      "empty-class", "an empty class in '\(rule)'", remedy: "Remove it, or name its characters.")
  }

  static func ruleWithoutValue(_ name: String) -> Self {
    Self("no-value", "'\(name)' without a value, which has no effect")
  }

  static func zero(rule: String) -> Self {
    Self("zero", "0 as the value of '\(rule)', which has no effect")
  }

  static func hugeNumber(rule: String, _ number: Int) -> Self {
    Self(
      "huge-number",
      "the number \(number == .max ? "2^63 or more" : String(number)) as the value of '\(rule)'",
      expected: "at most 4096")
  }

  static func ignoredCharacters(_ text: String) -> Self {
    Self(
      "ignored-characters", "\(text) in a class, where only printable ASCII counts",
      remedy: "Remove it; 'unicode' is the only class beyond ASCII.")
  }

  static let lineBreakInClass = Self(
    "line-break-in-class", "a line that ends within a class",
    remedy: "Close the class with ']' if it ends here.")

  static func entity(_ text: String) -> Self {
    Self(
      "entity", "'\(text)' in a class; it is not decoded", remedy: "Write the character itself.")
  }

  static func unsatisfiable(_ reason: String) -> Self {
    Self("unsatisfiable", "no password can meet the policy: \(reason)")
  }

  static func tooManyRules(found: Int, limit: Int) -> Self {
    Self("too-many-rules", "\(found) rules in one policy", expected: "at most \(limit)")
  }

  static func noRules(_ name: String) -> Self {
    Self(
      "no-rules", "policy '\(name)' has no rules",
      remedy: "Printable ASCII of any length meets the policy.")
  }

  static func impliedAllowed(_ required: PasswordRules.CharacterClass) -> Self {
    Self(
      "implied-allowed", "without 'allowed' only \(required.inWords) are permitted",
      remedy:
        "Write 'allowed: ascii-printable;' if you meant more, 'allowed: \(required);' if not.")
  }

  static func oneOfClasses(
    _ characters: PasswordRules.CharacterClass, each: [String], refusesNothing: Bool
  ) -> Self {
    let all = [2: "both", 3: "all three", 4: "all four"][each.count] ?? "each"
    return Self(
      "one-of-classes",
      "'required: \(each.joined(separator: ", "))' asks for one of these classes, not for each; "
        + (refusesNothing ? "every permitted password has one" : "hardly any password lacks one"),
      remedy: "For \(all) write '\(each.map { "required: \($0);" }.joined(separator: " "))'."
        + (refusesNothing ? " If one is enough, 'allowed: \(characters);' says the same." : ""))
  }
}

// Problems of policy files only.
extension PasswordRules.Problem.Kind {
  static func fileKeyInRules(_ name: String) -> Self {
    Self(
      "unknown-property", "'\(name)', which is not in Apple's language",
      remedy: "It is allowed only in a policy file.")
  }

  static let malformedHeader = Self(
    "malformed-header", "'[' where a rule or a section should start",
    expected: "'[name]' alone on its line")

  static func repeatedName(_ name: String, line: Int) -> Self {
    Self(
      "repeated-name", "policy '\(name)' again, after line \(line)",
      remedy: "Give it a name of its own.")
  }

  static let emptyAlternative = Self(
    "empty-alternative", "an alternative without rules",
    remedy: "Remove an 'or', or write a rule.")

  static func expectedString(rule: String, found: String) -> Self {
    let keyword = Keyword(rawValue: rule)
    let (expected, remedy): (String, String?) =
      switch keyword {
      case .context:
        (
          "a text in double quotes or 'username'",
          "Write a word in double quotes, or the word username for the name of the password's user."
        )
      case .audience:
        (
          "a dataset in double quotes or 'everyone'",
          "Write a dataset as reports name it, such as \"group: Domain Admins\"."
        )
      case .blocklist:
        (
          "a text in double quotes",
          "Write a file's name in double quotes, or the word default for the built-in list."
        )
      default: ("a text in double quotes", nil)
      }
    return Self(
      "expected-string", "\(found) as the value of '\(rule)'", expected: expected, remedy: remedy)
  }

  static let unterminatedString = Self(
    "string-unterminated", "a '\"' that is never closed", expected: "'\"' on the same line")

  static func emptyString(rule: String) -> Self {
    Self("empty-string", "an empty text as the value of '\(rule)'")
  }

  static func shortPart(found count: Int) -> Self {
    Self(
      "short-part", "a word of \(RuleSentences.many(count)) to be found inside passwords",
      expected: "at least 3",
      remedy: "Without 'substring' a word of any length is compared with the whole password.")
  }

  static func unknownWord(
    _ word: String, rule: String, expected: [String], nearest: String?
  ) -> Self {
    let quoted = expected.map { "'\($0)'" }
    let last = quoted.suffix(1).joined()
    return Self(
      "unknown-word", "unknown word '\(word)' in '\(rule)'",
      expected: quoted.count > 1
        ? "\(quoted.dropLast().joined(separator: ", ")) or \(last)" : last,
      remedy: suggestion(nearest))
  }

  static func outOfRange(rule: String, _ number: Int, _ range: ClosedRange<Int>) -> Self {
    Self(
      "out-of-range", "\(number) as the value of '\(rule)'",
      expected: "\(range.lowerBound) to \(range.upperBound)")
  }

  static func noBounds(rule: String, _ numbers: [Int], class characters: String) -> Self {
    let isBetween = rule == Keyword.between.rawValue
    let (least, most) = (numbers.min() ?? 0, numbers.max() ?? 0)
    let remedy =
      if !isBetween {
        "Write 'between: \(least), \(most) \(characters)' for a number of characters from the one "
          + "to the other."
      } else if numbers.count > 1 {
        "Write 'between: \(least), \(most) \(characters)'."
      } else {
        "Write two numbers, as in 'between: 1, 3 \(characters)'; for just \(least) "
          + "write 'exactly: \(least) \(characters)'."
      }
    return Self(
      "no-bounds",
      "\(numbers.map(String.init).joined(separator: ", ")) as the "
        + "number\(numbers.count == 1 ? "" : "s") of '\(rule)'",
      expected: isBetween ? "the least number and the most" : "one number", remedy: remedy)
  }

  static func expectedDay(found: String) -> Self {
    Self(
      "expected-day", "\(found) as the value of 'since'", expected: "a day such as 2024-03-01")
  }

  static let conflictingKinds = Self(
    "conflicting-kinds", "'min-classes' again, counting other kinds",
    remedy: "Keep one of them.")

  static func exceptsEverything(rule: String) -> Self {
    Self(
      "excepts-everything", "nothing is left of the class in '\(rule)'",
      remedy: "Name fewer characters after 'except'.")
  }

  static func broughtBack(_ characters: PasswordRules.CharacterClass) -> Self {
    Self(
      "brought-back", "'allowed' leaves out \(characters.inWords), which another class permits",
      remedy: "Repeat 'except' in 'required', and name no such character in another 'allowed'.")
  }

  /// A likely slip in a policy of another system.
  package static func slip(_ text: String) -> Self { Self("likely-slip", text) }

  static let notUTF8 = Self("not-utf-8", "a text that is not UTF-8", remedy: "Save it as UTF-8.")

  static func severalPolicies(_ count: Int) -> Self {
    Self(
      "several-policies", "\(count) policies", expected: "one policy",
      remedy: "Read each policy separately, or write 'or' between alternatives.")
  }

  static func unjudged(_ rule: String) -> Self {
    Self(
      "unjudged-rule", "'\(rule)', which this library cannot judge",
      remedy: "Judge it yourself and accept it with 'acceptingUnjudged: true', or remove it.")
  }

  static func repeatedRule(_ rule: String) -> Self {
    Self("repeated-rule", "'\(rule)' again", remedy: "Remove it.")
  }

  static func idleNumber(rule: String, _ number: Int, beside counting: Int) -> Self {
    Self(
      "repeated-rule", "'\(rule): \(number)' has no effect beside '\(rule): \(counting)'",
      remedy: "The stricter one counts; remove the other.")
  }

  static func manyWords(_ count: Int) -> Self {
    Self(
      "many-words", "\(withCommas(count)) context words",
      remedy:
        "Put them into a file, one a line, and write 'blocklist: \"words.txt\" fold;', which is faster."
    )
  }

  static func unprintable(_ name: String, _ what: String) -> Self {
    Self("unprintable", "\(name) in the \(what)", remedy: "Remove it.")
  }

  static func further(errors: Int, warnings: Int) -> Self {
    let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
      .map { "\(withCommas($0)) \($1)\($0 == 1 ? "" : "s")" }
    return Self(
      "further-problems",
      "further problems are not listed: \(counts.joined(separator: ", "))",
      remedy: "Correct the ones above first.")
  }

  /// A count with commas between thousands: `10,000`.
  private static func withCommas(_ count: Int) -> String {
    let digits = String(count)
    return String(
      digits.enumerated().flatMap { index, digit in
        index > 0 && (digits.count - index) % 3 == 0 ? [",", digit] : [digit]
      })
  }
}
