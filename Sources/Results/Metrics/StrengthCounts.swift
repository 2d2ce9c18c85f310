@_spi(Internal) import Passwords

/// Counts of passwords by strength; each array is empty if that fact is not recorded.
package struct StrengthCounts: Sendable {
  /// By level of the four-criteria meter.
  package private(set) var meter: [UInt64]
  /// By score, 0…4.
  package private(set) var scores: [UInt64]
  /// By score without the words of dictionaries, 0…4.
  package private(set) var scoresWithoutWords: [UInt64]
  /// Passwords whose score is below 1, 2, 3 or 4 only for an attacker who knows these words.
  package private(set) var fallen: [UInt64]
  /// By the guesses of each recorded source, in the order of sources.
  private var counts: [GuessCounts]

  /// Starts all counts at 0, for profiles of one schema.
  init(_ schema: Schema) {
    meter = schema.demand.meter ? Array(repeating: 0, count: MeterLevel.allCases.count) : []
    scores = schema.demand.score ? Array(repeating: 0, count: 5) : []
    let isComparing = schema.demand.scoreWithoutWords
    scoresWithoutWords = isComparing ? Array(repeating: 0, count: 5) : []
    fallen = isComparing ? Array(repeating: 0, count: 4) : []
    counts = GuessEstimate.all(schema).map { GuessCounts($0, schema) }
  }

  /// Counts passwords of a folded row.
  mutating func add(_ row: ProfileRange, count: UInt64, _ side: BoundSide) {
    if let levels = side.numbers(.meter, of: row) {
      for level in levels where meter.indices.contains(level) { meter[level] &+= count }
    }
    if let numbers = side.numbers(.score, of: row) {
      for score in numbers { scores.add(count, at: score) }
    }
    addFall(row, count: count, side)
    for place in counts.indices { counts[place].add(row, count: count, side) }
  }

  /// Counts passwords of one profile.
  mutating func add(_ profile: Profile, count: UInt64) {
    if let level = profile.meterLevel { meter[level] &+= count }
    if let score = profile.score { scores.add(count, at: score) }
    let before = profile[.scoreWithoutWords]
    if before >= 0, let score = profile.score {
      scoresWithoutWords.add(count, at: before)
      for bound in 1..<5 where score < bound && bound <= before { fallen[bound - 1] &+= count }
    }
    for place in counts.indices { counts[place].add(profile, count: count) }
  }

  /// Counts passwords of a folded row by their fall.
  private mutating func addFall(_ row: ProfileRange, count: UInt64, _ side: BoundSide) {
    guard row.low[.scoreWithoutWords] >= 0, !fallen.isEmpty else { return }
    if let before = side.numbers(.scoreWithoutWords, of: row) {
      for score in before { scoresWithoutWords.add(count, at: score) }
    }
    // Surely by the ends that are nearest to each other, possibly by those farthest apart.
    let isLeast = side == .least
    let after = (isLeast ? row.high : row.low)[.score]
    let before = (isLeast ? row.low : row.high)[.scoreWithoutWords]
    for bound in 1..<5 where after < bound && bound <= before { fallen[bound - 1] &+= count }
  }

  /// The counts by the guesses of some sources, of those that are recorded.
  package func counts(of isMeant: (GuessSource) -> Bool) -> [GuessCounts] {
    counts.filter { isMeant($0.estimate.source) }
  }

  /// The counts by which a report states what is found in a time: of the first recorded estimate.
  package var guesses: GuessCounts? { counts.first }
}

/// Counts of passwords by the guesses of an estimate.
package struct GuessCounts: Sendable {
  package let estimate: GuessEstimate
  /// By half decade.
  package private(set) var halfDecades: [UInt64] = []
  /// By the number of the schema's guess budgets that are too small; empty without budgets.
  package private(set) var budgets: [UInt64]

  /// Half decades that one recorded number stands for: 2 if only whole decades were recorded.
  package var step: Int { estimate.step }

  /// Starts all counts at 0.
  init(_ estimate: GuessEstimate, _ schema: Schema) {
    self.estimate = estimate
    let limits = schema.demand.guessBudgets.count
    budgets = Array(repeating: 0, count: limits > 0 ? limits + 1 : 0)
  }

  mutating func add(_ profile: Profile, count: UInt64) {
    let bin = estimate.halfDecade(of: profile)
    let tooSmall = estimate.budgetsTooSmall(of: profile)
    if bin >= 0 { halfDecades.add(count, at: bin) }
    if tooSmall >= 0 { budgets.add(count, at: tooSmall) }
  }

  /// The numbers of half decades that a histogram lists: up to the last one that occurs.
  var bins: [Int] {
    let lowest = min(halfDecades.count, BroughtBin.unreached)
    guard estimate.mayLack else {
      return Array(stride(from: 0, to: halfDecades.count, by: step))
    }
    let last = halfDecades[..<lowest].lastIndex { $0 > 0 } ?? -1
    return Array(stride(from: 0, to: last + 1, by: step)) + Array(lowest..<halfDecades.count)
  }

  /// Passwords that the estimate does not cover.
  package var uncovered: UInt64 {
    let place = BroughtBin.uncovered
    return estimate.mayLack && place < halfDecades.count ? halfDecades[place] : 0
  }

  /// Counts passwords of a folded row.
  mutating func add(_ row: ProfileRange, count: UInt64, _ side: BoundSide) {
    if let bins = side.numbers(estimate.halfDecades(of: row)) {
      for bin in bins { halfDecades.add(count, at: bin) }
    }
    // An attack finds those with at most so many budgets too small: surely by the greatest number.
    let end = side == .least ? row.high : row.low
    let tooSmall = estimate.budgetsTooSmall(of: end)
    if tooSmall >= 0 { budgets.add(count, at: tooSmall) }
  }

  /// Passwords that an attack finds.
  package func found(by attack: Attack, of budgets: [Double]) -> UInt64 {
    attack.found(self.budgets, of: budgets) ?? 0
  }
}
