import Diagnostics
package import Metrics
package import PasswordPolicies
import PasswordSpaces
package import Passwords

/// A grid of policies for one list: the refusals and the remaining risk of each.
package struct SweepReport: Sendable {
  /// The label of the list.
  package let dataset: String
  /// What guesses find of all passwords, without a policy.
  package let whole: Guessed
  /// Whether numbers have two ends, since a tally was folded.
  package let isFolded: Bool
  /// The meaning of a password's repetitions.
  package let weights: Weights
  /// The estimate by which passwords are found in a day; nil without one.
  package let estimate: GuessEstimate?
  /// The policies, in the order of the grid.
  package private(set) var rows: [Row]
  /// Published policies that maps show to compare with.
  package var references: [Row] = []
  /// The policies that no other one dominates, surely by a folded tally, by refusals.
  package private(set) var front: [Row]
  /// The policy whose other rules the whole grid shares; nil for none.
  package let base: String?
  /// Whether all lists were read to their ends.
  package let isComplete: Bool
  /// Why numbers may be less than they look, each on one line.
  package var warnings: [String] = []

  /// The measure of risk that the front is drawn with, against refusals.
  package let measure: Measure
  /// Whether policies are compared by what guesses find of other accounts, not by the list's own counts.
  package private(set) var comparesOthers = false
  /// The lines of all lists.
  package var lines = LineCounts()
  /// How near the shares found in a day come to attacks; nil without an estimate.
  package var errors: StatedErrors? {
    estimate.map { StatedErrors($0, of: .day, in: lines) }
  }

  /// A measure of the attacker's success.
  package enum Measure: String, Hashable, Sendable, CaseIterable {
    /// The share that an estimate finds in a day.
    case day
    /// The share found in 10 guesses.
    case ten = "lambda-10"
    /// The share found in 1,000 guesses.
    case thousand = "lambda-1000"
    /// The median of the estimated guesses: the fewer, the more success.
    case median
  }

  /// The place of a policy in the grid.
  package struct Place: Hashable, Sendable {
    /// The least length in code points.
    package internal(set) var minLength: Int
    /// The least number of the four classes; 0 for no such rule.
    package internal(set) var classes: Int
    /// The other settings.
    package internal(set) var sheet: Sheet

    /// Makes a place from its settings.
    package init(minLength: Int, classes: Int, sheet: Sheet) {
      self.minLength = minLength
      self.classes = classes
      self.sheet = sheet
    }
  }

  /// The settings that the policies of one map share.
  package struct Sheet: Hashable, Sendable {
    /// The longest permitted run of one character; nil for no such rule.
    package internal(set) var maxRepeating: Int?
    /// The least score, 0 for no such rule; nil if the grid does not vary it.
    package internal(set) var minScore: Int?
    /// The other rules whose numbers the grid varies.
    package internal(set) var bounds: [PasswordRules.Rule]
    /// The blocklist; nil for none.
    package internal(set) var blocklist: ListReference.Source?

    /// Combines the settings.
    package init(
      maxRepeating: Int?, minScore: Int? = nil, bounds: [PasswordRules.Rule] = [],
      blocklist: ListReference.Source?
    ) {
      self.maxRepeating = maxRepeating
      self.minScore = minScore
      self.bounds = bounds
      self.blocklist = blocklist
    }

    /// The settings in words: `at most 3 alike in a row, built-in blocklist`.
    ///
    /// A grid that starts from a policy has that policy's rules, too.
    package func words(from base: String?) -> String {
      [limitWords, listWords(from: base)].compactMap(\.self).joined(separator: ", ")
    }

    /// The limit on repeats, the least score and the other rules in words; nil for none.
    package var limitWords: String? {
      let words =
        [
          maxRepeating.map { "at most \($0) alike in a row" },
          minScore.map { $0 == 0 ? "any score" : "score of at least \($0)" },
        ].compactMap(\.self) + bounds.map(\.words)
      return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// The policy that the grid starts from and the blocklist, in words.
    package func listWords(from base: String?) -> String {
      let told = [base.map { "as \($0)" }, blocklist?.words].compactMap(\.self)
      return told.isEmpty ? "no blocklist" : told.joined(separator: ", ")
    }
  }

  /// One policy, in or outside the grid.
  package struct GridCell: Hashable, Sendable {
    /// Its place in the grid; nil for a policy outside it.
    package let place: Place?
    /// The policy's name.
    package let name: String
    /// The policy in the language of policy files.
    package let rules: String
    /// Bits of the shortest random strings that it permits; nil if they were not counted.
    package let floorBits: Double?
    /// What decides how exact the share found in a day is.
    let kind: StatedError.Kind
    /// Whether it permits nothing but printable ASCII.
    let isOfASCII: Bool

    /// Makes the cell of a policy.
    package init(place: Place?, _ policy: Policy, floorBits: Double?) {
      self.place = place
      (name, rules, kind) = (policy.name, policy.line(.minified), StatedError.Kind(policy))
      self.floorBits = floorBits
      isOfASCII = policy.rulesOfAlternatives.allSatisfy {
        $0.flatMap(\.conditions).permitted.isSubset(of: .asciiPrintable)
      }
    }

    /// Whether it is a preset for use beside a second factor, which is compared with no other.
    var isBesideFactor: Bool {
      place == nil && Preset.named(name) != nil && Preset.isBesideFactor(name)
    }
  }

  /// A policy with what guesses find.
  package struct Row: Sendable {
    /// The policy and its place.
    package let cell: GridCell
    /// What guesses find of the passwords that the policy accepts.
    package let found: Guessed
    /// Whether no other policy of the report dominates it.
    package fileprivate(set) var isBest = false
    /// The ends of what guesses find of other accounts, when those of all policies hold at once; nil where they are
    /// not compared.
    fileprivate var ends: AttackBounds.Ends?

    /// Joins a policy with what guesses find.
    package init(_ cell: GridCell, _ found: Guessed) {
      self.cell = cell
      self.found = found
    }

    /// The share of the passwords that the policy refuses; nil for an empty list.
    package var refused: ShareEnds? { found.refusedShare }

    /// The half decade of the median of the estimated guesses; nil of too few passwords.
    var medianBin: Int? { found.size.permitsShares ? found.exact?.medianGuessesBin : nil }

    /// The lower end of the median's half decade.
    package var median: String? { medianBin.map { "\($0 / 2).\($0 % 2 * 5)" } }

    /// What is found by a measure; nil by the median, or of too few passwords.
    func found(by measure: Measure) -> ShareEnds? {
      switch measure {
      case .day: found.foundInDay
      case .ten: found.found(by: 10)
      case .thousand: found.found(by: 1000)
      case .median: nil
      }
    }

    /// Whether it is surely no worse than another policy, and surely better in one respect.
    fileprivate func beats(_ other: Row, by measure: Measure) -> Bool {
      guard let cost = refused?.ends, let otherCost = other.refused?.ends else { return false }
      if let ends, let otherEnds = other.ends {
        return cost.upperBound <= otherCost.lowerBound && ends.isBelow(otherEnds)
      }
      guard ends == nil, other.ends == nil, let loss = found(by: measure)?.ends,
        let otherLoss = other.found(by: measure)?.ends
      else { return false }
      return cost.upperBound <= otherCost.lowerBound && loss.upperBound <= otherLoss.lowerBound
        && (cost.upperBound < otherCost.lowerBound || loss.upperBound < otherLoss.lowerBound)
    }
  }

  /// The number of passwords, repetitions included.
  package var entries: UInt128 { whole.total }

  /// Whether a policy is compared with others: few passwords seldom repeat, and their median depends on a
  /// handful; and some presets are for use beside a second factor.
  package func isCompared(_ row: Row) -> Bool {
    row.found.size.permitsGuessing && !row.cell.isBesideFactor && row.refused != nil
      && measure.order(row) != nil
  }

  /// Combines policies with the metrics of all passwords.
  ///
  /// - Parameters:
  ///   - dataset: The label of the list.
  ///   - rows: The policies of the grid, then the policies beside it.
  ///   - guessing: What guesses find of all passwords, and by which estimate.
  ///   - measure: The measure of risk that the front is drawn with.
  ///   - base: The policy whose other rules the whole grid shares.
  ///   - isComplete: Whether all lists were read to their ends.
  package init(
    dataset: String, _ rows: [Row], of guessing: GuessedPolicies, by measure: Measure = .median,
    from base: String? = nil, isComplete: Bool = true
  ) {
    self.dataset = dataset
    (whole, isFolded) = (guessing.whole, guessing.isFolded)
    (weights, estimate) = (guessing.weights, guessing.estimate)
    self.measure = measure
    self.base = base
    self.isComplete = isComplete
    self.rows = rows
    front = []
    if let guesses = measure.guesses {
      let rate = guessing.whole.confidence.rate(of: rows.count)
      for index in rows.indices {
        self.rows[index].ends = rows[index].found.exact?.bounds.ends(of: guesses)?.wrong(in: rate)
      }
      comparesOthers = self.rows.contains { $0.ends != nil }
    }
    let rows = self.rows
    let compared = rows.filter(isCompared)
    let best =
      isFolded || comparesOthers
      ? rows.indices.filter { index in
        isCompared(rows[index]) && !compared.contains { $0.beats(rows[index], by: measure) }
      }.sorted { rows[$0].refused?.least ?? 0 < rows[$1].refused?.least ?? 0 }
      : paretoFront(
        rows.map { row in
          guard isCompared(row), let refused = row.refused, let loss = measure.order(row) else {
            return nil
          }
          // As the table states them, so that it tells which policies are best.
          return (stated(refused.least), stated(loss))
        })
    for index in best { self.rows[index].isBest = true }
    front = best.map { self.rows[$0] }
  }

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
    measure == .median
      ? row.medianBin.map { 1 - min(Double($0) / 28, 1) } : row.found(by: measure)?.least
  }

  /// The measure of a policy as maps show it: per cent, or the median's power of ten.
  package func measured(_ row: Row) -> String? {
    if measure == .median { return row.median }
    return row.found(by: measure).map {
      measure == .day ? String(estimatedPercent($0.least).dropLast(2)) : threeDigits($0.least)
    }
  }

  /// The mark at a policy's share guessed in a day, if policies are compared by it.
  func mark(_ row: Row) -> String {
    measure == .day && row.found.size.permitsGuessing ? errors?.mark(row.cell.kind) ?? "" : ""
  }

  /// What that mark means; nil if no policy has it.
  var meaningOfMark: String? {
    measure == .day
      ? errors?.meaningOfMark(rows.filter { $0.found.size.permitsGuessing }.map(\.cell.kind)) : nil
  }

  /// How sure it is that less is guessed under each policy than under the one before, and under the first than
  /// with none; nil unless policies are compared by what is guessed in a day.
  func falls(_ rows: [Row]) -> String? {
    guard measure == .day, let errors, var last = whole.foundInDay?.least else { return nil }
    var lastError = errors.of(.usual)
    let falls = rows.compactMap { row -> String? in
      guard let share = row.found.foundInDay?.least else { return nil }
      let error = errors.of(row.cell.kind)
      defer { (last, lastError) = (share, error) }
      return share < last ? Certainty(share, error, against: last, lastError).rawValue : "not so"
    }
    return
      "Less is guessed than in the row above (in the first: than with no policy): "
      + falls.joined(separator: ", ") + "."
  }

  /// The remaining risk of a policy, in a phrase: `half of the accepted need 10^6.5 guesses`.
  package func leaves(_ row: Row) -> String {
    guard let number = measured(row) else { return "too few are accepted to say what is guessed" }
    switch measure {
    case .day: return "\(number) % of the accepted are guessed in a day"
    case .ten: return "\(number) % of the accepted are guessed with ten guesses"
    case .thousand: return "\(number) % of the accepted are guessed with a thousand guesses"
    case .median: return "half of the accepted need 10^\(number) guesses or more"
    }
  }

  /// What the numbers of few passwords may say.
  private var rule: String {
    "A policy that accepts fewer than 1,000 passwords has no share guessed and is not among the best"
      + (measure == .median ? "; of fewer than 100 there is no median either." : ".")
  }

  /// Defines the measure in a sentence.
  package var sentence: String {
    paragraph(measure.sentence(by: estimateInBrief), comparison)
  }

  /// By what numbers a policy is beaten, if its accounts say anything of others, or why they do not.
  package var comparison: String? {
    if comparesOthers {
      return
        "A policy is beaten only by one that refuses no more and whose ends of what guesses find of other "
        + "accounts, whoever guesses, lie below its own (\(whole.confidence.words) sure of all ends at once, if "
        + "accounts are independent draws)."
    }
    return measure.guesses != nil && !isFolded
      ? "It is of this list; nothing is said of other accounts: "
        + "\(whole.silence?.words ?? "too few are accepted")."
      : nil
  }

  /// The estimate behind the measure, and the error of its shares.
  private var estimateInBrief: String {
    let brief =
      measure == .median
      ? estimate?.name : errors?.brief(rows.map { ($0.cell.name, $0.cell.kind) })
    return brief ?? "no estimate"
  }

  /// The caveats, in sentences.
  var caveats: [String] {
    [rule] + rows.flatMap { $0.found.exact?.caveats ?? [] }.unique.map(\.sentence)
  }

  /// What the numbers of a folded tally are, in sentences.
  package var foldedSentences: [String] {
    [
      "Answered from a folded tally: each number is exact between its ends.", sentence,
      "By 10, by 1,000: the share of the accepted that so many of the commonest of them guess; of 1,000 "
        + "or more.",
      "A policy is beaten only if another one is better with its whole interval.",
    ] + [meaningOfMark].compactMap(\.self)
  }

  /// How exact the shares guessed in a day are, and which differences are certain; nil by another measure.
  package var sureness: String? {
    guard measure == .day, let errors else { return nil }
    let rows = rows.filter(isCompared)
    return
      "Shares guessed are estimates: \(errors.brief(rows.map { ($0.cell.name, $0.cell.kind) })). "
      + rows.map { errors.of($0.cell.kind) }.certainty
  }

  /// The same policies as a map; nil if none has a place.
  package var map: PolicyMap? {
    let known = rows.enumerated().filter { loss($0.element) != nil }
    guard !known.isEmpty else { return nil }
    let most = known.compactMap { loss($0.element) }.max() ?? 0
    let scale = measure == .ten || measure == .thousand ? Self.roundedUp(most) : 1
    func place(_ row: Row, _ number: Int, _ standing: PolicyMap.Standing) -> PolicyMap.MappedPolicy?
    {
      guard let loss = loss(row), let refused = row.refused else { return nil }
      return PolicyMap.MappedPolicy(
        names: [row.cell.name], refused: refused.least, refusedWords: percent(refused.least),
        left: min(loss / scale, 1), leftWords: leftWords(row), size: row.found.size,
        standing: standing, number: number,
        isNamed: standing != .reference && row.cell.place == nil)
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
    var map = PolicyMap(
      places: places, unplaced: rows.filter { loss($0) == nil }.map(\.cell.name),
      references: shown, measure: measure.ofMap(upTo: scale, estimateInBrief))
    map.own = places.first(where: \.isNamed)?.number
    return map
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
        Set(group.map(\.row.found.accepted)).count == 1
      }
      return areAlike ? name : nil
    }
    return [
      isIdle("the least length", \.minLength), isIdle("the number of kinds", \.classes),
      isIdle("the limit on repeats", \.sheet.maxRepeating),
      isIdle("the least score", \.sheet.minScore), isIdle("the other rules", \.sheet.bounds),
      isIdle("the blocklist", \.sheet.blocklist),
    ].compactMap(\.self)
  }
}

