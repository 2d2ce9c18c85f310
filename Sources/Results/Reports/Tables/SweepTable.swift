import Diagnostics
import Metrics
import PasswordPolicies
import PasswordSpaces

extension SweepReport {
  /// A row of the table, in its report.
  struct TableRow {
    let report: SweepReport
    let row: Row

    var found: Guessed { row.found }
    var place: Place? { row.cell.place }
  }

  /// The grid as a table: a row for each cell, then the policies outside the grid.
  ///
  /// By a folded tally a number has two columns, for its ends. `min_score` and `varied` are there if the
  /// grid varies scores or other rules.
  package var table: FilledTable {
    let hasScores = rows.contains { $0.cell.place?.sheet.minScore != nil }
    let variesMore = rows.contains { $0.cell.place?.sheet.bounds.isEmpty == false }
    return Self.table(hasScores: hasScores, variesMore: variesMore)
      .filled(rows.map { TableRow(report: self, row: $0) }, isFolded: isFolded)
  }

  /// What is known of the table besides its rows.
  static var schema: TableSchema { table(hasScores: true, variesMore: true).schema }

  private static func table(hasScores: Bool, variesMore: Bool) -> Table<TableRow> {
    Table(
      "sweep", "A row for each policy of the grid, then for those beside it.", from: "audit sweep",
      report + settings(hasScores, variesMore).empty("of a policy beside the grid") + whole
        + guessed
        + ranks)
  }

  private static var report: [Column<TableRow>] {
    [
      .name("dataset", "the list") { $0.report.dataset },
      .word("weights", "what repetitions are") { $0.report.weights.rawValue },
    ]
  }

  private static func settings(_ hasScores: Bool, _ variesMore: Bool) -> [Column<TableRow>] {
    [
      .rank("minlength", "the fewest characters") { $0.place?.minLength },
      .rank("classes", "how many kinds of characters are required") { $0.place?.classes },
      .word("max_repeating", "the longest run of a character, or none") { row in
        row.place.map { $0.sheet.maxRepeating.map(String.init) ?? "none" }
      },
    ]
      + (hasScores
        ? [
          Column.rank("min_score", "the least score of zxcvbn, where the grid varies it") { row in
            row.place.map { $0.sheet.minScore ?? 0 }
          }.since("1.0.0")
        ] : [])
      + (variesMore
        ? [
          Column.name("varied", "the other rules that the grid varies, or none") { row in
            row.place.map { place in
              let rules = place.sheet.bounds.map(\.description).joined(separator: "; ")
              return rules.isEmpty ? "none" : rules
            }
          }.since("1.0.0")
        ] : [])
      + [
        .name("blocklist", "the blocklist, or none") {
          $0.place.map { $0.sheet.blocklist?.name ?? "none" }
        }
      ]
  }

  private static var whole: [Column<TableRow>] {
    [
      .counts("accepted", of: "passwords", "passwords that the policy accepts") {
        $0.found.accepted
      },
      .shares(
        "refused_share", of: "all passwords", "passwords that the policy refuses",
        empty: "of an empty list"
      ) {
        $0.row.refused?.ends
      },
      .counts(
        "distinct_accepted", of: "different passwords",
        "different passwords that the policy accepts"
      ) {
        $0.found.distinct
      },
      successColumn(10) { $0.found }, successColumn(1000) { $0.found }, floorBits.ofExact,
    ]
  }

  private static var guessed: [Column<TableRow>] {
    let bounds = [10, 1000].flatMap { boundColumns($0, \TableRow.found).map { $0.since("1.0.0") } }
    let others: [Column<TableRow>] = [
      Column.shares(
        "guessed_in_day", of: "the accepted",
        "guessed in a day at 10,000 a second on each account (stolen data, slow hash)",
        empty: "\(Gap.few), or \(Gap.noEstimate)"
      ) {
        $0.found.foundInDay?.ends
      }.since("1.0.0"),
      Column.word("guessed_in_day_by", "the estimate behind guessed_in_day", empty: "with it") {
        $0.found.foundInDay == nil ? nil : $0.report.estimate?.label
      }.since("1.0.0"),
      Column.word(
        "guessed_in_day_error", "how far guessed_in_day may be from attacks", empty: "with it"
      ) {
        $0.found.foundInDay == nil ? nil : $0.report.errors?.of($0.row.cell.kind).words
      }.since("1.0.0"),
      floorBits.ofFolded,
      Column(
        "median_guesses_log10", .number, "half of the accepted need 10^x guesses or more",
        empty: "if fewer than \(SampleSize.leastForShares) are accepted, or \(Gap.noEstimate)"
      ) {
        .of($0.row.median, Cell.printed)
      }.ofExact,
      Column.word("median_by", "the estimate behind the median", empty: "with it") {
        $0.row.median == nil ? nil : $0.report.estimate?.label
      }.ofExact.since("1.0.0"),
    ]
    return bounds + others
  }

  private static var floorBits: Column<TableRow> {
    .bits(
      "floor_bits", "bits of the shortest random passwords that the policy permits",
      empty: Gap.uncounted
    ) {
      $0.row.cell.floorBits
    }
  }

  private static var ranks: [Column<TableRow>] {
    [
      Column.word(
        "ranked_by",
        "what it is compared by: day (guessed_in_day), median (median_guesses_log10), lambda-10 or lambda-1000 (ends as bound_…, wider, so that all hold at once; lambda_… where there are none)",
        empty: "if with none"
      ) {
        $0.report.isCompared($0.row) ? $0.report.measure.rawValue : nil
      }.since("1.0.0"),
      .flag("pareto", "no other policy both refuses less and leaves less to guess") {
        $0.row.isBest
      },
    ]
      + [
        caveatColumn { $0.row.found.exact?.caveats }.ofExact,
        .name("policy", "the policy's name") { $0.row.cell.name },
        .name("rules", "its rules") { $0.row.cell.rules },
      ]
  }
}
