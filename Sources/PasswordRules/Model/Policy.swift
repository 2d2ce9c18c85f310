package import Diagnostics
package import Passwords

/// A named policy: one alternative, or several of which a password must meet one.
///
/// A password that meets none is charged with the broken rules of the alternative of which it
/// breaks the fewest; of equals, the first.
package struct Policy: Hashable, Sendable {
  /// The name of its section or file.
  package var name: String
  /// At least one.
  package let alternatives: [Alternative]
  /// Where it was read.
  package let location: Location
  /// The kind of place where it was read.
  package var origin = Origin.file
  /// The reading of its `max-consecutive`.
  package let maxConsecutive: PasswordRules.MaxConsecutiveReading
  /// Where the text has each rule, by id, and each alternative, as `or[1]`; empty if the policy was
  /// not read from a policy file.
  private let places: [String: Location.Position]
  /// The ``rules`` of each alternative, computed once because their texts are slow to make.
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

  /// Makes the policy of a single rules string.
  package init(
    name: String, _ rules: PasswordRules, location: Location,
    maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
  ) {
    self.init(
      name: name, alternatives: [Alternative(rules)], location: location,
      maxConsecutive: maxConsecutive)
  }

  /// The policy without the rules that use lists, and optionally without its score.
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

  /// Where a rule stands; the policy's own place if that is unknown or `rule` is nil.
  package func location(of rule: String?) -> Location {
    rule.flatMap { places[$0] }.map { Location(file: location.file, $0) } ?? location
  }

  /// A kind of place that policies come from.
  package enum Origin: Hashable, Sendable {
    /// A file, or no place of the kinds below.
    case file
    /// The entry of a site in a file of Apple's form.
    case site(String, file: String)
    /// A preset, by its identifier.
    case preset(String)
    /// The command line.
    case typed
  }

  /// The meaning of the policy, without its name and place.
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

    /// Hashes what tells most policies apart: hashing every class of hundreds takes long.
    package func hash(into hasher: inout Hasher) {
      for alternative in alternatives {
        hasher.combine(alternative.rules.minLength)
        hasher.combine(alternative.rules.maxLength)
        hasher.combine(alternative.rules.required.count)
        hasher.combine(alternative.rules.permitted)
      }
    }
  }
}

extension Policy {
  /// Rules that must all hold: Apple's, and those that only policy files have.
  package struct Alternative: Hashable, Sendable {
    /// The rules of Apple's language.
    package var rules: PasswordRules
    /// How many kinds of character must occur.
    package var minClasses: KindCount?
    /// How many characters of a class must occur; every rule must hold.
    package var atLeast: [ClassCount] = []
    /// Longest run of characters of one kind; at least 1.
    package var maxClassRun: Int?
    /// Lists that must not hold the password.
    package var blocklists: [ListReference] = []
    /// Words of the user, the site or the product, in the order written; empty for none.
    package var contextWords: [String] = []
    /// Words that no password may contain, in the order written; empty for none.
    package var contextParts: [String] = []
    /// The relations to its user's name that refuse a password.
    package var userNames: Set<UserNameRelation> = []
    /// Least strength score, 1…4.
    package var minScore: Int?

    /// Makes an alternative of Apple's rules alone.
    package init(_ rules: PasswordRules) { self.rules = rules }
  }

  /// `min-classes`: at least ``minimum`` kinds of character.
  package struct KindCount: Hashable, Sendable {
    /// From 1 to the number of kinds.
    package let minimum: Int
    /// The kinds that are counted.
    package let kinds: Kinds

    /// Requires a number of these kinds.
    package init(minimum: Int, of kinds: Kinds) {
      self.minimum = minimum
      self.kinds = kinds
    }

    /// The systems of kinds.
    package enum Kinds: String, Hashable, Sendable {
      /// upper, lower, digit, special: ASCII only; other characters belong to none.
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

    /// Requires a number of these characters.
    package init(minimum: Int, of characters: PasswordRules.CharacterClass) {
      self.minimum = minimum
      self.characters = characters
    }
  }
}

/// A list that a policy uses; each distinct one has a bit in `Profile.lists`.
package enum ListReference: Hashable, Sendable {
  /// A list of refused values.
  case blocklist(Source, ListComparison)
  /// Passwords that equal one of these context words or derive from one.
  ///
  /// Whole passwords are compared; a word inside a password does not count. A password derives from
  /// a word by another case or width, by characters that stand for letters (`4` or `@` for `a`, …),
  /// by reversal, or by digits or punctuation around it.
  case context([String])
  /// Passwords that contain one of these words in any case and width; each word has three
  /// characters or more.
  case contextParts([String])
  /// Passwords that relate to the name of their user; none if the input has no names.
  case userName(UserNameRelation)

  /// The source of a blocklist.
  package enum Source: Hashable, Sendable {
    /// The built-in list; the word `default` in a policy.
    case builtIn
    /// A file, as written in the policy, and the directory it is relative to: that of the policy
    /// file with a final slash, or nothing.
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
