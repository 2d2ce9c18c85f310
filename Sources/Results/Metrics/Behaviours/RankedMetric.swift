/// A number by which policies are ordered, for a list as it is and for samples of it.
package enum RankedMetric: Hashable, Sendable, CaseIterable {
  case foundBy1, foundBy10, foundBy1000
  case quarterBits

  /// The guesses whose success is ordered, the fewer the better; nil for the other metric.
  package var guesses: UInt64? {
    switch self {
    case .foundBy1: 1
    case .foundBy10: 10
    case .foundBy1000: 1000
    case .quarterBits: nil
    }
  }

  /// Its name in the column `metric`.
  package var name: String { guesses.map { "lambda_\($0)" } ?? "galpha_0.25_bits" }

  /// Its value; nil if it has none, as bits of a mixture.
  ///
  /// Bits of a share beyond what a spectrum covers are none, as in `empirical.csv`, but are told of
  /// halves, which cover less: these are compared with each other only.
  ///
  /// - Complexity: O(log(levels)) of a share, O(levels) of bits.
  func value(
    of policy: Reselection, _ model: BehaviourModel, isHalf: Bool = false
  ) -> RankedValue? {
    if let guesses { return policy.found(by: guesses, model).map(RankedValue.share) }
    guard case .pure(let behaviour) = model, policy.accepted.distinct > 0,
      let effort = policy.spectrum(behaviour).effort(for: .quarter),
      isHalf || !effort.isBeyondSample
    else { return nil }
    return .bits(effort.guessworkBits)
  }
}

/// The value of a metric; the smaller one is the better one for those who set a policy.
enum RankedValue: Comparable {
  /// A share found.
  case share(Fraction)
  /// Bits of work, of which more are better.
  case bits(Double)

  /// As tables print it.
  var number: Double {
    switch self {
    case .share(let share): share.value
    case .bits(let bits): bits
    }
  }

  static func < (left: RankedValue, right: RankedValue) -> Bool {
    switch (left, right) {
    case (.share(let a), .share(let b)): a < b
    case (.bits(let a), .bits(let b)): a > b
    default: false
    }
  }
}
