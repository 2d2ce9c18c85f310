import Passwords

/// A published standard, reduced to the clauses that a policy alone can break.
package struct Standard: Hashable, Sendable {
  /// The id that selects it, which the preset for this standard also has: `nist-63b-4`.
  package let id: String
  /// Its title: `NIST SP 800-63B-4`.
  package let name: String
  let clauses: [Clause]

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
}

extension Standard {
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
    ] + nist4Both)

  /// The same for passwords with another factor.
  package static let nist4MFA = Standard(
    id: "nist-63b-4-mfa", name: "NIST SP 800-63B-4 beside another factor",
    clauses: [shall("3.1.1.2 (1)", "8 characters beside another factor", .minLength(8))]
      + nist4Both)

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
}
