import Diagnostics
import PasswordPolicies
import PasswordSpaces
import Passwords
import TestSupport

/// A policy over few characters, and every string that it permits, found by exhaustive search.
struct TinySpace {
  let repertoire: Repertoire
  /// Its characters, in the order of scalars.
  let characters: [Unicode.Scalar]
  let policy: Policy
  /// Lengths searched, from 0.
  let longest: Int
  /// By length, in the order of scalars.
  let permitted: [[String]]

  /// Makes a random policy of any kind.
  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pools = [
      "ab", "abc", "abcd", "ab1", "aA1", "aB-1", "abA", "12-", "aéÉ", "a1中", "ab€É", "xyzZ", "a",
    ]
    let characters = Array((pools.randomElement(using: &random) ?? "ab").unicodeScalars)
    repertoire = Repertoire(characters)
    self.characters = characters.sorted()
    // Different characters and sequences cannot be counted together, not even over alternatives.
    let countsUnique = seed.isMultiple(of: 3)
    let alternatives = (0..<max(1, Int.random(in: -1...3, using: &random))).map { _ in
      Self.alternative(characters, countsUnique: countsUnique, &random)
    }
    policy = Policy(
      name: "tiny", alternatives: alternatives, location: Location(file: "tiny"),
      maxConsecutive: countsUnique || Bool.random(using: &random)
        ? .repeats : .repeatsAndSequences)
    longest = characters.count > 3 ? 5 : 6
    permitted = try Self.permitted(by: policy, characters.sorted(), longest: longest)
  }

  /// Makes the space of a policy.
  init(_ policy: Policy, _ characters: [Unicode.Scalar], longest: Int) throws {
    (self.policy, self.characters, self.longest) = (policy, characters.sorted(), longest)
    repertoire = Repertoire(characters)
    permitted = try Self.permitted(by: policy, characters.sorted(), longest: longest)
  }

  private static func permitted(
    by policy: Policy, _ characters: [Unicode.Scalar], longest: Int
  ) throws -> [[String]] {
    let schema = try Schema(for: policy.demand)
    let (profiler, matcher) = (Profiler(schema), try PolicyMatcher(policy, schema: schema))
    var strings = [""]
    var permitted: [[String]] = []
    for _ in 0...longest {
      permitted.append(
        strings.filter { string in
          let bytes = Array(string.utf8)
          return matcher.verdict(on: profiler.profile(of: bytes.span)).isCompliant
        })
      strings = strings.flatMap { string in characters.map { string + String(Character($0)) } }
    }
    return permitted
  }

  private static func alternative(
    _ characters: [Unicode.Scalar], countsUnique: Bool, _ random: inout SeededGenerator
  ) -> PasswordRules {
    func set(_ random: inout SeededGenerator) -> PasswordRules.CharacterClass {
      let named: [PasswordRules.CharacterClass] = [
        .upper, .lower, .digit, .special, .asciiPrintable, .unicode,
      ]
      if let some = named.randomElement(using: &random), Int.random(in: 0..<3, using: &random) == 0
      {
        return some
      }
      let members = characters.filter { $0.isASCII && Bool.random(using: &random) }
      let some = PasswordRules.CharacterClass(CodePointSet(ascii: members.map { UInt8($0.value) }))
      return Int.random(in: 0..<4, using: &random) == 0
        ? PasswordRules.CharacterClass.unicode.excluding(some) : some
    }
    func isThere(_ random: inout SeededGenerator) -> Bool {
      Int.random(in: 0..<4, using: &random) == 0
    }
    func number(_ range: ClosedRange<Int>, _ random: inout SeededGenerator) -> Int {
      Int.random(in: range, using: &random)
    }
    var rules: [PasswordRules.Rule] = []
    for _ in 0..<number(0...3, &random) { rules.append(.required(set(&random))) }
    if number(0...1, &random) == 0 { rules.append(.allowed(.unicode)) }
    if isThere(&random) { rules.append(.allowed(set(&random))) }
    if isThere(&random) { rules.append(.minLength(number(1...4, &random))) }
    if isThere(&random) { rules.append(.maxLength(number(2...6, &random))) }
    if isThere(&random) { rules.append(.maxConsecutive(number(1...3, &random))) }
    if isThere(&random) { rules.append(.maxRepeating(number(1...3, &random))) }
    if isThere(&random), !countsUnique { rules.append(.maxSequential(number(1...3, &random))) }
    if isThere(&random) {
      rules.append(
        .minClasses(number(1...3, &random), of: Bool.random(using: &random) ? .ascii : .unicode))
    }
    for _ in 0..<(isThere(&random) ? number(1...2, &random) : 0) {
      rules.append(.atLeast(number(1...3, &random), set(&random)))
    }
    for _ in 0..<(isThere(&random) ? number(1...2, &random) : 0) {
      let numbers = [number(0...2, &random), number(2...4, &random)]
      let characters = set(&random)
      let some: [PasswordRules.Rule] = [
        .atMost(numbers[0], characters), .between(numbers[0]...numbers[1], characters),
        .exactly(numbers[0], characters),
      ]
      rules += [some.randomElement(using: &random)].compactMap(\.self)
    }
    if isThere(&random) { rules.append(.maxClassRun(number(1...3, &random))) }
    if isThere(&random) {
      for kind in PasswordRules.Rule.CharacterKind.allCases where Bool.random(using: &random) {
        rules.append(.maxRunOf(number(0...3, &random), kind))
      }
    }
    func end(_ random: inout SeededGenerator) -> PasswordRules.CharacterClass {
      let set = set(&random)
      return set.isEmpty ? .lower : set
    }
    if isThere(&random) { rules.append(.first(end(&random))) }
    for _ in 0..<(isThere(&random) ? number(1...2, &random) : 0) {
      rules.append(.last(end(&random)))
    }
    if countsUnique, Bool.random(using: &random) {
      rules.append(.minUnique(number(1...5, &random)))
    }
    return PasswordRules(rules)
  }
}
