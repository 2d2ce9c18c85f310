import PasswordPolicies
import Testing

/// Each clause of each standard: a policy that just meets it, and one that just does not.
@Suite struct StandardLimitTests {
  /// A policy, and its breaches: numbers of clauses with the reasons.
  private typealias Case = (text: String, breaches: [String])

  private func check(_ id: String, _ base: String, _ cases: [Case]) throws {
    let standard = try #require(Standard.byID[id])
    for (change, breaches) in [("", [])] + cases {
      // A rule in a change replaces that of the base.
      let names = change.split(separator: ";").map { $0.prefix { $0 != ":" } }.map {
        $0.drop { " \n".contains($0) }
      }
      let kept = base.split(separator: ";").filter { rule in
        !names.contains { rule.drop { " \n".contains($0) }.hasPrefix("\($0):") }
      }.joined(separator: ";")
      let text =
        change.hasPrefix("=")
        ? String(change.dropFirst())
        : [kept, change].filter { !$0.isEmpty }.joined(separator: "; ")
      let policy = try firstPolicy(ofFile: text)
      let found = policy.verdict(by: standard).clauses.compactMap { clause, finding -> String? in
        guard case .breach(of: _, in: _, let how)? = finding?.kind else { return nil }
        return "\(clause.number): \(how)"
      }
      #expect(found == breaches, "\(id) on '\(text)'")
    }
  }

  private let composition = [
    "required: digit", "max-consecutive: 9", "max-repeating: 9", "max-sequential: 9",
    "max-class-run: 9", "min-classes: 1", "at-least: 1 digit", "at-least: 2 unicode",
  ]

  @Test(arguments: [("nist-63b-4", 15), ("nist-63b-4-mfa", 8)])
  func `NIST SP 800-63B-4`(id: String, least: Int) throws {
    let only = "there is 'context: \"acme\" substring'"
    try check(
      id, "allowed: unicode; blocklist: default; minlength: \(least)",
      [
        ("minlength: \(least - 1)", ["3.1.1.2 (1): \(least - 1) characters are accepted"]),
        ("minlength: \(least + 1)", []), ("maxlength: 64", []), ("maxlength: 65", []),
        ("maxlength: 63", ["3.1.1.2 (2): maxlength is 63"]),
        ("allowed: ascii-printable", ["3.1.1.2 (4): only ascii-printable is permitted"]),
        (
          "allowed: upper, lower, digit",
          ["3", "4"].map { "3.1.1.2 (\($0)): only upper, lower, digit is permitted" }
        ),
        ("required: unicode", []), ("min-score: 4", []), ("context: \"acme\"", []),
        ("context: username", []), ("context: \"acme\" substring", ["3.1.1.2: \(only)"]),
        (
          "context: username, username substring",
          ["3.1.1.2: there is 'context: username substring'"]
        ),
        ("blocklist: \"x\" leet", []),
        (
          "blocklist: \"x\" substring 4; blocklist: \"y\" entra-like",
          [
            "3.1.1.2: there is 'blocklist: \"x\" exact substring 4', 'blocklist: \"y\" entra-like'"
          ]
        ),
        ("=allowed: unicode; minlength: \(least)", ["3.1.1.2: there is no blocklist"]),
      ]
        + composition.map { rule in
          (rule, ["3.1.1.2 (5): there is '\(rule)'"])
        })
  }

  @Test func `of alternatives each must meet a clause`() throws {
    let good = "allowed: unicode; blocklist: default; minlength: 15"
    let bad = "allowed: lower; minlength: 14; maxlength: 70"
    let found = [
      "3.1.1.2 (1): 14 characters are accepted", "3.1.1.2 (3): only lower is permitted",
      "3.1.1.2 (4): only lower is permitted", "3.1.1.2: there is no blocklist",
    ]
    try check(
      "nist-63b-4", good, [("=\(good);\nor\n\(bad)", found), ("=\(bad);\nor\n\(good)", found)])
    // Of maximums the longest counts.
    let short = "allowed: unicode; blocklist: default; minlength: 15; maxlength: 20"
    try check(
      "nist-63b-4", good,
      [
        ("=\(short); or \(short)0", []), ("=\(short)0; or \(short)", []),
        ("=\(short); or \(short.dropLast())2", ["3.1.1.2 (2): maxlength is 22"]),
        ("=\(short.dropLast())2; or \(short)", ["3.1.1.2 (2): maxlength is 22"]),
      ])
  }

