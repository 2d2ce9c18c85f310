import Findings
package import Keyspaces
import PasswordRules

/// A table of its own beside `audit.csv`: the rules that its buckets name, what a policy does to the
/// space of passwords, and what it takes to guess those that people chose.
///
/// UTF-8, LF, a header; counts are whole numbers, bits have six decimals, shares six significant
/// digits; what is not defined is empty. Names are made harmless as in ``HistogramTable``.
package enum DetailTable: String, Hashable, Sendable, CaseIterable {
  /// A row a policy and rule: the rule's text, by the id that `audit.csv` has as a bucket.
  case rules
  /// A row a policy: the keyspace.
  case policy
  /// A row a policy and length.
  case keyspace
  /// A row a policy, length and rule.
  case ruleCost = "rule_cost"
  /// A row a policy and one without: metrics of guessing.
  case empirical
  /// A row a policy, attacker and number of guesses.
  case curve
  /// A row a policy and number of occurrences: adds up over parts that share no password.
  case spectrum
  /// A mask of hashcat a line, the one that finds most passwords first; no table, so without a header.
  case shapes

  /// The name of the file that it goes to.
  package var fileName: String { self == .shapes ? "shapes.hcmask" : "\(rawValue).csv" }

  /// The table's bytes; nil where the report knows nothing of it.
  package func serialized(_ report: Report) -> [UInt8]? {
    switch self {
    case .rules: Self.rules(report)
    case .policy: report.space.map { Self.serialized(.policy, $0) }
    case .keyspace: report.space.map { Self.serialized(.keyspace, $0) }
    case .ruleCost: report.space.map { Self.serialized(.ruleCost, $0) }
    case .empirical:
      report.guessing.map { EmpiricalTable(report.manifest, $0).serialized() }
    case .curve: report.guessing.map { Self.curves($0, dataset: report.manifest.dataset) }
    case .spectrum: report.guessing.map { Self.spectra($0, dataset: report.manifest.dataset) }
    case .shapes: report.findings.list.masks.map(Self.bytes)
    }
  }

  private static func rules(_ report: Report) -> [UInt8] {
    var lines = ["dataset,policy,rule,text"]
    for policy in report.findings.policies {
      let prefix = "\(csvCell(report.manifest.dataset)),\(csvCell(policy.name))"
      lines += policy.rules.map { "\(prefix),\(csvCell($0.id)),\(csvCell($0.text))" }
    }
    return bytes(lines)
  }

  private static func serialized(_ table: KeyspaceTable, _ spaces: [PolicySpace]) -> [UInt8] {
    var lines = [table.columns.joined(separator: ",")]
    for space in spaces {
      lines += table.rows(space.keyspace, costs: space.costs).map { row in
        row.map(\.csv).joined(separator: ",")
      }
    }
    return bytes(lines)
  }

  private static func curves(_ guessing: GuessingFindings, dataset: String) -> [UInt8] {
    var lines = ["dataset,policy,attacker,guesses,cracked,cracked_share"]
    for (policy, prefix) in rows(guessing, dataset) {
      for curve in policy.curves {
        lines += curve.points.map {
          "\(prefix)\(curve.attacker.rawValue),\($0.guesses),\($0.cracked),\(sixDigits($0.share))"
        }
      }
    }
    return bytes(lines)
  }

  /// Tells how many distinct passwords occur so often; what it means that one occurs again is in
  /// `empirical.csv` and the manifest.
  private static func spectra(_ guessing: GuessingFindings, dataset: String) -> [UInt8] {
    var bytes = Self.bytes(["dataset,policy,count,passwords"])
    // Row by row, as there may be millions.
    for (policy, prefix) in rows(guessing, dataset) {
      for level in policy.spectrum.levels {
        bytes += "\(prefix)\(level.occurrences),\(level.passwords)\n".utf8
      }
    }
    return bytes
  }

  /// The whole and each policy, with the cells that begin its rows.
  static func rows(
    _ guessing: GuessingFindings, _ dataset: String
  ) -> [(PolicyGuessing, prefix: String)] {
    ([guessing.whole] + guessing.policies).map {
      ($0, "\(csvCell(dataset)),\(csvCell($0.policy ?? "")),")
    }
  }

  static func bytes(_ lines: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      bytes += line.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}

extension KeyspaceTable.Cell {
  /// The cell in a CSV table.
  package var csv: String {
    switch self {
    case .plain(let number): number
    case .text(let text): csvCell(text)
    }
  }
}
