import Bytes
package import Metrics
package import Workers

/// Histograms as one tidy CSV table: a row for each bin.
///
///     dataset,policy,metric,bucket,order,unit,count,share
///     sample,,length,8,8,entries,20000,0.200000
///
/// The table of a folded tally ends with `count_least,count_most,share_least,share_most`; there
/// `count` and `share` are empty where the two differ.
///
/// UTF-8, LF, quoted only where RFC 4180 requires it. Rows are sorted by dataset and policy in the
/// given order, without policy first; then by the name of the metric; then by `order`, entries
/// before distinct passwords. Bits are millionths of a bit, without a share. No cell contains text
/// of a password. Names come from the user, so a name that a spreadsheet would run as a formula
/// gets an apostrophe in front.
package struct HistogramTable: Sendable {
  /// What is known of the table besides its rows, which are written in ``TableWriter``.
  package static let schema = TableSchema(
    name: "audit", title: "A row for each bin of a metric.",
    source: "always; changes.csv of audit compare has the same", since: "0.1.0",
    fields: [
      Field(
        name: "dataset", unit: .text, meaning: "the list, or with --by-list one of them"),
      Field(name: "policy", unit: .text, meaning: "the policy", gap: "for all passwords"),
      Field(name: "metric", unit: .text, meaning: "what is counted"),
      Field(name: "bucket", unit: .text, meaning: "the bin"),
      Field(name: "order", unit: .count(of: "number"), meaning: "the place of the bin"),
      Field(name: "unit", unit: .text, meaning: "entries, distinct or microbits"),
      Field(
        name: "count", unit: .count(of: "the unit"), meaning: "how many",
        gap: "where a folded tally has two ends"),
      Field(
        name: "share", unit: share, meaning: "how many of them",
        gap: "of microbits, and where a folded tally has two ends or does not tell the total"),
      Field(
        name: "count", unit: .count(of: "the unit"), meaning: "how many", presence: .ofFolded,
        hasEnds: true, gap: "where the tally does not tell it"),
      Field(
        name: "share", unit: share, meaning: "how many of them", presence: .ofFolded,
        hasEnds: true, gap: "of microbits, and where the tally does not tell it or the total"),
    ])
  private static let share = Field.Unit.share(of: "those that the metric is about")

  /// The columns of a table of exact or of folded numbers.
  static func fields(isFolded: Bool) -> [Field] {
    schema.fields.flatMap { $0.columns(isFolded: isFolded) }
  }

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
  /// Whether it has columns for the least and the most number, since a tally was folded.
  private let hasBounds: Bool

  /// Makes a table of one dataset, followed by the datasets that are parts of it.
  package init(
    dataset: String, _ histograms: [Histogram], parts: [Part] = [], hasBounds: Bool = false
  ) {
    self.parts = [Part(dataset: dataset, histograms)] + parts
    self.hasBounds = hasBounds
  }

  /// Makes the table of a report: its findings, its guessing and its keyspaces, then each list.
  package init(_ report: Report) {
    self.init(
      dataset: report.manifest.dataset,
      report.accounts + report.findings.histograms() + (report.guessed?.histograms ?? [])
        + (report.space ?? []).flatMap(\.histograms),
      parts: report.parts.map {
        Part(dataset: $0.dataset, $0.accounts + $0.findings.histograms())
      }, hasBounds: report.findings.folding != nil)
  }

  /// The histograms of the first dataset, in the order of their rows.
  var sorted: [Histogram] {
    guard let part = parts.first else { return [] }
    return part.rows(only: nil).flatMap { $0.map { part.histograms[$0] } }
  }

  /// The metrics that have rows, in the order of their names.
  package var metrics: [Metric] {
    Set(parts.flatMap { $0.histograms.map(\.metric) }).sorted { $0.name < $1.name }
  }

  /// The number of rows of the whole table or of one metric, without the header.
  package func rowCount(only metric: Metric? = nil) -> Int {
    parts.reduce(0) { count, part in
      part.histograms.reduce(count) {
        metric == nil || $1.metric == metric ? $0 + $1.bins.count : $0
      }
    }
  }

  /// The whole table, to be written in any format.
  package var filled: FilledTable {
    FilledTable(Self.schema, Self.fields(isFolded: hasBounds)) { [parts, hasBounds] writer in
      for part in parts {
        for row in part.rows(only: nil) { writer.append(row, of: part, hasBounds: hasBounds) }
      }
    }
  }

  /// The bytes of the whole table in pieces of some thousand rows, or of the rows of one metric, with
  /// the header; the pool `workers` makes them.
  package func pieces(
    only metric: Metric? = nil, by workers: WorkerPool
  ) -> [MadeAhead<[UInt8]>] {
    let (fields, hasBounds) = (Self.fields(isFolded: hasBounds), hasBounds)
    let header = OutputFormat.csv.heading(fields.map(\.name))
    return [MadeAhead(by: .alone) { Array(header.utf8) }]
      + parts.flatMap { part in
        let rows = part.rows(only: metric)
        return stride(from: 0, to: rows.count, by: Self.pieceSize).map { first in
          let piece = rows[first..<min(first + Self.pieceSize, rows.count)]
          return MadeAhead(by: workers) {
            var writer = TableWriter(fields, .csv)
            // Rows have some 80 bytes. What is never written takes no memory, but growing by copies
            // would touch twice the piece's size.
            writer.reserve(
              96 * piece.reduce(0) { $1.reduce($0) { $0 + part.histograms[$1].bins.count } })
            for row in piece { writer.append(row, of: part, hasBounds: hasBounds) }
            return writer.bytes
          }
        }
      }
  }

  /// The number of policies' metrics in a piece: some thousand rows.
  private static let pieceSize = 128
}

