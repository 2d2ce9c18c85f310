import Diagnostics
import Findings
import Keyspaces
import PasswordRules

/// One policy with all that a report knows of it.
struct PolicyOverview: Sendable {
  /// As its section or file is called.
  let name: String
  /// Its canonical text.
  let text: String
  /// Where it came from: a file's name, or `built in`.
  let source: String
  /// Entries that break no rule.
  let compliant: Part
  /// Its rules in the order of the policy's text, with what they refuse.
  let rules: [RuleRow]
  /// The pairs of rules that most entries break both of, the commonest first; at most three, none
  /// that nothing breaks.
  let topPairs: [Pair]
  /// Entries by how many rules they break, from 0 on.
  let broken: [Part]
  /// Entries that comply; nil where none does.
  let survivors: Survivors?
  /// The sets of rules that entries break, the commonest first; those that are told one by one.
  let sets: [ViolationSet]
  /// Entries of all other sets.
  let otherSets: UInt64
  /// What it refuses of easy and of hard passwords; nil without scores.
  let trade: PolicyTrade?
  /// The least length that any alternative permits; nil where none states one.
  let minLength: Int?
  /// The policy itself.
  let policy: Policy
  /// Its keyspace; nil where that was not asked for or could not be counted.
  let space: PolicySpace?
  /// What it takes to guess the passwords that comply; nil unless distinct ones were counted.
  let guessing: PolicyGuessing?

  /// One rule and what it refuses.
  struct RuleRow: Hashable, Sendable {
    /// The rule's id, as tables name it.
    let id: String
    /// The rule as the policy states it.
    let text: String
    /// The rule in a word or two: `length`.
    let brief: String
    /// The rule in words: `at least 8 characters`.
    let words: String
    /// Entries that break it.
    let any: Part
    /// Entries that break it and no other.
    let only: Part

    /// The rule as the policy states it, after its id where there are alternatives or several of a
    /// kind.
    var label: String {
      let isIndexed = id.contains { $0 == "[" || $0 == "." }
      return escaped(isIndexed ? "\(id)  \(text)" : text)
    }
  }

  /// Two rules that entries break both of.
  struct Pair: Hashable, Sendable {
    /// Both rules as the policy states them: `minlength: 8 with required: digit`.
    let texts: String
    /// Entries that break both.
    let part: Part
  }

  /// The entries that comply.
  struct Survivors: Sendable {
    /// The length that half of them do not exceed.
    let medianLength: Int
    /// How long they are.
    let lengths: [UInt64]
    /// How strong they are; nil where that was not judged.
    let strength: StrengthOverview?
    /// Those that some blocklist holds; nil without blocklists.
    let listed: Part?
  }

  init(
    _ manifest: Manifest.Policy, _ found: PolicyFindings, of findings: Findings,
    all: StrengthOverview?, space: PolicySpace?, guessing: PolicyGuessing?
  ) {
    let entries = findings.entries
    name = found.name
    text = manifest.rules
    source = manifest.source
    compliant = Part(found.compliant, of: entries)
    let (any, only) = (found.violation, found.violationOnly)
    rules = found.rules.indices.map { rule in
      RuleRow(
        id: found.rules[rule].id, text: found.rules[rule].text, brief: found.rules[rule].brief,
        words: found.rules[rule].words, any: Part(any[rule], of: entries),
        only: Part(only[rule], of: entries))
    }
    topPairs = found.violationPairs.sorted { $0.count > $1.count }.prefix(3)
      .filter { $0.count > 0 }.map { pair in
        Pair(
          texts: "\(found.rules[pair.first].text) with \(found.rules[pair.second].text)",
          part: Part(pair.count, of: entries))
      }
    broken = found.violationsPerEntry.map { Part($0, of: entries) }
    survivors =
      found.compliant == 0
      ? nil
      : Survivors(
        medianLength: LengthOverview.median(found.survivorLengths), lengths: found.survivorLengths,
        strength: StrengthOverview(
          found.survivorStrength, of: found.compliant, attacks: findings.attacks,
          budgets: findings.guessBudgets),
        listed: findings.listNames.isEmpty
          ? nil : Part(found.compliant &- found.survivorsUnlisted, of: found.compliant))
    (sets, otherSets) = found.violationSets.told(of: entries)
    trade = PolicyTrade(all: all, compliant: survivors?.strength?.scores ?? [])
    let lengths = found.policy.alternatives.map { $0.rules.minLength }
    minLength = lengths.contains(nil) ? nil : lengths.compactMap(\.self).min()
    policy = found.policy
    self.space = space
    self.guessing = guessing
  }

  /// The rule that refuses most, the first of equals; nil where nothing is refused.
  var topRule: RuleRow? {
    rules.max { $0.any.count < $1.any.count }.flatMap { $0.any.count == 0 ? nil : $0 }
  }

  /// Letters of what to bear in mind with its space and with guessing.
  var caveatLetters: String {
    ((space?.keyspace.caveats ?? []) + (guessing?.caveats ?? [])).letters
  }
}

extension PolicyOverview {
  /// The rule that a cost is of, in words.
  func words(of cost: RuleCost) -> String {
    rules.first { $0.id == cost.rule }?.words ?? (cost.text.isEmpty ? cost.rule : cost.text)
  }

  /// Bits of the shortest random strings that it permits; nil where those are not known.
  var floorBits: Double? { space?.keyspace.floor?.bits }
}
