package import Passwords

/// A rule that a number of the password lies within bounds.
package struct Bound: Hashable, Sendable {
  package let keyword: Keyword
  /// The bounds; the keyword says which of them are written.
  package let bounds: ClosedRange<Int>
  let subject: Subject

  /// What is counted, beyond what the keyword says.
  package enum Subject: Hashable, Sendable {
    /// Nothing more: a fact.
    case fact
    /// `max-consecutive` counts sequences, too.
    case repeatsAndSequences
    case characters(PasswordRules.CharacterClass)
    case kinds(PasswordRules.Rule.Kinds)
  }

  package init(_ keyword: Keyword, _ bounds: ClosedRange<Int>, _ subject: Subject = .fact) {
    (self.keyword, self.bounds, self.subject) = (keyword, bounds, subject)
  }

  package var characters: PasswordRules.CharacterClass? {
    if case .characters(let set) = subject { set } else { nil }
  }

  package var kinds: PasswordRules.Rule.Kinds? {
    if case .kinds(let kinds) = subject { kinds } else { nil }
  }

  private var row: Keyword.Row { keyword.row }

  var value: String { value(numbersJoinedBy: ", ") }

  /// The value as a policy writes it, with other words between two numbers.
  func value(numbersJoinedBy separator: String) -> String {
    let numbers = row.direction.numbers(of: bounds).map(String.init).joined(separator: separator)
    return switch subject {
    case .fact, .repeatsAndSequences, .kinds(.ascii): numbers
    case .characters(let set): "\(numbers) \(set)"
    case .kinds(let kinds): "\(numbers) \(kinds.rawValue)"
    }
  }

  /// Whether it has no effect: of a class, if it has no members or every number lies within the
  /// bounds, else if the number is 0.
  var isIdle: Bool {
    characters.map { $0.isEmpty || bounds == 0...Int.max }
      ?? (row.direction.numbers(of: bounds) == [0])
  }

  /// The same with the stricter of two bounds.
  func narrowed(by other: Bound) -> Bound {
    let least = max(bounds.lowerBound, other.bounds.lowerBound)
    let most = min(bounds.upperBound, other.bounds.upperBound)
    return Bound(keyword, least...max(least, most), subject)
  }

  /// The rule with another number; itself if it has two.
  package func moved(to number: Int) -> PasswordRules.Rule {
    PasswordRules.Rule(
      .bound(Bound(keyword, row.direction.bounds([number]) ?? bounds, subject)))
  }

  /// What the rule asks with other bounds.
  package func within(_ bounds: ClosedRange<Int>) -> [Condition] {
    Bound(keyword, bounds, subject).conditions
  }

  var conditions: [Condition] {
    if isIdle { return [] }
    switch (row.measure, subject) {
    case (.number(let fact, _), _): return [.fact(fact, bounds)]
    case (.stretches(let fact, _), let subject):
      return [.fact(fact, bounds)]
        + (subject == .repeatsAndSequences ? [.fact(.longestSequence, bounds)] : [])
    case (.characters, .characters(let set)): return [.count(of: set.members, in: bounds)]
    case (.stretchesOf, .characters(let set)):
      // Without a character there is no stretch.
      if bounds.upperBound == 0 { return [.count(of: set.members, in: bounds)] }
      return Fact.longestStretch(of: set.members).map { [.fact($0, bounds)] } ?? []
    case (.kinds, .kinds(let kinds)): return [.kinds(kinds.sets, atLeast: bounds.lowerBound)]
    default: return []
    }
  }

  var brief: String {
    switch subject {
    case .characters(let set): bounds.upperBound == .max ? value : "\(spoken) \(set)\(row.counted)"
    case .repeatsAndSequences: "runs"
    case .fact, .kinds: row.brief
    }
  }

  var words: String {
    switch subject {
    case .fact:
      return keyword == .minScore
        ? "a zxcvbn score (0–4) of \(bounds.lowerBound) or more" : "\(spoken) \(row.counted)"
    case .repeatsAndSequences: return "\(spoken) repeated or in sequence"
    case .kinds(let kinds): return "\(bounds.lowerBound) of \(kinds.sets.count) kinds of character"
    case .characters(let set):
      if let exceptions = set.exceptions { return "\(spoken) other than \(exceptions)" }
      guard let named = ClassWords.named[set.description] else { return "\(spoken) of \(set)" }
      return "\(spoken) \(bounds.upperBound == 1 ? named.one : named.many)\(row.counted)"
    }
  }

  /// The bounds in words: `at most 2`, `1 to 3`.
  private var spoken: String {
    let (least, most) = (bounds.lowerBound, bounds.upperBound)
    if most == .max { return "at least \(least)" }
    if least == most { return "exactly \(least)" }
    return least == 0 ? "at most \(most)" : "\(least) to \(most)"
  }

  func portability(among permitted: PasswordRules.CharacterClass) -> Portability {
    switch subject {
    case .fact, .repeatsAndSequences: return row.portability
    case .kinds(let kinds):
      let available = kinds.sets.map { permitted.intersection($0) }.filter { !$0.isEmpty }
      return permitted == .unicode && kinds == .unicode || available.count != bounds.lowerBound
        ? .lost : .required(available)
    case .characters(let set):
      let needed = permitted.intersection(set.members)
      if bounds.lowerBound == 0 || needed.isEmpty
        || needed == .asciiPrintable && permitted == .unicode
      {
        return .lost
      }
      return bounds == 1...Int.max ? .required([needed]) : .partly(needed)
    }
  }

  func fault(in password: [Unicode.Scalar]) -> RuleFault {
    switch (row.measure, subject) {
    case (.number(_, let number), _):
      let found = number(password)
      // Only lengths have an upper bound.
      let excess = found.map { $0 > bounds.upperBound ? [bounds.upperBound..<$0] : [] }
      return RuleFault(found, at: excess ?? [])
    case (_, .repeatsAndSequences): return part(on: password).fault(in: password)
    case (.stretches(_, let stretches), _):
      return RuleFault(stretches: stretches(password), most: bounds.upperBound)
    case (_, .kinds(let kinds)):
      return RuleFault(kinds.sets.count { set in password.contains { set.contains($0) } })
    case (.stretchesOf, .characters(let set)):
      return RuleFault(stretches: Stretches.of(password, in: set), most: bounds.upperBound)
    case (_, .characters(let set)):
      let stretches = Stretches.of(password, in: set)
      var permitted = bounds.upperBound
      let excess = stretches.compactMap { stretch -> Range<Int>? in
        let rest = stretch.dropFirst(permitted)
        permitted -= stretch.count - rest.count
        return rest.isEmpty ? nil : rest
      }
      return RuleFault(stretches.map(\.count).reduce(0, +), at: excess)
    default: return RuleFault(nil)
    }
  }

  /// Of `max-consecutive`, what a password breaks: equal characters if too many are in a row, else
  /// the sequence.
  private func part(on password: [Unicode.Scalar]) -> Bound {
    let isAlike = Stretches.alike(password).contains { $0.count > bounds.upperBound }
    return Bound(isAlike ? .maxRepeating : .maxSequential, bounds)
  }

  func message(on password: [Unicode.Scalar]) -> String {
    if subject == .repeatsAndSequences { return part(on: password).message(on: password) }
    guard let count = fault(in: password).number else {
      return "The password is too easy to guess; a score of \(bounds.lowerBound) is needed."
    }
    if let characters, bounds == 1...Int.max {
      return PasswordRules.Rule.required(characters).message(on: password)
    }
    let found =
      characters.map { "\(count)\(row.counted) of these: \($0.inWords)" } ?? row.found(count)
    let wanted =
      count < bounds.lowerBound
      ? "at least \(RuleSentences.are(bounds.lowerBound)) needed"
      : bounds.upperBound == 0
        ? "none is permitted" : "at most \(RuleSentences.are(bounds.upperBound)) permitted"
    return "The password has \(found); \(wanted)."
  }
}

extension PasswordRules.Rule.Kinds {
  /// The kinds, disjoint.
  package var sets: [CodePointSet] {
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
