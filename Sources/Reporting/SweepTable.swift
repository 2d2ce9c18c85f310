import Diagnostics
import Metrics
package import Overview
import PasswordSpaces

extension SweepReport {
  /// The columns' names; `min_score` stands before `blocklist` if the grid varies it.
  package static let header = header(hasScores: false)

  private static func header(hasScores: Bool) -> String {
    "dataset,weights,minlength,classes,max_repeating,\(hasScores ? "min_score," : "")blocklist,"
      + "accepted,refused_share,distinct_accepted,"
      + "floor_bits,held_out_10,held_out_1000,median_guesses_log10,median_by,pareto,caveats,policy,rules"
  }

  /// The grid as a CSV table: a row for each cell, then the policies outside the grid, in the
  /// format of ``DetailTable``.
  package func serialized() -> [UInt8] {
    let hasScores = rows.contains { $0.cell.place?.sheet.minScore != nil }
    var lines = [Self.header(hasScores: hasScores)]
    for row in rows {
      let (cell, found) = (row.cell, row.found)
      func setting(_ text: (Place) -> String) -> String { cell.place.map(text) ?? "" }
      var settings: [String] = [csvCell(dataset), weights.rawValue]
      settings.append(setting { String($0.minLength) })
      settings.append(setting { String($0.classes) })
      settings.append(setting { $0.sheet.maxRepeating.map { String($0) } ?? "none" })
      if hasScores { settings.append(setting { String($0.sheet.minScore ?? 0) }) }
      settings.append(setting { csvCell($0.sheet.blocklist?.name ?? "none") })
      let numbers = [
        String(found.metrics.total), row.refused.map(sixDigits) ?? "",
        String(found.metrics.distinct), Numbers.bits(cell.floorBits),
        row.share(after: 10).map(sixDigits) ?? "",
        row.share(after: 1000).map(sixDigits) ?? "", row.median ?? "",
        row.median == nil ? "" : found.estimate?.rawValue ?? "",
        row.isBest ? "1" : "0", found.caveats.letters,
        csvCell(cell.name), csvCell(cell.rules),
      ]
      lines.append((settings + numbers).joined(separator: ","))
    }
    return tableBytes(lines)
  }
}
