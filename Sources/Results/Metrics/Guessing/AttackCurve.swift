/// The share of accounts that an attacker has found after each number of guesses for each account.
package struct AttackCurve: Hashable, Sendable {
  package let attacker: Attacker
  /// The points at guesses of ``grid(upTo:)``, ascending.
  package let points: [Point]

  /// The kinds of attacker, and the base of the share.
  package enum Attacker: Hashable, Sendable {
    /// Knows the policy and tries the accepted passwords, the commonest first; share of the
    /// accepted.
    ///
    /// This is the optimum, for an attacker who knows how common each password is.
    case aware
    /// Tries the whole list in that order, refused passwords in vain; share of the accepted.
    ///
    /// Among equally common passwords, the accepted ones come in proportion.
    case blind
    /// Like `aware`; share of all accounts.
    case population
    /// The same if repetitions are not accounts; share of all occurrences.
    case occurrences
    /// The ends between which the best attacker of other accounts finds; share of the accepted.
    case atLeast, atMost
    /// One who needs as many guesses as an estimate of this label states; share of the accepted.
    case estimate(String)

    /// The name in tables.
    package var name: String {
      switch self {
      case .atLeast: "at-least"
      case .atMost: "at-most"
      case .estimate(let label): label
      default: "\(self)"
      }
    }
  }

  /// One point of a curve.
  package struct Point: Hashable, Sendable {
    /// Guesses for each account.
    package let guesses: UInt64
    /// Occurrences of the passwords found, rounded.
    package let cracked: UInt128
    /// Their share of the base.
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

  /// The most guesses of an estimate's curve: ten times the usual bound for safety offline.
  private static let mostGuesses: UInt64 = 1_000_000_000_000_000

  /// The guess budgets that a schema needs for the curves of estimates.
  ///
  /// The whole grid, or the powers of ten if signatures have no room for the grid beside other
  /// budgets, or if two estimates would cross it: then a tally has 1.5 times the rows that it has
  /// with zxcvbn's alone, and 2.3 times with the grid.
  package static func strengthBudgets(
    besides others: [Double], isCombined: Bool
  ) -> [Double] {
    let grid = grid(upTo: mostGuesses).map { Double($0) }
    if !isCombined, Set(others).union(grid).count <= mostBudgets { return grid }
    return grid.indices.filter { $0.isMultiple(of: 3) }.map { grid[$0] }
  }

  /// The most budgets that a signature distinguishes.
  private static let mostBudgets = 63

  /// The recorded budgets that are on the grid, with their indices.
  static func strengthGrid(of budgets: [Double]) -> [(guesses: UInt64, place: Int)] {
    let grid = Set(grid(upTo: mostGuesses))
    return budgets.enumerated().compactMap { place, budget in
      guard let guesses = UInt64(exactly: budget), grid.contains(guesses) else { return nil }
      return (guesses, place)
    }
  }
}

extension AttackCurve {
  /// The curves of both ends; none if a list says nothing of other accounts.
  static func curves(_ bounds: AttackBounds, of spectrum: CountSpectrum) -> [AttackCurve] {
    let (guesses, total) = (grid(upTo: spectrum.distinct), spectrum.total)
    return [(Attacker.atLeast, \AttackBounds.Ends.lower), (.atMost, \.upper)].map { attacker, end in
      AttackCurve(
        attacker: attacker,
        points: guesses.compactMap(bounds.ends(of:)).map { ends in
          let cracked = (ends[keyPath: end] * Double(total)).rounded()
          return Point(
            guesses: ends.guesses, cracked: UInt128(exactly: cracked) ?? total,
            share: ends[keyPath: end])
        })
    }
  }

  /// The curve of guessing the commonest first; shares are of `whole`.
  package init(_ attacker: Attacker, on spectrum: CountSpectrum, of whole: UInt128) {
    self.attacker = attacker
    points = Self.grid(upTo: spectrum.distinct).map { guesses in
      let mass = spectrum.mass(ofTop: guesses)
      return Point(guesses: guesses, cracked: mass, share: Double(mass) / Double(whole))
    }
  }

  /// The curve of guessing in the order of the whole, where only accepted passwords count.
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

  /// The curve of masses by the number of budgets that are too small, at the budgets on the grid.
  init(_ estimate: GuessEstimate, _ masses: [UInt128], budgets: [Double]) {
    attacker = .estimate(estimate.source == .model ? "model-blind" : estimate.label)
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

extension AttackCurve {
  /// The curve of an attacker who knows the policy and tries what a model draws, the likeliest
  /// first.
  ///
  /// - Parameters:
  ///   - guesses: Its guesses, for each half decade of guesses of one who does not know the policy.
  ///   - found: The accepted occurrences that need fewer of the latter.
  ///   - total: All accepted occurrences.
  init(modelAware guesses: [UInt64], _ found: [UInt128], of total: UInt128) {
    attacker = .estimate("model-aware")
    var points: [Point] = []
    for (guesses, found) in zip(guesses, found) where total > 0 {
      // Few guesses are as many for several half decades.
      if points.last?.guesses == guesses { points.removeLast() }
      points.append(
        Point(guesses: guesses, cracked: found, share: Double(found) / Double(total)))
    }
    self.points = points
  }
}
