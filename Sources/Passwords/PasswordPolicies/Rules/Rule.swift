package import Passwords

extension PasswordRules {
  /// One rule of a policy.
  ///
  ///     [.minLength(20), .required(.upper, .lower), .allowed(.digit, "-_."), .atMost(2, .digit)]
  ///
  /// There are two sorts: a rule bounds a number of the password (``least``, ``most``), or it says
  /// something else. The ``keyword`` tells them apart. It is a text and no enumeration, so that a
  /// new rule breaks no `switch`:
  ///
  ///     switch rule.keyword {
  ///     case "minlength": "at least \(rule.least ?? 0) characters"
  ///     case "allowed": "only \(rule.characters?.description ?? "")"
  ///     default: rule.description
  ///     }
  public struct Rule: Hashable, Sendable {
    /// What it says.
    package let kind: Kind

    /// The sorts of rules: a bound, and all others.
    package enum Kind: Hashable, Sendable {
      case bound(Bound)
      case required(CharacterClass)
      case allowed(CharacterClass)
      case first(CharacterClass)
      case last(CharacterClass)
      case unlisted(ListReference)
      /// A day, such as `2024-03-01`.
      case since(String)
      case audience(Audience)
    }

    package init(_ kind: Kind) { self.kind = kind }

    /// At least one character of the password is in this class; an empty class asks for nothing.
    public static func required(_ characters: CharacterClass) -> Rule {
      Rule(.required(characters))
    }

    /// At least one character of the password is in one of these classes.
    public static func required(
      _ first: CharacterClass, _ second: CharacterClass, _ others: CharacterClass...
    ) -> Rule {
      .required(.union(of: [first, second] + others))
    }

    /// Permits this class in addition to the required ones; all other characters are forbidden.
    public static func allowed(_ characters: CharacterClass) -> Rule { Rule(.allowed(characters)) }

    /// Permits these classes in addition to the required ones; all other characters are forbidden.
    public static func allowed(
      _ first: CharacterClass, _ second: CharacterClass, _ others: CharacterClass...
    ) -> Rule {
      .allowed(.union(of: [first, second] + others))
    }

    /// The password has at least this many code points.
    public static func minLength(_ number: Int) -> Rule { Rule(.minLength, number) }
    /// The password has at most this many code points.
    public static func maxLength(_ number: Int) -> Rule { Rule(.maxLength, number) }
    /// At most this many characters in a row; see ``MaxConsecutiveReading``.
    public static func maxConsecutive(_ number: Int) -> Rule { Rule(.maxConsecutive, number) }
    /// At most this many identical characters in a row.
    public static func maxRepeating(_ number: Int) -> Rule { Rule(.maxRepeating, number) }
    /// At most this many characters in a row that step through a–z, A–Z or 0–9, up or down.
    public static func maxSequential(_ number: Int) -> Rule { Rule(.maxSequential, number) }
    /// At least this many kinds of character occur.
    public static func minClasses(_ number: Int, of kinds: Kinds = .ascii) -> Rule {
      Rule(.bound(Bound(.minClasses, number...Int.max, .kinds(kinds))))
    }
    /// At least this many characters of a class.
    public static func atLeast(_ number: Int, _ characters: CharacterClass) -> Rule {
      Rule(.atLeast, number, characters)
    }
    /// At most this many characters of a class.
    public static func atMost(_ number: Int, _ characters: CharacterClass) -> Rule {
      Rule(.atMost, number, characters)
    }
    /// This many characters of a class.
    public static func exactly(_ number: Int, _ characters: CharacterClass) -> Rule {
      Rule(.exactly, number, characters)
    }
    /// A number of characters of a class that lies in a range.
    public static func between(_ numbers: ClosedRange<Int>, _ characters: CharacterClass) -> Rule {
      let least = max(0, numbers.lowerBound)
      let bounds = least...max(least, numbers.upperBound)
      return Rule(.bound(Bound(.between, bounds, .characters(characters))))
    }
    /// The first character is in a class, which is not empty.
    public static func first(_ characters: CharacterClass) -> Rule { Rule(.first(characters)) }
    /// The last character is in a class, which is not empty.
    public static func last(_ characters: CharacterClass) -> Rule { Rule(.last(characters)) }
    /// At most this many characters of one kind in a row: lower case, upper case, digits, specials,
    /// or none of these.
    public static func maxClassRun(_ number: Int) -> Rule { Rule(.maxClassRun, number) }
    /// At most this many characters in a row of one kind.
    public static func maxRunOf(_ number: Int, _ kind: CharacterKind) -> Rule {
      Rule(.maxRunOf, number, kind.characters)
    }
    /// At least this many different characters.
    public static func minUnique(_ number: Int) -> Rule { Rule(.minUnique, number) }

