import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import Workers

/// What a folded tally tells of guessing: the ends of each number, for all passwords and for each
/// policy.
///
/// Bits, fits and models of behaviour rest on each password's own number of occurrences, so there
/// are none.
package struct FoldedGuessing: Hashable, Sendable {
  /// The meaning of a password's repetitions.
  package let weights: Weights
  /// The ends for all passwords, without a policy.
  package let whole: GuessingBounds
  /// The ends for each policy, in the order given.
  package let policies: [GuessingBounds]
  /// The estimate by which passwords are found in a day; nil if strength was not recorded.
  package let estimate: GuessEstimate?

  /// The numbers that no folded tally tells, in words.
  package static let leftOut =
    "bits of guessing, Zipf's law, curves, spectra and models of behaviour"
}

/// The ends of what guesses find of the passwords that a policy accepts.
package struct GuessingBounds: Hashable, Sendable {
  /// The policy's name; nil for the whole input, without a policy.
  package internal(set) var policy: String?
  /// Why it says nothing of other accounts; nil if it does.
  let silence: AttackBounds.Silence?
  /// How sure the upper end of what it says is.
  let confidence: Confidence
  /// The accepted occurrences.
  package let accepted: ClosedRange<UInt64>
  /// The distinct accepted passwords.
  package let distinct: ClosedRange<UInt64>
  /// Those of them that occur once.
  package let once: ClosedRange<UInt64>
  /// The occurrences of all passwords, without a policy.
  package let total: UInt64
  /// The shares that the commonest passwords hold (λ).
  package let successes: [Success]
  /// The accepted occurrences that ``Attack/day`` finds by the first recorded estimate; nil without
  /// one.
  package let foundInDay: ClosedRange<UInt64>?

  /// The ends of a share (λ).
  package struct Success: Hashable, Sendable {
    /// The number of guesses.
    package let guesses: UInt64
    /// The lower end.
    package let least: FoldedLevels.Share
    /// The upper end.
    package let most: FoldedLevels.Share
  }

  /// Whether there may be enough accepted passwords to state what guesses find.
  package var permitsGuessing: Bool { SampleSize(accepted.upperBound).permitsGuessing }

  /// The share (λ) after a number of guesses; nil if the report has no such number, or if surely
  /// too few passwords are accepted.
  package func success(after guesses: UInt64) -> Success? {
    permitsGuessing ? successes.first { $0.guesses == guesses } : nil
  }

  /// The ends for rows of a standing each.
  init(
    _ rows: GuessingSums.FoldedRows, _ standings: [FoldedLevels.Standing], areAccounts: Bool,
    isHead: Bool, confidence: Confidence
  ) {
    self.confidence = confidence
    let levels = rows.levels
    func ends(_ least: (Int) -> UInt64, _ most: (Int) -> UInt64) -> ClosedRange<UInt64> {
      var (low, high): (UInt64, UInt64) = (0, 0)
      for row in standings.indices where standings[row] != .refused {
        high &+= most(row)
        if standings[row] == .sure { low &+= least(row) }
      }
      return min(low, high)...high
    }
    accepted = ends({ levels.totals[$0].entries }, { levels.totals[$0].entries })
    silence = AttackBounds.silence(
      accounts: UInt128(accepted.upperBound), topCount: nil, areAccounts: areAccounts,
      isHead: isHead)
    distinct = ends({ levels.totals[$0].passwords }, { levels.totals[$0].passwords })
    once = ends(
      { levels.rows[$0].reduce(0) { $0 &+ $1.once.lowerBound } },
      { levels.rows[$0].reduce(0) { $0 &+ $1.once.upperBound } })
    total = levels.totals.reduce(0) { $0 &+ $1.entries }
    foundInDay = rows.foundInDay.map { found in
      ends(
        { found[$0].surely ? levels.totals[$0].entries : 0 },
        { found[$0].possibly ? levels.totals[$0].entries : 0 })
    }
    let budgets = GuessingMetrics.budgets
    successes = zip(budgets, levels.shares(standings, after: budgets)).map {
      Success(guesses: $0, least: $1.least, most: $1.most)
    }
  }
}

