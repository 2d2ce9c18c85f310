import Bytes
import Diagnostics
import PasswordPolicies
package import PasswordSpaces

/// A table of keyspaces.
package enum KeyspaceTable: String, Hashable, Sendable, CaseIterable {
  /// One row for each policy.
  case policy
  /// One row for each policy and length.
  case keyspace
  /// One row for each policy, length and rule.
  case ruleCost = "rule-cost"

  /// What is known of the table besides its rows.
  package var schema: TableSchema {
    switch self {
    case .policy: Self.policies.schema
    case .keyspace: Self.lengths.schema
    case .ruleCost: Self.costs.schema
    }
  }

  /// The rows of policies; for ``ruleCost``, one row for each rule and length in `costs`.
  package func filled(_ keyspaces: [(keyspace: PolicyKeyspace, costs: [RuleCosts])]) -> FilledTable
  {
    switch self {
    case .policy: Self.policies.filled(keyspaces.map(\.keyspace))
    case .keyspace:
      Self.lengths.filled(
        keyspaces.flatMap { keyspace, _ in
          keyspace.rows.map { (keyspace.policy.name, $0) }
        })
    case .ruleCost:
      Self.costs.filled(
        keyspaces.flatMap { keyspace, costs in
          costs.flatMap { costs in
            costs.rules.map { (keyspace.policy.name, costs.length, $0) }
          }
        })
    }
  }

  private static let source = "--space, or audit keyspace --table"

  private static let policies = Table<PolicyKeyspace>(
    "policy", "A row for each policy: how many passwords it permits.", from: source,
    identity + bits + remarks)

  private static let impossible = "if no password meets the policy"

  private static var identity: [Column<PolicyKeyspace>] {
    [
      .name("policy", "the policy") { $0.policy.name },
      .name("rules", "its rules") { $0.policy.line() },
      .count("alphabet", of: "characters", "characters that are counted") { $0.alphabetSize },
      .count("obligations", of: "characters", "characters that rules demand") {
        $0.obligations.all
      },
      .count(
        "obligations_effective", of: "characters",
        "demanded characters that other rules do not imply"
      ) {
        $0.obligations.effective
      },
      .rank("max_run", "the longest permitted run of a character", empty: "without limit") {
        $0.maxRun
      },
      .rank("min_length", "the least length that a rule sets", empty: "if none does") {
        $0.policy.lengthBounds.minimum
      },
      .rank("max_length", "the greatest length that a rule sets", empty: "if none does") {
        $0.policy.lengthBounds.maximum
      },
      .word("lower_from", "where the least counted length comes from") {
        $0.range.lowerFrom.rawValue
      },
      .word("upper_from", "where the greatest counted length comes from") {
        $0.range.upperFrom.rawValue
      },
    ]
  }

  private static var bits: [Column<PolicyKeyspace>] {
    let lengths: [Column<PolicyKeyspace>] = PolicyKeyspace.referenceLengths.enumerated().map {
      number, length in
      .bits("bits_\(length)", "bits of random passwords of \(length) characters") {
        $0.referenceBits[number]
      }
    }
    let floor: [Column<PolicyKeyspace>] = [
      .bits("floor_bits", "bits of the shortest random passwords") { $0.floor?.bits },
      .rank("floor_length", "the shortest length that is permitted") { $0.floor?.length },
      .bits("bits_per_char", "bits that a further character adds") { $0.bitsPerCharacter },
    ]
    let total: [Column<PolicyKeyspace>] = [
      .bits("total_bits", "bits of all lengths together") { $0.total.bits },
      .bits("lost_ascii_floor", "bits fewer than all printable ASCII of the shortest length") {
        $0.floor?.lostFromASCII
      },
    ]
    return floor.empty(impossible) + lengths.empty("if it permits none of this length")
      + total.empty(impossible)
  }

  private static var remarks: [Column<PolicyKeyspace>] {
    [
      .word(
        "costliest_rule", "the id of the rule that takes most there",
        empty: "if none takes any, or costs were not counted"
      ) {
        $0.floorCosts?.costliest?.rule.text
      },
      .flag("impossible", "no password meets the policy") { $0.impossible != nil },
      .word("uncounted", "the rules that are not counted", empty: "if all are") { keyspace in
        keyspace.uncounted.map(\.text).joined(separator: " ")
      },
      caveatColumn(\.caveats),
      .word("counted_on", "the alphabet: ascii, policy or unicode") { $0.alphabet.rawValue },
    ]
  }

  private static let none = "if none is permitted"

  private typealias LengthRow = (policy: String, row: PolicyKeyspace.Row)

  private static let lengths = Table<LengthRow>(
    "keyspace", "A row for each policy and length.", from: source,
    [
      .name("policy", "the policy") { $0.policy },
      .rank("length", "the length") { $0.row.length },
      Column("count", .digits(of: "passwords"), "passwords that the policy permits") {
        .digits(String($0.row.count))
      },
      .bits("bits", "count in bits", empty: none) { $0.row.bits },
      Column("cumulative_count", .digits(of: "passwords"), "permitted passwords up to this length")
      {
        .digits(String($0.row.cumulative))
      },
      .bits("cumulative_bits", "cumulative_count in bits", empty: none) {
        $0.row.cumulativeBits
      },
      Column(
        "share_ascii", .share(of: "all printable ASCII of this length"),
        "passwords that the policy permits"
      ) {
        .printed(Numbers.share($0.row.count, of: $0.row.baselines.ascii))
      },
    ] + lost.empty(none))

  private static var lost: [Column<LengthRow>] {
    [
      .bits("lost_ascii", "bits fewer than all printable ASCII") { $0.row.lostFromASCII },
      .bits("lost_unicode", "bits fewer than all of Unicode") { $0.row.lostFromUnicode },
      .bits("lost_own_alphabet", "bits fewer than all of its alphabet") {
        $0.row.lostFromOwnAlphabet
      },
    ]
  }

  private typealias CostRow = (policy: String, length: Int, cost: RuleCost)

  private static let costs = Table<CostRow>(
    "rule_cost", "A row for each policy, length and rule: what the rule takes.", from: source,
    [
      .name("policy", "the policy") { $0.policy },
      .rank("length", "the length") { $0.length },
      .word("rule", "the rule's id") { $0.cost.rule.text },
      .word("kind", "the rule's kind") { $0.cost.rule.name },
      .bits("alone_bits", "bits that it takes as the only rule", empty: none) { $0.cost.alone },
      .bits("last_bits", "bits that it takes beside all others", empty: none) { $0.cost.last },
      .bits(
        "shapley_bits", "its part of the bits that all take (Shapley)",
        empty: "\(none), or of too many rules"
      ) { $0.cost.shapley },
      .bits(
        "delete_line_bits", "bits gained by deleting its line",
        empty: "\(none), or of an alphabet that no line sets"
      ) { $0.cost.deleteLine },
      .flag("implied", "other rules imply it") { $0.cost.isImplied },
    ])
}