    /// At least this strength score, 1…4.
    package static func minScore(_ number: Int) -> Rule { Rule(.minScore, number) }
    /// The password is not on a list.
    package static func blocklist(
      _ source: ListReference.Source, _ comparison: ListComparison = .exact
    ) -> Rule {
      Rule(.unlisted(.blocklist(source, comparison)))
    }

    /// Bounds a number by one number, of a class if the keyword names one.
    package init(_ keyword: Keyword, _ number: Int, _ characters: CharacterClass? = nil) {
      let bounds = keyword.row.direction.bounds([max(0, number)]) ?? 0...Int.max
      self.init(
        .bound(Bound(keyword, bounds, characters.map { .characters($0) } ?? .fact)))
    }

    /// The kinds of character of which recordings know the longest stretch.
    public enum CharacterKind: String, Hashable, Sendable, CaseIterable {
      /// A–Z.
      case upper
      /// a–z.
      case lower
      /// 0–9.
      case digit
      /// The 33 other printable ASCII characters.
      case special

      /// The characters of this kind.
      public var characters: CharacterClass {
        switch self {
        case .upper: .upper
        case .lower: .lower
        case .digit: .digit
        case .special: .special
        }
      }
    }

    /// The systems of kinds of character.
    public enum Kinds: String, Hashable, Sendable, CaseIterable {
      /// upper, lower, digit, special: only ASCII; other characters belong to no kind.
      case ascii
      /// Uppercase, lowercase and other letters of any script, 0–9, and the 32 symbols of ASCII
      /// (without the space): the five categories of Active Directory.
      case unicode
    }
  }
}

extension PasswordRules.Rule {
  /// The word that names it in the language: `minlength`, `at-most`.
  public var keyword: String { word.rawValue }
  /// The value as a policy writes it: `3 unicode`.
  public var value: String {
    switch kind {
    case .bound(let bound): bound.value
    case .required(let set), .allowed(let set), .first(let set), .last(let set): set.description
    case .unlisted(let list): list.value
    case .since(let day): day
    case .audience(let audience): audience.value
    }
  }
  /// The least number that it accepts; nil if it has no lower bound, or is no bound.
  public var least: Int? { bound.flatMap { $0.bounds.lowerBound > 0 ? $0.bounds.lowerBound : nil } }
  /// The greatest number that it accepts; nil if it has no upper bound, or is no bound.
  public var most: Int? {
    bound.flatMap { $0.bounds.upperBound < .max ? $0.bounds.upperBound : nil }
  }
  /// The class that it is about; nil if it is about none.
  public var characters: PasswordRules.CharacterClass? {
    switch kind {
    case .required(let set), .allowed(let set), .first(let set), .last(let set): set
    case .bound(let bound): bound.characters
    case .unlisted, .since, .audience: nil
    }
  }
  /// Whether Apple's language has it.
  ///
  /// A class of everything except some characters is not in Apple's language.
  public var isApples: Bool { word.isApples && portable == self }

  package var word: Keyword {
    switch kind {
    case .bound(let bound): bound.keyword
    case .required: .required
    case .allowed: .allowed
    case .first: .first
    case .last: .last
    case .unlisted(.blocklist): .blocklist
    case .unlisted: .context
    case .since: .since
    case .audience: .audience
    }
  }

  package var bound: Bound? { if case .bound(let bound) = kind { bound } else { nil } }

  /// Its name in reports; one of the keyword's names.
  package var name: String {
    switch kind {
    case .unlisted(.contextParts): "context-substring"
    case .unlisted(.userName(.whole)): "username"
    case .unlisted(.userName(.part)): "username-substring"
    default: keyword
    }
  }

