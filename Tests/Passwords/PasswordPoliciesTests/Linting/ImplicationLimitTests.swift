import PasswordPolicies
import Testing

/// Which rule implies which, for every pair of a table, against trying every short password.
///
/// The table holds each kind of rule at two or three limits, so that a limit is met by one below,
/// by itself, and by one above.
@Suite struct ImplicationLimitTests {
  /// A rule, and the passwords with scores that meet it, one bit each.
  private struct Demand {
    let text: String
    let met: [UInt64]

    init(_ text: String, _ holds: ([Character], _ score: Int) -> Bool) {
      self.text = text
      var met = [UInt64](repeating: 0, count: subjects.count / 64 + 1)
      for (index, subject) in subjects.enumerated() where holds(subject.password, subject.score) {
        met[index / 64] |= 1 << UInt64(index % 64)
      }
      self.met = met
    }

    func implies(_ other: Demand) -> Bool { zip(met, other.met).allSatisfy { $0 & ~$1 == 0 } }
  }

  /// Every password of up to five of these characters, with every score.
  private static let subjects: [(password: [Character], score: Int)] = {
    var all: [[Character]] = [[]]
    var last = all
    for _ in 0..<5 {
      last = last.flatMap { start in alphabet.map { start + [$0] } }
      all += last
    }
    return all.flatMap { password in (0...2).map { (password, $0) } }
  }()

  /// Enough neighbours and kinds that each limit of the table can be broken, whatever else holds.
  private static let alphabet = Array("Aabc1")

  private static let demands: [Demand] = {
    var demands: [Demand] = []
    for n in 1...3 {
      demands += [
        Demand("minlength: \(n)") { password, _ in password.count >= n },
        Demand("maxlength: \(n)") { password, _ in password.count <= n },
        Demand("min-classes: \(n)") { password, _ in Set(password.map(kind)).count >= n },
      ]
    }
    for n in 1...2 {
      demands += [
        Demand("max-repeating: \(n)") { password, _ in longest(password) { $0 == $1 } <= n },
        Demand("max-sequential: \(n)") { password, _ in longestSequence(password) <= n },
        Demand("max-class-run: \(n)") { password, _ in
          longest(password) { kind($0) == kind($1) } <= n
        },
        Demand("min-score: \(n)") { _, score in score >= n },
      ]
    }
    for (n, set) in [(1, "ab"), (1, "a"), (1, "A1"), (2, "ab"), (2, "Aab"), (3, "Aabc1")] {
      let holds = { (password: [Character], _: Int) in password.count { set.contains($0) } >= n }
      demands.append(Demand("at-least: \(n) [\(set)]", holds))
      if n == 1 { demands.append(Demand("required: [\(set)]", holds)) }
    }
    for (n, set) in [(0, "ab"), (1, "ab"), (1, "a"), (2, "Aab"), (2, "Aabc1")] {
      demands.append(
        Demand("at-most: \(n) [\(set)]") { password, _ in password.count { set.contains($0) } <= n }
      )
    }
    demands.append(
      Demand("exactly: 1 [ab]") { password, _ in password.count { "ab".contains($0) } == 1 })
    demands.append(
      Demand("between: 1, 2 [ab]") { password, _ in 1...2 ~= password.count { "ab".contains($0) } })
    demands.append(Demand("required: [Aabc1]") { password, _ in !password.isEmpty })
    return demands
  }()

  private static func kind(_ character: Character) -> Int {
    character.isNumber ? 0 : character.isUppercase ? 1 : 2
  }

  /// The longest stretch in which a relation holds between neighbours.
  private static func longest(
    _ password: [Character], _ holds: (Character, Character) -> Bool
  ) -> Int {
    var (longest, current) = (min(1, password.count), 1)
    for (one, next) in zip(password, password.dropFirst()) {
      current = holds(one, next) ? current + 1 : 1
      longest = max(longest, current)
    }
    return longest
  }

  private static func longestSequence(_ password: [Character]) -> Int {
    let letters = Array("abc")
    func step(_ by: Int) -> (Character, Character) -> Bool {
      { one, next in
        guard let a = letters.firstIndex(of: one), let b = letters.firstIndex(of: next) else {
          return false
        }
        return b - a == by
      }
    }
    return max(longest(password, step(1)), longest(password, step(-1)))
  }

  /// Implications that hold, and of which lint knows nothing: kinds by characters, and back, and
  /// sequences by numbers of characters.
  private static let unseen = [
    "at-least: 1 [A1] implies min-classes: 1", "at-least: 2 [Aab] implies min-classes: 1",
    "at-least: 3 [Aabc1] implies min-classes: 1", "at-most: 0 [ab] implies max-sequential: 1",
    "at-most: 0 [ab] implies max-sequential: 2", "at-most: 1 [ab] implies max-sequential: 2",
    "exactly: 1 [ab] implies max-sequential: 2", "min-classes: 2 implies at-least: 1 [A1]",
    "min-classes: 2 implies required: [A1]", "min-classes: 2 implies required: [Aabc1]",
    "min-classes: 3 implies at-least: 1 [A1]", "min-classes: 3 implies at-least: 3 [Aabc1]",
    "min-classes: 3 implies required: [A1]", "min-classes: 3 implies required: [Aabc1]",
    "minlength: 2 implies min-classes: 1", "minlength: 3 implies min-classes: 1",
    "required: [A1] implies min-classes: 1",
  ]

