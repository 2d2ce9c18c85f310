/// Between which ends lies what guesses find, whoever guesses.
///
/// If accounts are independent draws from an unknown law, the best attacker who knows that law finds λ of the next
/// account by G guesses; no other attacker finds more. With the stated confidence, λ lies between the ends.
///
///     let ends = AttackBounds(CountSpectrum([30: 2, 5: 40, 1: 800])).ends(of: 10)
///     ends.map { $0.lower...$0.upper }   // of λ by ten guesses
///
/// The upper end is that of Clopper and Pearson for the occurrences of the commonest passwords. The lower end comes
/// from folds of the occurrences: an attacker who has not seen a fold guesses it, and the mean of the hits is held
/// against the expected shortfall of a binomial law.
/// - Source: J. Blocki and P. Liu, *Towards a Rigorous Statistical Analysis of Empirical Password Datasets*, IEEE
///   S&P 2023, for the question, the upper end and the idea of the lower one.
package struct AttackBounds: Hashable, Sendable {
  /// The ends for each number of guesses that was asked for; empty if there is a reason for silence.
  package let ends: [Ends]
  /// Why there are no ends.
  package let silence: Silence?
  /// How sure the ends are.
  package let confidence: Confidence
  /// The most guesses of 1, 2, 5, 10, … of which the ends are within a factor of two; 0 if there are none.
  package let resolvedGuesses: UInt64

  /// Both ends of what a number of guesses finds.
  package struct Ends: Hashable, Sendable {
    package let guesses: UInt64
    /// Shares of the accounts.
    package let lower: Double
    package let upper: Double
    private let evidence: Evidence

    fileprivate init(_ guesses: UInt64, _ evidence: Evidence, rate: Double) {
      self.guesses = guesses
      self.evidence = evidence
      let tails = BinomialTails(trials: evidence.accounts)
      lower = tails.lowerEnd(evidence.meanHits, parts: evidence.parts, rate: rate / 2)
      upper = tails.upperEnd(evidence.most, rate: rate / 2)
    }

    /// Whether the upper end is at most twice the lower one.
    package var isResolved: Bool { lower > 0 && upper <= 2 * lower }

    /// The same ends, wrong in another share of cases.
    ///
    /// - Complexity: A fifth of a millisecond.
    package func wrong(in rate: Double) -> Ends { Ends(guesses, evidence, rate: rate) }

    /// Whether they lie below other ones.
    package func isBelow(_ other: Ends) -> Bool { upper < other.lower }
  }

  /// What ends come from.
  fileprivate struct Evidence: Hashable {
    let accounts: Double
    /// The accounts that have the commonest passwords.
    let most: Double
    /// The accounts of one of so many parts whose passwords the other parts tell, in the mean over the parts.
    let meanHits, parts: Double

    init(_ spectrum: CountSpectrum, _ folds: OccurrenceFolds, _ guesses: UInt64) {
      accounts = Double(spectrum.total)
      most = Double(spectrum.mass(ofTop: guesses))
      (meanHits, parts) = (folds.meanHits(guesses), Double(folds.folds.count))
    }
  }

  /// Why a list says nothing of other accounts.
  package enum Silence: String, Hashable, Sendable, CaseIterable {
    /// It is the top of a longer one.
    case head
    /// Its repetitions are not accounts, or not known to be.
    case repetitions
    /// It has fewer than ``AttackBounds/fewest`` accounts.
    case few
    /// No password repeats, as in a list without repetitions.
    case distinct
    /// It has more than ``AttackBounds/most`` accounts, which would take minutes to draw.
    case many

    /// All of them in a sentence.
    package static let all = allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// The fewest accounts of which something is said.
  package static let fewest: UInt128 = 100
  /// The most accounts.
  package static let most: UInt128 = 1 << 34

  /// Computes the ends for some numbers of guesses, or for those of ``AttackCurve/grid(upTo:)`` and
  /// ``GuessingMetrics/budgets``, ascending.
  ///
  /// - Complexity: O(accounts), about a nanosecond each, and a fifth of a millisecond for each number of guesses.
  package init(
    _ spectrum: CountSpectrum, guesses: [UInt64]? = nil, areAccounts: Bool = true,
    isHead: Bool = false,
    confidence: Confidence = .usual
  ) {
    self.confidence = confidence
    silence = Self.silence(
      accounts: spectrum.total, topCount: spectrum.topCount, areAccounts: areAccounts,
      isHead: isHead)
    guard silence == nil else {
      (ends, resolvedGuesses) = ([], 0)
      return
    }
    let grid = AttackCurve.grid(upTo: spectrum.distinct)
    let asked = guesses ?? Set(grid + GuessingMetrics.budgets).sorted()
    let steps = AttackCurve.grid(upTo: .max).prefix { $0 <= spectrum.distinct }
    let tried = Set(asked + steps)
    func bits(_ guesses: UInt64) -> Int {
      let areMany = spectrum.total >= UInt128(guesses).saturating(times: 100)
      return spectrum.total < 10_000 || areMany ? 1 : 2
    }
    var folds: [Int: OccurrenceFolds] = [:]
    for bits in Set(tried.map(bits)) { folds[bits] = OccurrenceFolds(spectrum.levels, bits: bits) }
    var known: [UInt64: Ends] = [:]
    for guesses in tried {
      known[guesses] = folds[bits(guesses)].map {
        Ends(guesses, Evidence(spectrum, $0, guesses), rate: confidence.rate)
      }
    }
    ends = asked.compactMap { known[$0] }
    let resolved = steps.compactMap { known[$0] }.drop { !$0.isResolved }
      .prefix(while: \.isResolved)
    resolvedGuesses = resolved.last?.guesses ?? 0
  }

  /// The ends for a number of guesses; nil if it was not asked for, or there are none.
  package func ends(of guesses: UInt64) -> Ends? { ends.first { $0.guesses == guesses } }

  /// Why accounts say nothing of others; nil if they do.
  ///
  /// Of a folded tally, whose accounts are the most that there may be, it is not known how many have the commonest
  /// password; nothing is drawn of it.
  static func silence(
    accounts: UInt128, topCount: UInt128?, areAccounts: Bool, isHead: Bool
  ) -> Silence? {
    if isHead { return .head }
    if !areAccounts { return .repetitions }
    if accounts < fewest { return .few }
    guard let topCount else { return nil }
    return topCount == 1 ? .distinct : accounts > most ? .many : nil
  }
}

/// How sure both ends of a number are together.
package struct Confidence: Hashable, Sendable {
  /// In per cent.
  package let percent: Double

  /// Takes 50 per cent or more, but less than 100; nil for another number.
  package init?(percent: Double) {
    guard percent >= 50, percent < 100 else { return nil }
    self.percent = percent
  }

  private init(usual percent: Double) { self.percent = percent }

  /// The share of cases in which a number lies outside of its ends, half of them on each side.
  package var rate: Double { (100 - percent) / 100 }

  /// The rate of each policy's ends if those of so many policies and of all passwords are to hold at once, after
  /// ten and after 1,000 guesses (Bonferroni).
  package func rate(of policies: Int) -> Double { rate / (2 * Double(policies + 1)) }

  /// What is stated unless something else is asked for.
  package static let usual = Confidence(usual: 99)
}