extension GuessingBounds {
  /// Those of all passwords that occur once, and those that are repeated.
  var repetition: Histogram {
    let least = distinct.lowerBound &- min(once.upperBound, distinct.lowerBound)
    let repeated = least...max(least, distinct.upperBound &- once.lowerBound)
    return Histogram(
      .repetition, unit: .distinct, total: distinct.lowerBound, mostTotal: distinct.upperBound,
      [("once", once), ("repeated", repeated)].enumerated().map {
        Histogram.Bin($1.0, order: $0, count: $1.1.lowerBound, most: $1.1.upperBound)
      })
  }
}

extension GuessingSums {
  /// The rows of a folded tally with their levels and the standing of each with every policy.
  struct FoldedRows: Sendable {
    let levels: FoldedLevels
    /// The first recorded estimate of guesses; nil without one.
    let estimate: GuessEstimate?
    /// Whether the attack of a day surely finds each row, and whether it may; nil without an
    /// estimate.
    let foundInDay: [(surely: Bool, possibly: Bool)]?
    /// By distinct policy, then by row.
    let standings: [[FoldedLevels.Standing]]

    /// Unpacks the rows of a spectrum and judges them.
    init(_ spectrum: Spectrum, _ matchers: [PolicyMatcher], _ workers: WorkerPool) {
      let rows = spectrum.levels.sorted { $0.key < $1.key }
      levels = FoldedLevels(rows.map(\.value))
      let (schema, kinds) = (spectrum.schema, CountedKinds(spectrum.schema))
      let ranges = rows.map { ProfileRange($0.key, schema, kinds) }
      let exact = rows.indices.filter { rows[$0].key.isExact }
      let wide = rows.indices.filter { !rows[$0].key.isExact }
      estimate = GuessEstimate(schema)
      let place = schema.demand.guessBudgets.firstIndex(of: Attack.day.guesses)
      foundInDay = estimate.flatMap { estimate in
        place.map { place in
          ranges.map {
            (
              estimate.budgetsTooSmall(of: $0.high) <= place,
              estimate.budgetsTooSmall(of: $0.low) <= place
            )
          }
        }
      }
      let columns = ProfileColumns(exact.map { ranges[$0].low })
      standings = workers.map(matchers) { matcher in
        var standings = [FoldedLevels.Standing](repeating: .refused, count: ranges.count)
        var verdicts = [UInt64](repeating: 0, count: exact.count)
        var span = verdicts.mutableSpan
        matcher.judge(columns, into: &span)
        for (place, row) in exact.enumerated() where verdicts[place] == 0 { standings[row] = .sure }
        let bounds = matcher.bounds()
        for row in wide {
          let verdict = bounds.verdict(on: ranges[row])
          if verdict.mayComply { standings[row] = verdict.surelyComplies ? .sure : .possible }
        }
        return standings
      }
    }
  }

  /// The ends of everything, if the added spectrum is that of a folded tally; nil otherwise.
  ///
  /// - Complexity: O(policies × levels), divided among the workers.
  package func folded(
    weights: Weights, isHead: Bool = false, confidence: Confidence = .usual
  ) -> FoldedGuessing? {
    guard let rows = foldedRows else { return nil }
    @Sendable func bounds(_ standings: [FoldedLevels.Standing]) -> GuessingBounds {
      GuessingBounds(
        rows, standings, areAccounts: weights == .accounts, isHead: isHead, confidence: confidence)
    }
    let judged = workers.map(rows.standings, bounds)
    return FoldedGuessing(
      weights: weights,
      whole: bounds(Array(repeating: .sure, count: rows.levels.rows.count)),
      policies: named.map { name, judgement in
        var bounds = judged[judgement]
        bounds.policy = name
        return bounds
      }, estimate: rows.estimate)
  }
}
