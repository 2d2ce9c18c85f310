package import Findings

/// Histograms as one tidy CSV table: a row a bin.
///
///     dataset,policy,metric,bucket,order,unit,count,share
///     sample,,length,8,8,entries,20000,0.200000
///
/// UTF-8, LF, sorted by the first five columns, entries before distinct passwords, quoted as RFC 4180
/// wants it and only there. Bits are millionths of a bit, without a share. No cell comes from the
/// text of a password. Names come from the user, so a name that a spreadsheet would run as a formula
/// is set behind an apostrophe.
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
    let shown = histograms.filter { metric == nil || $0.metric == metric }.sorted(by: precedes)
    var start = 0
    while start < shown.count {
      // Histograms of one metric in several units share its rows' place.
      let end = shown[start...].firstIndex { precedes(shown[start], $0) } ?? shown.count
      let first = shown[start]
      let policy = csvCell(first.policy ?? "")
      let prefix = Array("\(csvCell(dataset)),\(policy),\(first.metric.rawValue),".utf8)
      let rows = shown[start..<end].flatMap { histogram in
        histogram.bins.map { (bin: $0, histogram: histogram) }
      }
      let sorted = rows.sorted { a, b in
        a.bin.name == b.bin.name
          ? a.bin.order < b.bin.order : bytewise(a.bin.name, precedes: b.bin.name)
      }
      for (bin, histogram) in sorted {
        table += prefix
        table += csvCell(bin.name).utf8
        table.append(UInt8(ascii: ","))
        table.appendDecimal(UInt64(bin.order))
        table.append(UInt8(ascii: ","))
        table += histogram.unit.rawValue.utf8
        table.append(UInt8(ascii: ","))
        table.appendDecimal(bin.count)
        table.append(UInt8(ascii: ","))
        if histogram.unit.hasShares { table.appendSixDecimals(histogram.share(of: bin)) }
        table.append(UInt8(ascii: "\n"))
      }
      start = end
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

extension [UInt8] {
  /// Appends a number in decimal digits.
  ///
  /// Some hundred policies make ten thousands of rows, where strings took a third of the report's
  /// time.
  fileprivate mutating func appendDecimal(_ number: UInt64, digits: Int = 1) {
    let start = count
    var rest = number
    var missing = digits
    while rest > 0 || missing > 0 {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
      missing -= 1
    }
    self[start...].reverse()
  }

  /// Appends a share in 0…1 with six decimals, rounded half up, whatever the locale.
  fileprivate mutating func appendSixDecimals(_ share: Double) {
    let millionths = UInt64((Swift.min(Swift.max(share, 0), 1) * 1e6).rounded())
    appendDecimal(millionths / 1_000_000)
    append(UInt8(ascii: "."))
    appendDecimal(millionths % 1_000_000, digits: 6)
  }
}
