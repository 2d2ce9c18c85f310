/// Which strata of a directory are shown, and which are too small and are joined.
package enum Strata {
  /// Joins strata with too few accounts, and more of the smallest if these together are too few,
  /// so that nobody is found by subtraction.
  ///
  /// - Returns: The labels to show, sorted, and the ones to join, smallest first.
  package static func joined(
    _ sizes: [(label: [UInt8], accounts: Int)], floor: Int
  ) -> (shown: [[UInt8]], joined: [[UInt8]]) {
    var order = sizes.sorted {
      $0.accounts != $1.accounts
        ? $0.accounts < $1.accounts : $0.label.lexicographicallyPrecedes($1.label)
    }[...]
    var joined: [(label: [UInt8], accounts: Int)] = []
    var sum = 0
    while let next = order.first, next.accounts < floor || (!joined.isEmpty && sum < floor) {
      order.removeFirst()
      joined.append(next)
      sum += next.accounts
    }
    let shown = order.map(\.label).sorted { $0.lexicographicallyPrecedes($1) }
    return (shown, joined.map(\.label))
  }
}
