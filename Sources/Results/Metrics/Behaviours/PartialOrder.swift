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
