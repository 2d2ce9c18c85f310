import Metrics
import Overview

extension ReportRecord {
  /// The rows of its tables, in order.
  var rows: [Row] {
    let groups = histograms.indices.reduce(into: [[Histogram]]()) { groups, index in
      let histogram = histograms[index]
      if let last = groups.last?.last, last.metric == histogram.metric,
        last.policy == histogram.policy
      {
        groups[groups.count - 1].append(histogram)
      } else {
        groups.append([histogram])
      }
    }
    return groups.flatMap(\.interleaved).map { bin, histogram in
      let share = histogram.unit.hasShares ? histogram.share(of: bin) : nil
      return Row(
        key: Key(
          policy: histogram.policy ?? "", metric: histogram.metric.name, bucket: bin.name,
          unit: histogram.unit.rawValue), count: bin.count,
        millionths: share.map { Int((min($0, 1) * 1e6).rounded()) })
    }
  }

  /// The key of a row.
  struct Key: Hashable, Sendable {
    /// The policy's name as a cell; empty for all passwords.
    var policy: String
    let metric: String
    let bucket: String
    let unit: String
  }

  /// A row of a table.
  struct Row: Hashable, Sendable {
    let key: Key
    let count: UInt64
    /// The share in millionths; nil if the row has none.
    let millionths: Int?
  }
}
