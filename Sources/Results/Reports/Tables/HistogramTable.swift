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
  /// A bin of a histogram.
  struct Row {
    let dataset: String
    var bin: Histogram.Bin
    let of: Histogram
    /// Whether shares are known.
    let hasShares: Bool
  }

  private static let table = Table<Row>(
    "audit", "A row for each bin of a metric.",
    from: "always; changes.csv of audit compare has the same",
    [
      .name("dataset", "the list, or with --by-list one of them", \.dataset),
      .name("policy", "the policy; empty of all passwords") { $0.of.policy },
      .word("metric", "what is counted") { $0.of.metric.name },
      .name("bucket", "the bin") { $0.bin.name },
      Column("order", .count(of: "number"), "the place of the bin") {
        .whole(UInt64($0.bin.order))
      },
      .word("unit", "entries, distinct, microbits or flags") { $0.of.unit.rawValue },
      Column("count", .count(of: "the unit"), "how many; empty where the ends differ") { $0.count },
      Column("share", .share(of: "those that the metric is about"), "how many of them") {
        $0.share
      },
      Column("count", .count(of: "the unit"), "how many") { $0.count }.withEnds.ofFolded,
      Column("share", .share(of: "those that the metric is about"), "how many of them") { $0.share }
        .withEnds.ofFolded,
    ])

  /// What is known of the table besides its rows.
  package static var schema: TableSchema { table.schema }

  /// The names of the columns of a table of exact or of folded numbers.
  static func names(isFolded: Bool) -> [String] {
    table.columns(isFolded: isFolded).map(\.field.name)
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
    let columns = Self.table.columns(isFolded: hasBounds)
    return FilledTable(Self.schema, columns.map(\.field)) { [parts] writer in
      for part in parts {
        for row in part.rows(only: nil) { writer.append(row, of: part, columns) }
      }
    }
  }

  /// The bytes of the whole table in pieces of some thousand rows, or of the rows of one metric, with
  /// the header; the pool `workers` makes them.
  package func pieces(
    only metric: Metric? = nil, by workers: WorkerPool
  ) -> [MadeAhead<[UInt8]>] {
    let columns = Self.table.columns(isFolded: hasBounds)
    let fields = columns.map(\.field)
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
            for row in piece { writer.append(row, of: part, columns) }
            return writer.bytes
          }
        }
      }
  }

  /// The number of policies' metrics in a piece: some thousand rows.
  private static let pieceSize = 128
}

extension HistogramTable.Row {
  fileprivate var count: Cell {
    if bin.isExact { return .whole(bin.count) }
    return bin.isHidden ? .none : .ends(.count(bin.count), .count(bin.most))
  }

  fileprivate var share: Cell {
    guard hasShares, !bin.isHidden else { return .none }
    if bin.isExact, of.total == of.mostTotal { return .decimals(of.share(of: bin)) }
    let (least, most) = (of.leastShare(of: bin), of.mostShare(of: bin))
    return bin.isExact && millionths(of: least) == millionths(of: most)
      ? .decimals(least) : .ends(.decimals(least), .decimals(most))
  }
}

extension TableWriter {
  /// Adds the rows of one policy and metric, in one unit or several.
  fileprivate mutating func append(
    _ numbers: HistogramTable.Part.Row, of part: HistogramTable.Part,
    _ columns: [Column<HistogramTable.Row>]
  ) {
    let filled = numbers.first { !part.histograms[$0].bins.isEmpty }
    guard let filled, let bin = part.histograms[filled].bins.first else { return }
    var row = part.row(of: part.histograms[filled], bin, isFolded: columns.count > 8)
    // Hundreds of policies make tens of thousands of rows, which share their first cells.
    let shared = written(columns[..<3].map { $0.cell(row) })
    func add(_ row: HistogramTable.Row) {
      append(shared, columns: 3)
      append(row, columns[3...])
    }
    guard numbers.count > 1 else {
      for bin in row.of.bins {
        row.bin = bin
        add(row)
      }
      return
    }
    for (bin, histogram) in numbers.map({ part.histograms[$0] }).interleaved {
      add(part.row(of: histogram, bin, isFolded: columns.count > 8))
    }
  }
}

extension HistogramTable.Part {
  fileprivate func row(
    of histogram: Histogram, _ bin: Histogram.Bin, isFolded: Bool
  ) -> HistogramTable.Row {
    HistogramTable.Row(
      dataset: dataset, bin: bin, of: histogram,
      hasShares: histogram.unit.hasShares && (!isFolded || histogram.hasKnownTotal))
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
  /// The positions of all metrics, sorted by the bytes of their names, which no locale changes.
  private static let ranks: [Metric: Int] = {
    let sorted = (Metric.all + Metric.ofAccounts).sorted {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
    return Dictionary(sorted.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }()

  /// The numbers of the histograms that share rows: those of one policy and metric, in one unit or
  /// several.
  typealias Row = [Int]

  /// The histograms of all metrics or one, in the order of their rows: by policy, in order of
  /// appearance, without policy first; then by metric; then as they stand.
  func rows(only metric: Metric?) -> [Row] {
    var policies: [String: Int] = [:]
    let places = histograms.indices.filter { metric == nil || histograms[$0].metric == metric }
      .map { number in
        let histogram = histograms[number]
        let policy = histogram.policy.map { name in
          let known = policies[name] ?? policies.count + 1
          policies[name] = known
          return known
        }
        return (policy: policy ?? 0, metric: Self.ranks[histogram.metric] ?? 0, number: number)
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
