#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The decimal logarithms of guess budgets, to which estimates that are logarithms are compared.
struct BudgetDecades {
  private var budgets: [Double] = []
  private var decades: [Double] = []

  /// Takes the budgets of a recipe.
  mutating func update(to budgets: [Double]) {
    if budgets == self.budgets { return }
    self.budgets = budgets
    decades = budgets.map(Self.decade)
  }

  /// The number of budgets below a number of guesses, given as a decimal logarithm.
  @inline(__always)
  func countBelow(_ log10Guesses: Double) -> UInt64 {
    let decades = decades.span
    var count: UInt64 = 0
    for index in decades.indices where decades[index] < log10Guesses { count &+= 1 }
    return count
  }

  /// The decimal logarithm of a budget, exact for powers of ten, so that budgets and half decades
  /// agree.
  private static func decade(_ budget: Double) -> Double {
    let decade = log10(budget)
    return pow(10, decade.rounded()) == budget ? decade.rounded() : decade
  }
}
