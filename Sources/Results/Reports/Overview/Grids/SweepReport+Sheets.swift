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
    case .day: row.foundInDay
    case .ten: row.share(after: 10)
    case .thousand: row.share(after: 1000)
    case .median: row.medianBin.map { 1 - min(Double($0) / 28, 1) }
    }
  }

  /// The measure of a policy as maps show it: per cent, or the median's power of ten.
  package func measured(_ row: Row) -> String? {
    switch measure {
    case .day: row.foundInDay.map(wholePercent)
    case .ten: row.share(after: 10).map(threeDigits)
    case .thousand: row.share(after: 1000).map(threeDigits)
    case .median: row.median
    }
  }

  /// The remaining risk of a policy, in a phrase: `half of the rest needs 10^6.5 guesses`.
  package func leaves(_ row: Row) -> String {
    guard let number = measured(row) else { return "too few are left to say what guesses find" }
    switch measure {
    case .day: return "a day's guesses find \(number) % of the rest"
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
  package var sentence: String { measure.sentence(by: estimateInBrief) }

  /// The estimate behind the measure, and the error of its shares.
  private var estimateInBrief: String {
    let brief =
      measure == .median
      ? whole.estimate?.name : errors?.brief(rows.map { ($0.cell.name, $0.cell.kind) })
    return brief ?? "no estimate"
  }

  /// The caveats, in sentences.
  package var caveats: [String] {
    [Self.rule] + rows.flatMap(\.found.caveats).unique.map(\.line)
  }
}

extension SweepReport.Measure {
  /// The title of a map of this measure.
  package var title: String {
    switch self {
    case .day: "found in a day, %"
    case .ten: "found by 10 guesses, %"
    case .thousand: "found by 1,000 guesses, %"
    case .median: "half need 10^x guesses"
    }
  }

  /// The phrase for a better policy.
  package var phrase: String {
    switch self {
    case .day: "leaves less to a day's guesses"
    case .ten: "leaves less to ten guesses"
    case .thousand: "leaves less to a thousand guesses"
    case .median: "makes half of the rest harder to guess"
    }
  }

  /// Defines the measure in a sentence; the estimate is in words.
  func sentence(by estimate: String) -> String {
    switch self {
    case .day:
      "Found in a day is the share of what a policy accepts that \(dayGuesses) find, a day at 10,000 a "
        + "second on each account against a slow hash (\(estimate))."
    case .ten, .thousand:
      "Found is the share of what a policy accepts that so many of the commonest passwords find, known "
        + "from one half of them and measured on the other."
    case .median:
      "Half of what a policy accepts needs 10^x guesses or more (\(estimate)); more is better."
    }
  }
}

/// The guesses of a day in words: `864,000,000 guesses`.
private var dayGuesses: String { "\(grouped(UInt64(Attack.day.guesses))) guesses" }

extension SweepReport {
  /// The same policies as a map; nil if none has a place.
  package var map: PolicyMap? {
    let known = rows.enumerated().filter { loss($0.element) != nil }
    guard !known.isEmpty else { return nil }
    let most = known.compactMap { loss($0.element) }.max() ?? 0
    let scale = measure == .ten || measure == .thousand ? Self.roundedUp(most) : 1
    func place(_ row: Row, _ number: Int, _ standing: PolicyMap.Standing) -> PolicyMap.Place? {
      guard let loss = loss(row), let refused = row.refused else { return nil }
      var place = PolicyMap.Place(
        [row.cell.name], number: number, refused: refused, left: min(loss / scale, 1),
        leftWords: leftWords(row), size: row.found.size, standing: standing)
      place.isNamed = standing != .reference && row.cell.place == nil
      return place
    }
    let places = known.compactMap { number, row in
      place(
        row, number,
        row.cell.isBesideFactor
          ? .besideFactor : !row.found.size.permitsGuessing ? .few : row.isBest ? .front : .beaten)
    }
    // Only the day's scale has room for all of them.
    let shown = references.filter { measure == .day && $0.found.size.permitsGuessing }
      .compactMap { place($0, -1, .reference) }.filter { !$0.isCovered(by: places) }
    return PolicyMap(
      places: places, unplaced: rows.filter { loss($0) == nil }.map(\.cell.name),
      references: shown, measure: measure.ofMap(upTo: scale, estimateInBrief))
  }

  /// The least of 1, 2, 4 and 8 times a power of ten that is not below a share: its quarters are round.
  private static func roundedUp(_ share: Double) -> Double {
    var power = 1.0
    while power > max(share, 1e-9) { power /= 10 }
    return ([1, 2, 4, 8].first { $0 * power >= share } ?? 10) * power
  }

  /// The measure of a policy, with its unit.
  private func leftWords(_ row: Row) -> String {
    guard let number = measured(row) else { return "–" }
    return measure == .median ? "10^\(number)" : "\(number) %"
  }

  /// The settings of which every value gives the same numbers with all others alike, in words.
  package var idleAxes: [String] {
    let placed = rows.compactMap { row in row.cell.place.map { (place: $0, row: row) } }
    func isIdle(_ name: String, _ setting: WritableKeyPath<Place, some Hashable>) -> String? {
      guard let any = placed.first?.place[keyPath: setting],
        placed.contains(where: { $0.place[keyPath: setting] != any })
      else { return nil }
      let groups = Dictionary(grouping: placed) { place, _ in
        var place = place
        place[keyPath: setting] = any
        return place
      }
      let areAlike = groups.values.allSatisfy { group in
        Set(group.map(\.row.found.metrics.total)).count == 1
      }
      return areAlike ? name : nil
    }
    return [
      isIdle("the least length", \.minLength), isIdle("the number of kinds", \.classes),
      isIdle("the limit on repeats", \.sheet.maxRepeating),
      isIdle("the least score", \.sheet.minScore), isIdle("the blocklist", \.sheet.blocklist),
    ].compactMap(\.self)
  }
}

extension SweepReport.Measure {
  /// The measure of a map whose height is `most` of it.
  fileprivate func ofMap(upTo most: Double, _ estimate: String) -> PolicyMap.Measure {
    let quarters = (0...4).map { quarter in
      let height = Double(quarter) / 4
      return PolicyMap.Measure.Level(height: height, label: precise(height * most))
    }
    switch self {
    case .day: return .day(.day, estimate)
    case .ten, .thousand:
      let (words, number) = self == .ten ? ("ten", "10") : ("1,000", "1,000")
      return PolicyMap.Measure(
        axis: "found by \(words) guesses, of those admitted",
        sentence: "found by the \(words) commonest of those admitted, known from one half and "
          + "measured on the other", column: "found by \(number), of those admitted",
        levels: quarters)
    case .median:
      return PolicyMap.Measure(
        axis: "guesses that half of those admitted withstand: fewer further up",
        sentence: "guesses that half of those admitted withstand, fewer further up "
          + "(\(estimate))", column: "half need, guesses",
        levels: [0, 2, 4, 6, 8, 10, 12, 14].reversed().map {
          .init(height: 1 - Double($0) / 14, label: "10\(superscript($0))")
        })
    }
  }
}
