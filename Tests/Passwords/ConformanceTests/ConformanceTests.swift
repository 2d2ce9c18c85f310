import Conformance
import Diagnostics
import PasswordPolicies
import Passwords
import TestSupport
import Testing

@Suite struct ConformanceTests {
  // MARK: What was wrong before

  private func source(_ kind: SourceKind, notJudged parts: String...) -> PolicySource {
    PolicySource(
      kind: kind, outcome: parts.isEmpty ? .ascii : .bound,
      remarks: parts.map { Remark(.notJudged, $0, at: .start, "") })
  }

  @Test func `a part that is not judged hides a list only if it may be one`() throws {
    let text = "minlength: 15; allowed: unicode;"
    let names = try policy(
      text, source: source(.activeDirectoryJSON, notJudged: "account and display name"))
    #expect(try finding("nist-63b-4", "list", names).verdict == .broken)
    #expect(try finding("nist-63b-4", "list", names).evidence == .rule)
    let listed = try policy(
      text, source: source(.pwquality, notJudged: "palindromes", "dictcheck", "usercheck"))
    let hidden = try finding("nist-63b-4", "list", listed)
    #expect(hidden.verdict == .notVisible && hidden.with == "the system refuses more: dictcheck")
    #expect(try finding("nist-63b-4", "whole", listed).verdict == .notVisible)
    #expect(try finding("nist-63b-4", "whole", names).verdict == .met)
    #expect(try finding("nist-63b-4", "code-points", names).verdict == .broken)
    #expect(try finding("nist-63b-4", "code-points", policy(text)).verdict == .notVisible)
    #expect(
      try finding("nist-63b-4", "code-points", names).with
        == "lengths count UTF-16 units there, which no setting changes")
    let django = try policy(text, source: source(.django))
    #expect(try finding("nist-63b-4", "code-points", django).verdict == .met)
  }

  @Test func `without a list there is none to compare with`() throws {
    let none = try finding("nist-63b-4", "whole", policy("minlength: 15;"))
    #expect(none.verdict == .met && none.with == "the policy has no list")
    let list = try finding("nist-63b-4", "whole", policy("minlength: 15; blocklist: default;"))
    #expect(list.verdict == .met && list.with == nil)
  }

  @Test(arguments: [
    (
      "nist-63b-4", "composition",
      "minlength: 15; allowed: unicode; required: digit; required: upper; max-repeating: 2;",
      "required: digit", "the clause is broken by required: upper, max-repeating: 2, too"
    ),
    // One that adds nothing breaks nothing.
    (
      "nist-63b-4", "composition",
      "minlength: 15; allowed: unicode; required: digit; max-sequential: 30;", "required: digit",
      nil
    ),
    (
      "nist-63b-4", "length", "minlength: 20;\nor\nminlength: 9;\nor\nminlength: 8;",
      "minlength: 8", "the clause is broken by minlength: 9, too"
    ),
    (
      "nist-63b-4", "whole",
      "minlength: 15; blocklist: default substring 4; context: username substring;",
      "blocklist: default exact substring 4",
      "the clause is broken by context: username substring, too"
    ),
  ])
  func `each rule that breaks a clause is named`(
    standard: String, clause: String, text: String, rule: String, with: String?
  ) throws {
    let found = try finding(standard, clause, policy(text))
    #expect(found.verdict == .broken && found.rule?.text == rule && found.with == with)
  }

  @Test func `a policy of ASCII alone keeps 'any character' in part`() throws {
    let found = try finding("asvs-5-l1", "characters", policy("minlength: 8; blocklist: default;"))
    #expect(found.verdict == .partly && found.with == "all but characters beyond ASCII")
    #expect(
      try finding("asvs-5-l1", "characters", policy("minlength: 8; allowed: unicode;")).verdict
        == .met)
    let none = try policy("minlength: 8; allowed: unicode except ascii-printable;")
    #expect(try finding("nist-63b-4", "ascii", none).verdict == .broken)
  }

  @Test func `the built-in list is of common passwords, not of breached ones`() throws {
    let common = try policy("minlength: 8; allowed: unicode; blocklist: default;")
    #expect(try finding("asvs-5-l2", "breached", common).verdict == .partly)
    #expect(try finding("asvs-5-l2", "list", common).verdict == .met)
    let own = try policy("minlength: 8; allowed: unicode; blocklist: \"breaches.txt\";")
    #expect(try finding("asvs-5-l2", "breached", own).verdict == .met)
  }

  @Test(arguments: [
    ("minlength: 8; required: ascii-printable;", true),
    ("minlength: 8; allowed: unicode; required: digit;\nor\nminlength: 8; allowed: unicode;", true),
    ("minlength: 8; allowed: unicode except [x];", true),
    ("minlength: 8; allowed: unicode; at-most: 0 [x];", true),
    ("minlength: 8; allowed: unicode; required: digit;", false),
    ("minlength: 8; allowed: unicode; max-repeating: 7;", false),
    ("minlength: 8; maxlength: 8; allowed: unicode; max-repeating: 8;", true),
    ("minlength: 8; allowed: unicode; max-sequential: 30;", true),
    ("minlength: 8; allowed: unicode; min-unique: 2;", false),
    ("minlength: 8; allowed: unicode; first: lower;", false),
    ("minlength: 8; allowed: [a];  max-class-run: 9;", false),
    ("minlength: 8; allowed: unicode; min-score: 4; blocklist: default;", true),
  ])
  func `composition is judged by its meaning`(text: String, isMet: Bool) throws {
    let found = try finding("nist-63b-4", "composition", policy(text))
    #expect(found.verdict == (isMet ? .met : .broken), "\(text)")
    if isMet { return }
    let password = try #require(found.evidence.password)
    #expect(found.rule != nil)
    let compiled = try PasswordPolicy(parsing: text, acceptingUnjudged: true)
    #expect(!compiled.isSatisfied(by: password), "\(text): \(password)")
  }

  @Test func `PCI's exception is for systems that cannot hold 12`() throws {
    func verdict(_ lengths: String) throws -> Standard.Verdict {
      try finding(
        "pci-4.0.1", "length", policy("\(lengths) required: lower; required: digit;")
      ).verdict
    }
    #expect(try verdict("minlength: 8; maxlength: 11;") == .partly)
    #expect(try verdict("minlength: 8; maxlength: 12;") == .broken)
    #expect(try verdict("minlength: 7; maxlength: 11;") == .broken)
    #expect(try verdict("minlength: 12; maxlength: 12;") == .met)
  }

  @Test func `what is fine beside another factor is kept in part`() throws {
    let bsi = try policy("minlength: 8; min-classes: 3;")
    #expect(try finding("bsi", "quality", bsi).verdict == .partly)
    #expect(try finding("bsi", "quality", bsi).with == "only beside another factor")
    let short = try policy("minlength: 8; allowed: unicode;")
    #expect(try finding("cyber-essentials", "quality", short).verdict == .partly)
    let shorter = try policy("minlength: 7; allowed: unicode;")
    #expect(try finding("cyber-essentials", "quality", shorter).verdict == .broken)
    let mixed = try policy(
      "minlength: 8; allowed: unicode; blocklist: default;\nor\nminlength: 11; allowed: unicode;")
    let found = try finding("cyber-essentials", "quality", mixed)
    #expect(found.verdict == .partly && found.evidence.password?.count == 11)
  }

  @Test func `room is what rules leave, not what 'maxlength' says`() throws {
    let runs = try policy("minlength: 4; allowed: lower; max-class-run: 8;")
    #expect(try finding("nist-63b-4", "long", runs).verdict == .broken)
    #expect(try finding("cis-21.12", "no-maximum", runs).verdict == .broken)
    #expect(try finding("cis-21.12", "no-maximum", runs).evidence.password?.count == 9)
    #expect(try finding("cnil-80", "maximum", runs).verdict == .met)
    let most = try policy("minlength: 4; allowed: lower; at-most: 20 lower;")
    #expect(try finding("nist-63b-4", "long", most).verdict == .broken)
  }

  // MARK: Bits

  @Test(arguments: [
    ("minlength: 13; allowed: ascii-printable;", Standard.Verdict.met, 85.408121),
    ("minlength: 12; allowed: ascii-printable;", .broken, 78.838265),
    (
      "minlength: 12; required: upper; required: lower; required: digit; required: special;",
      .partly, 78.309
    ), ("maxlength: 3; min-classes: 4;", .broken, 0),
  ])
  func `bits are those of the shortest passwords`(
    text: String, verdict: Standard.Verdict, bits: Double
  ) throws {
    let found = try finding("cnil-80", "bits", policy(text))
    #expect(found.verdict == verdict)
    guard case .count(let own, _, _) = found.evidence else {
      Issue.record("no count")
      return
    }
    #expect(abs(own - bits) < 0.005, "\(own)")
  }

  // MARK: Settings

  private func settings(_ settings: (PolicySetting.Name, PolicySetting.Value)...) throws -> Policy {
    try policy(
      "minlength: 15; allowed: unicode;",
      source: PolicySource(
        kind: .secedit, outcome: .ascii, remarks: [],
        settings: settings.map { PolicySetting($0, $1, part: $0.rawValue, at: .start) }))
  }

  @Test(arguments: [
    (
      "nist-63b-4", "periodic", PolicySetting.Name.maxAge, PolicySetting.Value.unlimited,
      Standard.Verdict.met
    ),
    ("nist-63b-4", "periodic", .maxAge, .number(9999), .broken),
    ("nist-63b-4", "rate", .lockoutThreshold, .number(100), .met),
    ("nist-63b-4", "rate", .lockoutThreshold, .number(101), .broken),
    ("nist-63b-4", "rate", .lockoutThreshold, .unlimited, .partly),
    ("pci-4.0.1", "age", .maxAge, .number(90), .met),
    ("pci-4.0.1", "age", .maxAge, .number(91), .partly),
    ("pci-4.0.1", "lockout", .lockoutThreshold, .unlimited, .broken),
    ("pci-4.0.1", "history", .history, .number(4), .met),
    ("pci-4.0.1", "history", .history, .number(3), .broken),
    ("pci-4.0.1", "lockout-time", .lockoutDuration, .unlimited, .met),
    ("pci-4.0.1", "lockout-time", .lockoutDuration, .number(29), .broken),
    ("asvs-4.0.3", "history", .history, .number(0), .met),
    ("asvs-4.0.3", "history", .history, .number(1), .broken),
    ("pci-4.0.1", "storage", .reversible, .flag(true), .broken),
    ("pci-4.0.1", "storage", .reversible, .flag(false), .notVisible),
    ("windows-baseline", "reversible", .reversible, .flag(false), .met),
    ("stig-rhel", "changed", .changedCharacters, .number(8), .met),
    ("stig-rhel", "changed", .changedCharacters, .number(7), .broken),
  ])
  func `a setting is judged by its value`(
    standard: String, clause: String, name: PolicySetting.Name, value: PolicySetting.Value,
    verdict: Standard.Verdict
  ) throws {
    let found = try finding(standard, clause, try settings((name, value)))
    #expect(found.verdict == verdict, "\(standard) \(clause) \(value)")
    #expect(try finding(standard, clause, try settings()).verdict == .notVisible)
  }

  @Test func `where nobody is locked out, no lock lasts`() throws {
    let never = try settings((.lockoutThreshold, .unlimited), (.lockoutDuration, .number(60)))
    let found = try finding("pci-4.0.1", "lockout-time", never)
    #expect(found.verdict == .broken && found.with == "nobody is locked out")
  }

  @Test func `a lock that ends disables nothing`() throws {
    func with(_ clause: String, in standard: String, _ value: PolicySetting.Value) throws -> String?
    {
      let locks = try settings((.lockoutThreshold, .number(5)), (.lockoutDuration, value))
      let found = try finding(standard, clause, locks)
      #expect(found.verdict == .met)
      return found.with
    }
    #expect(
      try with("rate", in: "nist-63b-4", .number(15))
        == "the lock ends after 15 minutes, where the standard asks for disabling")
    #expect(try with("rate", in: "nist-63b-4", .unlimited) == nil)
    #expect(try with("lockout", in: "pci-4.0.1", .number(15)) == nil)
  }

  // MARK: Words

  @Test(arguments: [
    (
      "minlength: 8; maxlength: 20; required: digit; allowed: ascii-printable;",
      [
        "nist-63b-4 length: accepts 'kvazjkv2', 8 characters; minlength: 8, p:1:2",
        "nist-63b-4 long: refuses one of 64 characters; maxlength: 20, p:1:2",
        "nist-63b-4 ascii: no password contradicts it",
        "nist-63b-4 unicode: refuses 'kvazjk8ë'; allowed: ascii-printable, p:1:2",
        "nist-63b-4 list: there is no blocklist",
        "nist-63b-4 whole: the policy has no list",
        "nist-63b-4 periodic: no policy says", "asvs-5-l2 words: there are no context words",
      ]
    ),
    (
      "minlength: 12; allowed: unicode; blocklist: default; context: \"ac\u{202E}me\";\nor\n"
        + "minlength: 30; allowed: unicode;\nor\nminlength: 31; allowed: unicode;",
      [
        "asvs-5-l2 length: minlength: 12, p:1:2",
        "asvs-5-l2 list: blocklist: default exact, p:1:2; not in every alternative",
        #"asvs-5-l2 words: context: "ac\u{202e}me", p:1:2; not in every alternative"#,
        "asvs-5-l2 long: accepts one of 64 characters",
      ]
    ),
    (
      "minlength: 12; allowed: ascii-printable;",
      [
        "cnil-80 bits: 78.84 bits: the passwords of 12 characters of printable ASCII",
        "cnil-80 maximum: accepts 'kvazjkvazjkvazj'",
      ]
    ),
    (
      "minlength: 9; maxlength: 8; allowed: unicode; blocklist: default; context: username;",
      [
        "nist-63b-4 ascii: refuses 'kvazjkva'; minlength: 9, p:1:2",
        "nist-63b-4 list: blocklist: default exact, p:1:2",
        "nist-63b-4 whole: no rule contradicts it",
      ]
    ),
  ])
  func `what shows a verdict, in words`(text: String, lines: [String]) throws {
    let own = try policy(text)
    for line in lines {
      let words = line.prefix { $0 != ":" }.split(separator: " ").map(String.init)
      let found = try finding(words[0], words[1], own)
      let clause = try #require(Standard.named(words[0])?.clauses.first { $0.id == words[1] })
      let shown = found.shown(for: clause.test, at: found.rule == nil ? nil : "p:1:2")
      #expect("\(words[0]) \(words[1]): \(shown)" == line)
    }
  }

  @Test func `what shows a verdict is a password, a rule, a setting or a reason`() throws {
    let plain = try policy("minlength: 15; maxlength: 90; allowed: unicode;")
    let parts = try policy("minlength: 15; blocklist: default; context: username;")
    for (policy, clause, evidence) in [
      (plain, "length", .none), (plain, "ascii", .none), (plain, "list", .rule),
      (plain, "whole", .rule), (parts, "whole", .rule), (parts, "list", .rule),
      (plain, "code-points", .reason), (plain, "periodic", .reason),
    ] as [(Policy, String, Finding.Evidence)] {
      #expect(try finding("nist-63b-4", clause, policy).evidence == evidence, "\(clause)")
    }
    #expect(try finding("nist-63b-4", "periodic", plain).with == "no policy says")
    #expect(try finding("nist-63b-4", "periodic", settings()).with == "this file does not say")
    // Of several values of a setting the first counts.
    let twice = try settings((.history, .number(3)), (.history, .number(9)))
    #expect(try finding("pci-4.0.1", "history", twice).verdict == .broken)
    // A password of 24 characters is shown, a longer one is counted.
    let test = Standard.Test.minLength(30, unless: nil)
    for (length, words) in [(24, "accepts 'kvazjkva"), (25, "accepts one of 25 characters")] {
      var judge = ConformanceJudge(try policy("minlength: \(length); allowed: unicode;"))
      #expect(judge.finding(of: test).shown(for: test).hasPrefix(words))
    }
  }

  @Test func `kinds are permitted by one alternative or another`() throws {
    let kinds = Standard.Test.permitsKinds(3, of: [.lower, .upper, .digit])
    for (text, verdict) in [
      ("allowed: lower;\nor\nallowed: lower, upper, digit;", .met),
      ("allowed: lower, upper, digit;\nor\nallowed: lower;", .met),
      ("allowed: lower, upper;\nor\nallowed: digit;", .broken),
    ] as [(String, Standard.Verdict)] {
      var judge = ConformanceJudge(try policy(text))
      let found = judge.finding(of: kinds)
      #expect(found.verdict == verdict && found.rule != nil, "\(text)")
    }
  }

  @Test func `every clause is counted once, and faults are those that are not waived`() throws {
    for text in ["minlength: 8; required: digit;", "minlength: 15; allowed: unicode;"] {
      var judge = ConformanceJudge(try policy(text))
      for standard in Standard.all {
        var found = judge.conformance(to: standard)
        for force in Standard.Force.allCases {
          let rows = found.rows.filter { $0.clause.force == force }
          let counts = Standard.Verdict.allCases.map { found.count(force, $0) }
          #expect(counts.reduce(0, +) == rows.count)
          let faults = rows.filter(\.finding.isFault).map(\.clause.id)
          #expect(found.faults([force]).map(\.clause.id) == faults)
          #expect(found.count(force, .broken) + found.count(force, .partly) == faults.count)
          found.waived = Set(faults.prefix(1))
          #expect(found.faults([force]).map(\.clause.id) == Array(faults.dropFirst()))
          found.waived = []
        }
        #expect(found.faults([]).isEmpty)
        let binding = found.textRows.contains { $0.clause.force == .must && $0.finding.isFault }
        #expect(found.isPassed != binding)
      }
    }
  }

  @Test func `settings are told with their units`() throws {
    for (name, value, words) in [
      (.maxAge, .number(1), "1 day"), (.minAge, .number(1.5), "1.5 days"),
      (.history, .number(4), "4 passwords"), (.lockoutThreshold, .number(0), "0 failures"),
      (.lockoutDuration, .number(30), "30 minutes"),
      (.lockoutWindow, .number(1.0 / 60), "1 second"),
      (.maxAge, .unlimited, "never"),
      (.lockoutDuration, .unlimited, "until someone unlocks"), (.reversible, .flag(true), "yes"),
      (.reversible, .flag(false), "no"), (.changedCharacters, .number(8), "8 characters"),
    ] as [(PolicySetting.Name, PolicySetting.Value, String)] {
      #expect(value.words(of: name) == words)
    }
  }

  // MARK: Witnesses

  @Test func `a witness is none that a list refuses, if there is another`() throws {
    let text = "minlength: 8; allowed: digit; blocklist: default;"
    var judge = ConformanceJudge(try policy(text))
    let clause = try #require(Standard.named("nist-63b-4")?.clauses.first)
    let first = try #require(judge.finding(of: clause).evidence.password)
    var other = ConformanceJudge(try policy(text)) { $0 == first }
    let second = try #require(other.finding(of: clause).evidence.password)
    #expect(first.count == 8 && second.count == 8 && first != second)
    var hopeless = ConformanceJudge(try policy(text)) { _ in true }
    #expect(hopeless.finding(of: clause).evidence.password == first)
  }

  @Test func `what is too large to decide is not guessed`() throws {
    let large = try policy("minlength: 60; min-unique: 60; max-sequential: 2; allowed: unicode;")
    let found = try finding("nist-63b-4", "composition", large)
    #expect(found.verdict == .notVisible && found.with == "too large to decide here")
  }

  @Test(arguments: [
    ("allowed: [a1]; first: lower; at-most: 1 lower;", "a1111"),
    ("allowed: [aB1]; required: [a]; at-most: 1 lower; first: lower; exactly: 1 [B];", "aB1111"),
  ])
  func `what may follow a character depends on which it is`(rules: String, repeated: String) throws
  {
    // The limit on runs counts 'a' and '1' alike; only '1' may occur again.
    let found = try finding("stig-rhel", "repeats", policy(rules))
    #expect(found.verdict == .broken && found.evidence.password == repeated)
  }

  @Test func `a policy that accepts nothing refuses everything`() throws {
    let nothing = try policy("minlength: 9; maxlength: 8; allowed: unicode;")
    #expect(try finding("nist-63b-4", "length", nothing).verdict == .met)
    #expect(try finding("nist-63b-4", "long", nothing).verdict == .broken)
    #expect(try finding("nist-63b-4", "ascii", nothing).verdict == .broken)
  }

  /// A random policy of few characters, which every short string can be put to.
  private static func randomText(_ random: inout SeededGenerator) -> String {
    func rules() -> String {
      let all = [
        "minlength: \(Int.random(in: 1...4, using: &random))",
        "maxlength: \(Int.random(in: 2...5, using: &random))", "required: [a]", "required: [1B]",
        "at-least: 2 [a1]", "at-most: 1 lower", "min-classes: 2", "max-repeating: 1",
        "max-repeating: 2", "max-class-run: 2", "max-sequential: 2", "min-unique: 3",
        "first: lower", "last: digit, upper", "exactly: 1 [B]",
      ]
      let chosen = all.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      return "allowed: [aB12]; " + chosen.map { $0 + "; " }.joined()
    }
    return (0..<Int.random(in: 1...3, using: &random)).map { _ in rules() }
      .joined(separator: "\nor\n")
  }

  private static let strings: [String] = {
    var (all, last) = ([String](), [""])
    for _ in 1...5 {
      last = last.flatMap { start in "aB12".map { start + String($0) } }
      all += last
    }
    return all
  }()

  @Test(.firstFailureOnly, arguments: seeds(12, of: 400))
  func `verdicts agree with trying every short string`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = Self.randomText(&random)
    let shown = text.replacing("\n", with: " ")
    let compiled = try PasswordPolicy(parsing: text)
    let own = try policy(text)
    var judge = ConformanceJudge(own)
    let accepted = Self.strings.filter(compiled.isSatisfied(by:))
    let tests = try [
      "min-length 4", "max-length 4", "demands digit lower",
      "demands-kinds 2 upper lower digit special", "max-repeating 2", "max-class-run 2",
      "one-of 5 / 3 kinds:2 / 2 digit",
    ].map { try #require(Standard.Test($0)) }
    for test in tests {
      let found = judge.finding(of: test)
      let bad = accepted.filter { test.isContradicted(by: $0) == true }
      if let shortest = bad.first {
        #expect(found.verdict == .broken, "\(test) of \(shown)")
        #expect(found.evidence.password?.count == shortest.count, "\(test) of \(shown)")
      } else if found.verdict == .broken {
        #expect((found.evidence.password?.count ?? 0) > 5, "\(test) of \(shown)")
      }
      if case .accepts(let password) = found.evidence {
        #expect(compiled.isSatisfied(by: password), "\(test) of \(shown): \(password)")
        #expect(test.isContradicted(by: password) == (found.verdict == .broken), "\(password)")
      }
    }
    // What lengths and characters permit, and the policy refuses.
    let relaxed = try PasswordPolicy(
      parsing: text.split(separator: "\n").map { line in
        line.split(separator: "; ").filter {
          $0.hasPrefix("allowed") || $0.contains("length") || $0 == "or"
        }.joined(separator: "; ")
      }.joined(separator: "\n"))
    let refused = Self.strings.first {
      relaxed.isSatisfied(by: $0) && !compiled.isSatisfied(by: $0)
    }
    let found = judge.finding(of: .noComposition)
    if let refused {
      #expect(
        found.verdict == .broken && found.evidence.password?.count == refused.count, "\(shown)")
    } else if found.verdict == .broken {
      #expect((found.evidence.password?.count ?? 0) > 5, "\(shown)")
    }
    if let password = found.evidence.password {
      #expect(
        !compiled.isSatisfied(by: password) && relaxed.isSatisfied(by: password),
        "\(shown): \(password)")
    }
  }

  @Test func `no witness on a real policy contradicts the matcher`() throws {
    for site in try VectorFile.sites() {
      let own = try policy(site.rules)
      let compiled = try PasswordPolicy(parsing: site.rules, acceptingUnjudged: true)
      var judge = ConformanceJudge(own)
      for standard in Standard.all {
        let result = judge.conformance(to: standard)
        for (clause, finding) in result.textRows {
          guard let password = finding.evidence.password else { continue }
          let isAccepted = if case .accepts = finding.evidence { true } else { false }
          #expect(
            compiled.isSatisfied(by: password) == isAccepted,
            "\(site.domain) \(standard.id) \(clause.id): \(password)")
          if isAccepted, let isContradicted = clause.test.isContradicted(by: password) {
            #expect(isContradicted == (finding.verdict != .met), "\(site.domain) \(clause.id)")
          }
        }
        // Lint says the same.
        #expect(
          zip(result.textRows, result.lint).allSatisfy {
            ($0.finding.verdict == .met) == ($1.finding == nil)
          })
      }
    }
  }

  // MARK: Presets and real policies

  @Test(arguments: Standard.ids.filter { Preset.named($0) != nil })
  func `a preset keeps the standard of its name`(id: String) throws {
    let preset = try #require(Preset.named(id))
    // The organisation must supply words and breached passwords; CNIL's own example is below its bits.
    let left: [String: [String]] = [
      "asvs-5-l2": ["characters", "words", "breached"], "cnil-80": ["bits"],
      "stig-rhel": ["dictionary"],
    ]
    let broken = ConformanceTests.broken(preset.policy(), try #require(Standard.named(id)))
    #expect(Set(broken).isSubset(of: left[id] ?? []), "\(id): \(broken)")
  }

  private static func broken(_ policy: Policy, _ standard: Standard) -> [String] {
    var judge = ConformanceJudge(policy)
    return judge.conformance(to: standard).textRows.filter {
      $0.clause.force == .must && $0.finding.isFault
    }.map(\.clause.id)
  }

  @Test func `Apple's guideline counts the real policies as published, in each reading`() throws {
    let guideline = try #require(Standard.named("apple"))
    let broken = try VectorFile.sites().map { site in
      var judge = ConformanceJudge(try policy(site.rules))
      return judge.conformance(to: guideline).findings.map(\.isFault)
    }
    #expect(broken.count { $0[0] } == 20)
    #expect(broken.count { $0[1] } == 6)
    #expect(broken.count { $0[0] && $0[1] } == 6)
    #expect(broken.count { $0[2] } == 417)
  }
}
