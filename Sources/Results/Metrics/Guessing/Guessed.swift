/// What guesses find of the passwords that a policy accepts: exact metrics, or those numbers that a folded
/// tally tells, each between two ends.
package enum Guessed: Sendable {
  case exact(PolicyGuessing)
  case folded(GuessingBounds)

  /// The metrics; nil by a folded tally.
  package var exact: PolicyGuessing? { if case .exact(let found) = self { found } else { nil } }

  /// The policy's name; nil for the whole input, without a policy.
  package var policy: String? {
    switch self {
    case .exact(let found): found.policy
    case .folded(let found): found.policy
    }
  }

  /// The share (λ) of the accepted that a number of guesses finds at most; nil as of the metrics.
  package func success(after guesses: UInt64) -> ClosedRange<Double>? {
    switch self {
    case .exact(let found): (found.success(after: guesses)?.share).map { $0...$0 }
    case .folded(let found):
      found.success(after: guesses).map { $0.least.value...max($0.least.value, $0.most.value) }
    }
  }

  /// Why nothing is said of other accounts than those of the list; nil if something is.
  package var silence: AttackBounds.Silence? {
    switch self {
    case .exact(let found): found.bounds.silence
    case .folded(let found): found.silence
    }
  }

  /// How sure the ends of the share of other accounts are.
  package var confidence: Confidence {
    switch self {
    case .exact(let found): found.bounds.confidence
    case .folded(let found): found.confidence
    }
  }

  /// The ends of the share of other accounts that a number of guesses finds, whoever guesses.
  ///
  /// By a folded tally there is the upper one alone. Nil of other numbers than ``GuessingMetrics/budgets``, and where
  /// nothing is said.
  package func bounds(after guesses: UInt64) -> (lower: Double?, upper: Double)? {
    if silence != nil { return nil }
    switch self {
    case .exact(let found):
      return found.bounds.ends(of: guesses).map { (lower: $0.lower, upper: $0.upper) }
    case .folded(let found):
      // Of more accepted rows, as many more may be found as there are: that raises the end.
      return (found.successes.first { $0.guesses == guesses }?.most).map { most in
        let tails = BinomialTails(trials: Double(most.denominator))
        return (
          lower: nil,
          upper: tails.upperEnd(Double(most.numerator), rate: found.confidence.rate / 2)
        )
      }
    }
  }

  /// The accepted occurrences.
  package var accepted: ClosedRange<UInt128> {
    switch self {
    case .exact(let found): found.metrics.total...found.metrics.total
    case .folded(let found):
      UInt128(found.accepted.lowerBound)...UInt128(found.accepted.upperBound)
    }
  }

  /// The occurrences of all passwords, of which these are those accepted; of the whole input all.
  package var total: UInt128 {
    switch self {
    case .exact(let found): found.metrics.total
    case .folded(let found): UInt128(found.total)
    }
  }

  /// The distinct accepted passwords.
  package var distinct: ClosedRange<UInt64> {
    switch self {
    case .exact(let found): found.metrics.distinct...found.metrics.distinct
    case .folded(let found): found.distinct
    }
  }

  /// The number of passwords that are surely accepted, which decides what may be said of them.
  package var size: SampleSize { SampleSize(accepted.lowerBound) }
}

/// What guesses find of all passwords and under each policy, exactly or by a folded tally.
package struct GuessedPolicies: Sendable {
  /// The meaning of a password's repetitions.
  package let weights: Weights
  /// All passwords, without a policy.
  package let whole: Guessed
  /// The policies, in the order given.
  package let policies: [Guessed]
  /// The estimate by which passwords are found in a day; nil if strength was not recorded.
  package let estimate: GuessEstimate?
  /// All exact findings; nil by a folded tally.
  package private(set) var exact: GuessingFindings?

  /// Takes exact metrics.
  package init(_ found: GuessingFindings) {
    exact = found
    (weights, estimate) = (found.weights, found.whole.estimate)
    (whole, policies) = (.exact(found.whole), found.policies.map(Guessed.exact))
  }

  /// Takes the ends of a folded tally.
  package init(_ found: FoldedGuessing) {
    (weights, estimate) = (found.weights, found.estimate)
    (whole, policies) = (.folded(found.whole), found.policies.map(Guessed.folded))
  }

  /// Whether numbers have two ends, since a tally was folded.
  package var isFolded: Bool { exact == nil }

  /// The numbers that a table of counts has: for the whole list first, then for each policy.
  package var histograms: [Histogram] {
    ([whole] + policies).flatMap { guessed in
      switch guessed {
      case .exact(let found): Metric.histograms(of: .guessing(found))
      case .folded(let found): found.policy == nil ? [found.repetition] : []
      }
    }
  }
}
