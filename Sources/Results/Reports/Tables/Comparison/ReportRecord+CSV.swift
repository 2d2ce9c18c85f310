import Bytes
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

  /// Reads a report from its tables, `audit.csv` or one for each metric, each given in pieces, and its
  /// manifest.
  ///
  /// Only the rows' values are kept. A table is refused at its first row that no report has.
  package init(
    tables: [some Sequence<[UInt8]>], manifest: [UInt8]
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
      Stated(report.manifest), HistogramTable(report).sorted.map { $0.renamed(harmlessCell) },
      errors: report.overview.policyRows.compactMap(\.errorInDay))
  }

  /// The rows of its tables, in order.
  var rows: [Row] {
    let groups = histograms.indices.reduce(into: [[Histogram]]()) { groups, index in
      let histogram = histograms[index]
      if let last = groups.last?.last, last.metric == histogram.metric,
        last.policy == histogram.policy
      {
        groups[groups.count - 1].append(histogram)
      } else {
        groups.append([histogram])
      }
    }
    return groups.flatMap(\.interleaved).map { bin, histogram in
      let hasShare = histogram.unit.hasShares && histogram.hasKnownTotal && !bin.isHidden
      let shares = [histogram.leastShare(of: bin), histogram.mostShare(of: bin)].map {
        Int(millionths(of: $0))
      }
      return Row(
        key: Key(
          policy: histogram.policy ?? "", metric: histogram.metric.name, bucket: bin.name,
          unit: histogram.unit.rawValue),
        count: bin.isHidden ? nil : Ends(least: bin.count, most: bin.most),
        millionths: hasShare ? Ends(least: shares[0], most: shares[1]) : nil)
    }
  }

  /// Whether a number of it has two ends, since a tally was folded.
  var hasEnds: Bool {
    histograms.contains { histogram in
      histogram.total != histogram.mostTotal || histogram.bins.contains { !$0.isExact }
    }
  }

  /// The key of a row.
  struct Key: Hashable, Sendable {
    /// The policy's name as a cell; empty for all passwords.
    var policy: String
    let metric: String
    let bucket: String
    let unit: String
  }

  /// A row of a table.
  struct Row: Hashable, Sendable {
    let key: Key
    /// The number; nil if a folded tally does not tell it.
    let count: Ends<UInt64>?
    /// The share in millionths; nil if the row has none.
    let millionths: Ends<Int>?

    /// The share, if both numbers are certain.
    var exactMillionths: Int? { count?.exact == nil ? nil : millionths?.exact }
  }

  /// A number between two ends, which are the same unless a tally was folded.
  struct Ends<Number: Hashable & Sendable>: Hashable, Sendable {
    let least: Number
    let most: Number

    /// The number, if it is certain: no program may take an end for it.
    var exact: Number? { least == most ? least : nil }
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
