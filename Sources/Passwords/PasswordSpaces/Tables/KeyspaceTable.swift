import Diagnostics
import PasswordPolicies

/// A table of keyspaces: column names, and rows of cells.
///
/// Counts are whole decimal numbers, bits have six decimals, shares six significant digits;
/// undefined cells are empty. Cells with text from outside are marked, so that the writer can
/// neutralise them.
package enum KeyspaceTable: String, Hashable, Sendable, CaseIterable {
  /// One row for each policy.
  case policy
  /// One row for each policy and length.
  case keyspace
  /// One row for each policy, length and rule.
  case ruleCost = "rule-cost"

  /// The name of the table's file.
  package var fileName: String {
    switch self {
    case .policy: "policy.csv"
    case .keyspace: "keyspace.csv"
    case .ruleCost: "rule_cost.csv"
    }
  }

  /// A cell.
  package enum Cell: Hashable, Sendable {
    /// A number, or a fixed word.
    case plain(String)
    /// Text from outside.
    case text(String)
  }

  /// The names of the columns.
  package var columns: [String] {
    switch self {
    case .policy:
      [
        "policy", "rules", "alphabet", "obligations", "obligations_effective", "max_run",
        "min_length", "max_length", "lower_from", "upper_from", "floor_bits", "floor_length",
        "bits_per_char",
      ] + PolicyKeyspace.referenceLengths.map { "bits_\($0)" } + [
        "total_bits", "lost_ascii_floor", "costliest_rule", "impossible", "uncounted", "caveats",
        "counted_on",
      ]
    case .keyspace:
      [
        "policy", "length", "count", "bits", "cumulative_count", "cumulative_bits",
        "share_ascii", "lost_ascii", "lost_unicode", "lost_own_alphabet",
      ]
    case .ruleCost:
      [
        "policy", "length", "rule", "kind", "alone_bits", "last_bits", "shapley_bits",
        "delete_line_bits", "implied",
      ]
    }
  }

  /// The rows of one policy; for ``ruleCost``, one row for each rule and length in `costs`.
  package func rows(_ keyspace: PolicyKeyspace, costs: [RuleCosts] = []) -> [[Cell]] {
    switch self {
    case .policy: [Self.policyRow(keyspace)]
    case .keyspace: keyspace.rows.map { Self.lengthRow($0, keyspace.policy.name) }
    case .ruleCost:
      costs.flatMap { costs in
        costs.rules.map { Self.ruleRow($0, costs.length, keyspace.policy.name) }
      }
    }
  }

  private static func policyRow(_ keyspace: PolicyKeyspace) -> [Cell] {
    let bounds = keyspace.policy.lengthBounds
    let floor = keyspace.floor
    let referenceBits = keyspace.referenceBits.map { Cell.plain(Numbers.bits($0)) }
    let identity: [Cell] = [
      .text(keyspace.policy.name), .text(keyspace.policy.line()), .plain(keyspace.alphabetSize),
      .plain(keyspace.obligations.all), .plain(keyspace.obligations.effective),
      .plain(keyspace.maxRun), .plain(bounds.minimum), .plain(bounds.maximum),
      .plain(keyspace.range.lowerFrom.rawValue), .plain(keyspace.range.upperFrom.rawValue),
    ]
    let numbers: [Cell] =
      [
        .plain(Numbers.bits(floor?.bits)), .plain(floor?.length),
        .plain(Numbers.bits(keyspace.bitsPerCharacter)),
      ] + referenceBits + [
        .plain(Numbers.bits(keyspace.total.bits)), .plain(Numbers.bits(floor?.lostFromASCII)),
      ]
    let remarks: [Cell] = [
      .plain(keyspace.floorCosts?.costliest?.rule.text ?? ""),
      .plain(keyspace.impossible == nil ? "0" : "1"),
      .plain(keyspace.uncounted.map(\.text).joined(separator: " ")),
      .plain(keyspace.caveats.letters), .plain(keyspace.alphabet.rawValue),
    ]
    return identity + numbers + remarks
  }

  private static func lengthRow(_ row: PolicyKeyspace.Row, _ name: String) -> [Cell] {
    [
      .text(name), .plain(row.length), .plain(String(row.count)), .plain(Numbers.bits(row.bits)),
      .plain(String(row.cumulative)), .plain(Numbers.bits(row.cumulativeBits)),
      .plain(Numbers.share(row.count, of: row.baselines.ascii)),
      .plain(Numbers.bits(row.lostFromASCII)),
      .plain(Numbers.bits(row.lostFromUnicode)), .plain(Numbers.bits(row.lostFromOwnAlphabet)),
    ]
  }

  private static func ruleRow(_ cost: RuleCost, _ length: Int, _ name: String) -> [Cell] {
    [
      .text(name), .plain(length), .plain(cost.rule.text), .plain(cost.rule.name),
      .plain(Numbers.bits(cost.alone)), .plain(Numbers.bits(cost.last)),
      .plain(Numbers.bits(cost.shapley)), .plain(Numbers.bits(cost.deleteLine)),
      .plain(cost.isImplied ? "1" : "0"),
    ]
  }
}

extension KeyspaceTable.Cell {
  fileprivate static func plain(_ number: Int?) -> Self { .plain(number.map(String.init) ?? "") }
}