  /// The rule with a class that Apple's language can express.
  var portable: Self {
    switch kind {
    case .required(let set): .required(set.portable)
    case .allowed(let set): .allowed(set.portable)
    default: self
    }
  }

  /// The rule where `max-consecutive` has this meaning.
  func reading(_ reading: PasswordRules.MaxConsecutiveReading) -> Self {
    guard let bound, bound.keyword == .maxConsecutive else { return self }
    let subject: Bound.Subject = reading == .repeats ? .fact : .repeatsAndSequences
    return Self(.bound(Bound(.maxConsecutive, bound.bounds, subject)))
  }
}

extension PasswordRules.Rule: CustomStringConvertible {
  /// The rule in the language, without the final semicolon: `required: lower, [-_]`.
  public var description: String { "\(keyword): \(value)" }

  /// The rule where commas separate rules: `required: lower or upper`.
  package var textWithoutCommas: String {
    let value = bound?.value(numbersJoinedBy: " to ") ?? value
    return "\(keyword): \(value.replacing(", ", with: " or "))"
  }
}

/// The accounts of a directory for which a policy is in force; no password can break it.
///
/// Of several policies the first that names a dataset of an account is in force for it, and `everyone`
/// is asked last. Only audits of a directory know datasets.
package enum Audience: Hashable, Sendable {
  /// All accounts for which no other policy is in force.
  case everyone
  /// The accounts of a dataset, by its label in reports.
  case dataset(String)

  /// The dataset's label, or `everyone`.
  package var label: String {
    switch self {
    case .everyone: "everyone"
    case .dataset(let label): label
    }
  }

  /// The accounts as a policy writes them.
  package var value: String { self == .everyone ? label : quoted(label) }

  /// The accounts in words.
  package var words: String { "in force for \(label)" }
}

/// A list that a policy uses; each distinct list has a bit in `Profile.lists`.
package enum ListReference: Hashable, Sendable {
  /// A list of refused values.
  case blocklist(Source, ListComparison)
  /// A list of context words, which refuses passwords that equal or derive from one of them.
  ///
  /// Compares whole passwords; a word inside a password does not count. A password derives from a
  /// word by another case or width, by characters that stand for letters (`4` or `@` for `a`, …),
  /// by reversal, or by digits or punctuation around the word.
  case context([String])
  /// A list of words of three characters or more, which refuses passwords that contain one of them
  /// in any case and width.
  case contextParts([String])
  /// A relation to the user's name, which refuses passwords that have it; none if the input has no
  /// names.
  case userName(UserNameRelation)

  /// The source of a blocklist.
  package enum Source: Hashable, Sendable {
    /// The built-in list; the word `default` in a policy.
    case builtIn
    /// A file as written in the policy, and the directory that it is relative to: the directory of
    /// the policy file, with a final slash, or empty.
    case file(String, directory: String)

    /// The path to open; nil for the built-in list.
    package var path: String? {
      switch self {
      case .builtIn: nil
      case .file(let name, let directory): name.hasPrefix("/") ? name : directory + name
      }
    }
  }

  /// The list as a policy writes it.
  fileprivate var value: String {
    switch self {
    case .blocklist(.builtIn, let comparison): "default \(comparison.inPolicy)"
    case .blocklist(.file(let name, directory: _), let comparison):
      "\(quoted(name)) \(comparison.inPolicy)"
    case .context(let words): words.map(quoted).joined(separator: ", ")
    case .contextParts(let words): words.map { quoted($0) + " substring" }.joined(separator: ", ")
    case .userName(.whole): "username"
    case .userName(.part): "username substring"
    }
  }
}

extension ListComparison {
  /// The comparison in the form of a policy file: `exact`, `leet`, `fold substring 4` or
  /// `entra-like`.
  package var inPolicy: String {
    if case .substring(of: let form, atLeast: let count) = self {
      return "\(form.rawValue) substring \(count)"
    }
    return rawValue
  }
}

/// The text in double quotes, with a backslash before `"` and `\`.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" || scalar == "\\" { result += "\\" }
    result.unicodeScalars.append(scalar)
  }
  return result + "\""
}
