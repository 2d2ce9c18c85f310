package import Diagnostics
import Passwords

/// What it takes to guess the passwords that a policy accepts, beside those of the whole input.
package struct PolicyGuessing: Hashable, Sendable {
  /// The policy's name; nil for the whole input, without a policy.
  package internal(set) var policy: String?
  /// What it takes to guess them.
  package let metrics: GuessingMetrics
  /// The curve nearest to their cumulative shares.
  package let zipf: ZipfFit?
  /// Refused among the commonest of the whole; one for each of ``tops``.
  ///
  /// Not whole where equally common passwords are only in part among them: those are then counted
  /// in proportion.
  package let refusedOfTop: [Double]
  /// The rank, in the whole, of the commonest accepted password; the first of its equals.
  package let firstAcceptedRank: UInt64?
  /// The half decade of guesses, as zxcvbn estimates them, that half of the accepted do not exceed:
  /// 13 for 6.5 ≤ log₁₀(guesses) < 7; nil where strength was not judged or nothing is accepted.
  package let medianGuessesBin: Int?
  /// What attackers find.
  package let curves: [AttackCurve]
  /// What to bear in mind, in the order of the vocabulary.
  package internal(set) var caveats: [Caveat] = []

  private let table: Table
  /// Accepted passwords of each level of the whole; a spectrum has eight times as many bytes.
  private let accepted: [UInt64]
  private let wholeDistinct: UInt64
  private let wholeTotal: UInt128
  private let wholeShare: Double?
  private let wholeBits: Double?

  /// How many of the commonest passwords are looked at for being refused.
  package static let tops: [UInt64] = [10, 1000]

  /// What all policies are compared with.
  struct Table: Hashable, Sendable {
    /// All passwords, whatever a policy says.
    let whole: CountSpectrum
    /// For each level of the whole, the index of its sum in ``GuessingSums``.
    let order: [Int]
    let recipe: Recipe
  }

  /// Everything that a policy's sums mean.
  init(_ table: Table, _ sums: GuessingSums.Sums, weights: Weights, whole: PolicyGuessing?) {
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
    medianGuessesBin = sums.medianGuesses
    wholeDistinct = table.whole.distinct
    wholeTotal = table.whole.total
    let reference = whole?.metrics ?? metrics
    wholeShare = reference.success(after: 10)?.share
    wholeBits = reference.effort(for: "0.25")?.guessworkBits

    let isPolicy = whole != nil
    let unscaled: AttackCurve.Attacker = weights == .accounts ? .population : .occurrences
    var curves = [AttackCurve(.aware, on: spectrum, of: spectrum.total)]
    if isPolicy { curves.append(AttackCurve(blindOn: accepted, of: table.whole)) }
    curves.append(AttackCurve(unscaled, on: spectrum, of: table.whole.total))
    if spectrum.total > 1 { curves.append(AttackCurve(heldOutOf: spectrum)) }
    if !sums.strength.isEmpty {
      curves.append(AttackCurve(strength: sums.strength, budgets: table.recipe.demand.guessBudgets))
    }
    self.curves = curves.filter { !$0.points.isEmpty }
  }

  /// The accepted passwords by how often they occur.
  ///
  /// - Complexity: O(levels); it is made anew at every access.
  package var spectrum: CountSpectrum { AcceptedLevels(accepted, of: table.whole).spectrum }

  /// The accepted share of all occurrences; nil where there are none.
  package var acceptedShare: Double? {
    wholeTotal == 0 ? nil : Double(metrics.total) / Double(wholeTotal)
  }

  /// The accepted share of the distinct passwords; nil where there are none.
  package var distinctShare: Double? {
    wholeDistinct == 0 ? nil : Double(metrics.distinct) / Double(wholeDistinct)
  }

  /// What ten guesses would find if all whose password is refused chose something new and unique,
  /// and if they all chose the commonest accepted password; nil where nothing is accepted.
  ///
  /// Between the two lies the share that is stated, which has them choose as the others do.
  package var bracket: (extraneous: Double, convergent: Double)? {
    guard let success = metrics.success(after: 10), success.share != nil else { return nil }
    let all = Double(wholeTotal)
    return (
      Double(success.mass) / all,
      Double(success.mass.saturating(plus: wholeTotal &- metrics.total)) / all
    )
  }

  /// How much more ten guesses find than in the whole.
  package var shareGained: Double? {
    guard let before = wholeShare, let after = metrics.success(after: 10)?.share else { return nil }
    return after - before
  }

  /// Bits that finding a quarter takes more than in the whole.
  package var bitsGained: Double? {
    guard let before = wholeBits, let after = metrics.effort(for: "0.25")?.guessworkBits else {
      return nil
    }
    return after - before
  }
}