extension ListReference.Source {
  /// The name of a blocklist in tables, which is also the value of the option: `default`, or the path.
  package var name: String { path ?? "default" }
  /// The list in words: `built-in blocklist`.
  fileprivate var words: String { path.map { "blocklist \($0)" } ?? "built-in blocklist" }
}

extension SweepReport.Measure {
  /// The number of guesses; nil of an estimate's.
  fileprivate var guesses: UInt64? { self == .ten ? 10 : self == .thousand ? 1000 : nil }

  /// A number that grows with the attacker's success, for the front.
  fileprivate func order(_ row: SweepReport.Row) -> Double? {
    self == .median ? row.medianBin.map { -Double($0) } : row.found(by: self)?.least
  }

  /// The title of a map of this measure.
  package var title: String {
    switch self {
    case .day: "guessed in a day, % of accepted"
    case .ten: "by the 10 commonest, % of accepted"
    case .thousand: "by the 1,000 commonest, % of accepted"
    case .median: "half of the accepted need 10^x guesses"
    }
  }

  /// The phrase for a better policy.
  package var phrase: String {
    switch self {
    case .day: "leaves a smaller share of the accepted to guess in a day"
    case .ten: "leaves a smaller share of the accepted to the 10 commonest passwords"
    case .thousand: "leaves a smaller share of the accepted to the 1,000 commonest passwords"
    case .median: "makes half of the accepted harder to guess"
    }
  }

