import Diagnostics
import Findings

/// Writes the rows of histograms as bytes, in one of two styles.
///
/// Hundreds of policies make tens of thousands of rows, so a row makes no text of its own: its
/// cells go straight into the bytes of the table.
struct HistogramRows {
  private var bytes: [UInt8]
  private let style: Style

  /// A table with the header.
  static func csv(_ parts: [HistogramTable.Part], only metric: Metric?) -> [UInt8] {
    var rows = HistogramRows(bytes: Array((HistogramTable.header + "\n").utf8), style: .csv)
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
    let prefix = style.prefix(dataset, first)
    let cells = units.map { style.unit($0.unit) }
    guard units.count > 1 else {
      for bin in first.bins { append(bin, of: first, prefix, cells[0]) }
      return
    }
    let rows = units.enumerated().flatMap { number, histogram in
      histogram.bins.map { (bin: $0, number: number) }
    }
    for (bin, number) in rows.sorted(by: {
      ($0.bin.order, $0.number) < ($1.bin.order, $1.number)
    }) {
      append(bin, of: units[number], prefix, cells[number])
    }
  }

  /// Adds one row; `prefix` holds the cells before the bucket, `unit` the one after the order.
  private mutating func append(
    _ bin: Histogram.Bin, of histogram: Histogram, _ prefix: [UInt8], _ unit: [UInt8]
  ) {
    bytes += prefix
    if style.isCSV { bytes.appendCSVCell(bin.name) } else { bytes += quoted(bin.name).utf8 }
    let share = histogram.unit.hasShares ? histogram.share(of: bin) : nil
    let style = style
    bytes.append(addingCapacity: unit.count + style.most + 3 * mostDigits) { row in
      row.append(contentsOf: style.beforeOrder)
      row.appendDecimal(UInt64(bin.order))
      row.append(contentsOf: unit)
      row.appendDecimal(bin.count)
      row.append(contentsOf: style.beforeShare)
      if let share { row.appendSixDecimals(share) } else { row.append(contentsOf: style.noShare) }
      row.append(contentsOf: style.ending)
    }
  }

  /// The separators before, between and after cells.
  private struct Style {
    let isCSV: Bool
    let beforeOrder: [UInt8]
    let beforeShare: [UInt8]
    let noShare: [UInt8]
    let ending: [UInt8]

    static let csv = Style(
      isCSV: true, beforeOrder: Array(",".utf8), beforeShare: Array(",".utf8), noShare: [],
      ending: Array("\n".utf8))
    static let jsonLines = Style(
      isCSV: false, beforeOrder: Array(#","order":"#.utf8), beforeShare: Array(#","share":"#.utf8),
      noShare: Array("null".utf8), ending: Array("}\n".utf8))

    /// The most bytes of all separators together.
    var most: Int { beforeOrder.count + beforeShare.count + noShare.count + ending.count }

    func prefix(_ dataset: String, _ histogram: Histogram) -> [UInt8] {
      let metric = histogram.metric.rawValue
      guard isCSV else {
        let policy = histogram.policy.map(quoted) ?? "null"
        return Array(
          #"{"dataset":\#(quoted(dataset)),"policy":\#(policy),"metric":"\#(metric)","bucket":"#
            .utf8)
      }
      var cells: [UInt8] = []
      cells.appendCSVCell(dataset)
      cells.append(UInt8(ascii: ","))
      cells.appendCSVCell(histogram.policy ?? "")
      cells.append(UInt8(ascii: ","))
      cells.append(utf8: metric)
      cells.append(UInt8(ascii: ","))
      return cells
    }

    func unit(_ unit: Histogram.Unit) -> [UInt8] {
      Array((isCSV ? ",\(unit.rawValue)," : #","unit":"\#(unit.rawValue)","count":"#).utf8)
    }
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
