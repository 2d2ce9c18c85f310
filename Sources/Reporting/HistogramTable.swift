package import Findings

/// Histograms as one tidy CSV table: a row a bin.
///
///     dataset,policy,metric,bucket,order,unit,count,share
///     sample,,length,8,8,entries,20000,0.200000
///
/// UTF-8, LF, sorted by the first five columns, quoted as RFC 4180 wants it and only there. No cell
/// comes from the text of a password. Names come from the user, so a name that a spreadsheet would
/// run as a formula is set behind an apostrophe.
package struct HistogramTable {
  /// The columns' names.
  package static let header = "dataset,policy,metric,bucket,order,unit,count,share"

  private let dataset: String
  private let histograms: [Histogram]

  /// A table of these histograms of one dataset.
  package init(dataset: String, _ histograms: [Histogram]) {
    self.dataset = dataset
    self.histograms = histograms
  }

  /// The metrics that have rows, in the order of their names.
  package var metrics: [Metric] {
    Set(histograms.map(\.metric)).sorted { $0.rawValue < $1.rawValue }
  }

  /// The whole table, or the rows of one metric, with the header.
  package func serialized(only metric: Metric? = nil) -> [UInt8] {
    var table = Array((Self.header + "\n").utf8)
    let shown = histograms.filter { metric == nil || $0.metric == metric }
    for histogram in shown.sorted(by: precedes) {
      let policy = csvCell(histogram.policy ?? "")
      let prefix = Array("\(csvCell(dataset)),\(policy),\(histogram.metric.rawValue),".utf8)
      for bin in histogram.bins.sorted(by: { bytewise($0.name, precedes: $1.name) }) {
        table += prefix
        table += csvCell(bin.name).utf8
        table.append(UInt8(ascii: ","))
        table += String(bin.order).utf8
        table += ",entries,".utf8
        table += String(bin.count).utf8
        table.append(UInt8(ascii: ","))
        table += sixDecimals(histogram.share(of: bin)).utf8
        table.append(UInt8(ascii: "\n"))
      }
    }
    return table
  }

  /// Whether one histogram's rows come before another's: by policy, then metric.
  private func precedes(_ a: Histogram, _ b: Histogram) -> Bool {
    let (first, second) = (a.policy ?? "", b.policy ?? "")
    return first == second
      ? bytewise(a.metric.rawValue, precedes: b.metric.rawValue)
      : bytewise(first, precedes: second)
  }
}

/// The order of the bytes of UTF-8, which is that of code points and of no locale.
private func bytewise(_ a: String, precedes b: String) -> Bool {
  a.utf8.lexicographicallyPrecedes(b.utf8)
}

/// A share in 0…1 with six decimals, rounded half up, whatever the locale.
func sixDecimals(_ share: Double) -> String {
  let millionths = UInt64((min(max(share, 0), 1) * 1e6).rounded())
  let decimals = String(millionths % 1_000_000)
  return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - decimals.count) + decimals
}
