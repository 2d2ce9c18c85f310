/// The order of policies by one metric under one model, and how certain it is.
///
/// There is none without its model: another assumption on what the refused do can turn an order round.
package struct Ranking: Sendable {
  package let metric: RankedMetric
  /// The assumption.
  package let model: BehaviourModel
  /// A row for each policy that accepts something, in the order of the report; empty if the list is
  /// the top of a longer one, which makes strict policies look worse than they are.
  package let rows: [Row]

  /// A policy's place.
  package struct Row: Sendable {
    /// The value; nil if it is not defined.
    package let value: Double?
    /// The rank from 1, the best first; equals share one.
    package let rank: Int?
    /// The 5 % and 95 % quantiles of the rank in halves of the list.
    package let ranks: ClosedRange<Int>?
    /// The standard deviation of the value in halves of the list.
    package let halfSpread: Double?
    /// The mean value in halves of the list, less the value: an estimate of the bias.
    package let halfShift: Double?
    /// The tier of a partial order: a policy of a later tier is beaten by one of this tier in every
    /// one of the four models.
    package let tier: Int?
  }
}

/// The ranks of values, of which smaller ones are better: one more than the number of better ones;
/// nil for what has no value.
///
/// - Complexity: O(n log n).
func placed<Value: Comparable>(_ values: [Value?]) -> [Int?] {
  let sorted = values.compactMap(\.self).sorted()
  return values.map { value in
    value.map { value in
      var (low, high) = (0, sorted.count)
      while low < high {
        let middle = (low + high) / 2
        if sorted[middle] < value { low = middle + 1 } else { high = middle }
      }
      return low + 1
    }
  }
}

/// Policies in tiers: one that another beats stands in a later tier than that.
///
/// Policies without relation may share a tier; so a tier is no rank.
///
///     PartialOrder([[1, 1], [2, 3], [3, 2]]).tiers   // [1, 2, 2]: neither of the last beats the other
package struct PartialOrder: Hashable, Sendable {
  /// The tier of each, from 1: one more than the longest chain of better ones.
  package let tiers: [Int]

  /// Orders things by several values of each, of which smaller ones are better: one beats another if
  /// it is better in all of them.
  ///
  /// - Complexity: O(things² × values).
  package init<Value: Comparable>(_ values: [[Value]]) {
    var tiers = [Int](repeating: 1, count: values.count)
    // Whatever beats a thing comes before it in the order of the first value.
    let order = values.indices.sorted { a, b in
      guard let first = values[a].first, let other = values[b].first else { return a < b }
      return first == other ? a < b : first < other
    }
    for (place, index) in order.enumerated() {
      for better in order[..<place] where tiers[better] >= tiers[index] {
        let pairs = zip(values[better], values[index])
        if pairs.allSatisfy({ $0 < $1 }) { tiers[index] = tiers[better] + 1 }
      }
    }
    self.tiers = tiers
  }
}
