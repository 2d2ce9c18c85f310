/// Counts over the bins of one metric, ready to be printed.
package struct Histogram: Hashable, Sendable {
  /// The policy; nil for metrics that do not depend on one.
  package private(set) var policy: String?
  /// The metric that is counted.
  package let metric: Metric
  /// The unit of the counts.
  package private(set) var unit: Unit
  /// The base of shares: the number of passwords that the metric covers.
  package let total: UInt64
  /// The bins, in reading order.
  package let bins: [Bin]

  /// The units of counts: the closed vocabulary of the `unit` column.
  package enum Unit: String, Hashable, Sendable {
    /// Every occurrence of a password.
    case entries
    /// Every distinct password, however often it occurs.
    case distinct
    /// Every account of a directory.
    case accounts
    /// Every line of a file.
    case lines
    /// Millionths of a bit, which have no share.
    case microbits
    /// Statements, which have no share.
    case flags

    /// Whether counts are parts of the total.
    package var hasShares: Bool { self != .microbits && self != .flags }
  }

  /// Makes a histogram of bins in reading order.
  package init(
    policy: String? = nil, _ metric: Metric, unit: Unit = .entries, total: UInt64, _ bins: [Bin]
  ) {
    self.policy = policy
    self.metric = metric
    self.unit = unit
    self.total = total
    self.bins = bins
  }

  /// The same histogram with its counts in another unit.
  package func counting(_ unit: Unit) -> Histogram {
    var histogram = self
    histogram.unit = unit
    return histogram
  }

  /// The same histogram of an equal policy with another name.
  package func named(_ policy: String) -> Histogram {
    var histogram = self
    histogram.policy = policy
    return histogram
  }

  /// The same histogram with other names of its policy and its bins; numbers stay.
  package func renamed(_ name: (String) -> String) -> Histogram {
    Histogram(
      policy: policy.map(name), metric, unit: unit, total: total, bins.map { $0.renamed(name) })
  }

  /// One bin: its name, its place in reading order, its count.
  package struct Bin: Hashable, Sendable {
    /// Nil for a numbered bin: hundreds of policies have tens of thousands, and few names are read.
    private let label: String?
    /// Its place in reading order; a numbered bin's is its number.
    package let order: Int
    /// Passwords in it.
    package let count: UInt64

    /// Makes a bin with a name; nil for one that is named by its number.
    package init(_ name: String?, order: Int, count: UInt64) {
      label = name
      self.order = order
      self.count = count
    }

    fileprivate func renamed(_ name: (String) -> String) -> Bin {
      Bin(label.map(name), order: order, count: count)
    }

    /// A number, a fixed word, a rule's id or a list's name.
    package var name: String { label ?? String(order) }

    /// Compares names, however they are kept.
    package static func == (a: Bin, b: Bin) -> Bool {
      (a.order, a.count) == (b.order, b.count) && a.name == b.name
    }

    /// Hashes what equal bins have in common; names would have to be made first.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(order)
      hasher.combine(count)
    }
  }

  /// A bin's share of the total; 0 if the total is 0.
  package func share(of bin: Bin) -> Double {
    total == 0 ? 0 : Double(bin.count) / Double(total)
  }

  /// The count of the bin with a name; nil if there is none.
  package func count(of name: String) -> UInt64? { bins.first { $0.name == name }?.count }
}

extension [Histogram.Bin] {
  /// Bins with names, in reading order.
  package static func named(_ bins: some Sequence<(String, UInt64)>) -> [Histogram.Bin] {
    bins.enumerated().map { Histogram.Bin($1.0, order: $0, count: $1.1) }
  }

  /// Bins that are named by their numbers; counts before `first` are left out.
  package static func numbered(_ counts: [UInt64], from first: Int = 0) -> [Histogram.Bin] {
    counts.indices.dropFirst(first).map { Histogram.Bin(nil, order: $0, count: counts[$0]) }
  }
}

extension RandomAccessCollection<UInt64> where Index == Int {
  /// The index of the median of counts; nil if nothing was counted.
  ///
  /// The first one at which half of all are reached, so that of an even number it is the lower of
  /// two.
  package var medianIndex: Int? {
    let total = reduce(0, &+)
    var below: UInt64 = 0
    return total == 0
      ? nil
      : firstIndex { count in
        below &+= count
        return below >= total &- total / 2
      }
  }
}
