/// The metrics of guessing of a policy's passwords under a model.
package struct ModelMetrics: Sendable {
  package let model: BehaviourModel
  /// All occurrences, in the units of ``guessing``.
  package let total: UInt128
  /// The metrics of the model's spectrum; nil for a mixture, which has none of whole numbers.
  package let guessing: GuessingMetrics?
  /// The power law that comes nearest to its cumulative shares.
  package let zipf: ZipfFit?
  /// Skeptic's score.
  package let skeptic: SkepticFit?
  private let after: Reselection

  /// Measures a policy.
  ///
  /// - Complexity: O(levels).
  package init(_ policy: PolicyBehaviour, _ model: BehaviourModel) {
    self.model = model
    after = policy.after
    guard case .pure(let behaviour) = model else {
      (total, guessing, zipf, skeptic) = (policy.after.total, nil, nil, nil)
      return
    }
    let spectrum = policy.after.spectrum(behaviour)
    total = spectrum.total
    guessing = GuessingMetrics(spectrum)
    zipf = ZipfFit(spectrum)
    skeptic = SkepticFit(spectrum)
  }

  /// The share that guesses find.
  package func found(by guesses: UInt64) -> Double? { after.found(by: guesses, model)?.value }

  /// Minus the logarithm to base 2 of the commonest password's share.
  package var minEntropyBits: Double? {
    guessing?.minEntropyBits ?? after.found(by: 1, model)?.minusLog
  }

  /// The effort to find a share that the spectrum covers, written as reported.
  package func effort(for share: String) -> GuessingMetrics.Effort? {
    guessing?.effort(for: share).flatMap { $0.isBeyondSample ? nil : $0 }
  }
}
