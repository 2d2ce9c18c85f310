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
    var rows: [(key: (String, String, String), row: String)] = []
    for histogram in histograms where metric == nil || histogram.metric == metric {
      let policy = histogram.policy ?? ""
      for bin in histogram.bins {
        let cells = [
          csvCell(dataset), csvCell(policy), histogram.metric.rawValue, csvCell(bin.name),
          String(bin.order), "entries", String(bin.count), sixDecimals(histogram.share(of: bin)),
        ]
        rows.append(
          ((policy, histogram.metric.rawValue, bin.name), cells.joined(separator: ",")))
      }
    }
    rows.sort { $0.key < $1.key }
    let lines = [Self.header] + rows.map(\.row)
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}

/// A share in 0…1 with six decimals, rounded half up, whatever the locale.
func sixDecimals(_ share: Double) -> String {
  let millionths = UInt64((min(max(share, 0), 1) * 1e6).rounded())
  let decimals = String(millionths % 1_000_000)
  return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - decimals.count) + decimals
}
