package import Overview

/// Several reports joined into one tidy table: a row for every row in any of them.
///
///     policy,metric,bucket,unit,count_2023,count_2024,count_2025,share_2023,share_2024,share_2025
///
/// The first four columns are those of `audit.csv`; the cells of a missing row are empty. Column
/// names end with the reports' labels.
package struct TrendTable {
  private let trend: Trend

  /// Joins reports.
  package init(_ trend: Trend) { self.trend = trend }

  /// The table's bytes: rows in the order of the first report, then rows that only later ones have.
  package func serialized() -> [UInt8] {
    let names =
      trend.labels.map { "count_\($0)" } + trend.labels.map { "share_\($0)" }
    var lines = [
      (["policy", "metric", "bucket", "unit"] + names.map(csvCell)).joined(separator: ",")
    ]
    // A policy with other names in some reports appears under its first one.
    let policies = trend.policies.map { block in
      (cell: block.found.compactMap { $0?.cell }.first ?? "", cells: block.found.map { $0?.cell })
    }
    func cell(of policy: String, in side: Int) -> String? {
      policy.isEmpty ? "" : policies.first { $0.cell == policy }.flatMap { $0.cells[side] }
    }
    func firstCell(of policy: String, in side: Int) -> String {
      policies.first { $0.cells[side] == policy }?.cell ?? policy
    }
    let sides = trend.sides.map(\.rows)
    let keys = sides.enumerated().flatMap { number, rows in
      rows.map { row in
        var key = row.key
        if !key.policy.isEmpty { key.policy = firstCell(of: key.policy, in: number) }
        return key
      }
    }.uniqued()
    let known = sides.map { rows in
      Dictionary(rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }
    for key in keys {
      let rows = known.enumerated().map { number, rows in
        cell(of: key.policy, in: number).flatMap { cell in
          var key = key
          key.policy = cell
          return rows[key]
        }
      }
      // Anybody may have written these tables.
      let cells = [key.policy, key.metric, key.bucket, key.unit].map(csvCell)
      let counts = rows.map { $0.map { String($0.count) } ?? "" }
      let shares = rows.map { $0?.millionths.map(sixDecimals) ?? "" }
      lines.append((cells + counts + shares).joined(separator: ","))
    }
    return tableBytes(lines)
  }
}

/// Millionths as a share with six decimals.
func sixDecimals(_ millionths: Int) -> String {
  let text = String(millionths % 1_000_000)
  return "\(millionths / 1_000_000)." + String(repeating: "0", count: max(0, 6 - text.count)) + text
}
