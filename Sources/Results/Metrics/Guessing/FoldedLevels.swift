package import Tallies

/// The levels of all rows of a folded tally, arranged so that sets of rows can be asked what the
/// commonest of their passwords hold.
///
/// How often each password occurs is not told. All that is possible lies between two spectra of each
/// level: the flattest and the steepest. They are its ends in the order of majorisation, so they bound
/// the occurrences of the commonest passwords of any set of rows.
///
/// - Source: A. W. Marshall and I. Olkin, *Inequalities: Theory of Majorization*, ch. 1.
package struct FoldedLevels: Sendable {
  /// The levels of each row.
  let rows: [[OccurrenceLevel]]
  /// The passwords of each row and their occurrences.
  let totals: [(passwords: UInt64, entries: UInt64)]
  private let flattest: [Step]
  private let steepest: [Step]

  /// Whether the passwords of a row are accepted.
  package enum Standing: UInt8, Hashable, Sendable {
    /// None is.
    case refused
    /// Some may be.
    case possible
    /// All are.
    case sure
  }

  /// Passwords of a row that occur equally often.
  private struct Step {
    let occurrences: UInt64
    let passwords: UInt64
    let row: Int
  }

  /// Takes the levels of each row.
  ///
  /// - Complexity: O(n log n) in the number of levels.
  package init(_ rows: [[OccurrenceLevel]]) {
    self.rows = rows
    totals = rows.map { levels in
      levels.reduce((0, 0)) { ($0.0 &+ $1.passwords, $0.1 &+ $1.entries) }
    }
    func steps(_ make: (OccurrenceLevel) -> [OccurrenceLevel.Step]) -> [Step] {
      rows.enumerated().flatMap { row, levels in
        levels.flatMap(make).map {
          Step(occurrences: $0.occurrences, passwords: $0.passwords, row: row)
        }
      }.sorted { ($1.occurrences, $0.row) < ($0.occurrences, $1.row) }
    }
    flattest = steps(\.flattest)
    steepest = steps(\.steepest)
  }

  /// A share as a fraction.
  package struct Share: Hashable, Sendable {
    /// The occurrences that are found.
    package let numerator: UInt128
    /// The occurrences of which they are a share; 0 without any.
    package let denominator: UInt128

    /// The nearest number; 0 without occurrences.
    package var value: Double {
      denominator == 0 ? 0 : Double(numerator) / Double(denominator)
    }
  }

  /// The least and the most share of accepted occurrences that the commonest passwords hold, for some
  /// numbers of them, if any password is accepted.
  ///
  /// - Parameters:
  ///   - standings: The standing of each row.
  ///   - budgets: Numbers of guesses, ascending.
  /// - Returns: Both ends for each number, and the most occurrences.
  /// - Complexity: O(levels).
  package func shares(
    _ standings: [Standing], after budgets: [UInt64]
  ) -> [(least: Share, most: Share)] {
    let (sure, all) = (entries(standings, .sure), entries(standings, .possible))
    let least = Self.commonest(flattest, standings, .sure, budgets)
    let most = Self.commonest(steepest, standings, .possible, budgets)
    let surelyMost = Self.commonest(steepest, standings, .sure, budgets)
    return budgets.indices.map { index in
      // What is found of rows that may be accepted is among the accepted.
      let found = sure.saturating(plus: most[index] &- min(most[index], surelyMost[index]))
      return (
        Share(numerator: least[index], denominator: all),
        Share(numerator: min(most[index], found), denominator: found)
      )
    }
  }

  /// The occurrences of the rows that have at least a standing.
  func entries(_ standings: [Standing], _ least: Standing) -> UInt128 {
    totals.indices.reduce(0) {
      standings[$1].rawValue < least.rawValue
        ? $0 : $0.saturating(plus: UInt128(totals[$1].entries))
    }
  }

  /// The occurrences of the commonest passwords, for some numbers of them.
  private static func commonest(
    _ steps: [Step], _ standings: [Standing], _ least: Standing, _ budgets: [UInt64]
  ) -> [UInt128] {
    var (sums, ranks, mass) = ([UInt128](), 0 as UInt64, 0 as UInt128)
    for step in steps where standings[step.row].rawValue >= least.rawValue {
      let occurrences = UInt128(step.occurrences)
      while sums.count < budgets.count, budgets[sums.count] <= ranks &+ step.passwords {
        sums.append(mass.saturating(plus: UInt128(budgets[sums.count] &- ranks) * occurrences))
      }
      if sums.count == budgets.count { break }
      ranks &+= step.passwords
      mass = mass.saturating(plus: UInt128(step.passwords) * occurrences)
    }
    return sums + Array(repeating: mass, count: budgets.count - sums.count)
  }
}
