/// Counts over the bins of one metric, ready to be printed.
package struct Histogram: Hashable, Sendable {
  /// The policy; nil for metrics that do not depend on one.
  package private(set) var policy: String?
  /// The metric that is counted.
  package let metric: Metric
  /// The unit of the counts.
  package private(set) var unit: Unit
  /// The base of shares: the number of passwords that the metric covers; if that is not known exactly,
  /// the least.
  package let total: UInt64
  /// The most passwords that the metric may cover; the same as ``total`` unless a tally was folded.
  package let mostTotal: UInt64
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
    policy: String? = nil, _ metric: Metric, unit: Unit = .entries, total: UInt64,
    mostTotal: UInt64? = nil, _ bins: [Bin]
  ) {
    self.policy = policy
    self.metric = metric
    self.unit = unit
    self.total = total
    self.mostTotal = max(total, mostTotal ?? total)
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
      policy: policy.map(name), metric, unit: unit, total: total, mostTotal: mostTotal,
      bins.map { $0.renamed(name) })
  }

  /// One bin: its name, its place in reading order, its count.
  package struct Bin: Hashable, Sendable {
    /// Nil for a numbered bin: hundreds of policies have tens of thousands, and few names are read.
    fileprivate let label: String?
    /// Its place in reading order; a numbered bin's is its number.
    package let order: Int
    /// Passwords in it; if their number is not known exactly, the least.
    package let count: UInt64
    /// How many more there may be; 0 unless a tally was folded.
    private let spread: UInt64

    /// Makes a bin with a name; nil for one that is named by its number.
    ///
    /// `most` is the most passwords that may be in it; nil if `count` is exact.
    package init(_ name: String?, order: Int, count: UInt64, most: UInt64? = nil) {
      label = name
      self.order = order
      self.count = count
      spread = most.map { $0 &- min($0, count) } ?? 0
    }

    /// The most passwords that may be in it.
    package var most: UInt64 { isHidden ? count : count &+ spread }
    /// Whether the tally does not tell its number.
    package var isHidden: Bool { spread == .max }
    /// Whether the number is known exactly.
    package var isExact: Bool { spread == 0 }

    /// The same bin with a number that is not told.
    var hidden: Bin { Bin(label, order: order, count: 0, most: .max) }

    fileprivate func renamed(_ name: (String) -> String) -> Bin {
      Bin(label.map(name), order: order, count: count, most: isHidden ? .max : most)
    }

    /// A number, a fixed word, a rule's id or a list's name.
    package var name: String { label ?? String(order) }

    /// Compares names, however they are kept.
    package static func == (a: Bin, b: Bin) -> Bool {
      (a.order, a.count, a.spread) == (b.order, b.count, b.spread) && a.name == b.name
    }

    /// Hashes what equal bins have in common; names would have to be made first.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(order)
      hasher.combine(count)
    }
  }

  /// Whether the tally tells the total, and with it shares.
  package var hasKnownTotal: Bool { metric.isTotalKnown(adding: bins) }

  /// A bin's share of the total; 0 if the total is 0.
  package func share(of bin: Bin) -> Double {
    total == 0 ? 0 : Double(bin.count) / Double(total)
  }

  /// The least share that a bin may have, whatever its number and the total are.
  package func leastShare(of bin: Bin) -> Double {
    mostTotal == 0 ? 0 : Double(bin.count) / Double(mostTotal)
  }

  /// The most share that a bin may have.
  package func mostShare(of bin: Bin) -> Double {
    // Whatever is in the bin is in the total.
    let total = max(total, min(bin.most, mostTotal))
    return total == 0 ? 0 : min(1, Double(bin.most) / Double(total))
  }

  /// The histogram of a folded tally: this one has the lower ends, another one the upper ends.
  ///
  /// What is counted as the rest of a total has its ends the other way round. Bins that only one has
  /// are empty in the other.
  func joined(_ upper: Histogram) -> Histogram {
    let known = Dictionary(
      bins.map { ("\($0.order) \($0.name)", $0.count) }, uniquingKeysWith: { first, _ in first })
    let joined = upper.bins.map { bin in
      let least = known["\(bin.order) \(bin.name)"] ?? 0
      return Bin(
        bin.label, order: bin.order, count: min(least, bin.count),
        most: min(max(least, bin.count), isOfTotal ? upper.total : .max))
    }
    return Histogram(
      policy: policy, metric, unit: unit, total: total, mostTotal: upper.total, joined)
  }

  private var isOfTotal: Bool { unit.hasShares && total > 0 }

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
