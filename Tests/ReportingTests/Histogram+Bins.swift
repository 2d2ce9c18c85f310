import Metrics

extension Histogram {
  /// Makes a histogram of named bins.
  init(
    policy: String? = nil, _ metric: Metric, unit: Unit = .entries, total: UInt64,
    _ bins: [(String, UInt64)]
  ) {
    self.init(policy: policy, metric, unit: unit, total: total, .named(bins))
  }

  /// Makes a histogram of numbered bins.
  init(
    policy: String? = nil, _ metric: Metric, total: UInt64, counts: [UInt64], from first: Int
  ) {
    self.init(policy: policy, metric, total: total, .numbered(counts, from: first))
  }
}