extension TableWriter {
  /// Adds the rows of one policy and metric, in one unit or several.
  ///
  /// Hundreds of policies make tens of thousands of rows, so their first cells are written once, and no
  /// closure makes a cell.
  fileprivate mutating func append(
    _ numbers: HistogramTable.Part.Row, of part: HistogramTable.Part, hasBounds: Bool
  ) {
    guard let number = numbers.first else { return }
    let first = part.histograms[number]
    let shared = written([
      .name(part.dataset), .name(first.policy ?? ""), .word(first.metric.name),
    ])
    if numbers.count == 1 {
      let (unit, hasShares) = (first.unit.rawValue, first.hasShares(hasBounds))
      for bin in first.bins { append(bin, of: first, shared, unit, hasShares, hasBounds) }
      return
    }
    for (bin, histogram) in numbers.map({ part.histograms[$0] }).interleaved {
      append(
        bin, of: histogram, shared, histogram.unit.rawValue, histogram.hasShares(hasBounds),
        hasBounds)
    }
  }

  private mutating func append(
    _ bin: Histogram.Bin, of histogram: Histogram, _ shared: [UInt8], _ unit: String,
    _ hasShares: Bool, _ hasBounds: Bool
  ) {
    append(shared, columns: 3)
    append(.name(bin.name))
    append(.whole(UInt64(bin.order)))
    append(.word(unit))
    if !hasBounds {
      append(.whole(bin.count))
      return append(hasShares ? .decimals(histogram.share(of: bin)) : .none)
    }
    let count = bin.isHidden ? (.none, .none) : (Cell.whole(bin.count), Cell.whole(bin.most))
    let ends = (histogram.leastShare(of: bin), histogram.mostShare(of: bin))
    let share =
      bin.isHidden || !hasShares ? (.none, .none) : (Cell.decimals(ends.0), Cell.decimals(ends.1))
    // No program may take an end for the number.
    append(bin.isExact ? count.0 : .none)
    append(bin.isExact && millionths(of: ends.0) == millionths(of: ends.1) ? share.0 : .none)
    for cell in [count.0, count.1, share.0, share.1] { append(cell) }
  }
}

extension Histogram {
  /// Whether its bins have shares that are known.
  fileprivate func hasShares(_ hasBounds: Bool) -> Bool {
    unit.hasShares && (!hasBounds || hasKnownTotal)
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

extension HistogramTable.Part {
  /// The numbers of the histograms that share rows: those of one policy and metric, in one unit or
  /// several.
  typealias Row = [Int]

  /// The histograms of all metrics or one, in the order of their rows: by policy, in order of
  /// appearance, without policy first; then by metric; then as they stand.
  func rows(only metric: Metric?) -> [Row] {
    // Sorted by the bytes of their names, which no locale changes.
    let metrics = Set(histograms.lazy.map(\.metric)).sorted {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
    let ranks = Dictionary(uniqueKeysWithValues: metrics.enumerated().map { ($1, $0) })
    var policies: [String: Int] = [:]
    let places = histograms.indices.filter { metric == nil || histograms[$0].metric == metric }
      .map { number in
        let histogram = histograms[number]
        let policy = histogram.policy.map { name in
          let known = policies[name] ?? policies.count + 1
          policies[name] = known
          return known
        }
        return (policy: policy ?? 0, metric: ranks[histogram.metric] ?? 0, number: number)
      }
      .sorted { ($0.policy, $0.metric, $0.number) < ($1.policy, $1.metric, $1.number) }
    var rows: [Row] = []
    for (index, place) in places.enumerated() {
      let isSame =
        index > 0
        && (places[index - 1].policy, places[index - 1].metric)
          == (place.policy, place.metric)
      if isSame { rows[rows.count - 1].append(place.number) } else { rows.append([place.number]) }
    }
    return rows
  }
}
