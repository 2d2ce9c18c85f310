import Glibc

/// The effort of guessing passwords in descending order of frequency.
///
/// In bits, every metric is the logarithm of the number of equally likely passwords that would be
/// as hard, so that uniform data gives log₂ of their number throughout. Undefined metrics are nil:
/// all of them without a password.
///
///     let metrics = GuessingMetrics(CountSpectrum([5: 1, 3: 1, 1: 2]))
///     metrics.guesswork            // 1.8
///     metrics.efforts[2].guesses   // 1: the commonest password is half of all
///
/// - Source: J. Bonneau, *The science of guessing*, IEEE S&P 2012, with ranks from 1 and the share
///   that is really reached in every conversion to bits.
package struct GuessingMetrics: Hashable, Sendable {
  /// Distinct passwords.
  package let distinct: UInt64
  /// The sum of their occurrences.
  package let total: UInt128
  /// Occurrences of the commonest; 0 if there is none.
  package let topCount: UInt128
  /// The sum of rank × occurrences.
  package let rankSum: UInt128
  /// Log₂ of the number of distinct passwords (H₀).
  package let hartleyBits: Double?
  /// Shannon's entropy (H₁).
  package let shannonBits: Double?
  /// Minus log₂ of the commonest password's share (H∞).
  package let minEntropyBits: Double?
  /// Guesses to find a password, on average (G).
  package let guesswork: Double?
  /// The same in bits.
  package let guessworkBits: Double?
  /// The success of some numbers of guesses (λ).
  package let successes: [Success]
  /// The effort to find some shares (μ, G̃).
  package let efforts: [Effort]
  /// The share of passwords that occur once, an estimate of the new ones in a larger sample.
  package let unseenMass: Double?

  /// The numbers of guesses that are reported.
  package static let budgets: [UInt64] = [1, 10, 100, 1000, 10_000, 1_000_000]

  /// The success of a number of guesses for each account.
  package struct Success: Hashable, Sendable {
    /// The number of guesses.
    package let guesses: UInt64
    /// Occurrences of the passwords guessed.
    package let mass: UInt128
    /// Their share of all occurrences (λ).
    package let share: Double?
    /// Log₂ of guesses ÷ share; nil if there are fewer passwords than guesses.
    package let bits: Double?
  }

  /// The effort to find a share.
  package struct Effort: Hashable, Sendable {
    /// The requested share.
    package let share: ExactShare
    /// The least guesses for each account that find it (μ).
    package let guesses: UInt64
    /// Occurrences of the passwords guessed.
    package let mass: UInt128
    /// Log₂ of guesses ÷ the share reached.
    package let bits: Double
    /// The mean number of guesses for each account by an attacker who gives up after `guesses` (G̃).
    package let guesswork: Double
    /// The same in bits.
    package let guessworkBits: Double
    /// Occurrences of the last password guessed.
    package let lastCount: UInt128
    /// Whether the share exceeds the part of the population that the sample covers.
    package let isBeyondSample: Bool
  }

  /// Measures a spectrum.
  ///
  /// - Complexity: O(levels).
  package init(_ spectrum: CountSpectrum) {
    let (distinct, total) = (spectrum.distinct, spectrum.total)
    self.distinct = distinct
    self.total = total
    topCount = spectrum.topCount ?? 0
    rankSum = spectrum.rankSum
    let isEmpty = total == 0
    hartleyBits = isEmpty ? nil : log2(Double(distinct))
    shannonBits = isEmpty ? nil : Self.shannonBits(spectrum)
    minEntropyBits = isEmpty ? nil : logRatio(total, topCount)
    guesswork = isEmpty ? nil : Double(rankSum) / Double(total)
    guessworkBits =
      isEmpty ? nil : logRatio(rankSum.saturating(plus: rankSum &- total), total)
    unseenMass = isEmpty ? nil : Double(spectrum.once) / Double(total)
    successes = Self.budgets.map { Success($0, spectrum) }
    efforts = ExactShare.standard.compactMap { spectrum.effort(for: $0) }
  }

  /// The success of a number of guesses; nil if the report has no such number.
  package func success(after guesses: UInt64) -> Success? {
    successes.first { $0.guesses == guesses }
  }

  /// The effort to find a share, written as reported; nil for another, or without passwords.
  package func effort(for share: String) -> Effort? {
    efforts.first { $0.share.description == share }
  }

  private static func shannonBits(_ spectrum: CountSpectrum) -> Double {
    spectrum.levels.reduce(0) { sum, level in
      let occurrences = level.occurrences
      let share = Double(occurrences) / Double(spectrum.total)
      return sum + Double(level.passwords) * share * logRatio(spectrum.total, occurrences)
    }
  }
}

extension CountSpectrum {
  /// The effort to find a share; nil if there is no password.
  ///
  /// - Complexity: O(log(levels)).
  package func effort(for share: ExactShare) -> GuessingMetrics.Effort? {
    GuessingMetrics.Effort(share, self, once: once)
  }

  /// The number of passwords that occur once.
  var once: UInt64 { levels.last.flatMap { $0.occurrences == 1 ? $0.passwords : nil } ?? 0 }
}

extension GuessingMetrics.Success {
  fileprivate init(_ guesses: UInt64, _ spectrum: CountSpectrum) {
    self.guesses = guesses
    mass = spectrum.mass(ofTop: guesses)
    share = spectrum.total == 0 ? nil : Double(mass) / Double(spectrum.total)
    bits =
      guesses > spectrum.distinct
      ? nil : logRatio(UInt128(guesses).saturating(times: spectrum.total), mass)
  }
}

extension GuessingMetrics.Effort {
  fileprivate init?(_ share: ExactShare, _ spectrum: CountSpectrum, once: UInt64) {
    guard let (head, last) = spectrum.head(ofShare: share) else { return nil }
    let total = spectrum.total
    let left = total &- head.mass
    let sum = left.saturating(times: UInt128(head.ranks)).saturating(plus: head.rankSum)
    self.share = share
    guesses = head.ranks
    mass = head.mass
    bits = logRatio(UInt128(head.ranks).saturating(times: total), head.mass)
    guesswork = Double(sum) / Double(total)
    // log₂(2 G̃ ÷ λ - 1) - log₂(2 - λ), each over integers.
    guessworkBits =
      logRatio(sum.saturating(plus: sum &- head.mass), head.mass)
      - logRatio(total.saturating(plus: left), total)
    lastCount = last
    // a > 1 - once ÷ total, in integers.
    isBeyondSample =
      share.numerator.saturating(times: total)
      > share.denominator.saturating(times: total &- min(total, UInt128(once)))
  }
}

/// Log₂ of a ratio of positive numbers, accurate even if it is near 0.
func logRatio(_ numerator: UInt128, _ denominator: UInt128) -> Double {
  let (larger, smaller) = (max(numerator, denominator), min(numerator, denominator))
  let excess = larger &- smaller
  let magnitude =
    excess < smaller / 2
    ? log1p(Double(excess) / Double(smaller)) / M_LN2 : log2(Double(larger) / Double(smaller))
  return numerator < denominator ? -magnitude : magnitude
}
