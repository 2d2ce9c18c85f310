package import Metrics

/// What changed between two states of a directory, on a terminal.
///
///     accounts   2,551: 1,347 with the same password, 1,204 with a new one; 120 arrived, 98 gone
///     balance    300 better, 2,150 the same, 101 worse
package enum ChangesScreen {
  /// The lines, each with its line end.
  package static func text(_ histograms: [Histogram]) -> String {
    let bins = { (number: Int) in histograms[number].bins.map { grouped($0.count) } }
    guard let first = histograms.first, let last = histograms.indices.last, last > 0 else {
      return ""
    }
    let (accounts, balance) = (bins(0), bins(last))
    let both = first.bins.prefix(2).reduce(0) { $0 + $1.count }
    var lines = [
      "accounts   \(grouped(both)) on both sides: \(accounts[0]) with the same password, "
        + "\(accounts[1]) with a new one; \(accounts[2]) arrived, \(accounts[3]) gone",
      "balance    \(balance[0]) better, \(balance[1]) the same, \(balance[2]) worse",
    ]
    let rows = histograms[1..<last].map { histogram in
      let name = histogram.metric.name.dropFirst("change_".count)
      let policy = histogram.policy.map { " \(shortened($0, to: 24))" } ?? ""
      return [name + policy] + histogram.bins.map { grouped($0.count) }
    }
    if !rows.isEmpty {
      lines += [""] + alignedRows([["", "stays", "fixed", "left", "new", "arrived"]] + rows)
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
