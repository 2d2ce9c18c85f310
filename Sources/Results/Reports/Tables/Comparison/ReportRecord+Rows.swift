import Metrics

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
      let hasShare = histogram.unit.hasShares && histogram.hasKnownTotal && !bin.isHidden
      let shares = [histogram.leastShare(of: bin), histogram.mostShare(of: bin)].map {
        Int(millionths(of: $0))
      }
      return Row(
        key: Key(
          policy: histogram.policy ?? "", metric: histogram.metric.name, bucket: bin.name,
          unit: histogram.unit.rawValue),
        count: bin.isHidden ? nil : Ends(least: bin.count, most: bin.most),
        millionths: hasShare ? Ends(least: shares[0], most: shares[1]) : nil)
    }
  }

  /// Whether a number of it has two ends, since a tally was folded.
  var hasEnds: Bool {
    histograms.contains { histogram in
      histogram.total != histogram.mostTotal || histogram.bins.contains { !$0.isExact }
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
    /// The number; nil if a folded tally does not tell it.
    let count: Ends<UInt64>?
    /// The share in millionths; nil if the row has none.
    let millionths: Ends<Int>?

    /// The share, if both numbers are certain.
    var exactMillionths: Int? { count?.exact == nil ? nil : millionths?.exact }
  }

  /// A number between two ends, which are the same unless a tally was folded.
  struct Ends<Number: Hashable & Sendable>: Hashable, Sendable {
    let least: Number
    let most: Number

    /// The number, if it is certain: no program may take an end for it.
    var exact: Number? { least == most ? least : nil }
  }
}
