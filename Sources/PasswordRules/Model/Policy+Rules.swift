package import Passwords

extension Policy {
  /// One testable demand of a policy.
  package struct Rule: Hashable, Sendable {
    /// The rule's name in reports.
    ///
    /// For example `minlength`, `required[0]`, `blocklist`, or `or[1].allowed`.
    package let id: RuleID
    /// The rule as written in a policy file, without the semicolon.
    package let text: String
    /// The test that passwords must pass.
    package let test: Test
    /// The same rule in Apple's language; nil if only policy files can express it.
    package let appleRule: PasswordRules.Rule?
  }

  /// The test of a rule on a password.
  package enum Test: Hashable, Sendable {
    /// At least this many code points.
    case minLength(Int)
    /// At most this many code points.
    case maxLength(Int)
    /// At least one character of this set.
    case required(CodePointSet)
    /// Only characters of this set.
    case allowed(CodePointSet)
    /// No longer run of one code point and no longer sequence; nil for no limit.
    case maxRun(of: Int?, sequence: Int?)
    /// No longer run of one kind of character.
    case maxClassRun(Int)
    /// Characters of at least this many of these sets.
    case minClasses(Int, of: [CodePointSet])
    /// At least this many characters of this set.
    case atLeast(Int, of: CodePointSet)
    /// The list does not refuse the password.
    case unlisted(ListReference)
    /// The score is at least this.
    case minScore(Int)
  }

  /// The rules that a password can break, in the order of the bits of a ``Verdict``.
  ///
  /// Within an alternative: `minlength`, `maxlength`, `required[i]`, `allowed`, `max-consecutive`,
  /// `max-repeating`, `max-sequential`, `min-classes`, `at-least[i]`, `max-class-run`, `blocklist`
  /// (or `blocklist[i]` if there are several), `context`, `context-substring`, `username`,
  /// `username-substring`, `min-score`. If there are several alternatives, each id begins with
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
    return rules.compactMap {
      if case .unlisted(let list) = $0.test, seen.insert(list).inserted { list } else { nil }
    }
  }

  /// Whether it uses the name of the password's user.
  package var asksForUserNames: Bool { alternatives.contains { !$0.userNames.isEmpty } }

  /// The facts that its verdict depends on, without `lists`: only the caller, which assigns bits to
  /// lists, knows their number.
  package var demand: FactDemand {
    rules.reduce(into: FactDemand()) { $1.test.add(to: &$0) }
  }

  /// The rules of each alternative in order, with the ids of ``rules``.
  func makeRules() -> [[Rule]] {
    alternatives.indices.map { index in
      rules(of: alternatives[index], at: numbered(index))
    }
  }

  /// The number of an alternative in ids; nil if it is the only one.
  func numbered(_ alternative: Int) -> Int? { alternatives.count > 1 ? alternative : nil }

  private func rules(of alternative: Alternative, at number: Int?) -> [Rule] {
    var rules: [Rule] = []
    func add(_ id: RuleID, _ rule: PasswordRules.Rule, _ test: Test) {
      rules.append(
        Rule(id: id.within(number), text: rule.description, test: test, appleRule: rule))
    }
    func add(_ id: RuleID, _ text: some CustomStringConvertible, _ test: Test) {
      rules.append(
        Rule(id: id.within(number), text: text.description, test: test, appleRule: nil))
    }
    let apple = alternative.rules
    if let n = apple.minLength { add("minlength", .minLength(n), .minLength(n)) }
    if let n = apple.maxLength { add("maxlength", .maxLength(n), .maxLength(n)) }
    for (index, characters) in apple.required.enumerated() where !characters.isEmpty {
      add(RuleID("required", index), .required(characters), .required(characters.members))
    }
    if apple.permitted != .unicode {
      add("allowed", .allowed(apple.permitted), .allowed(apple.permitted.members))
    }
    if let n = apple.maxConsecutive {
      let sequence = maxConsecutive == .repeatsAndSequences ? n : nil
      add("max-consecutive", .maxConsecutive(n), .maxRun(of: n, sequence: sequence))
    }
    if let n = apple.maxRepeating {
      add("max-repeating", .maxRepeating(n), .maxRun(of: n, sequence: nil))
    }
    if let n = apple.maxSequential {
      add("max-sequential", .maxSequential(n), .maxRun(of: nil, sequence: n))
    }
    if let least = alternative.minClasses {
      add("min-classes", least, .minClasses(least.minimum, of: least.kinds.sets))
    }
    for (index, least) in alternative.atLeast.enumerated() {
      add(RuleID("at-least", index), least, .atLeast(least.minimum, of: least.characters.members))
    }
    if let n = alternative.maxClassRun {
      add("max-class-run", "max-class-run: \(n)", .maxClassRun(n))
    }
    let several = alternative.blocklists.count > 1
    for (index, list) in alternative.blocklists.enumerated() {
      add(RuleID("blocklist", several ? index : nil), list, .unlisted(list))
    }
    if !alternative.contextWords.isEmpty {
      let list = ListReference.context(alternative.contextWords)
      add("context", list, .unlisted(list))
    }
    if !alternative.contextParts.isEmpty {
      let list = ListReference.contextParts(alternative.contextParts)
      add("context-substring", list, .unlisted(list))
    }
    for relation in UserNameRelation.allCases where alternative.userNames.contains(relation) {
      let list = ListReference.userName(relation)
      add(RuleID(relation == .whole ? "username" : "username-substring"), list, .unlisted(list))
    }
    if let n = alternative.minScore { add("min-score", "min-score: \(n)", .minScore(n)) }
    return rules
  }
}

extension Policy.Test {
  /// Adds the facts that this test uses.
  func add(to demand: inout FactDemand) {
    switch self {
    case .minLength, .maxLength, .unlisted, .atLeast(_, of: .unicode): break
    case .required(let set), .allowed(let set), .atLeast(1, of: let set): demand.classes.insert(set)
    case .maxRun(of: let run, sequence: let sequence):
      if let run { demand.longestRun = max(demand.longestRun, Self.saturation(run)) }
      if let sequence {
        demand.longestSequence = max(demand.longestSequence, Self.saturation(sequence))
      }
    case .maxClassRun(let limit):
      demand.longestClassRun = max(demand.longestClassRun, Self.saturation(limit))
    case .minClasses(_, of: let sets): demand.classes.formUnion(sets)
    case .atLeast(let minimum, of: let set):
      demand.counts[set] = max(demand.counts[set] ?? 0, min(minimum, Self.beyondAll))
    case .minScore: demand.score = true
    }
  }

  /// A number that no fact of a profile reaches.
  static var beyondAll: Int { Recipe.longestLine + 1 }

  /// The length at which a run breaks a limit.
  private static func saturation(_ limit: Int) -> Int { min(limit, beyondAll - 1) + 1 }
}

extension Policy.KindCount.Kinds {
  /// The kinds, disjoint.
  var sets: [CodePointSet] {
    switch self {
    case .ascii: [.upper, .lower, .digit, .special]
    case .unicode:
      [
        CodePointSet.upper.union(CodePointSet(beyond: .uppercase)),
        CodePointSet.lower.union(CodePointSet(beyond: .lowercase)),
        .digit, Self.symbols, CodePointSet(beyond: .otherLetter),
      ]
    }
  }

  /// The symbols of Active Directory: the special characters of ASCII except the space.
  ///
  /// - Source: Microsoft, *Password must meet complexity requirements*.
  private static let symbols = CodePointSet.special.subtracting(
    CodePointSet(ascii: CollectionOfOne(UInt8(ascii: " "))))
}
