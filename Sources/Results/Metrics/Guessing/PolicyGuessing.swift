package import Diagnostics
import Passwords

/// The guessing metrics of the passwords that a policy accepts, compared with the whole input.
package struct PolicyGuessing: Hashable, Sendable {
  /// The policy's name; nil for the whole input, without a policy.
  package internal(set) var policy: String?
  /// The metrics of the accepted passwords.
  package let metrics: GuessingMetrics
  /// The power law fitted to their cumulative shares.
  package let zipf: ZipfFit?
  /// How many of the commonest passwords of the whole are refused; one number for each of ``tops``.
  ///
  /// Fractional if only some of several equally common passwords belong to the top: these are
  /// counted in proportion.
  package let refusedOfTop: [Double]
  /// The rank, in the whole, of the commonest accepted password; the first of equals.
  package let firstAcceptedRank: UInt64?
  /// The half decade of guesses that half of the accepted do not exceed, by the first recorded
  /// estimate: 13 for 6.5 ≤ log₁₀(guesses) < 7; nil if strength was not recorded or nothing is
  /// accepted.
  ///
  /// Of whole decades, the first half.
  package let medianGuessesBin: Int?
  /// The estimate of ``medianGuessesBin``; nil if strength was not recorded.
  package let estimate: GuessEstimate?
  /// The accepted occurrences that ``Attack/day`` finds by ``estimate``; nil without one.
  package let foundInDay: UInt128?
  /// Between which ends lies what guesses find of other accounts under the policy, whoever guesses.
  package let bounds: AttackBounds
  /// The curves of several attackers.
  package private(set) var curves: [AttackCurve]

  /// The accepted occurrences that need fewer than 10^0.5, 10^1, … 10^15 guesses by the model
  /// alone; empty if they were not recorded.
  private let foundByModel: [UInt128]
  private let table: Table
  /// Accepted passwords of each level of the whole; a spectrum would take eight times the bytes.
  private let accepted: [UInt64]
  private let wholeDistinct: UInt64
  private let wholeTotal: UInt128

  /// The numbers of commonest passwords for which refusals are counted.
  package static let tops: [UInt64] = [10, 1000]

  /// The whole input, which all policies are compared with.
  struct Table: Hashable, Sendable {
    /// All passwords, without a policy.
    let whole: CountSpectrum
    /// For each level of the whole, the index of its sum in ``GuessingSums``.
    let order: [Int]
    /// The numbers of guesses for which estimates were counted.
    var guessBudgets: [Double] = []
    /// The meaning of a password's repetitions.
    let weights: Weights
    /// Whether it is the top of a longer list.
    let isHead: Bool
    /// How sure bounds are.
    let confidence: Confidence
  }

  /// Computes the metrics from a policy's sums.
  init(_ table: Table, _ sums: GuessingSums.Sums, whole: PolicyGuessing?) {
    let accepted = AcceptedLevels(table.order.map { sums.passwords[$0] }, of: table.whole)
    let spectrum = accepted.spectrum
    self.table = table
    self.accepted = accepted.passwords
    metrics = GuessingMetrics(spectrum)
    zipf = ZipfFit(spectrum)
    refusedOfTop = Self.tops.map { top in
      let ranks = min(top, table.whole.distinct)
      return Double(ranks) - accepted.count(amongTop: ranks, of: table.whole)
    }
    firstAcceptedRank = accepted.firstRank(in: table.whole)
    medianGuessesBin = sums.estimates.first?.median
    estimate = sums.estimates.first?.estimate
    foundInDay = sums.estimates.first.flatMap {
      Attack.day.found($0.budgets, of: table.guessBudgets)
    }
    wholeDistinct = table.whole.distinct
    wholeTotal = table.whole.total

    bounds = AttackBounds(
      spectrum, areAccounts: table.weights == .accounts, isHead: table.isHead,
      confidence: table.confidence)
    let isPolicy = whole != nil
    let unscaled: AttackCurve.Attacker = table.weights == .accounts ? .population : .occurrences
    var curves = [AttackCurve(.aware, on: spectrum, of: spectrum.total)]
    if isPolicy { curves.append(AttackCurve(blindOn: accepted, of: table.whole)) }
    curves.append(AttackCurve(unscaled, on: spectrum, of: table.whole.total))
    curves += AttackCurve.curves(bounds, of: spectrum)
    curves += sums.estimates.map {
      AttackCurve($0.estimate, $0.budgets, budgets: table.guessBudgets)
    }
    self.curves = curves.filter { !$0.points.isEmpty }
    let model = sums.estimates.first { $0.estimate.source == .model }
    foundByModel = model.map { model in (1...30).map(model.found(belowHalfDecade:)) } ?? []
  }

  /// The metrics of accepted passwords of which one half is known.
  init(_ table: Table, _ passwords: [UInt64], whole: PolicyGuessing?) {
    self.init(table, GuessingSums.Sums(passwords: passwords), whole: whole)
  }

  /// What is left of the accepted accounts if passwords that more than so many users of a million have are refused.
  ///
  /// One half of the accounts tells which; the other is what is measured.
  func limited(perMillion most: UInt64) -> PolicyGuessing {
    let (half, left) = spectrum.halved(keepingPerMillion: most)
    let table = Table(
      whole: half, order: Array(half.levels.indices), weights: table.weights, isHead: table.isHead,
      confidence: table.confidence)
    var limited = PolicyGuessing(
      table, left, whole: PolicyGuessing(table, half.levels.map(\.passwords), whole: nil))
    limited.policy = (policy.map { $0 + " + " } ?? "") + "popularity \(most)"
    return limited
  }

  /// Adds the curve of an attacker who knows the policy and tries what a model draws, if there are
  /// its guesses for 10^0.5, 10^1, … of one who does not know it, and the model's were recorded.
  mutating func addCurve(modelAware guesses: [UInt64]) {
    let curve = AttackCurve(modelAware: guesses, foundByModel, of: metrics.total)
    if !curve.points.isEmpty { curves.append(curve) }
  }

  /// The accepted passwords by number of occurrences.
  ///
  /// - Complexity: O(levels) at every access.
  package var spectrum: CountSpectrum { AcceptedLevels(accepted, of: table.whole).spectrum }

  /// The accepted share of all occurrences; nil if there are none.
  package var acceptedShare: Double? {
    wholeTotal == 0 ? nil : Double(metrics.total) / Double(wholeTotal)
  }

  /// The accepted share of the distinct passwords; nil if there are none.
  package var distinctShare: Double? {
    wholeDistinct == 0 ? nil : Double(metrics.distinct) / Double(wholeDistinct)
  }

  /// The caveats, in the order of the vocabulary.
  package var caveats: [Caveat] {
    let isPart = policy != nil && metrics.total > 0
    // Compared with the list and not with other policies, on which no row may depend.
    let isUnlike = isPart && metrics.total.saturating(times: 10) < wholeTotal
    return (isPart ? [.filtered] : []) + (table.isHead ? [.truncated] : [])
      + (isUnlike ? [.unlikeSamples] : []) + [.population]
  }

  /// The number of accepted passwords, which decides what may be said of them.
  package var size: SampleSize { SampleSize(metrics.total) }

  /// The optimum of a number of guesses, if there are enough passwords to state it.
  package func success(after guesses: UInt64) -> GuessingMetrics.Success? {
    policy == nil || size.permitsGuessing ? metrics.success(after: guesses) : nil
  }
}

/// What may be said of a sample, by its size: the one rule for all shares of compliant passwords,
/// on every screen and page and in every table.
///
///     SampleSize(54).permitsShares      // false: "too few"
///     SampleSize(540).isStated          // true: "18.5 % of 540"
///     SampleSize(1000).permitsGuessing  // true
package struct SampleSize: Hashable, Sendable {
  /// The passwords of the sample, repetitions included.
  package let count: UInt128

  /// The least size of which shares are stated; of fewer, one password more or less is a point.
  package static let leastForShares: UInt128 = 100
  /// The least size for shares found by guessing, and for shares without the size beside them.
  ///
  /// Of fewer passwords, ten are a point or more: their commonest ones say how many they are, not
  /// how people choose.
  package static let leastForGuessing: UInt128 = 1000

  /// Makes the size of a sample.
  package init(_ count: some BinaryInteger) { self.count = UInt128(clamping: count) }

  /// Whether shares of the sample are stated.
  package var permitsShares: Bool { count >= Self.leastForShares }
  /// Whether shares found by guessing are stated.
  package var permitsGuessing: Bool { count >= Self.leastForGuessing }
  /// Whether the size stands beside a share.
  package var isStated: Bool { !permitsGuessing }
}
