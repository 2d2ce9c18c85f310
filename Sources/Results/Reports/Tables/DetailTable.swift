import Metrics
import PasswordPolicies
import PasswordSpaces

/// The tables beside `audit.csv`: the rules that its buckets name, the policies' effects on the
/// space of passwords, and metrics of guessing human passwords.
///
/// UTF-8, LF, a header; counts are whole numbers, bits have six decimals, shares six significant
/// digits; undefined cells are empty. Names are made harmless as in ``HistogramTable``.
package enum DetailTable: String, Hashable, Sendable, CaseIterable {
  /// A row for each policy and rule: the rule's text, by the id that is a bucket of `audit.csv`.
  case rules
  /// A row for each policy: the keyspace.
  case policy
  /// A row for each policy and length.
  case keyspace
  /// A row for each policy, length and rule.
  case ruleCost = "rule_cost"
  /// A row for all passwords and for each policy: metrics of guessing.
  case empirical
  /// A row for each policy, attacker and number of guesses.
  case curve
  /// A row for each policy and number of occurrences; parts without common passwords add up.
  case spectrum
  /// A row for each policy and assumption on what the refused do: metrics of guessing.
  case behaviour
  /// A row for each metric, assumption and policy: its rank.
  case ranking
  /// A row for each pair of policies and number of guesses: when their order turns.
  case flips
  /// A hashcat mask on each line, the one that finds most passwords first, without those whose
  /// passwords all named policies refuse; no table, so no header.
  case shapes

  /// The name of its file.
  package var fileName: String { self == .shapes ? "shapes.hcmask" : "\(rawValue).csv" }

  /// The table's bytes; nil if the report lacks its data.
  package func serialized(_ report: Report) -> [UInt8]? {
    switch self {
    case .rules: Self.rules(report)
    case .policy: report.space.map { Self.serialized(.policy, $0) }
    case .keyspace: report.space.map { Self.serialized(.keyspace, $0) }
    case .ruleCost: report.space.map { Self.serialized(.ruleCost, $0) }
    case .empirical:
      report.guessed.map {
        EmpiricalTable(report.manifest, report.findings.list.lines, $0).serialized()
      }
    case .curve: report.guessing.map { Self.curves($0, dataset: report.manifest.dataset) }
    case .spectrum: report.guessing.map { Self.spectra($0, dataset: report.manifest.dataset) }
    case .behaviour: report.behaviours.map { BehaviourTable($0, report.manifest.dataset).rows }
    case .ranking: report.behaviours.map { BehaviourTable($0, report.manifest.dataset).ranks }
    case .flips: report.behaviours.map { BehaviourTable($0, report.manifest.dataset).flips }
    case .shapes: report.findings.masks.map(tableBytes)
    }
  }

  private static func rules(_ report: Report) -> [UInt8] {
    var bytes = tableBytes(["dataset,policy,rule,text"])
    // Cell by cell, since hundreds of policies have thousands of rules.
    let comma = UInt8(ascii: ",")
    for policy in report.findings.policies {
      let prefix = Array("\(csvCell(report.manifest.dataset)),\(csvCell(policy.name)),".utf8)
      for rule in policy.rules {
        bytes += prefix
        bytes.appendCSVCell(rule.id.text)
        bytes.append(comma)
        bytes.appendCSVCell(rule.text)
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    return bytes
  }

  private static func serialized(_ table: KeyspaceTable, _ spaces: [PolicySpace]) -> [UInt8] {
    var lines = [table.columns.joined(separator: ",")]
    for space in spaces {
      lines += table.rows(space.keyspace, costs: space.costs).map { row in
        row.map(\.csv).joined(separator: ",")
      }
    }
    return tableBytes(lines)
  }

  private static func curves(_ guessing: GuessingFindings, dataset: String) -> [UInt8] {
    var lines = ["dataset,policy,attacker,guesses,cracked,cracked_share"]
    for (policy, prefix) in rows(guessing, dataset) {
      for curve in policy.curves {
        lines += curve.points.map {
          "\(prefix)\(curve.attacker.name),\($0.guesses),\($0.cracked),\(sixDigits($0.share))"
        }
      }
    }
    return tableBytes(lines)
  }

  /// The number of distinct passwords by their occurrences; `empirical.csv` and the manifest state
  /// the meaning of repetition.
  private static func spectra(_ guessing: GuessingFindings, dataset: String) -> [UInt8] {
    var bytes = tableBytes(["dataset,policy,count,passwords"])
    // Row by row, since there may be millions.
    for (policy, prefix) in rows(guessing, dataset) {
      for level in policy.spectrum.levels {
        bytes += "\(prefix)\(level.occurrences),\(level.passwords)\n".utf8
      }
    }
    return bytes
  }

  /// The whole list and each policy, with the first cells of their rows.
  static func rows(
    _ guessing: GuessingFindings, _ dataset: String
  ) -> [(PolicyGuessing, prefix: String)] {
    ([guessing.whole] + guessing.policies).map {
      ($0, "\(csvCell(dataset)),\(csvCell($0.policy ?? "")),")
    }
  }
}
