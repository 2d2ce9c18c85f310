package import Diagnostics
package import Passwords

/// A named policy with one alternative, or several of which a password must meet one.
///
/// A password that meets no alternative breaks the rules of the alternative of which it breaks the
/// fewest; among equals, the first.
package struct Policy: Hashable, Sendable {
  /// The name of its section or file.
  package var name: String
  /// The alternatives; at least one.
  package let alternatives: [Alternative]
  /// The place where it was read.
  package let location: Location
  /// The kind of place where it was read.
  package var origin = Origin.file
  /// The reading of its `max-consecutive`.
  package let maxConsecutive: PasswordRules.MaxConsecutiveReading
  /// The place of each rule in the text, and of each alternative; empty if the policy was not read
  /// from a policy file.
  private let places: [RuleID: Location.Position]
  /// The ``rules`` of each alternative, computed once because writing their texts is slow.
  package private(set) var rulesOfAlternatives: [[Rule]] = []

  /// Makes a policy from alternatives; at least one is required.
  package init(
    name: String, alternatives: [Alternative], location: Location,
    maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats,
    places: [RuleID: Location.Position] = [:]
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

  /// The policy without the rules that use lists, and optionally without its minimum score.
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

  /// The place of a rule; the policy's own place if it is unknown or `rule` is nil.
  package func location(of rule: RuleID?) -> Location {
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

    /// Hashes the parts by which most policies differ: hashing every class of hundreds is slow.
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
  /// Rules that must all hold: Apple's rules, and rules of policy files only.
  package struct Alternative: Hashable, Sendable {
    /// The rules of Apple's language.
    package var rules: PasswordRules
    /// The number of kinds of character that must occur.
    package var minClasses: KindCount?
    /// The numbers of characters of a class that must occur; all must hold.
    package var atLeast: [ClassCount] = []
    /// The longest run of characters of one kind; at least 1.
    package var maxClassRun: Int?
    /// Lists that must not hold the password.
    package var blocklists: [ListReference] = []
    /// Words of the user, the site or the product, in the order written; empty for none.
    package var contextWords: [String] = []
    /// Words that passwords must not contain, in the order written; empty for none.
    package var contextParts: [String] = []
    /// The relations to the user's name for which a password is refused.
    package var userNames: Set<UserNameRelation> = []
    /// The least strength score, 1…4.
    package var minScore: Int?

    /// Makes an alternative with only Apple's rules.
    package init(_ rules: PasswordRules) { self.rules = rules }
  }

  /// `min-classes`: at least ``minimum`` kinds of character.
  package struct KindCount: Hashable, Sendable {
    /// The least number: from 1 to the number of kinds.
    package let minimum: Int
    /// The kinds that are counted.
    package let kinds: Kinds

    /// Requires characters of several kinds.
    package init(minimum: Int, of kinds: Kinds) {
      self.minimum = minimum
      self.kinds = kinds
    }

    /// The systems of kinds.
    package enum Kinds: String, Hashable, Sendable {
      /// upper, lower, digit, special: only ASCII; other characters belong to no kind.
      case ascii
      /// Uppercase, lowercase and other letters of any script, 0–9, and the 32 symbols of ASCII
      /// (without the space): the five categories of Active Directory.
      case unicode
    }
  }

  /// `at-least`: at least ``minimum`` characters of a class.
  package struct ClassCount: Hashable, Sendable {
    /// The least number; at least 1.
    package let minimum: Int
    /// The class.
    package let characters: PasswordRules.CharacterClass

    /// Requires a number of characters of a class.
    package init(minimum: Int, of characters: PasswordRules.CharacterClass) {
      self.minimum = minimum
      self.characters = characters
    }
  }
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
}
