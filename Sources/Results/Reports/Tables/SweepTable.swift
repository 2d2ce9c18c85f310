import Diagnostics
import Metrics
import PasswordPolicies
import PasswordSpaces

extension SweepReport {
  private typealias Column = CSVTable<Row>.Column

  /// The grid as a CSV table: a row for each cell, then the policies outside the grid, in the
  /// format of ``DetailTable``.
  ///
  /// By a folded tally a number has two columns, for its ends.
  package func serialized() -> [UInt8] {
    CSVTable(settings + numbers + ranks).serialized(rows)
  }

  /// The place of a policy in the grid, empty beside it; `min_score` and `varied` stand before
  /// `blocklist` if the grid varies scores or other rules.
  private var settings: [Column] {
    func setting(_ name: String, _ text: @escaping (Place) -> String) -> Column {
      Column(name) { $0.cell.place.map(text) }
    }
    let hasScores = rows.contains { $0.cell.place?.sheet.minScore != nil }
    let variesMore = rows.contains { $0.cell.place?.sheet.bounds.isEmpty == false }
    return [
      .name("dataset") { _ in dataset }, Column("weights") { _ in weights.rawValue },
      setting("minlength") { String($0.minLength) }, setting("classes") { String($0.classes) },
      setting("max_repeating") { $0.sheet.maxRepeating.map { String($0) } ?? "none" },
    ] + (hasScores ? [setting("min_score") { String($0.sheet.minScore ?? 0) }] : [])
      + (variesMore ? [setting("varied") { Self.varied($0.sheet) }] : [])
      + [setting("blocklist") { csvCell($0.sheet.blocklist?.name ?? "none") }]
  }

  /// The rules of a sheet that are varied.
  private static func varied(_ sheet: Sheet) -> String {
    let rules = sheet.bounds.map(\.description).joined(separator: "; ")
    return rules.isEmpty ? "none" : csvCell(rules)
  }

  private var numbers: [Column] {
    func share(_ name: String, _ share: @escaping (Row) -> ClosedRange<Double>?) -> [Column] {
      Column.ends(name, isFolded: isFolded, share, sixDigits)
    }
    var columns = Column.ends("accepted", isFolded: isFolded, { $0.found.accepted }, { String($0) })
    columns += share("refused_share") { $0.refused?.ends }
    columns += Column.ends(
      "distinct_accepted", isFolded: isFolded, { $0.found.distinct }, { String($0) })
    columns +=
      isFolded
      ? share("lambda_10") { $0.found.success(after: 10) }
        + share("lambda_1000") { $0.found.success(after: 1000) } : [floorBits]
    columns += share("held_out_10") { $0.found.found(by: 10)?.ends }
    columns += share("held_out_1000") { $0.found.found(by: 1000)?.ends }
    columns += share("found_in_day") { $0.found.foundInDay?.ends }
    columns += [
      Column("found_in_day_by") { $0.found.foundInDay == nil ? nil : estimate?.label },
      Column("found_in_day_error") {
        $0.found.foundInDay == nil ? nil : errors?.words(for: $0.cell)
      },
    ]
    if isFolded { return columns + [floorBits] }
    return columns + [
      Column("median_guesses_log10") { $0.median },
      Column("median_by") { $0.median == nil ? nil : estimate?.label },
    ]
  }

  private var floorBits: Column { .bits("floor_bits") { $0.cell.floorBits } }

  private var ranks: [Column] {
    [
      Column("ranked_by") { isCompared($0) ? measure.rawValue : nil },
      Column("pareto") { $0.isBest ? "1" : "0" },
    ] + (isFolded ? [] : [Column("caveats") { $0.caveats.letters }])
      + [.name("policy") { $0.cell.name }, .name("rules") { $0.cell.rules }]
  }
}
