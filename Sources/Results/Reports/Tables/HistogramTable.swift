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
  /// The column names.
  package static let header = "dataset,policy,metric,bucket,order,unit,count,share"
  /// The columns that a table of a folded tally has besides.
  package static let boundHeader = "count_least,count_most,share_least,share_most"

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

  /// The bytes of the whole table, or of the rows of one metric, with the header.
  package func serialized(only metric: Metric? = nil) -> [UInt8] {
    pieces(only: metric, by: .alone).flatMap(\.value)
  }

  /// The same bytes in pieces of some thousand rows, which the pool `workers` makes.
  package func pieces(
    only metric: Metric? = nil, by workers: WorkerPool
  ) -> [MadeAhead<[UInt8]>] {
    HistogramRows.csv(parts, only: metric, hasBounds: hasBounds, by: workers)
  }

  /// The same rows as JSON, one object on each line with the columns as members.
  ///
  /// A missing policy or share is null. Names are not escaped, since no spreadsheet runs them.
  package func jsonLines() -> [UInt8] {
    HistogramRows.jsonLines(parts, hasBounds: hasBounds)
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
