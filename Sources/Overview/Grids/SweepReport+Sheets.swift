import Diagnostics
import Metrics

extension SweepReport {
  /// One map: policies that differ only in length and classes.
  package struct Map {
    /// The settings that they share.
    package let sheet: Sheet
    /// The least lengths, one for each row.
    package let lengths: [Int]
    /// The numbers of classes, one for each column.
    package let classes: [Int]
    private let rows: [Place: Row]

    /// Arranges the policies of one sheet.
    fileprivate init(_ sheet: Sheet, _ rows: [(place: Place, row: Row)]) {
      self.sheet = sheet
      lengths = rows.map(\.place.minLength).uniqued()
      classes = rows.map(\.place.classes).uniqued()
      self.rows = Dictionary(rows.map { ($0.place, $0.row) }, uniquingKeysWith: { $1 })
    }

    /// The policy with these settings; nil if the grid has none.
    package func row(_ length: Int, _ classes: Int) -> Row? {
      rows[Place(minLength: length, classes: classes, sheet: sheet)]
    }
  }

  /// The maps of the grid, in order.
  package var maps: [Map] {
    let placed = rows.compactMap { row in row.cell.place.map { (place: $0, row: row) } }
    let sheets = Dictionary(grouping: placed, by: \.place.sheet)
    return placed.map(\.place.sheet).uniqued().map { Map($0, sheets[$0] ?? []) }
  }

  /// The policies beside the grid.
  package var beside: [Row] { rows.filter { $0.cell.place == nil } }

  /// The attacker's success under a policy, from 0 for none to 1, for shading.
  package func loss(_ row: Row) -> Double? {
    switch measure {
    case .ten: row.share(after: 10)
    case .thousand: row.share(after: 1000)
    case .median: row.medianBin.map { 1 - min(Double($0) / 28, 1) }
    }
  }

  /// The measure of a policy as maps show it: per cent, or the median's power of ten.
  package func measured(_ row: Row) -> String? {
    switch measure {
    case .ten: row.share(after: 10).map(threeDigits)
    case .thousand: row.share(after: 1000).map(threeDigits)
    case .median: row.median
    }
  }

  /// The remaining risk of a policy, in a phrase: `half of the rest needs 10^6.5 guesses`.
  package func leaves(_ row: Row) -> String {
    guard let number = measured(row) else { return "too few are left to say what guesses find" }
    switch measure {
    case .ten: return "ten guesses find \(number) % of the rest"
    case .thousand: return "a thousand guesses find \(number) % of the rest"
    case .median: return "half of the rest needs 10^\(number) guesses or more"
    }
  }

  /// What the numbers of few passwords may say.
  private static let rule =
    "A policy with which fewer than 1,000 passwords comply has no share found by guesses and is not "
    + "among the best; of fewer than 100 there is no median either."

  /// Defines the measure in a sentence.
  package var sentence: String { measure.sentence(by: whole.estimate) }

  /// The caveats, in sentences.
  package var caveats: [String] {
    [Self.rule] + rows.flatMap(\.found.caveats).unique.map(\.line)
  }
}

extension SweepReport.Measure {
  /// The title of a map of this measure.
  package var title: String {
    switch self {
    case .ten: "found by 10 guesses, %"
    case .thousand: "found by 1,000 guesses, %"
    case .median: "half need 10^x guesses"
    }
  }

  /// The phrase for a better policy.
  package var phrase: String {
    switch self {
    case .ten: "leaves less to ten guesses"
    case .thousand: "leaves less to a thousand guesses"
    case .median: "makes half of the rest harder to guess"
    }
  }

  /// Defines the measure in a sentence.
  fileprivate func sentence(by estimate: GuessEstimate?) -> String {
    switch self {
    case .ten, .thousand:
      "Found is the share of what a policy accepts that so many of the commonest passwords find, known "
        + "from one half of them and measured on the other."
    case .median:
      "Half of what a policy accepts needs 10^x guesses or more (\(estimate?.name ?? "no estimate")); "
        + "more is better."
    }
  }
}
