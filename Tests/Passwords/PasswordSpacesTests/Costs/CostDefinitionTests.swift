import Diagnostics
import Foundation
import PasswordPolicies
import PasswordSpaces
import Passwords
import TestSupport
import Testing

/// The costs of rules by their definitions, with every string over a few characters tried.
@Suite struct CostDefinitionTests {
  /// A rule or an alphabet that can be left out.
  private struct Player {
    let id: String
    let alternative: Int
    /// The id of the rule in its alternative alone; nil for the alphabet.
    let rule: String?
  }

  /// The strings of one length, and the ids of the rules that each breaks, by alternative.
  private struct Strings {
    let players: [Player]
    private let strings: [String]
    private let broken: [[Set<String>]]

    init(_ policy: Policy, _ characters: [Unicode.Scalar], length: Int) throws {
      var strings = [""]
      for _ in 0..<length {
        strings = strings.flatMap { start in characters.map { start + String($0) } }
      }
      var players: [Player] = []
      var broken: [[Set<String>]] = []
      for (index, alternative) in policy.alternatives.enumerated() {
        let alone = Policy(
          name: "", alternatives: [alternative], location: Location(file: ""),
          maxConsecutive: policy.maxConsecutive)
        let schema = try Schema(for: alone.demand)
        let (profiler, matcher) = (Profiler(schema), try PolicyMatcher(alone, schema: schema))
        broken.append(
          strings.map { string in
            let verdict = matcher.verdict(on: profiler.profile(of: string.utf8.span))
            return Set(verdict.indices.map { matcher.ruleIDs[$0].text })
          })
        let (least, most) = (alternative.minLength ?? 0, alternative.maxLength ?? .max)
        guard least <= length, length <= most else { continue }
        let prefix = policy.alternatives.count > 1 ? "or[\(index)]." : ""
        players.append(Player(id: prefix + "alphabet", alternative: index, rule: nil))
        let ids = alone.ruleIDs.map(\.text)
        for id in ids where !["minlength", "maxlength", "allowed"].contains(id) {
          players.append(Player(id: prefix + id, alternative: index, rule: id))
        }
      }
      (self.players, self.strings, self.broken) = (players, strings, broken)
    }

    /// The number of strings that meet an alternative if only these players' rules count.
    func count(_ playing: Set<Int>) -> Int {
      let alternatives = Set(players.map(\.alternative))
      return strings.indices.count { place in
        alternatives.contains { alternative in
          let own = players.indices.filter { players[$0].alternative == alternative }
          let rules = own.filter(playing.contains).map { players[$0].rule ?? "allowed" }
          let isASCII = strings[place].utf8.allSatisfy { 0x20...0x7E ~= $0 }
          return broken[alternative][place].isDisjoint(with: rules)
            && (rules.contains("allowed") || isASCII)
        }
      }
    }
  }

  private func lost(_ from: Int, _ to: Int) -> Double? {
    from == 0 || to == 0 ? nil : log2(Double(from)) - log2(Double(to))
  }

  /// The average over all orders of what a player adds; nil if a selection leaves no string.
  private func shapley(_ player: Int, of number: Int, _ count: (Set<Int>) -> Int) -> Double? {
    var (sum, orders) = (0.0, 0)
    func walk(_ before: Set<Int>, _ value: Double?) -> Bool {
      if before.count == number {
        guard let value else { return false }
        (sum, orders) = (sum + value, orders + 1)
        return true
      }
      for next in 0..<number where !before.contains(next) {
        let with = before.union([next])
        let added = next == player ? lost(count(before), count(with)) : value
        if next == player, added == nil { return false }
        if !walk(with, added) { return false }
      }
      return true
    }
    return walk([], nil) ? sum / Double(orders) : nil
  }

  private func without(_ rule: String, in alternative: PasswordRules) -> PasswordRules? {
    alternative.replacing(RuleID(rule), with: nil)
  }

