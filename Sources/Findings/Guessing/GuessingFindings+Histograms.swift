import Diagnostics

extension GuessingFindings {
  /// The main numbers as histograms, for the whole list first, then for each policy.
  package var histograms: [Histogram] {
    ([whole] + policies).flatMap(histograms(of:))
  }

  private func histograms(of guessing: PolicyGuessing) -> [Histogram] {
    let (policy, metrics) = (guessing.policy, guessing.metrics)
    let total = UInt64(clamping: metrics.total)
    let found = GuessingMetrics.budgets.compactMap { guesses in
      guessing.found(by: guesses).map { share in
        (String(guesses), UInt64(exactly: (share * Double(total)).rounded()) ?? total)
      }
    }
    let bits: [(String, Double?)] = [
      ("commonest", metrics.minEntropyBits),
      ("quarter", metrics.effort(for: "0.25")?.guessworkBits),
      ("all", metrics.guessworkBits),
    ]
    var histograms = [
      Histogram(
        policy: policy, policy == nil ? .guessed : .survivorsGuessed,
        total: total, found),
      Histogram(
        policy: policy, policy == nil ? .guessingBits : .survivorsGuessingBits, unit: .microbits,
        total: 0, bits.compactMap { name, bits in bits.map { (name, Histogram.microbits($0)) } }),
      Histogram(
        policy: policy, .guessingCaveat, unit: .flags, total: 0,
        guessing.caveats.map { ($0.rawValue, 1) }),
    ]
    if policy == nil {
      let once = guessing.spectrum.levels.last { $0.occurrences == 1 }?.passwords ?? 0
      histograms.append(
        Histogram(
          .repetition, unit: .distinct, total: metrics.distinct,
          [("once", once), ("repeated", metrics.distinct &- once)]))
    }
    return histograms
  }
}

extension Histogram {
  /// Bits in millionths; 0 if they are negative or undefined.
  package static func microbits(_ bits: Double) -> UInt64 {
    UInt64(exactly: (max(bits, 0) * 1e6).rounded()) ?? 0
  }
}