  @Test func `OWASP ASVS`() throws {
    let first = "allowed: unicode; blocklist: default; minlength: 8"
    let shared: [Case] =
      [
        ("minlength: 7", ["6.2.1: 7 characters are accepted"]), ("minlength: 9", []),
        ("allowed: ascii-printable", []),
        ("allowed: upper, lower", ["6.2.5: only upper, lower is permitted"]),
      ]
      + composition.map { ($0, ["6.2.5: there is '\($0)'"]) }
    try check("asvs-5-l1", first, shared + [("maxlength: 20", [])])
    try check(
      "asvs-5-l1", first, [("=allowed: unicode; minlength: 8", ["6.2.4: there is no blocklist"])])
    let words = "6.2.11: there are no context words"
    let second = first + "; context: \"acme\""
    try check(
      "asvs-5-l2", second,
      shared + [
        ("maxlength: 64", []), ("maxlength: 63", ["6.2.9: maxlength is 63"]),
        ("context: \"acme\" substring", []), ("context: username", [words]), ("=\(first)", [words]),
        ("=\(first);\nor\n\(second)", [words]), ("=\(second);\nor\n\(first)", [words]),
        ("=\(second);\nor\n\(second) substring", []),
      ])
    try check(
      "asvs-4.0.3", "allowed: unicode; blocklist: default; minlength: 12; maxlength: 128",
      [
        ("minlength: 11", ["2.1.1: 11 characters are accepted"]), ("minlength: 13", []),
        ("maxlength: 63", ["2.1.2: maxlength is 63"]), ("maxlength: 64", []),
        ("maxlength: 127", []), ("maxlength: 129", ["2.1.2: maxlength is 129"]),
        (
          "=allowed: unicode; blocklist: default; minlength: 12", ["2.1.2: there is no maxlength"]
        ),
        ("allowed: ascii-printable", ["2.1.4: only ascii-printable is permitted"]),
        ("required: digit", ["2.1.9: there is 'required: digit'"]),
        (
          "=allowed: unicode; minlength: 12; maxlength: 128", ["2.1.7: there is no blocklist"]
        ),
      ])
  }

  @Test func `PCI DSS and the CIS guide`() throws {
    let without = "a password without them is accepted"
    try check(
      "pci-4.0.1", "minlength: 12; required: lower, upper; required: digit",
      [
        ("minlength: 11", ["8.3.6: 11 characters are accepted"]), ("minlength: 13", []),
        ("=minlength: 12; required: digit; allowed: lower", ["8.3.6: \(without)"]),
        ("=minlength: 12; required: lower; allowed: digit", ["8.3.6: \(without)"]),
        ("=minlength: 12; at-least: 1 digit; at-least: 1 lower", []),
        ("=minlength: 12; allowed: lower, digit; min-classes: 2", []),
        ("=minlength: 12; allowed: lower, upper, digit; min-classes: 2", ["8.3.6: \(without)"]),
        ("=minlength: 12; allowed: lower, upper, digit; min-classes: 3", []),
      ])
    for (id, least) in [("cis-21.12", 14), ("cis-21.12-mfa", 8)] {
      let needsOther = least == 14
      let base = "blocklist: default; minlength: \(least); allowed: ascii-printable"
      try check(
        id, base + (needsOther ? "; required: digit, special" : ""),
        [
          ("minlength: \(least - 1)", ["5.1.1: \(least - 1) characters are accepted"]),
          ("minlength: \(least + 1)", []), ("maxlength: 4096", ["5.1.1: maxlength is 4096"]),
          ("allowed: unicode", needsOther ? ["5.1.2: \(without)"] : []),
          ("=" + base, needsOther ? ["5.1.2: \(without)"] : []),
          (
            "allowed: lower",
            (needsOther ? ["5.1.2"] : ["5.1.2"]).map {
              "\($0): only \(needsOther ? "lower, digit, special" : "lower") is permitted"
            }
          ),
        ].filter { needsOther ? $0.0 != "allowed: unicode" : true })
      let open = "minlength: \(least); allowed: ascii-printable; required: digit"
      try check(id, base + "; required: digit", [("=" + open, ["5.1.4: there is no blocklist"])])
    }
  }

  @Test func `standards with several ways to comply`() throws {
    let number = "password-based authentication"
    func how(_ length: Int, _ with: String) -> [String] {
      ["\(number): \(length) characters of 0 kinds \(with) a blocklist are accepted"]
    }
    try check(
      "cyber-essentials", "minlength: 12; allowed: unicode",
      [
        ("minlength: 11", how(11, "without")), ("minlength: 13", []),
        ("minlength: 8; blocklist: default", []), ("minlength: 9; blocklist: default", []),
        ("minlength: 7; blocklist: default", how(7, "with")),
        ("maxlength: 4096", ["\(number): maxlength is 4096"]),
        ("=minlength: 12; allowed: unicode; or minlength: 8; allowed: unicode", how(8, "without")),
        ("=minlength: 8; allowed: unicode; or minlength: 12; allowed: unicode", how(8, "without")),
        (
          "=minlength: 12; allowed: unicode; or minlength: 8; allowed: unicode; blocklist: default",
          []
        ),
      ])
    func few(_ length: Int, _ kinds: String, _ with: String = "without") -> [String] {
      ["secure passwords: \(length) characters of \(kinds) \(with) a blocklist are accepted"]
    }
    try check(
      "bsi", "minlength: 25; min-classes: 2",
      [
        ("minlength: 24", few(24, "2 kinds")), ("minlength: 26", []),
        ("min-classes: 1", few(25, "1 kind")), ("min-classes: 3", []),
        ("minlength: 8; min-classes: 4", []), ("minlength: 8; min-classes: 3", few(8, "3 kinds")),
        ("minlength: 7; min-classes: 4; blocklist: default", few(7, "4 kinds", "with")),
        ("minlength: 9; min-classes: 4", []),
      ])
  }

