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

  /// One testable demand of a policy.
  package struct Rule: Hashable, Sendable {
    /// The rule's name in reports.
    ///
    /// For example `minlength`, `required[0]`, `blocklist`, or `or[1].allowed`.
    package let id: RuleID
    /// The rule as written in a policy file, without the semicolon.
    package let text: String
    /// What it says.
    package let stated: any PolicyRule
    /// What it asks of a password; at least one condition.
    package let conditions: [Condition]

    fileprivate init?(_ id: RuleID, _ stated: any PolicyRule) {
      conditions = stated.conditions
      if conditions.isEmpty { return nil }
      self.id = id
      self.stated = stated
      text = stated.text
    }

    /// The rule in a word or two, for narrow columns: `length`, `special`, `blocklist`.
    package var brief: String { stated.brief }

    /// The rule in words for readers who do not know the policy's language.
    ///
    /// Begins with the number of the alternative if there are several, which is not cut off where
    /// there is little room: `2: at least 8 characters`.
    package var words: String {
      (id.alternative.map { "\($0 + 1): " } ?? "") + stated.words
    }

    /// Whether a keyspace leaves it out: what lists and scores refuse follows no pattern.
    package var isUncounted: Bool { conditions.contains(where: \.isUncounted) }

    /// The same rule in Apple's language; nil if only policy files can express it.
    var appleRule: PasswordRules.Rule? { (stated as? any AppleRule)?.appleRule }

    /// The same rule in the public form; nil if it needs a list or a score.
    var extendedRule: PasswordRules.Extended.Rule? {
      appleRule.map { .apple($0) } ?? (stated as? any ExtraRule)?.extendedRule
    }

    package static func == (a: Rule, b: Rule) -> Bool {
      a.id == b.id && a.text == b.text && a.conditions == b.conditions
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(text)
    }
  }

  /// The rules that a password can break, in the order of the bits of a ``Verdict``.
  ///
  /// Within an alternative: `minlength`, `maxlength`, `required[i]`, `allowed`, `max-consecutive`,
  /// `max-repeating`, `max-sequential`, and the names of ``extraRules``: `at-least[i]`, `blocklist`
  /// (or `blocklist[i]` if there are several). If there are several alternatives, each id begins with
  /// `or[n].`, with `n` from 0. Rules that cannot be broken are left out: an empty `required`
  /// class, which still counts in the index, and a permitted set of everything.
  package var rules: [Rule] {
    rulesOfAlternatives.count == 1 ? rulesOfAlternatives[0] : Array(rulesOfAlternatives.joined())
  }

  /// The ids of ``rules``.
  package var ruleIDs: [RuleID] { rules.map(\.id) }

  /// The lists that it uses, without duplicates; the caller assigns each a bit in `Profile.lists`.
  package var lists: [ListReference] {
    var seen: Set<ListReference> = []
    return conditions.compactMap {
      if case .unlisted(let list) = $0, seen.insert(list).inserted { list } else { nil }
    }
  }

  /// Whether it uses the name of the password's user.
  package var asksForUserNames: Bool {
    conditions.contains { if case .unlisted(.userName) = $0 { true } else { false } }
  }

  /// The facts that its verdict depends on, without `lists`: only the caller, which assigns bits to
  /// lists, knows their number.
  package var demand: FactDemand { conditions.reduce(into: FactDemand()) { $1.add(to: &$0) } }

  /// The conditions of all alternatives.
  private var conditions: [Condition] {
    rulesOfAlternatives.flatMap { $0.flatMap(\.conditions) }
  }

  /// The rules of each alternative in order, with the ids of ``rules``.
  func makeRules() -> [[Rule]] {
    alternatives.indices.map { index in
      let stated = alternatives[index].stated
      var counts: [String: Int] = [:]
      for rule in stated { counts[rule.name, default: 0] += 1 }
      var seen: [String: Int] = [:]
      return stated.compactMap { rule in
        let name = rule.name
        let number = seen[name] ?? 0
        seen[name] = number + 1
        let isNumbered =
          switch type(of: rule).numbering {
          case .never: false
          case .ifSeveral: counts[name] ?? 1 > 1
          case .always: true
          }
        return Rule(
          RuleID(name, isNumbered ? number : nil, ofAlternative: numbered(index)), rule)
      }
    }
  }

  /// The number of an alternative in ids; nil if it is the only one.
  func numbered(_ alternative: Int) -> Int? { alternatives.count > 1 ? alternative : nil }

  /// The policy with another rule in place of one, or without it; nil if there is neither.
  ///
  /// As if the text were read again with the line changed: see ``PasswordRules/replacing(_:with:)``.
  /// A rule of which the policy has none is added.
  package func replacing(_ rule: RuleID, with new: (any PolicyRule)?) -> Policy? {
    let index = rule.alternative ?? 0
    guard alternatives.indices.contains(index), numbered(index) == rule.alternative,
      let changed = alternatives[index].replacing(rule, with: new)
    else { return nil }
    var alternatives = alternatives
    alternatives[index] = changed
    return Policy(
      name: name, alternatives: alternatives, location: location, maxConsecutive: maxConsecutive)
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

extension Policy.Alternative {
  /// Everything that it says, in the order of reports.
  fileprivate var stated: [any PolicyRule] {
    var stated: [any PolicyRule] = []
    if let n = rules.minLength { stated.append(MinLength(n)) }
    if let n = rules.maxLength { stated.append(MaxLength(n)) }
    stated += rules.required.map { Required($0) }
    stated.append(Allowed(rules.permitted))
    if let n = rules.maxConsecutive {
      stated.append(MaxConsecutive(n, rules.maxConsecutiveReading))
    }
    if let n = rules.maxRepeating { stated.append(MaxRepeating(n)) }
    if let n = rules.maxSequential { stated.append(MaxSequential(n)) }
    return stated + extras
  }

  /// The alternative with another rule in place of one, or without it; nil if there is neither.
  package func replacing(
    _ rule: RuleID, with new: (any PolicyRule)?
  ) -> Policy.Alternative? {
    if let name = PasswordRules.Rule.Name(rawValue: rule.name) {
      // A line may go although the others say as much.
      let line = name == .required ? PasswordRules.Line.required(rule.index ?? 0) : .all(name)
      let apple = (new as? any AppleRule)?.appleRule
      return rules.replacing(line, with: apple).map { Policy.Alternative($0, extras) }
    }
    let places = extras.indices.filter { extras[$0].name == rule.name }
    let index = rule.index ?? 0
    let place = places.indices.contains(index) ? places[index] : extras.endIndex
    guard place < extras.endIndex || new != nil else { return nil }
    return Policy.Alternative(
      rules, extras[..<place] + [new].compactMap(\.self) + extras[place...].dropFirst())
  }

  /// Puts another rule in place of one, or deletes that one.
  package mutating func put(_ rule: RuleID, _ new: (any PolicyRule)?) {
    self = replacing(rule, with: new) ?? self
  }
}
