package import PasswordPolicies
package import Passwords
package import Tallies
import Workers

/// The results of guessing metrics for a spectrum and a set of policies.
///
///     let findings = GuessingFindings(sums, weights: .accounts)
///     findings.policies[0].success(after: 10)?.share
package struct GuessingFindings: Sendable {
  /// The meaning of a password's repetitions.
  package let weights: Weights
  /// The results for all passwords, without a policy.
  package private(set) var whole: PolicyGuessing
  /// The results for each policy, in the order given.
  package private(set) var policies: [PolicyGuessing]
  /// The results for what a limit on popularity leaves of all passwords and of those of each policy.
  package private(set) var limited: [PolicyGuessing] = []
  /// Why the input seems to be the head of a longer list; nil if it does not.
  package let truncation: Truncation?
  /// The passwords by the policies that accept them; nil unless asked for.
  package let joint: JointSpectrum?
  /// For each policy, its number in ``joint``.
  package let judgements: [Int]

  /// The reasons why an input seems to be the head of a longer list.
  package enum Truncation: Hashable, Sendable {
    /// The user stated it.
    case stated
    /// No password, of many, occurs less often than this.
    case noneBelow(UInt128)
  }

  // Fewer passwords than this may all occur twice by chance.
  private static let manyPasswords: UInt64 = 100

  /// Why a list seems to be the head of a longer one; nil if it does not.
  package static func truncation(of spectrum: CountSpectrum, isStated: Bool) -> Truncation? {
    let least = spectrum.levels.last?.occurrences ?? 0
    return isStated
      ? .stated : least > 1 && spectrum.distinct >= manyPasswords ? .noneBelow(least) : nil
  }

  /// Computes the findings of a whole spectrum; ``GuessingSums`` takes one in parts.
  ///
  /// - Throws: ``SchemaError`` if a policy needs a fact that the spectrum's schema lacks.
  package init(
    _ spectrum: Spectrum, _ policies: [Policy], weights: Weights, isHead: Bool = false,
    compile: (Policy) throws(SchemaError) -> PolicyMatcher
  ) throws(SchemaError) {
    var sums = try GuessingSums(policies, schema: spectrum.schema, compile: compile)
    sums.add(spectrum)
    self.init(sums, weights: weights, isHead: isHead)
  }

  /// Computes the findings from sums.
  ///
  /// - Complexity: O(policies × numbers of occurrences), divided among the workers: 434 policies
  ///   take 0.6 s of processor time on ten thousand counted passwords, with nearly as many such
  ///   numbers; less on lists of lines.
  package init(
    _ sums: GuessingSums, weights: Weights, isHead: Bool = false, isPartial: Bool = false,
    confidence: Confidence = .usual
  ) {
    precondition(sums.excess == nil, "sums that were given up say nothing")
    // From the commonest to the rarest, as in a spectrum.
    let order = sums.occurrences.indices.sorted { sums.occurrences[$0] > sums.occurrences[$1] }
    let all = CountSpectrum(
      descending: order.map {
        CountSpectrum.Level(
          occurrences: UInt128(sums.occurrences[$0]), passwords: sums.whole.passwords[$0])
      })
    truncation = Self.truncation(of: all, isStated: isHead)
    let table = PolicyGuessing.Table(
      whole: all, order: order, guessBudgets: sums.schema.demand.guessBudgets, weights: weights,
      isHead: truncation != nil || isPartial, confidence: confidence)
    let whole = PolicyGuessing(table, sums.whole, whole: nil)
    let judged = sums.workers.map(sums.judged) {
      PolicyGuessing(table, $0, whole: whole)
    }
    joint = sums.joint
    judgements = sums.named.map(\.judgement)
    self.weights = weights
    self.whole = whole
    self.policies = sums.named.map { name, judgement in
      var guessing = judged[judgement]
      guessing.policy = name
      return guessing
    }
  }

  /// Takes accounts of which only a spectrum is known.
  package init(_ accounts: CountSpectrum, confidence: Confidence = .usual) {
    truncation = Self.truncation(of: accounts, isStated: false)
    (weights, joint, policies, judgements) = (.accounts, nil, [], [])
    let table = PolicyGuessing.Table(
      whole: accounts, order: Array(accounts.levels.indices), weights: weights,
      isHead: truncation != nil, confidence: confidence)
    whole = PolicyGuessing(table, accounts.levels.map(\.passwords), whole: nil)
  }

  /// Adds the results for a limit on popularity, in users of a million.
  package mutating func limit(perMillion most: UInt64) {
    limited = ([whole] + policies).map { $0.limited(perMillion: most) }
  }

  /// Adds the curves of attackers who know a policy and try what a model draws: for each policy its
  /// guesses for 10^0.5, 10^1, … of one who does not know it.
  package mutating func addCurves(modelAware guesses: [[UInt64]]) {
    for (place, guesses) in zip(policies.indices, guesses) {
      policies[place].addCurve(modelAware: guesses)
    }
  }
}

/// The meaning of a password's repetitions.
package enum Weights: String, Hashable, Sendable, CaseIterable {
  /// Each is an account: shares are shares of accounts.
  case accounts
  /// Each is a list that holds it: shares tell how often a password was seen, not how many people
  /// use it.
  case lists
  /// Repetitions have no known meaning.
  case none
}
