import Bytes
import Workers

/// The values of policies in many halves of a list.
struct HalfValues: Sendable {
  /// By half, then by metric and model, then by policy; nil for what is not defined there.
  private let values: [[[Double?]]]
  /// The ranks of these.
  private let ranked: [[[Int?]]]

  /// How many halves are drawn.
  static let count = 200

  /// Draws halves and judges each.
  ///
  /// The seeds are drawn first, so that the number of workers changes nothing.
  ///
  /// - Complexity: O(halves · policies · (groups + metrics · models · levels)), divided among the
  ///   workers.
  init(
    of joint: JointSpectrum, policies: [Int], _ questions: [(RankedMetric, BehaviourModel)],
    seed: UInt64, workers: WorkerPool
  ) {
    var random = SplitMix64(seed: seed)
    let seeds = (0..<Self.count).map { _ in random.next() }
    let all = workers.map(seeds) { seed in
      let half = HalfSample(of: joint, seed: seed)
      let after = policies.map { policy in
        let own = half.spectrum(acceptedBy: policy)
        return Reselection(own, refused: half.total &- min(half.total, own.total))
      }
      return questions.map { metric, model in
        after.map { metric.value(of: $0, model, isHalf: true) }
      }
    }
    values = all.map { half in half.map { $0.map { $0?.number } } }
    ranked = all.map { half in half.map { placed($0) } }
  }

  /// Mean and standard deviation of a value; nil if it is defined in no half.
  func spread(question: Int, policy: Int) -> (mean: Double, deviation: Double)? {
    let own = values.compactMap { $0[question][policy] }
    guard own.count > 1 else { return nil }
    let mean = own.reduce(0, +) / Double(own.count)
    let square = own.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, (square / Double(own.count - 1)).squareRoot())
  }

  /// The 5 % and 95 % quantiles of a rank; nil if it is defined in no half.
  func ranks(question: Int, policy: Int) -> ClosedRange<Int>? {
    let own = ranked.compactMap { $0[question][policy] }.sorted()
    guard !own.isEmpty else { return nil }
    func quantile(_ percent: Int) -> Int {
      own[max(0, (own.count * percent + 99) / 100 - 1)]
    }
    return quantile(5)...quantile(95)
  }

  /// Whether one of two policies is better in at least 95 % of the halves; equals never are.
  func separates(question: Int, _ first: Int, _ second: Int) -> Bool {
    let pairs = ranked.compactMap { half in
      half[question][first].flatMap { a in half[question][second].map { (a, $0) } }
    }
    let wins = [pairs.count { $0 < $1 }, pairs.count { $0 > $1 }]
    return !pairs.isEmpty && wins.contains { $0 * 100 >= pairs.count * 95 }
  }
}
