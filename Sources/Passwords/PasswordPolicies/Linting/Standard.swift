import Passwords

/// A published standard, reduced to the clauses that a policy alone can break.
package struct Standard: Hashable, Sendable {
  /// The id that selects it, which the preset for this standard also has: `nist-63b-4`.
  package let id: String
  /// Its title: `NIST SP 800-63B-4`.
  package let name: String
  let clauses: [Clause]
  /// Whether it demands that password managers are allowed, which no rule alone can tell.
  package var allowsManagers = false

  /// One clause of a standard.
  package struct Clause: Hashable, Sendable {
    /// Its number: `3.1.1.2 (5)`.
    package let number: String
    /// Whether it is binding.
    package let force: Force
    /// The demand on a policy, in our words.
    package let demand: String
    let requirement: Requirement
  }

  /// How binding a clause is.
  package enum Force: String, Hashable, Sendable {
    /// SHALL, SHALL NOT, or a numbered requirement.
    case shall
    /// SHOULD, SHOULD NOT.
    case should
  }

  /// The requirements that can be tested on a policy.
  enum Requirement: Hashable {
    /// No shorter password complies.
    case minLength(Int)
    /// Passwords of this length can comply, by the limits on length.
    case permitsLength(Int)
    /// No longer password complies.
    case maxLength(Int)
    /// All of these characters are permitted.
    case permits(CodePointSet)
    /// No rule limits which characters to use, how many, or how many in a row.
    case noComposition
    /// A character of each set occurs.
    case demands([CodePointSet])
    /// Characters of at least this many of these sets are permitted.
    case permitsKinds(Int, of: [CodePointSet])
    /// Characters of at least this many of these sets occur.
    case demandsKinds(Int, of: [CodePointSet])
    /// Every alternative has a blocklist.
    case blocklist
    /// Every list is compared with the whole password.
    case wholePassword
    /// Every alternative has context words.
    case contextWords
    /// Every alternative complies in one of these ways.
    case oneOf([Way])
    /// Each of these is met.
    case all([Requirement])

    /// Whether a list would meet it.
    var asksForList: Bool { self == .blocklist || self == .contextWords }
  }

  /// One of several ways to comply: a sufficient length, with enough kinds or a blocklist.
  struct Way: Hashable {
    var minLength: Int
    var minKinds = 0
    var hasBlocklist = false
  }

  /// All supported published standards.
  package static let all = [
    nist4, nist4MFA, asvs5L1, asvs5L2, asvs4, pci, cis, cisMFA, cyberEssentials, bsi,
  ]

  /// All these standards and Apple's guideline, by id.
  package static let byID = Dictionary(
    (all + [apple]).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  /// The ids of all standards, in the order of ``all``.
  package static var ids: [String] { all.map(\.id) + [apple.id] }

  private static let letters = CodePointSet.upper.union(.lower).union(
    CodePointSet(beyond: [.uppercase, .lowercase, .otherLetter]))
  private static let nonLetters = CodePointSet.digit.union(.special).union(.control).union(
    CodePointSet(beyond: [.other, .illFormed]))

  private static func shall(
    _ number: String, _ demand: String, _ requirement: Requirement
  ) -> Clause {
    Clause(number: number, force: .shall, demand: demand, requirement: requirement)
  }

  private static func should(
    _ number: String, _ demand: String, _ requirement: Requirement
  ) -> Clause {
    Clause(number: number, force: .should, demand: demand, requirement: requirement)
  }

  /// The final text of August 2025, for passwords that are the only factor.
  package static let nist4 = Standard(
    id: "nist-63b-4", name: "NIST SP 800-63B-4",
    clauses: [
      shall("3.1.1.2 (1)", "15 characters where it is the only factor", .minLength(15))
    ] + nist4Both, allowsManagers: true)

  /// The same for passwords with another factor.
  package static let nist4MFA = Standard(
    id: "nist-63b-4-mfa", name: "NIST SP 800-63B-4 beside another factor",
    clauses: [shall("3.1.1.2 (1)", "8 characters beside another factor", .minLength(8))]
      + nist4Both, allowsManagers: true)

  private static let nist4Both = [
    should("3.1.1.2 (2)", "room for 64 characters or more", .permitsLength(64)),
    should("3.1.1.2 (3)", "printable ASCII and space to be permitted", .permits(.asciiPrintable)),
    should("3.1.1.2 (4)", "Unicode to be permitted", .permits(.unicode)),
    shall("3.1.1.2 (5)", "no other composition rules", .noComposition),
    shall("3.1.1.2", "a blocklist", .blocklist),
    shall("3.1.1.2", "comparison of the whole password", .wholePassword),
  ]

  /// OWASP Application Security Verification Standard 5.0.0, chapter 6, level 1.
  package static let asvs5L1 = Standard(
    id: "asvs-5-l1", name: "OWASP ASVS 5.0.0, level 1",
    clauses: [
      shall("6.2.1", "8 characters or more", .minLength(8)),
      shall("6.2.4", "a list of common passwords", .blocklist),
      shall(
        "6.2.5", "passwords of any composition", .all([.noComposition, .permits(.asciiPrintable)])),
    ])

  /// The same at level 2.
  package static let asvs5L2 = Standard(
    id: "asvs-5-l2", name: "OWASP ASVS 5.0.0, level 2",
    clauses: asvs5L1.clauses + [
      shall("6.2.9", "room for 64 characters or more", .permitsLength(64)),
      shall("6.2.11", "a list of context words", .contextWords),
    ])

  /// OWASP Application Security Verification Standard 4.0.3, chapter V2.
  package static let asvs4 = Standard(
    id: "asvs-4.0.3", name: "OWASP ASVS 4.0.3",
    clauses: [
      shall("2.1.1", "12 characters or more", .minLength(12)),
      shall("2.1.2", "room for 64 characters or more", .permitsLength(64)),
      shall("2.1.2", "no more than 128 characters", .maxLength(128)),
      shall("2.1.4", "any printable Unicode character to be permitted", .permits(.unicode)),
      shall("2.1.7", "a list of common passwords", .blocklist),
      shall("2.1.9", "no composition rules", .noComposition),
    ])

  /// PCI DSS 4.0.1, requirement 8.3.
  package static let pci = Standard(
    id: "pci-4.0.1", name: "PCI DSS 4.0.1",
    clauses: [
      shall("8.3.6", "12 characters or more", .minLength(12)),
      shall("8.3.6", "letters and digits", .demands([letters, .digit])),
    ])

  /// CIS Password Policy Guide 21.12, for accounts with only a password.
  package static let cis = Standard(
    id: "cis-21.12", name: "CIS Password Policy Guide 21.12",
    clauses: [
      shall("5.1.1", "14 characters for password-only accounts", .minLength(14)),
      shall("5.1.2", "a non-letter for password-only accounts", .demands([nonLetters])),
    ] + cisBoth)

  /// The same for accounts with another factor.
  package static let cisMFA = Standard(
    id: "cis-21.12-mfa", name: "CIS Password Policy Guide 21.12 beside another factor",
    clauses: [shall("5.1.1", "8 characters beside another factor", .minLength(8))] + cisBoth)

  private static let cisBoth = [
    shall("5.1.1", "no maximum length", .permitsLength(.max)),
    shall("5.1.2", "all characters to be permitted", .permits(.asciiPrintable)),
    shall("5.1.4", "a deny list", .blocklist),
  ]

  /// UK Cyber Essentials, password-based authentication.
  package static let cyberEssentials = Standard(
    id: "cyber-essentials", name: "UK Cyber Essentials",
    clauses: [
      shall(
        "password-based authentication", "12 characters, or 8 and a deny list",
        .oneOf([Way(minLength: 12), Way(minLength: 8, hasBlocklist: true)])),
      shall("password-based authentication", "no maximum length", .permitsLength(.max)),
    ])

  /// German Federal Office for Information Security, advice to the public.
  package static let bsi = Standard(
    id: "bsi", name: "BSI advice to the public",
    clauses: [
      shall(
        "secure passwords", "25 characters of 2 kinds, or 8 of 4",
        .oneOf([Way(minLength: 25, minKinds: 2), Way(minLength: 8, minKinds: 4)]))
    ])

  /// Apple's guideline of 12 characters and two of the classes upper, lower and digit.
  ///
  /// Apple says that anything less is "ignored by the user agent". This can mean that such a policy
  /// is impossible, or that it should demand more.
  package static let apple = Standard(
    id: "apple", name: "Apple's guideline",
    clauses: [
      shall("room", "room for 12 characters, or a user agent may ignore it", .permitsLength(12)),
      shall(
        "room", "two of upper, lower and digit to be permitted, or a user agent may ignore it",
        .permitsKinds(2, of: namedClasses)),
      should("demand", "12 characters", .minLength(12)),
      should("demand", "two of upper, lower and digit", .demandsKinds(2, of: namedClasses)),
    ])

  private static let namedClasses: [CodePointSet] = [.upper, .lower, .digit]

  /// How a policy breaks a clause.
  package struct Breach: Hashable, Sendable {
    /// The reason in words, without the policy's name: `8 characters are accepted`.
    package let how: String
    /// The id of the rule at fault; nil if a rule is missing.
    package let rule: RuleID?

    /// Makes a breach by a rule.
    init(_ how: String, rule: RuleID?) {
      self.how = how
      self.rule = rule
    }
  }

  /// Each clause with the policy's breach of it; nil if the policy meets it.
  package func breaches(of policy: Policy) -> [(clause: Clause, breach: Breach?)] {
    breaches(of: policy, policy.reaches)
  }

  /// The same for several standards, in their order.
  package static func breaches(
    of policy: Policy, by standards: [Standard]
  ) -> [[(clause: Clause, breach: Breach?)]] {
    let reaches = policy.reaches
    return standards.map { $0.breaches(of: policy, reaches) }
  }

  /// `reaches` belong to the policy's alternatives; computing them is slow.
  private func breaches(
    of policy: Policy, _ reaches: [Reach]
  ) -> [(clause: Clause, breach: Breach?)] {
    clauses.map { ($0, $0.requirement.breach(in: policy, reaches)) }
  }
}

extension Standard.Requirement {
  /// The policy's breach of this requirement; nil if it meets it.
  fileprivate func breach(in policy: Policy, _ reaches: [Reach]) -> Standard.Breach? {
    switch self {
    case .minLength(let least):
      let shortest = reaches.map(\.shortest).min() ?? 0
      return shortest < least
        ? policy.breach(
          "\(shortest.characters) \(shortest == 1 ? "is" : "are") accepted",
          by: .fact(.length, atLeast: shortest))
        : nil
    case .permitsLength(let length):
      let longest = policy.longest
      return longest < length ? policy.breach(ofLongest: longest) : nil
    case .maxLength(let most):
      let longest = policy.longest
      guard longest > most else { return nil }
      return policy.breach(ofLongest: longest)
    case .permits(let set):
      return policy.permitted.lazy.compactMap { permitted -> Standard.Breach? in
        set.isSubset(of: permitted)
          ? nil
          : policy.breach("only \(PasswordRules.CharacterClass(permitted)) is permitted") {
            $0.refuses(.unicode.subtracting(permitted))
          }
      }.first
    case .noComposition: return policy.breach(byRules: policy.rules.filter(\.stated.isComposition))
    case .demands(let sets):
      return sets.allSatisfy { set in reaches.allSatisfy { $0.demands(set) } }
        ? nil : Standard.Breach("a password without them is accepted", rule: nil)
    case .permitsKinds(let least, of: let sets):
      let counts = policy.permitted.map { permitted in
        sets.count { !$0.intersection(permitted).isEmpty }
      }
      guard let count = counts.max(), count < least else { return nil }
      return policy.breach("only \(count) of them \(count == 1 ? "is" : "are") permitted") {
        $0.refuses(.unicode)
      }
    case .demandsKinds(let least, of: let sets):
      let count = reaches.map { $0.fewest(of: sets) }.min() ?? 0
      return count < least
        ? Standard.Breach("a password with \(count) of them is accepted", rule: nil) : nil
    case .blocklist:
      return policy.alternatives.allSatisfy(\.hasBlocklist)
        ? nil : Standard.Breach("there is no blocklist", rule: nil)
    case .wholePassword:
      return policy.breach(
        byRules: policy.rules.filter { rule in
          rule.conditions.contains { condition in
            switch condition {
            case .unlisted(.blocklist(_, let comparison)): !comparison.conforms
            case .unlisted(.contextParts): true
            case .unlisted(.userName(let match)): match != .whole
            default: false
            }
          }
        })
    case .contextWords:
      return policy.alternatives.allSatisfy { alternative in
        alternative.others.contains { $0.word == .context && !$0.name.hasPrefix("username") }
      }
        ? nil : Standard.Breach("there are no context words", rule: nil)
    case .all(let requirements):
      let breaches = requirements.compactMap { $0.breach(in: policy, reaches) }
      return breaches.first.map { first in
        Standard.Breach(breaches.map(\.how).joined(separator: "; "), rule: first.rule)
      }
    case .oneOf(let ways):
      for (alternative, reach) in zip(policy.alternatives, reaches)
      where !ways.contains(where: { $0.leads(alternative, reach) }) {
        let list = alternative.hasBlocklist ? "with" : "without"
        let kinds = reach.fewest(of: [.upper, .lower, .digit, .special])
        let some = kinds == 1 ? "1 kind" : "\(kinds) kinds"
        let how = "\(reach.shortest.characters) of \(some) \(list) a blocklist are accepted"
        return policy.breach(how) {
          if case .fact(.length, let bounds) = $0 { bounds.upperBound == .max } else { false }
        }
      }
      return nil
    }
  }

}

extension Int {
  /// A number of characters in words.
  fileprivate var characters: String { "\(self) character\(self == 1 ? "" : "s")" }
}

extension Policy {
  /// The characters that each alternative permits.
  fileprivate var permitted: [CodePointSet] {
    rulesOfAlternatives.map { $0.flatMap(\.conditions).permitted }
  }

  /// The longest length that any alternative permits.
  fileprivate var longest: Int {
    rulesOfAlternatives.map {
      let conditions = $0.flatMap(\.conditions)
      return conditions.longestWithinLimits(conditions.permitted)
    }.max() ?? .max
  }

  /// The breach that lies in the longest length.
  fileprivate func breach(ofLongest longest: Int) -> Standard.Breach {
    if longest == .max { return breach("there is no maxlength", by: \.isMaxLength) }
    if alternatives.contains(where: { $0.maxLength == longest }) {
      return breach("maxlength is \(longest)", by: \.isMaxLength)
    }
    return breach("at most \(longest.characters) \(longest == 1 ? "is" : "are") accepted") {
      if case .count(of: _, in: let bounds) = $0 { bounds.upperBound < .max } else { false }
    }
  }

  /// The reach of each alternative.
  fileprivate var reaches: [Reach] { rulesOfAlternatives.map { Reach($0.flatMap(\.conditions)) } }

  /// The breach by the first rule with such a condition.
  fileprivate func breach(
    _ how: String, by isToBlame: (Condition) -> Bool
  ) -> Standard.Breach {
    Standard.Breach(how, rule: rules.first { $0.conditions.contains(where: isToBlame) }?.id)
  }

  /// The breach by the first rule with this condition.
  fileprivate func breach(_ how: String, by condition: Condition) -> Standard.Breach {
    breach(how) { $0 == condition }
  }

  /// The breach by rules that must not exist; nil if there are none.
  fileprivate func breach(byRules rules: [Rule]) -> Standard.Breach? {
    rules.first.map { first in
      Standard.Breach(
        "there is " + rules.map { "'\($0.text)'" }.joined(separator: ", "), rule: first.id)
    }
  }
}

extension Standard.Way {
  /// Whether every password that meets the alternative also complies in this way.
  fileprivate func leads(_ alternative: PasswordRules, _ reach: Reach) -> Bool {
    reach.shortest >= minLength
      && (!hasBlocklist || alternative.hasBlocklist)
      && (minKinds == 0
        || reach.fewest(of: [.upper, .lower, .digit, .special]) >= minKinds)
  }
}

extension PasswordRules {
  fileprivate var hasBlocklist: Bool { others.contains { $0.word == .blocklist } }
}

extension Condition {
  /// Whether it refuses some of these characters wherever they stand.
  fileprivate func refuses(_ some: CodePointSet) -> Bool {
    switch self {
    case .only(let set): !some.isSubset(of: set)
    case .count(of: let set, in: 0...0): !some.intersection(set).isEmpty
    default: false
    }
  }

  fileprivate var isMaxLength: Bool {
    if case .fact(.length, let bounds) = self { bounds.upperBound < .max } else { false }
  }
}
