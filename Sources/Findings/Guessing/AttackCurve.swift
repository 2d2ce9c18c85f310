/// How much an attacker has found after so many guesses an account.
package struct AttackCurve: Hashable, Sendable {
  /// Who guesses.
  package let attacker: Attacker
  /// At guesses of ``grid(upTo:)``, ascending.
  package let points: [Point]

  /// Who guesses, and what the share is of.
  package enum Attacker: String, Hashable, Sendable, CaseIterable {
    /// Knows the policy and tries what it accepts, the commonest first; of the accepted.
    ///
    /// The best that can be done, by one who knows how common each password is.
    case aware
    /// Tries the whole list in that order, refused passwords in vain; of the accepted.
    ///
    /// Among equally common passwords the accepted ones are met in proportion.
    case blind
    /// As aware, of all accounts.
    case population
    /// The same where repetitions are not accounts: of all occurrences.
    case occurrences
    /// Has seen half of the occurrences and is measured on the other half; of the accepted.
    case heldOut = "held-out"
    /// A generic attacker who needs as many guesses as zxcvbn estimates; of the accepted.
    case zxcvbn
  }

  /// One point of a curve.
  package struct Point: Hashable, Sendable {
    /// Guesses an account.
    package let guesses: UInt64
    /// Occurrences of what was found, to the nearest.
    package let cracked: UInt128
    /// Their share of those that the attack is on.
    package let share: Double
  }

  /// 1, 2, 5, 10, 20, … below a number of guesses, and that number.
  ///
  ///     AttackCurve.grid(upTo: 30)   // [1, 2, 5, 10, 20, 30]
  package static func grid(upTo last: UInt64) -> [UInt64] {
    guard last > 0 else { return [] }
    return Array(steps.prefix { $0 < last }) + [last]
  }

  /// 1, 2, 5 times each power of ten that 64 bits hold.
  private static let steps: [UInt64] = {
    var steps: [UInt64] = []
    var power: UInt64 = 1
    while true {
      for factor in [1, 2, 5] as [UInt64] {
        let (step, overflow) = power.multipliedReportingOverflow(by: factor)
        if overflow { return steps }
        steps.append(step)
      }
      let (next, overflow) = power.multipliedReportingOverflow(by: 10)
      if overflow { return steps }
      power = next
    }
  }()

  /// Guesses up to which zxcvbn's curve goes: ten times what safety offline is put at.
  private static let mostGuesses: UInt64 = 1_000_000_000_000_000

  /// The numbers of guesses that a recipe must tell apart for zxcvbn's curve.
  ///
  /// The whole grid, or where signatures have no room for it beside other budgets, the powers of
  /// ten.
  package static func strengthBudgets(besides others: [Double]) -> [Double] {
    let grid = grid(upTo: mostGuesses).map { Double($0) }
    if Set(others).union(grid).count <= mostBudgets { return grid }
    return grid.indices.filter { $0.isMultiple(of: 3) }.map { grid[$0] }
  }

  /// Budgets that a signature tells apart.
  private static let mostBudgets = 63

  /// The recorded budgets that are on the grid, with their places.
  static func strengthGrid(of budgets: [Double]) -> [(guesses: UInt64, place: Int)] {
    let grid = Set(grid(upTo: mostGuesses))
    return budgets.enumerated().compactMap { place, budget in
      guard let guesses = UInt64(exactly: budget), grid.contains(guesses) else { return nil }
      return (guesses, place)
    }
  }
}

extension AttackCurve {
  /// The commonest first; found is stated as a share of `whole`.
  package init(_ attacker: Attacker, on spectrum: CountSpectrum, of whole: UInt128) {
    self.attacker = attacker
    points = Self.grid(upTo: spectrum.distinct).map { guesses in
      let mass = spectrum.mass(ofTop: guesses)
      return Point(guesses: guesses, cracked: mass, share: Double(mass) / Double(whole))
    }
  }

  /// Accepted passwords met in the order of the whole.
  init(blindOn accepted: AcceptedLevels, of whole: CountSpectrum) {
    attacker = .blind
    let total = accepted.spectrum.total
    points =
      total == 0
      ? []
      : Self.grid(upTo: whole.distinct).map { guesses in
        let mass = accepted.mass(amongTop: guesses, of: whole)
        let part = mass.part.rounded()
        return Point(
          guesses: guesses, cracked: mass.whole.saturating(plus: UInt128(part)),
          share: (Double(mass.whole) + mass.part) / Double(total))
      }
  }

  /// Masses by how many of the budgets are too small, at those budgets that are on the grid.
  init(strength masses: [UInt128], budgets: [Double]) {
    attacker = .zxcvbn
    let total = masses.reduce(UInt128(0)) { $0.saturating(plus: $1) }
    var through: [UInt128] = []
    for mass in masses { through.append((through.last ?? 0).saturating(plus: mass)) }
    points =
      total == 0
      ? []
      : Self.strengthGrid(of: budgets).map { guesses, place in
        Point(
          guesses: guesses, cracked: through[place],
          share: Double(through[place]) / Double(total))
      }
  }
}
