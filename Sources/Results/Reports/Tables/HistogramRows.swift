import Diagnostics
import Metrics
import Workers

/// Writes the rows of histograms as bytes, in one of two styles.
///
/// Hundreds of policies make tens of thousands of rows, so a row makes no text of its own: its
/// cells go straight into the bytes of the table.
struct HistogramRows {
  private var bytes: [UInt8]
  private let style: Style
  private let hasBounds: Bool
  /// The cells of the dataset and of the policy of the last rows, which the next ones often share.
  private var names: (dataset: String, policy: String?, cells: [UInt8])?

  private enum Style { case csv, jsonLines }

  /// The number of policies' metrics in a piece: some thousand rows.
  private static let pieceSize = 128

  /// A table with the header, in pieces that the pool `workers` makes.
  static func csv(
    _ parts: [HistogramTable.Part], only metric: Metric?, hasBounds: Bool,
    by workers: WorkerPool
  ) -> [MadeAhead<[UInt8]>] {
    let header =
      HistogramTable.header + (hasBounds ? "," + HistogramTable.boundHeader : "") + "\n"
    return [MadeAhead(by: .alone) { Array(header.utf8) }]
      + parts.flatMap { part in
        let rows = part.rows(only: metric)
        return stride(from: 0, to: rows.count, by: pieceSize).map { first in
          let piece = rows[first..<min(first + pieceSize, rows.count)]
          return MadeAhead(by: workers) { csv(piece, of: part, hasBounds: hasBounds) }
        }
      }
  }

  private static func csv(
    _ rows: ArraySlice<HistogramTable.Part.Row>, of part: HistogramTable.Part, hasBounds: Bool
  ) -> [UInt8] {
    var table = HistogramRows(bytes: [], style: .csv, hasBounds: hasBounds)
    // Rows have some 80 bytes. What is never written takes no memory, but growing by copies would
    // touch twice the piece's size.
    let count = rows.reduce(0) { $1.reduce($0) { $0 + part.histograms[$1].bins.count } }
    table.bytes.reserveCapacity(96 * count)
    for row in rows { table.append(row, of: part) }
    return table.bytes
  }

  /// An object on each line.
  static func jsonLines(_ parts: [HistogramTable.Part], hasBounds: Bool) -> [UInt8] {
    var table = HistogramRows(bytes: [], style: .jsonLines, hasBounds: hasBounds)
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
    guard numbers.count > 1 else { return append(first, after: prefix) }
    for (bin, histogram) in numbers.map({ part.histograms[$0] }).interleaved {
      append(bin, of: histogram, after: prefix, Array(histogram.unit.rawValue.utf8))
    }
  }

  /// Adds the rows of one histogram; `prefix` holds what stands before the bucket.
  private mutating func append(_ histogram: Histogram, after prefix: [UInt8]) {
    let unit = Array(histogram.unit.rawValue.utf8)
    for bin in histogram.bins { append(bin, of: histogram, after: prefix, unit) }
  }

  /// Adds one row; `prefix` holds what stands before the bucket, `unit` the name of the unit.
  private mutating func append(
    _ bin: Histogram.Bin, of histogram: Histogram, after prefix: [UInt8], _ unit: [UInt8]
  ) {
    if hasBounds { return appendBounds(bin, of: histogram, after: prefix) }
    let share = histogram.unit.hasShares ? share(bin.count, of: histogram.total) : nil
    bytes += prefix
    switch style {
    case .csv:
      bytes.appendCSVCell(bin.name)
      bytes.append(addingCapacity: unit.count + 3 * mostDigits + 8) { row in
        row.append(UInt8(ascii: ","))
        row.appendDecimal(UInt64(bin.order))
        row.append(UInt8(ascii: ","))
        row.append(unit.span)
        row.append(UInt8(ascii: ","))
        row.appendDecimal(bin.count)
        row.append(UInt8(ascii: ","))
        if let share { row.appendSixDecimals(share) }
        row.append(UInt8(ascii: "\n"))
      }
    case .jsonLines:
      bytes += quoted(bin.name).utf8
      let unit = histogram.unit.rawValue
      bytes += #","order":\#(bin.order),"unit":"\#(unit)","count":\#(bin.count),"share":"#.utf8
      if let share {
        bytes.append(addingCapacity: mostDigits) { $0.appendSixDecimals(share) }
      } else {
        bytes += "null".utf8
      }
      bytes += "}\n".utf8
    }
  }

  /// Adds one row of a folded tally.
  private mutating func appendBounds(
    _ bin: Histogram.Bin, of histogram: Histogram, after prefix: [UInt8]
  ) {
    func number(_ count: UInt64) -> String { bin.isHidden ? "" : String(count) }
    func share(_ share: Double) -> String {
      if bin.isHidden || !histogram.unit.hasShares || !histogram.hasKnownTotal { return "" }
      var digits: [UInt8] = []
      digits.append(addingCapacity: mostDigits) { $0.appendSixDecimals(share) }
      return String(decoding: digits, as: UTF8.self)
    }
    let (least, most) = (number(bin.count), number(bin.most))
    let shares = (
      least: share(histogram.leastShare(of: bin)), most: share(histogram.mostShare(of: bin))
    )
    // No program may take an end for the number.
    let count = bin.isExact ? least : ""
    let exactShare = bin.isExact && shares.least == shares.most ? shares.least : ""
    let cells = [count, exactShare, least, most, shares.least, shares.most]
    bytes += prefix
    switch style {
    case .csv:
      bytes.appendCSVCell(bin.name)
      let rest = ["\(bin.order)", histogram.unit.rawValue] + cells
      bytes += ("," + rest.joined(separator: ",") + "\n").utf8
    case .jsonLines:
      bytes += quoted(bin.name).utf8
      bytes += #","order":\#(bin.order),"unit":"\#(histogram.unit.rawValue)""#.utf8
      let names =
        ["count", "share"] + HistogramTable.boundHeader.split(separator: ",").map(String.init)
      for (name, cell) in zip(names, cells) {
        bytes += #","\#(name)":\#(cell.isEmpty ? "null" : cell)"#.utf8
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
    cells.append(utf8: histogram.metric.name)
    cells.append(UInt8(ascii: ","))
    return cells
  }

  private func jsonPrefix(_ dataset: String, _ histogram: Histogram) -> [UInt8] {
    let policy = histogram.policy.map(quoted) ?? "null"
    let metric = histogram.metric.name
    return Array(
      #"{"dataset":\#(quoted(dataset)),"policy":\#(policy),"metric":"\#(metric)","bucket":"#.utf8)
  }
}

extension [Histogram] {
  /// The bins of histograms of one policy and metric in the order of their rows, unit after unit.
  var interleaved: [(bin: Histogram.Bin, histogram: Histogram)] {
    if count == 1, let first { return first.bins.map { ($0, first) } }
    return enumerated().flatMap { number, histogram in histogram.bins.map { ($0, number) } }
      .sorted { ($0.0.order, $0.1) < ($1.0.order, $1.1) }.map { ($0.0, self[$0.1]) }
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
