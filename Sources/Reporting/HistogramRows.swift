import Diagnostics
import Findings

/// Writes the rows of histograms as bytes, in one of two styles.
///
/// Hundreds of policies make tens of thousands of rows, so a row makes no text of its own: its
/// cells go straight into the bytes of the table.
struct HistogramRows {
  private var bytes: [UInt8]
  private let style: Style
  /// The cells of the dataset and of the policy of the last rows, which the next ones often share.
  private var names: (dataset: String, policy: String?, cells: [UInt8])?

  private enum Style { case csv, jsonLines }

  /// A table with the header.
  static func csv(_ parts: [HistogramTable.Part], only metric: Metric?) -> [UInt8] {
    var rows = HistogramRows(bytes: Array((HistogramTable.header + "\n").utf8), style: .csv)
    if metric == nil {
      // Rows have some 80 bytes. What is never written takes no memory, but growing by copies would
      // touch twice the table's size.
      let count = parts.reduce(0) { $1.histograms.reduce($0) { $0 + $1.bins.count } }
      rows.bytes.reserveCapacity(96 * (count + 1))
    }
    for part in parts { rows.append(part, only: metric) }
    return rows.bytes
  }

  /// An object on each line.
  static func jsonLines(_ parts: [HistogramTable.Part]) -> [UInt8] {
    var rows = HistogramRows(bytes: [], style: .jsonLines)
    for part in parts { rows.append(part, only: nil) }
    return escapedJSON(rows.bytes)
  }

  private mutating func append(_ part: HistogramTable.Part, only metric: Metric?) {
    for histograms in part.rows(only: metric) { append(histograms, of: part.dataset) }
  }

  /// Adds the rows of one policy and metric, in one unit or several.
  private mutating func append(_ units: [Histogram], of dataset: String) {
    guard let first = units.first else { return }
    let prefix = style == .csv ? csvPrefix(dataset, first) : jsonPrefix(dataset, first)
    guard units.count > 1 else {
      for bin in first.bins { append(bin, of: first, after: prefix) }
      return
    }
    let rows = units.enumerated().flatMap { number, histogram in
      histogram.bins.map { (bin: $0, number: number) }
    }
    for (bin, number) in rows.sorted(by: {
      ($0.bin.order, $0.number) < ($1.bin.order, $1.number)
    }) {
      append(bin, of: units[number], after: prefix)
    }
  }

  /// Adds one row; `prefix` holds what stands before the bucket.
  private mutating func append(
    _ bin: Histogram.Bin, of histogram: Histogram, after prefix: [UInt8]
  ) {
    bytes += prefix
    let (total, hasShares) = (histogram.total, histogram.unit.hasShares)
    let share = hasShares ? Reporting.share(bin.count, of: total) : nil
    let (order, unit, count) = (UInt64(bin.order), histogram.unit.rawValue, bin.count)
    switch style {
    case .csv:
      bytes.appendCSVCell(bin.name)
      bytes.append(addingCapacity: 3 * mostDigits + unit.utf8.count + 8) { row in
        row.append(UInt8(ascii: ","))
        row.appendDecimal(order)
        row.append(UInt8(ascii: ","))
        row.append(utf8: unit)
        row.append(UInt8(ascii: ","))
        row.appendDecimal(count)
        row.append(UInt8(ascii: ","))
        if let share { row.appendSixDecimals(share) }
        row.append(UInt8(ascii: "\n"))
      }
    case .jsonLines:
      bytes += quoted(bin.name).utf8
      bytes += #","order":\#(order),"unit":"\#(unit)","count":\#(count),"share":"#.utf8
      if let share {
        bytes.append(addingCapacity: mostDigits) { $0.appendSixDecimals(share) }
      } else {
        bytes += "null".utf8
      }
      bytes += "}\n".utf8
    }
  }

  private mutating func csvPrefix(_ dataset: String, _ histogram: Histogram) -> [UInt8] {
    if names?.dataset != dataset || names?.policy != histogram.policy {
      var cells: [UInt8] = []
      cells.appendCSVCell(dataset)
      cells.append(UInt8(ascii: ","))
      cells.appendCSVCell(histogram.policy ?? "")
      cells.append(UInt8(ascii: ","))
      names = (dataset, histogram.policy, cells)
    }
    var cells = names?.cells ?? []
    cells.reserveCapacity(cells.count + 32)
    cells.append(utf8: histogram.metric.rawValue)
    cells.append(UInt8(ascii: ","))
    return cells
  }

  private func jsonPrefix(_ dataset: String, _ histogram: Histogram) -> [UInt8] {
    let policy = histogram.policy.map(quoted) ?? "null"
    let metric = histogram.metric.rawValue
    return Array(
      #"{"dataset":\#(quoted(dataset)),"policy":\#(policy),"metric":"\#(metric)","bucket":"#.utf8)
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
