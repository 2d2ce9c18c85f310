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
  /// The text of another system from which it was made; nil if it was written in our language.
  package var source: PolicySource?
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
    self.alternatives = alternatives.map { $0.reading(maxConsecutive) }
    self.location = location
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
      Alternative(
        alternative.rules,
        alternative.extras.filter { rule in
          !rule.conditions.contains { condition in
            switch condition {
            case .unlisted: true
            case .fact(.score, _): isScoreLeftOut
            default: false
            }
          }
        })
    }
    return Policy(
      name: name, alternatives: alternatives, location: location, maxConsecutive: maxConsecutive)
  }

  /// The reading of its `max-consecutive`, the same in all alternatives.
  package var maxConsecutive: PasswordRules.MaxConsecutiveReading {
    alternatives[0].rules.maxConsecutiveReading
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
    CanonicalKey(alternatives: alternatives)
  }

  /// See ``Policy/canonicalKey``.
  package struct CanonicalKey: Hashable, Sendable {
    private let alternatives: [Alternative]

    fileprivate init(alternatives: [Alternative]) { self.alternatives = alternatives }

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
  package struct Alternative: Sendable {
    /// The rules of Apple's language.
    package var rules: PasswordRules
    /// The rules that Apple's language lacks, in the order of reports.
    package private(set) var extras: [any PolicyRule] = []

    /// Makes an alternative; sorts the rules that Apple's language lacks, but keeps the order of
    /// those with one name.
    package init(_ rules: PasswordRules, _ extras: [any PolicyRule] = []) {
      self.rules = rules
      self.extras = extras.enumerated().sorted {
        (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset)
      }.map(\.element)
    }

    private static func rank(_ rule: any PolicyRule) -> Int { ranks[rule.name] ?? ranks.count }

    private static let ranks = Dictionary(
      uniqueKeysWithValues: Policy.extraRules.flatMap { $0.names }.enumerated().map { ($1, $0) })

    /// The alternative with this reading of `max-consecutive`.
    fileprivate func reading(_ reading: PasswordRules.MaxConsecutiveReading) -> Self {
      var alternative = self
      alternative.rules.maxConsecutiveReading = reading
      return alternative
    }

    /// The rules of one type among those that Apple's language lacks.
    package func extras<Wanted: PolicyRule>(_ type: Wanted.Type) -> [Wanted] {
      extras.compactMap { $0 as? Wanted }
    }
  }
}

extension Policy.Alternative: Hashable {
  package static func == (a: Self, b: Self) -> Bool {
    a.rules == b.rules && a.extras.count == b.extras.count
      && zip(a.extras, b.extras).allSatisfy { $0.equals($1) }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(rules)
    for rule in extras { hasher.combine(rule.text) }
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