  /// Defines the measure in a sentence; the estimate is in words.
  func sentence(by estimate: String? = nil) -> String {
    let source = estimate.map { " (\($0))" } ?? ""
    return switch self {
    case .day:
      "A day is \(grouped(wholeNumber(Attack.day.guesses))) guesses on each account, 10,000 a second: stolen data, slow "
        + "hash\(source)."
    case .ten, .thousand:
      "The commonest passwords are those of the accepted on this list."
    case .median:
      "Half of the accepted need 10^x guesses or more on each account\(source); more is better."
    }
  }

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
        axis: "guessed with \(words) guesses, of the accepted",
        sentence:
          "guessed by trying the \(words) commonest of the accepted",
        column: "guessed with \(number), of the accepted",
        levels: quarters)
    case .median:
      return PolicyMap.Measure(
        axis: "guesses that half of the accepted withstand: fewer further up",
        sentence: "guesses that half of the accepted withstand, fewer further up "
          + "(\(estimate))", column: "half of the accepted need, guesses",
        levels: [0, 2, 4, 6, 8, 10, 12, 14].reversed().map {
          .init(height: 1 - Double($0) / 14, label: "10\(superscript($0))")
        })
    }
  }
}

/// A number with the six digits that tables have.
private func stated(_ number: Double) -> Double { Double(sixDigits(number)) ?? number }

/// The choices that no other one dominates: none is as good in cost and loss, and better in one.
///
///     paretoFront([(1, 9), (2, 3), (2, 5), (4, 1)])   // [0, 1, 3]
///
/// - Parameter choices: The cost and the loss of each; nil for no choice.
/// - Returns: Their indices, by ascending cost; of equal choices the first.
/// - Complexity: O(n log n).
package func paretoFront(_ choices: [(cost: Double, loss: Double)?]) -> [Int] {
  let known = choices.indices.compactMap { index in choices[index].map { (index, $0) } }
  let sorted = known.sorted { ($0.1.cost, $0.1.loss, $0.0) < ($1.1.cost, $1.1.loss, $1.0) }
  var least = Double.infinity
  return sorted.compactMap { index, choice in
    guard choice.loss < least else { return nil }
    least = choice.loss
    return index
  }
}
