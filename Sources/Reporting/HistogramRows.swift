import Diagnostics
import Findings
import Workers

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

  /// The number of policies' metrics in a piece: some thousand rows.
  private static let pieceSize = 128

  /// A table with the header, in pieces that the pool `workers` makes.
  static func csv(
    _ parts: [HistogramTable.Part], only metric: Metric?, by workers: WorkerPool
  ) -> [[UInt8]] {
    let header = Array((HistogramTable.header + "\n").utf8)
    return [header]
      + parts.flatMap { part in
        let rows = part.rows(only: metric)
        let pieces = stride(from: 0, to: rows.count, by: pieceSize).map {
          rows[$0..<min($0 + pieceSize, rows.count)]
        }
        return workers.map(pieces) { csv($0, of: part) }
      }
  }

  private static func csv(
    _ rows: ArraySlice<HistogramTable.Part.Row>, of part: HistogramTable.Part
  ) -> [UInt8] {
    var table = HistogramRows(bytes: [], style: .csv)
    // Rows have some 80 bytes. What is never written takes no memory, but growing by copies would
    // touch twice the piece's size.
    let count = rows.reduce(0) { $1.reduce($0) { $0 + part.histograms[$1].bins.count } }
    table.bytes.reserveCapacity(96 * count)
    for row in rows { table.append(row, of: part) }
    return table.bytes
  }

  /// An object on each line.
  static func jsonLines(_ parts: [HistogramTable.Part]) -> [UInt8] {
    var table = HistogramRows(bytes: [], style: .jsonLines)
    for part in parts {
      for row in part.rows(only: nil) { table.append(row, of: part) }
    }
    return escapedJSON(table.bytes)
  }

  /// Adds the rows of one policy and metric, in one unit or several.
  private mutating func append(_ numbers: HistogramTable.Part.Row, of part: HistogramTable.Part) {
    guard let number = numbers.first else { return }
    let first = part.histograms[number]
    let prefix =
      style == .csv ? csvPrefix(part.dataset, first) : jsonPrefix(part.dataset, first)
    guard numbers.count > 1 else {
      let unit = Array(first.unit.rawValue.utf8)
      for bin in first.bins { append(bin, of: first, after: prefix, unit) }
      return
    }
    let rows = numbers.flatMap { number in
      part.histograms[number].bins.map { (bin: $0, number: number) }
    }
    for (bin, number) in rows.sorted(by: {
      ($0.bin.order, $0.number) < ($1.bin.order, $1.number)
    }) {
      let histogram = part.histograms[number]
      append(bin, of: histogram, after: prefix, Array(histogram.unit.rawValue.utf8))
    }
  }

  /// Adds one row; `prefix` holds what stands before the bucket, `unit` the name of the unit.
  private mutating func append(
    _ bin: Histogram.Bin, of histogram: Histogram, after prefix: [UInt8], _ unit: [UInt8]
  ) {
    let (order, count) = (UInt64(bin.order), bin.count)
    let share =
      histogram.unit.hasShares ? Reporting.share(bin.count, of: histogram.total) : nil
    switch style {
    case .csv:
      let comma = UInt8(ascii: ",")
      func appendRest(to row: inout OutputSpan<UInt8>) {
        row.append(comma)
        row.appendDecimal(order)
        row.append(comma)
        row.append(unit.span)
        row.append(comma)
        row.appendDecimal(count)
        row.append(comma)
        if let share { row.appendSixDecimals(share) }
        row.append(UInt8(ascii: "\n"))
      }
      let room = prefix.count + unit.count + 4 * mostDigits + 8
      if bin.isNumbered {
        return bytes.append(addingCapacity: room) { row in
          row.append(prefix.span)
          row.appendDecimal(order)
          appendRest(to: &row)
        }
      }
      let name = bin.name
      if isPlainCell(name.utf8.span) {
        return bytes.append(addingCapacity: room + name.utf8.count) { row in
          row.append(prefix.span)
          row.append(utf8: name)
          appendRest(to: &row)
        }
      }
      bytes += prefix
      bytes.appendCSVCell(name)
      bytes.append(addingCapacity: room) { row in appendRest(to: &row) }
    case .jsonLines:
      bytes += prefix
      bytes += quoted(bin.name).utf8
      bytes +=
        #","order":\#(order),"unit":"\#(histogram.unit.rawValue)","count":\#(count),"share":"#.utf8
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
