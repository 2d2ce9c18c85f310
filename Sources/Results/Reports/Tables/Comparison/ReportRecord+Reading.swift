import FoundationEssentials
import Metrics

extension ReportRecord {
  /// The reason why files are not a report.
  package enum Fault: Error, Hashable {
    /// The manifest is none.
    case manifest
    /// The manifest has another format than this program's.
    case format(Int)
    /// A table lacks the columns of `audit.csv`.
    case columns
    /// A row of a table has another format than this program's; its number, from 1.
    case row(Int)
    /// There is no table.
    case noTable
    /// The tables are of another run than the manifest.
    case mixed
  }

  /// Reads a report from its tables, `audit.csv` or one for each metric, and its manifest.
  package init(tables: [[UInt8]], manifest: [UInt8]) throws(Fault) {
    try self.init(pieces: tables.map { [$0] }, manifest: manifest)
  }

  /// Reads a report from its tables, each given in pieces, and its manifest.
  ///
  /// Only the rows' values are kept. A table is refused at its first row that no report has.
  package init(
    pieces tables: [some Sequence<[UInt8]>], manifest: [UInt8]
  ) throws(Fault) {
    let version = try? JSONDecoder().decode(StatedFormat.self, from: Data(manifest))
    if let format = version?.format, format != ManifestFile.format { throw .format(format) }
    guard let stated = try? JSONDecoder().decode(Stated.self, from: Data(manifest)) else {
      throw .manifest
    }
    if tables.isEmpty { throw .noTable }
    var reading = HistogramReader()
    for table in tables { try reading.read(table) }
    self.init(stated, reading.histograms.ofThisVersion)
    if reading.dataset != harmlessCell(dataset) || !hasResults(of: stated) { throw .mixed }
  }

  /// Takes the figures of a report that was just made.
  package init(_ report: Report) {
    self.init(
      Stated(report.manifest), HistogramTable(report).sorted.map { $0.renamed(harmlessCell) })
  }
}

/// What tells the layout of a manifest, whatever else it holds.
private struct StatedFormat: Decodable { let format: Int? }

extension [Histogram] {
  /// The same with the names that this version gives to metrics: what version 0.1.0 called `cracked`
  /// rests on zxcvbn's guesses, as `cracked_zxcvbn` does.
  fileprivate var ofThisVersion: [Histogram] {
    let metrics = Set(map(\.metric))
    guard metrics.contains(.guessesLog10),
      metrics.isDisjoint(with: [.combinedLog10, .broughtLog10, .minAutoLog10, .crackedZxcvbn])
    else { return self }
    let names = [
      Metric.cracked: Metric.crackedZxcvbn, .cracked.ofSurvivors: .crackedZxcvbn.ofSurvivors,
    ]
    return map { histogram in
      names[histogram.metric].map {
        Histogram(
          policy: histogram.policy, $0, unit: histogram.unit, total: histogram.total,
          mostTotal: histogram.mostTotal, histogram.bins)
      } ?? histogram
    }
  }
}
