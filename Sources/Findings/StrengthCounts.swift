@_spi(House) import Passwords

/// Counts of passwords by strength; each array is empty if that fact is not recorded.
package struct StrengthCounts: Sendable {
  /// By level of the four-criteria meter.
  package private(set) var meter: [UInt64]
  /// By score, 0…4.
  package private(set) var scores: [UInt64]
  /// By half decade of guesses.
  package private(set) var guesses: [UInt64] = []
  /// By the number of the recipe's guess budgets that are too small.
  package private(set) var budgets: [UInt64]

  /// Starts all counts at 0, for profiles of one recipe.
  init(_ recipe: Recipe) {
    meter = recipe.demand.meter ? Array(repeating: 0, count: MeterLevel.allCases.count) : []
    scores = recipe.demand.score ? Array(repeating: 0, count: 5) : []
    let limits = recipe.demand.guessBudgets.count
    budgets = Array(repeating: 0, count: limits > 0 ? limits + 1 : 0)
  }

  /// Counts passwords of one profile.
  mutating func add(_ profile: Profile, count: UInt64) {
    if let level = profile.meterLevel { meter[level] &+= count }
    if let score = profile.score { scores.add(count, at: score) }
    if let bin = profile.guessesBin { guesses.add(count, at: bin) }
    if let budget = profile.guessBudget { budgets.add(count, at: budget) }
  }

  /// Passwords that an attack finds.
  package func found(by attack: Attack, of budgets: [Double]) -> UInt64 {
    guard let place = budgets.firstIndex(of: attack.guesses) else { return 0 }
    return self.budgets.prefix(place + 1).reduce(0, &+)
  }
}
