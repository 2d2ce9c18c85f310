package import Findings

/// Histograms as one tidy CSV table: a row a bin.
///
///     dataset,policy,metric,bucket,order,unit,count,share
///     sample,,length,8,8,entries,20000,0.200000
///
/// UTF-8, LF, quoted as RFC 4180 wants it and only there. Rows stand in the order of datasets and
/// policies as given, those of no policy first; then by the name of the metric; then by `order`, entries
/// before distinct passwords. Bits are millionths of a bit, without a share. No cell comes from the text
/// of a password. Names come from the user, so a name that a spreadsheet would run as a formula is set
/// behind an apostrophe.
package struct HistogramTable: Sendable {
  /// The columns' names.
  package static let header = "dataset,policy,metric,bucket,order,unit,count,share"

  /// The histograms of one dataset.
  package struct Part: Sendable {
    let dataset: String
    let histograms: [Histogram]

    /// Names the dataset of some histograms.
    package init(dataset: String, _ histograms: [Histogram]) {
      self.dataset = dataset
      self.histograms = histograms
    }
  }

  private let parts: [Part]

  /// A table of these histograms of one dataset, and below of the datasets that are parts of it.
  package init(dataset: String, _ histograms: [Histogram], parts: [Part] = []) {
    self.parts = [Part(dataset: dataset, histograms)] + parts
  }

  /// The metrics that have rows, in the order of their names.
  package var metrics: [Metric] {
    Set(parts.flatMap { $0.histograms.map(\.metric) }).sorted { $0.rawValue < $1.rawValue }
  }

  /// The whole table, or the rows of one metric, with the header.
  package func serialized(only metric: Metric? = nil) -> [UInt8] {
    var table = Array((Self.header + "\n").utf8)
    for part in parts { part.append(to: &table, only: metric) }
    return table
  }
}

extension HistogramTable.Part {
  /// The place of a histogram among those of the dataset.
  private struct Place: Comparable {
    let policy: Int
    let metric: String

    static func < (a: Place, b: Place) -> Bool {
      a.policy == b.policy ? bytewise(a.metric, precedes: b.metric) : a.policy < b.policy
    }
  }

  fileprivate func append(to table: inout [UInt8], only metric: Metric?) {
    // Policies are numbered as they come, from 1; what is of none comes before.
    var numbers: [String: Int] = [:]
    let placed = histograms.map { histogram in
      let policy = histogram.policy.map { name in
        let number = numbers[name] ?? numbers.count + 1
        numbers[name] = number
        return number
      }
      return (
        place: Place(policy: policy ?? 0, metric: histogram.metric.rawValue), histogram: histogram
      )
    }
    let shown = placed.enumerated()
      .filter { metric == nil || $0.element.histogram.metric == metric }
      .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
    var start = 0
    while start < shown.count {
      // Histograms of one metric in several units share its rows' place.
      let end = shown[start...].firstIndex { $0.place != shown[start].place } ?? shown.count
      append(shown[start..<end].map(\.histogram), to: &table)
      start = end
    }
  }

  /// Adds the rows of one policy and metric, in one unit or several.
  private func append(_ units: [Histogram], to table: inout [UInt8]) {
    guard let first = units.first else { return }
    let policy = csvCell(first.policy ?? "")
    let prefix = Array("\(csvCell(dataset)),\(policy),\(first.metric.rawValue),".utf8)
    let rows = units.enumerated().flatMap { number, histogram in
      histogram.bins.map { (bin: $0, number: number) }
    }
    for (bin, number) in rows.sorted(by: {
      ($0.bin.order, $0.number) < ($1.bin.order, $1.number)
    }) {
      let histogram = units[number]
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
