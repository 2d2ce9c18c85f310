import Diagnostics
package import Findings

/// Histograms as one tidy CSV table: a row for each bin.
///
///     dataset,policy,metric,bucket,order,unit,count,share
///     sample,,length,8,8,entries,20000,0.200000
///
/// UTF-8, LF, quoted only where RFC 4180 requires it. Rows are sorted by dataset and policy in the
/// given order, without policy first; then by the name of the metric; then by `order`, entries
/// before distinct passwords. Bits are millionths of a bit, without a share. No cell contains text
/// of a password. Names come from the user, so a name that a spreadsheet would run as a formula
/// gets an apostrophe in front.
package struct HistogramTable: Sendable {
  /// The column names.
  package static let header = "dataset,policy,metric,bucket,order,unit,count,share"

  /// The histograms of one dataset.
  package struct Part: Sendable {
    let dataset: String
    let histograms: [Histogram]

    /// Makes the part of a dataset.
    package init(dataset: String, _ histograms: [Histogram]) {
      self.dataset = dataset
      self.histograms = histograms
    }
  }

  private let parts: [Part]

  /// Makes a table of one dataset, followed by the datasets that are parts of it.
  package init(dataset: String, _ histograms: [Histogram], parts: [Part] = []) {
    self.parts = [Part(dataset: dataset, histograms)] + parts
  }

  /// The metrics that have rows, in the order of their names.
  package var metrics: [Metric] {
    Set(parts.flatMap { $0.histograms.map(\.metric) }).sorted { $0.rawValue < $1.rawValue }
  }

  /// The number of rows of the whole table or of one metric, without the header.
  package func rowCount(only metric: Metric? = nil) -> Int {
    parts.reduce(0) { count, part in
      part.histograms.reduce(count) {
        metric == nil || $1.metric == metric ? $0 + $1.bins.count : $0
      }
    }
  }

  /// The whole table, or the rows of one metric, with the header.
  package func serialized(only metric: Metric? = nil) -> [UInt8] {
    var table = Array((Self.header + "\n").utf8)
    for part in parts { part.append(to: &table, only: metric, as: .csv) }
    return table
  }

  /// The same rows as JSON, one object on each line with the columns as members.
  ///
  /// A missing policy or share is null. Names are not escaped, since no spreadsheet runs them.
  package func jsonLines() -> [UInt8] {
    var lines: [UInt8] = []
    for part in parts { part.append(to: &lines, only: nil, as: .jsonLines) }
    return escapedJSON(lines)
  }

  /// The separators before, between and after cells.
  fileprivate enum Style {
    case csv, jsonLines

    func prefix(_ dataset: String, _ histogram: Histogram) -> [UInt8] {
      let metric = histogram.metric.rawValue
      switch self {
      case .csv:
        return Array("\(csvCell(dataset)),\(csvCell(histogram.policy ?? "")),\(metric),".utf8)
      case .jsonLines:
        let policy = histogram.policy.map(quoted) ?? "null"
        return Array(
          #"{"dataset":\#(quoted(dataset)),"policy":\#(policy),"metric":"\#(metric)","bucket":"#
            .utf8)
      }
    }

    func bucket(_ name: String) -> String { self == .csv ? csvCell(name) : quoted(name) }

    var beforeOrder: String { self == .csv ? "," : #","order":"# }

    func unit(_ unit: Histogram.Unit) -> String {
      self == .csv ? ",\(unit.rawValue)," : #","unit":"\#(unit.rawValue)","count":"#
    }

    var beforeShare: String { self == .csv ? "," : #","share":"# }
    var noShare: String { self == .csv ? "" : "null" }
    var ending: String { self == .csv ? "\n" : "}\n" }
  }
}

/// A text as a string of JSON.
private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\0"..<" ":
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

extension HistogramTable.Part {
  /// The sort key of a histogram within its dataset.
  private struct Place: Comparable {
    let policy: Int
    let metric: String

    static func < (a: Place, b: Place) -> Bool {
      a.policy == b.policy ? bytewise(a.metric, precedes: b.metric) : a.policy < b.policy
    }
  }

  fileprivate func append(
    to table: inout [UInt8], only metric: Metric?, as style: HistogramTable.Style
  ) {
    // Policies are numbered from 1 in order of appearance; rows without a policy come first.
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
      // Histograms of one metric in several units share the place of its rows.
      let end = shown[start...].firstIndex { $0.place != shown[start].place } ?? shown.count
      append(shown[start..<end].map(\.histogram), to: &table, as: style)
      start = end
    }
  }

  /// Adds the rows of one policy and metric, in one unit or several.
  private func append(
    _ units: [Histogram], to table: inout [UInt8], as style: HistogramTable.Style
  ) {
    guard let first = units.first else { return }
    let prefix = style.prefix(dataset, first)
    let unitCells = units.map { style.unit($0.unit) }
    let rows = units.enumerated().flatMap { number, histogram in
      histogram.bins.map { (bin: $0, number: number) }
    }
    for (bin, number) in rows.sorted(by: {
      ($0.bin.order, $0.number) < ($1.bin.order, $1.number)
    }) {
      let histogram = units[number]
      table += prefix
      table += style.bucket(bin.name).utf8
      table += style.beforeOrder.utf8
      table.appendDecimal(UInt64(bin.order))
      table += unitCells[number].utf8
      table.appendDecimal(bin.count)
      table += style.beforeShare.utf8
      if histogram.unit.hasShares {
        table.appendSixDecimals(histogram.share(of: bin))
      } else {
        table += style.noShare.utf8
      }
      table += style.ending.utf8
    }
  }
}

/// Compares UTF-8 byte by byte: the order of code points, independent of the locale.
private func bytewise(_ a: String, precedes b: String) -> Bool {
  a.utf8.lexicographicallyPrecedes(b.utf8)
}

extension [UInt8] {
  /// Appends a number in decimal digits.
  ///
  /// Hundreds of policies make tens of thousands of rows, for which strings took a third of the
  /// report's time.
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

  /// Appends a share in 0…1 with six decimals, rounded half up, independent of the locale.
  fileprivate mutating func appendSixDecimals(_ share: Double) {
    let millionths = UInt64((Swift.min(Swift.max(share, 0), 1) * 1e6).rounded())
    appendDecimal(millionths / 1_000_000)
    append(UInt8(ascii: "."))
    appendDecimal(millionths % 1_000_000, digits: 6)
  }
}
