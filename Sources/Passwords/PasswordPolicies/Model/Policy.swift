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
  package let alternatives: [PasswordRules]
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
    name: String, alternatives: [PasswordRules], location: Location,
    maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats,
    places: [RuleID: Location.Position] = [:]
  ) {
    precondition(!alternatives.isEmpty, "a policy has at least one alternative")
    self.name = name
    self.alternatives = alternatives.map { alternative in
      var alternative = alternative
      alternative.maxConsecutiveReading = maxConsecutive
      return alternative
    }
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
      name: name, alternatives: [rules], location: location,
      maxConsecutive: maxConsecutive)
  }

  /// The policy without the rules that use lists, and optionally without its minimum score.
  package func withoutLists(orScore isScoreLeftOut: Bool = false) -> Policy {
    let alternatives = alternatives.map { alternative in
      PasswordRules(
        alternative,
        alternative.others.filter { rule in
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
    alternatives[0].maxConsecutiveReading
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
    private let alternatives: [PasswordRules]

    fileprivate init(alternatives: [PasswordRules]) { self.alternatives = alternatives }

    /// Hashes the parts by which most policies differ: hashing every class of hundreds is slow.
    package func hash(into hasher: inout Hasher) {
      for alternative in alternatives {
        hasher.combine(alternative.minLength)
        hasher.combine(alternative.maxLength)
        hasher.combine(alternative.required.count)
        hasher.combine(alternative.permitted)
      }
    }
  }

  /// A rule at its place in a policy, that a password can break.
  package struct Rule: Hashable, Sendable {
    /// The rule's name in reports.
    ///
    /// For example `minlength`, `required[0]`, `blocklist`, or `or[1].allowed`.
    package let id: RuleID
    /// The rule as written in a policy file, without the semicolon.
    package let text: String
    /// The rule.
    package let stated: PasswordRules.Rule
    /// What it asks of a password; at least one condition.
    package let conditions: [Condition]

    fileprivate init?(_ id: RuleID, _ stated: PasswordRules.Rule) {
      conditions = stated.conditions
      if conditions.isEmpty { return nil }
      self.id = id
      self.stated = stated
      text = stated.description
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

    package static func == (a: Rule, b: Rule) -> Bool { a.id == b.id && a.stated == b.stated }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(text)
    }
  }

  /// The rules that a password can break, in the order of the bits of a ``Verdict``.
  ///
  /// Within an alternative: `minlength`, `maxlength`, `required[i]`, `allowed`, `max-consecutive`,
  /// `max-repeating`, `max-sequential`, and the names of other keywords: `at-least[i]`, `blocklist`
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
          switch rule.word.row.numbering {
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
  package func replacing(_ rule: RuleID, with new: (PasswordRules.Rule)?) -> Policy? {
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

extension Policy {
  /// The accounts for which it is in force; nil if it does not say.
  package var audience: Audience? {
    stated.compactMap { if case .audience(let audience) = $0.kind { audience } else { nil } }.first
  }

  /// The day since which it is in force, such as `2024-03-01`; nil if it does not say.
  package var since: String? {
    stated.compactMap { if case .since(let day) = $0.kind { day } else { nil } }.first
  }

  private var stated: [PasswordRules.Rule] { alternatives.flatMap(\.others) }
}