  @Test func `Apple's guideline`() throws {
    let two = "demand: a password with 1 of them is accepted"
    try check(
      "apple", "minlength: 12; required: lower; required: digit",
      [
        ("minlength: 11", ["demand: 11 characters are accepted"]), ("minlength: 13", []),
        ("maxlength: 12", []), ("maxlength: 13", []),
        (
          "minlength: 11; maxlength: 11",
          ["room: maxlength is 11", "demand: 11 characters are accepted"]
        ),
        ("=minlength: 12; required: lower; allowed: digit", [two]),
        (
          "=minlength: 12; required: lower; allowed: special",
          ["room: only 1 of them is permitted", two]
        ),
        (
          "=minlength: 12; allowed: special",
          [
            "room: only 0 of them are permitted", "demand: a password with 0 of them is accepted",
          ]
        ),
        // To the room the widest alternative counts, to the demand the loosest.
        (
          "=minlength: 12; required: lower; or minlength: 12; required: lower; required: digit",
          [two]
        ),
        (
          "=minlength: 12; required: lower; required: digit; or minlength: 12; required: lower",
          [two]
        ),
      ])
  }

  @Test func `binding clauses are named once, in their order, and advice is not`() throws {
    let policy = try firstPolicy(ofFile: "minlength: 8; maxlength: 60;")
    let verdict = policy.verdict(by: .asvs4)
    #expect(verdict.broken == ["2.1.1", "2.1.2", "2.1.4", "2.1.7"])
    let substring = try firstPolicy(
      ofFile: "allowed: unicode; minlength: 15; context: \"acme\" substring;")
    // Two breaches of one clause.
    #expect(substring.verdict(by: .nist4).clauses.count { $0.finding != nil } == 2)
    #expect(substring.verdict(by: .nist4).broken == ["3.1.1.2"])
    let advised = try firstPolicy(
      ofFile: "allowed: lower; maxlength: 60; minlength: 15; blocklist: default;")
    #expect(advised.verdict(by: .nist4).clauses.count { $0.finding != nil } == 3)
    #expect(advised.verdict(by: .nist4).broken.isEmpty && advised.verdict(by: .nist4).isPassed)
  }

  /// The fewest characters that can comply, by the rules that ask for them.
  @Test(arguments: [
    ("minlength: 3", 3), ("min-classes: 3", 3), ("minlength: 2; min-classes: 3", 3),
    ("minlength: 4; min-classes: 3", 4), ("", 0), ("required: digit", 1),
    ("required: digit; required: lower", 2), ("required: [ab]; required: [bc]", 1),
    ("at-least: 2 digit", 2), ("at-least: 2 digit; at-least: 3 upper", 5),
    ("at-least: 2 digit; required: digit", 2), ("at-least: 2 digit; required: lower", 3),
    ("at-least: 2 [ab]; at-least: 3 [bc]", 3), ("at-least: 3 [ab]; at-least: 2 [bc]", 3),
    // The largest of those that overlap leaves room for those that do not.
    ("at-least: 3 [ab]; at-least: 2 [bc]; at-least: 2 [cd]", 5),
    ("at-least: 2 [bc]; at-least: 3 [ab]; at-least: 2 [cd]", 5),
    ("at-least: 2 digit; at-least: 3 upper; minlength: 5", 5),
    ("at-least: 2 [ab]; at-least: 2 [bc]; at-most: 1 [b]", 3),
    ("exactly: 2 digit; minlength: 3", 3),
    ("at-least: 2 digit; at-least: 3 upper; minlength: 6", 6),
    ("min-classes: 2; minlength: 1;\nor\nminlength: 3", 2),
    ("minlength: 3;\nor\nmin-classes: 2; minlength: 1", 2),
  ])
  func `the shortest compliant password has as many characters as its needs`(
    rules: String, shortest: Int
  ) throws {
    let text = rules.replacing("or\n", with: "or\nallowed: unicode; ")
    let policy = try firstPolicy(ofFile: "allowed: unicode; \(text)")
    let breach = try #require(Standard.nist4.breaches(of: policy).first?.breach)
    #expect(breach.how == "\(shortest) character\(shortest == 1 ? " is" : "s are") accepted")
  }
}