  @Test func `an alternative is redundant just where another one has all its passwords`() throws {
    var unseen: Set<String> = []
    for first in Self.demands {
      for second in Self.demands where second.text != first.text {
        let text = "allowed: [Aabc1]; \(first.text);\nor\nallowed: [Aabc1]; \(second.text);"
        let policy = try firstPolicy(ofFile: text)
        let found = policy.lint().compactMap { finding -> String? in
          guard case .impliedAlternative(let index, by: let other) = finding.kind else {
            return nil
          }
          return "\(index) by \(other)"
        }
        // Of two alternatives with the same passwords either may go.
        let expected =
          (second.implies(first) ? ["1 by 0"] : []) + (first.implies(second) ? ["0 by 1"] : [])
        if found.isEmpty, !expected.isEmpty {
          let (narrow, wide) = second.implies(first) ? (second, first) : (first, second)
          unseen.insert("\(narrow.text) implies \(wide.text)")
        } else {
          try #require(found.count == min(1, expected.count), "\(text)")
          try #require(found.allSatisfy(expected.contains), "\(text)")
        }
      }
    }
    // With two rules of one policy these are found by the classes that a kind contains.
    let alone = [
      "at-least: 1 [a]", "at-least: 1 [ab]", "at-least: 2 [ab]", "between: 1, 2 [ab]",
      "exactly: 1 [ab]", "required: [a]",
    ].map { "\($0) implies min-classes: 1" }
    #expect(
      unseen.sorted()
        == (Self.unseen + alone + [
          "min-classes: 1 implies required: [Aabc1]", "required: [ab] implies min-classes: 1",
          "required: [Aabc1] implies min-classes: 1",
        ]).sorted())
  }

  @Test func `a rule is redundant just where another rule of the policy implies it`() throws {
    var unseen: Set<String> = []
    for (index, one) in Self.demands.enumerated() {
      for other in Self.demands[(index + 1)...] {
        let policy = try firstPolicy(ofFile: "allowed: [Aabc1]; \(one.text); \(other.text);")
        let rules = policy.rules.filter { $0.id != "allowed" }
        // Two rules of one name are merged.
        guard rules.count == 2 else { continue }
        let ordered = rules.compactMap { rule in
          [one, other].first { rule.text == $0.text }
        }
        try #require(ordered.count == 2, "\(rules)")
        let found = policy.lint().compactMap { finding -> String? in
          guard case .impliedRule(let rule, by: let because, permits: _) = finding.kind else {
            return nil
          }
          return "\(rule.text) by \(because.map(\.text))"
        }
        let (first, second) = (ordered[0], ordered[1])
        let expected =
          (first.implies(second) ? ["\(second.text) by \([first.text])"] : [])
          + (second.implies(first) ? ["\(first.text) by \([second.text])"] : [])
        if found.isEmpty, !expected.isEmpty {
          let (narrow, wide) = first.implies(second) ? (first, second) : (second, first)
          unseen.insert("\(narrow.text) implies \(wide.text)")
        } else {
          let pair: Comment = "\(one.text); \(other.text)"
          try #require(found.count == min(1, expected.count), pair)
          try #require(found.allSatisfy(expected.contains), pair)
        }
      }
    }
    // The only required class may be all that is permitted: "digits only" is written that way.
    #expect(
      unseen.sorted()
        == (Self.unseen + [
          "minlength: 2 implies required: [Aabc1]", "minlength: 3 implies required: [Aabc1]",
          "required: [Aabc1] implies min-classes: 1",
        ]).sorted())
  }

  /// Comparisons, each with the rank of its form and, for parts of passwords, the shortest value.
  private static let comparisons: [(text: String, form: Int, shortest: Int?)] =
    [("exact", 0), ("fold", 1), ("leet", 2)].flatMap { name, form in
      [(name, form, nil), ("\(name) substring 4", form, 4), ("\(name) substring 5", form, 5)]
    }

  @Test func `a list makes another redundant just where it refuses all that the other does`() throws
  {
    for one in Self.comparisons {
      for other in Self.comparisons where other.text != one.text {
        let text = "allowed: unicode; blocklist: \"x\" \(one.text); blocklist: \"x\" \(other.text);"
        let found = try firstPolicy(ofFile: text).lint().map(\.statement)
        func covers(
          _ wide: (text: String, form: Int, shortest: Int?),
          _ narrow: (text: String, form: Int, shortest: Int?)
        ) -> Bool {
          guard (wide.shortest == nil) == (narrow.shortest == nil) else { return false }
          return wide.form >= narrow.form && wide.shortest ?? 0 <= narrow.shortest ?? 0
        }
        let redundant = covers(one, other) ? (other, 1) : covers(other, one) ? (one, 0) : nil
        #expect(found.count == (redundant == nil ? 0 : 1), "\(text)")
        if let redundant {
          let start = "'blocklist: \"x\" \(redundant.0.text)' (blocklist[\(redundant.1)])"
          #expect(found.first?.hasPrefix(start) == true, "\(text)")
        }
        let files = text.replacing("blocklist: \"x\" \(other.text)", with: "blocklist: \"y\" exact")
        #expect(try firstPolicy(ofFile: files).lint().isEmpty)
      }
    }
  }
}
