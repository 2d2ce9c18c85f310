import Diagnostics
import Metrics
import PasswordSpaces

extension SweepReport {
  /// The columns' names; `min_score` stands before `blocklist` if the grid varies it.
  package static let header = header(hasScores: false)

  fileprivate static func settings(hasScores: Bool) -> String {
    "dataset,weights,minlength,classes,max_repeating,\(hasScores ? "min_score," : "")blocklist,"
  }

  private static func header(hasScores: Bool) -> String {
    settings(hasScores: hasScores) + "accepted,refused_share,distinct_accepted,"
      + "floor_bits,held_out_10,held_out_1000,found_in_day,found_in_day_by,found_in_day_error,"
      + "median_guesses_log10,median_by,ranked_by,pareto,caveats,policy,rules"
  }

  /// The grid as a CSV table: a row for each cell, then the policies outside the grid, in the
  /// format of ``DetailTable``.
  package func serialized() -> [UInt8] {
    let hasScores = rows.contains { $0.cell.place?.sheet.minScore != nil }
    var lines = [Self.header(hasScores: hasScores)]
    for row in rows {
      let (cell, found) = (row.cell, row.found)
      let settings = [csvCell(dataset), weights.rawValue] + cell.settings(hasScores: hasScores)
      let numbers = [
        String(found.metrics.total), row.refused.map(sixDigits) ?? "",
        String(found.metrics.distinct), Numbers.bits(cell.floorBits),
        row.share(after: 10).map(sixDigits) ?? "",
        row.share(after: 1000).map(sixDigits) ?? "",
        row.foundInDay.map(sixDigits) ?? "",
        row.foundInDay == nil ? "" : found.estimate?.label ?? "",
        row.foundInDay == nil ? "" : errors?.words(for: cell) ?? "", row.median ?? "",
        row.median == nil ? "" : found.estimate?.label ?? "",
        isCompared(row) ? measure.rawValue : "", row.isBest ? "1" : "0", found.caveats.letters,
        csvCell(cell.name), csvCell(cell.rules),
      ]
      lines.append((settings + numbers).joined(separator: ","))
    }
    return tableBytes(lines)
  }
}

extension SweepReport.GridCell {
  /// The cells of its place in the grid; empty beside it.
  fileprivate func settings(hasScores: Bool) -> [String] {
    func setting(_ text: (SweepReport.Place) -> String) -> String { place.map(text) ?? "" }
    return [
      setting { String($0.minLength) }, setting { String($0.classes) },
      setting { $0.sheet.maxRepeating.map { String($0) } ?? "none" },
    ] + (hasScores ? [setting { String($0.sheet.minScore ?? 0) }] : [])
      + [setting { csvCell($0.sheet.blocklist?.name ?? "none") }]
  }
}

extension FoldedSweep {
  /// The grid as a CSV table like that of ``SweepReport``, with two columns for each number.
  package func serialized() -> [UInt8] {
    let hasScores = rows.contains { $0.cell.place?.sheet.minScore != nil }
    let names = [
      "accepted", "refused_share", "distinct_accepted", "lambda_10", "lambda_1000", "held_out_10",
      "held_out_1000", "found_in_day",
    ].flatMap { ["\($0)_least", "\($0)_most"] }
    var lines = [
      SweepReport.settings(hasScores: hasScores)
        + (names + [
          "found_in_day_by", "found_in_day_error", "floor_bits", "ranked_by", "pareto", "policy",
          "rules",
        ]).joined(separator: ",")
    ]
    func shares(_ part: Part?) -> [String] {
      part.map { [sixDigits($0.share), sixDigits($0.mostShare)] } ?? ["", ""]
    }
    func counts(_ ends: ClosedRange<UInt64>) -> [String] {
      ["\(ends.lowerBound)", "\(ends.upperBound)"]
    }
    for row in rows {
      let (cell, bounds) = (row.cell, row.bounds)
      var cells = [csvCell(dataset), guessing.weights.rawValue]
      cells += cell.settings(hasScores: hasScores)
      cells += counts(bounds.accepted) + shares(row.refused) + counts(bounds.distinct)
      for guesses in [10, 1000] as [UInt64] {
        cells +=
          bounds.success(after: guesses).map {
            [sixDigits($0.least.value), sixDigits($0.most.value)]
          } ?? ["", ""]
      }
      cells += shares(row.found(by: 10)) + shares(row.found(by: 1000)) + shares(row.foundInDay)
      cells +=
        (row.foundInDay == nil
          ? ["", ""] : [guessing.estimate?.label ?? "", errors?.words(for: cell) ?? ""])
      cells += [
        Numbers.bits(cell.floorBits), row.isCompared ? measure.rawValue : "",
        row.isBest ? "1" : "0", csvCell(cell.name), csvCell(cell.rules),
      ]
      lines.append(cells.joined(separator: ","))
    }
    return tableBytes(lines)
  }
}
