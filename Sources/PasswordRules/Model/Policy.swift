package import Diagnostics
package import Passwords

/// A named policy: one alternative, or several of which a password must meet one.
///
/// A password that meets none is charged with what it breaks of the alternative where that is the
/// least; the first of equals.
package struct Policy: Hashable, Sendable {
  /// As its section or file is called.
  package var name: String
  /// At least one.
  package let alternatives: [Alternative]
  /// Where it was read.
  package let location: Location
  /// What its `max-consecutive` is taken to limit.
  package let maxConsecutive: PasswordRules.MaxConsecutiveReading
  /// Where the text states each rule, by id, and each alternative as `or[1]`; empty where the policy
  /// was not read from a policy file.
  private let places: [String: Location.Position]
  /// The ``rules``, an alternative each; made once, since their texts take a while.
  private(set) var rulesOfAlternatives: [[Rule]] = []

  /// Names alternatives, of which there must be at least one.
  package init(
    name: String, alternatives: [Alternative], location: Location,
    maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats,
    places: [String: Location.Position] = [:]
  ) {
    precondition(!alternatives.isEmpty, "a policy has at least one alternative")
    self.name = name
    self.alternatives = alternatives
    self.location = location
    self.maxConsecutive = maxConsecutive
    self.places = places
    rulesOfAlternatives = makeRules()
  }

  /// Makes the policy that a single rules string states.
  package init(
    name: String, _ rules: PasswordRules, location: Location,
    maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
  ) {
    self.init(
      name: name, alternatives: [Alternative(rules)], location: location,
      maxConsecutive: maxConsecutive)
  }

  /// The same policy without rules that name lists, and without its score where that is left out too.
  package func withoutLists(orScore isScoreLeftOut: Bool = false) -> Policy {
    let alternatives = alternatives.map { alternative in
      var alternative = alternative
      alternative.blocklists = []
      alternative.contextWords = []
      alternative.contextParts = []
      alternative.userNames = []
      if isScoreLeftOut { alternative.minScore = nil }
      return alternative
    }
    return Policy(
      name: name, alternatives: alternatives, location: location, maxConsecutive: maxConsecutive)
  }

  /// Where a rule stands; the policy's own place where that is not known, or there is no rule.
  package func location(of rule: String?) -> Location {
    rule.flatMap { places[$0] }.map { Location(file: location.file, $0) } ?? location
  }

  /// What it says, whatever it is called and wherever it stands.
  ///
  /// Policies with equal keys have the same ``rules`` and give every password the same verdict.
  package var canonicalKey: CanonicalKey {
    CanonicalKey(
      alternatives: alternatives,
      maxConsecutive: alternatives.contains { $0.rules.maxConsecutive != nil }
        ? maxConsecutive : .repeats)
  }

  /// See ``Policy/canonicalKey``.
  package struct CanonicalKey: Hashable, Sendable {
    private let alternatives: [Alternative]
    private let maxConsecutive: PasswordRules.MaxConsecutiveReading

    fileprivate init(
      alternatives: [Alternative], maxConsecutive: PasswordRules.MaxConsecutiveReading
    ) {
      self.alternatives = alternatives
      self.maxConsecutive = maxConsecutive
    }
  }
}

extension Policy {
  /// Rules that hold together: Apple's, and those of a policy file that Apple's language lacks.
  package struct Alternative: Hashable, Sendable {
    /// What can be said in Apple's language.
    package var rules: PasswordRules
    /// How many kinds of character must occur.
    package var minClasses: KindCount?
    /// How many characters of a class must occur, each rule for itself.
    package var atLeast: [ClassCount] = []
    /// Longest run of characters of one kind; at least 1.
    package var maxClassRun: Int?
    /// Lists that must not hold the password.
    package var blocklists: [ListReference] = []
    /// Words that belong to the user, site or product, in the order written; empty for none.
    package var contextWords: [String] = []
    /// Words that must not stand anywhere in a password, in the order written; empty for none.
    package var contextParts: [String] = []
    /// What a password must not have to do with the name of its user.
    package var userNames: Set<ListReference.UserNameMatch> = []
    /// Least strength score, 1…4.
    package var minScore: Int?

    /// Takes over Apple's rules and asks for nothing else.
    package init(_ rules: PasswordRules) { self.rules = rules }
  }

  /// `min-classes`: at least ``minimum`` kinds of character.
  package struct KindCount: Hashable, Sendable {
    /// From 1 to the number of kinds.
    package let minimum: Int
    /// Which kinds are counted.
    package let kinds: Kinds

    /// Asks for some of these kinds.
    package init(minimum: Int, of kinds: Kinds) {
      self.minimum = minimum
      self.kinds = kinds
    }

    /// What counts as a kind.
    package enum Kinds: String, Hashable, Sendable {
      /// upper, lower, digit, special: ASCII only, what is beyond belongs to none.
      case ascii
      /// Uppercase, lowercase and other letters of any script, 0–9, and the 32 symbols of ASCII,
      /// without the space: the five categories of Active Directory.
      case unicode
    }
  }

  /// `at-least`: at least ``minimum`` characters of a class.
  package struct ClassCount: Hashable, Sendable {
    /// At least 1.
    package let minimum: Int
    /// The class.
    package let characters: PasswordRules.CharacterClass

    /// Asks for some of these characters.
    package init(minimum: Int, of characters: PasswordRules.CharacterClass) {
      self.minimum = minimum
      self.characters = characters
    }
  }
}

/// A list that a policy names; each distinct one is a bit in `Profile.lists`.
package enum ListReference: Hashable, Sendable {
  /// A list of refused values.
  case blocklist(Source, ListComparison)
  /// Passwords that are one of these context words or derive from one.
  ///
  /// Words and passwords are compared as whole values; a word inside a password does not count.
  /// A password derives from a word by other case or width, by characters that stand for letters
  /// (`4` or `@` for `a`, …), by being the word backwards, or by digits or punctuation around it.
  case context([String])
  /// Passwords in which one of these words stands, whatever the case and width; each word has
  /// three characters or more.
  case contextParts([String])
  /// Passwords that have to do with the name of their user, where the input names one; elsewhere
  /// none.
  ///
  /// A name has parts: the whole of it; of an address, what stands before the last `@`; and of this,
  /// the pieces between commas, periods, dashes, underscores, spaces, number signs and tabs, if they
  /// have three characters or more. Case and width do not count.
  case userName(UserNameMatch)

  /// What a password can have to do with the name of its user.
  package enum UserNameMatch: Hashable, Sendable, CaseIterable {
    /// The whole password is a part of the name, or derives from one as from a context word.
    case whole
    /// A part of the name that has three characters or more stands in the password.
    case part
  }

  /// Where a blocklist comes from.
  package enum Source: Hashable, Sendable {
    /// The list that comes with the program; the word `default` in a policy.
    case builtIn
    /// A file as the policy writes it, and relative to what: the policy file's directory with a
    /// final slash, or nothing.
    case file(String, directory: String)

    /// The path to open; nil for the built-in list.
    package var path: String? {
      switch self {
      case .builtIn: nil
      case .file(let name, let directory): name.hasPrefix("/") ? name : directory + name
      }
    }
  }
}