  private func check(
    _ policy: Policy, _ characters: [Unicode.Scalar], length: Int, _ comment: Comment
  ) throws {
    let strings = try Strings(policy, characters, length: length)
    let players = strings.players
    var known: [Set<Int>: Int] = [:]
    func count(_ playing: Set<Int>) -> Int {
      if let count = known[playing] { return count }
      let made = strings.count(playing)
      known[playing] = made
      return made
    }
    let everyone = Set(players.indices)
    let base = Int(pow(Double(characters.count(where: \.isASCII)), Double(length)))
    var counter = KeyspaceCounter(Repertoire(characters))
    let costs = try RuleCosts(policy, length: length, &counter)
    try #require(costs.rules.map(\.rule.text) == players.map(\.id), comment)
    try #require(agree(costs.lost, lost(base, count(everyone))), comment)
    for (index, cost) in costs.rules.enumerated() {
      let others = everyone.subtracting([index])
      let place: Comment = "\(comment), \(cost.rule)"
      try #require(agree(cost.alone, lost(base, count([index]))), place)
      try #require(agree(cost.last, lost(count(others), count(everyone))), place)
      try #require(cost.isImplied == (count(others) == count(everyone)), place)
      if players.count <= 5 {
        try #require(agree(cost.shapley, shapley(index, of: players.count, count)), place)
      }
      let player = players[index]
      var alternatives = policy.alternatives
      let changed = without(player.rule ?? "allowed", in: alternatives[player.alternative])
      if let changed {
        alternatives[player.alternative] = changed
        let left = Policy(
          name: "", alternatives: alternatives, location: Location(file: ""),
          maxConsecutive: policy.maxConsecutive)
        let all = try Strings(left, characters, length: length)
        let most = all.count(Set(all.players.indices))
        try #require(agree(cost.deleteLine, lost(most, count(everyone))), place)
      } else {
        try #require(cost.deleteLine == nil, place)
      }
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(12, of: 200))
  func `the costs of random policies agree with their definitions`(seed: UInt64) throws {
    let space = try TinySpace(seed: seed)
    for length in 1...3 {
      try check(space.policy, space.characters, length: length, "seed \(seed), length \(length)")
    }
  }

  /// Two rules of a kind, rules that share their number or their class, and empty classes.
  @Test(arguments: [
    "at-least: 2 [Aab]; at-least: 2 [b1];", "at-least: 2 [b1]; at-least: 2 [Aab];",
    "at-least: 2 [ab]; at-least: 2 [1A];", "at-least: 2 [1A]; at-least: 2 [ab];",
    "at-least: 1 [ab]; at-least: 2 [ab];", "at-least: 2 [ab]; at-least: 2 [ab];",
    "required: [a]; required: [1A]; allowed: [ab];", "required: []; required: [1]; required: [A];",
    "required: [1]; required: []; required: [ab]; allowed: unicode;",
    "min-classes: 2; max-class-run: 2; max-repeating: 2;",
    "max-consecutive: 1; max-repeating: 2; max-sequential: 1;",
    "at-least: 2 [ab];\nor\nat-least: 2 [1A]; required: [b];",
    "required: [a]; maxlength: 2;\nor\nrequired: [b]; minlength: 3;\nor\nminlength: 5;",
    "required: [1]; min-classes: 2;\nor\nmin-classes: 3;",
  ])
  func `the costs of rules that resemble each other agree with their definitions`(
    rules: String
  ) throws {
    let characters = Array("ab1A".unicodeScalars).sorted()
    let policy = policy(rules)
    for length in 1...3 { try check(policy, characters, length: length, "\(rules) at \(length)") }
  }

  /// Alphabet and rules together: averages up to 12, or 7 if characters must be counted.
  @Test(arguments: [(11, 1, true), (12, 1, false), (6, 2, true), (7, 2, false)])
  func `rules are averaged up to a number of them`(
    rules: Int, least: Int, areAveraged: Bool
  ) throws {
    let text = (0..<rules - 1).map { "required: [\($0)]; " }.joined()
    var counter = KeyspaceCounter()
    let costs = try RuleCosts(
      policy("\(text)at-least: \(least) upper; allowed: lower, upper;"), length: 14, &counter)
    #expect(costs.rules.count == rules + 1)
    #expect(costs.rules.allSatisfy { ($0.shapley != nil) == areAveraged })
    #expect(costs.rules.allSatisfy { $0.last != nil })
    // Without averages, the last bits tell which rule costs most.
    let most = costs.rules.max { ($0.shapley ?? $0.last ?? 0) < ($1.shapley ?? $1.last ?? 0) }
    #expect(costs.costliest?.rule == most?.rule)
  }

  @Test func `62 rules are weighed, 63 are not, and 62 are kept apart`() throws {
    var counter = KeyspaceCounter()
    for (rules, isWeighed) in [(61, true), (62, false)] {
      let text = String(repeating: "required: digit; ", count: rules)
      let costs = try RuleCosts(policy(text), length: 1, &counter)
      #expect(costs.rules.count == rules + 1)
      #expect(costs.rules.allSatisfy { ($0.last != nil) == isWeighed })
      #expect(agree(costs.lost, log2(95.0 / 10)))
    }
  }

  @Test func `the costliest rule is the first of the costliest, and none if none costs`() throws {
    var counter = KeyspaceCounter()
    func costliest(_ rules: String) throws -> String? {
      try RuleCosts(policy(rules), length: 4, &counter).costliest?.rule.text
    }
    #expect(try costliest("") == nil)
    #expect(try costliest("max-repeating: 4;") == nil)
    #expect(try costliest("required: digit; allowed: ascii-printable;") == "required[0]")
    #expect(
      try costliest("required: lower; required: [x]; allowed: ascii-printable;") == "required[1]")
    #expect(
      try costliest("required: [x]; required: lower; allowed: ascii-printable;") == "required[0]")
    #expect(try costliest("required: digit;") == "alphabet")
  }
}
