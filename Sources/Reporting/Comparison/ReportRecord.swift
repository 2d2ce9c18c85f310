import FoundationEssentials
import Metrics
import Tallies

/// The figures of a report, made just now or read back from its tables, for comparing reports.
///
///     let record = try ReportRecord(tables: [audit], manifest: json)
///     record.histogram(.compliance, "site")?.count(of: "compliant")   // 2781
package struct ReportRecord: Sendable {
  /// The report's label of its lists.
  let dataset: String
  /// Whether nothing requested is missing.
  package let isComplete: Bool
  /// The policies, in order.
  let policies: [Policy]
  /// The settings that have several readings, and the readings used.
  let readings: [String: String]
  /// The blocklists, each with the identity of its values.
  let blocklists: [String]
  /// The names of the lists with their digests.
  let inputs: [String]
  /// The names of the lists.
  let lists: [String]
  /// The version of the program that wrote it.
  let version: String
  /// The histograms in the order of the tables' rows; policies and bins have the names of cells.
  let histograms: [Histogram]
  private let places: [HistogramPlace: Int]

  /// One policy.
  struct Policy: Hashable, Sendable {
    /// Its name.
    let name: String
    /// Its canonical text.
    let text: String
    /// Its name as a cell.
    var cell: String { harmlessCell(name) }
  }

  /// The reason why files are not a report.
  package enum Fault: Error, Hashable {
    /// The manifest has another format than this program's.
    case manifest
    /// A table lacks the columns of `audit.csv`.
    case columns
    /// A row of a table has another format than this program's; its number, from 1.
    case row(Int)
    /// There is no table.
    case noTable
    /// The tables are of another run than the manifest.
    case mixed
  }

  /// The parts of a manifest that a comparison needs.
  private struct Stated: Decodable {
    struct Policy: Decodable {
      let name: String
      let rules: String
    }
    struct Blocklist: Decodable {
      let name: String
      let comparison: String
      let values: Int
      let sha256: String?
      let checksum: String?
    }
    struct Input: Decodable {
      let name: String
      let sha256: String
    }
    struct Result: Decodable {
      struct Rule: Decodable {
        let rule: String
        let count: UInt64
      }
      let policy: String
      let compliant: UInt64
      let violating: UInt64
      let refused: [Rule]
    }
    let version: String
    let complete: Bool
    let dataset: String
    let inputs: [Input]
    let policies: [Policy]
    let blocklists: [Blocklist]
    let readings: [String: String]
    var results: [Result]?
  }

  private init(_ stated: Stated, _ histograms: [Histogram]) {
    dataset = stated.dataset
    isComplete = stated.complete
    version = stated.version
    policies = stated.policies.map { Policy(name: $0.name, text: $0.rules) }
    readings = stated.readings
    lists = stated.inputs.map(\.name)
    inputs = stated.inputs.map { "\($0.name), SHA-256 \($0.sha256)" }
    blocklists = stated.blocklists.map {
      "\($0.name) (\($0.comparison), \(counted($0.values, "value"))"
        + ($0.sha256.map { ", SHA-256 \($0)" } ?? $0.checksum.map { ", XXH3 \($0)" } ?? "") + ")"
    }
    self.histograms = histograms
    places = Dictionary(
      histograms.enumerated().map { (HistogramPlace($1), $0) },
      uniquingKeysWith: { first, _ in first })
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
    guard let stated = try? JSONDecoder().decode(Stated.self, from: Data(manifest)) else {
      throw .manifest
    }
    if tables.isEmpty { throw .noTable }
    var reading = HistogramReading()
    for table in tables { try reading.read(table) }
    self.init(stated, reading.histograms)
    if reading.dataset != harmlessCell(dataset) || !hasResults(stated) { throw .mixed }
  }

  /// Whether the tables have the policies and the main results that a manifest states.
  private func hasResults(_ stated: Stated) -> Bool {
    func has(_ count: UInt64, _ metric: Metric, _ bin: String, _ policy: String) -> Bool {
      let bins = histogram(metric, harmlessCell(policy))?.bins ?? []
      return bins.first { $0.name == harmlessCell(bin) }.map { $0.count == count } ?? true
    }
    return Set(policies.map(\.cell)).isSuperset(of: histograms.compactMap(\.policy))
      && (stated.results ?? []).allSatisfy { result in
        has(result.compliant, .compliance, "compliant", result.policy)
          && has(result.violating, .compliance, "violating", result.policy)
          && result.refused.allSatisfy { has($0.count, .violation, $0.rule, result.policy) }
      }
  }

  /// Takes the figures of a report that was just made.
  package init(_ report: Report) {
    let manifest = report.manifest
    self.init(
      Stated(
        version: manifest.version, complete: manifest.complete, dataset: manifest.dataset,
        inputs: manifest.inputs.map {
          Stated.Input(name: $0.record.name, sha256: $0.record.sha256)
        },
        policies: manifest.policies.map { Stated.Policy(name: $0.name, rules: $0.rules) },
        blocklists: manifest.blocklists.map {
          Stated.Blocklist(
            name: $0.name.text, comparison: $0.comparison, values: $0.values, sha256: $0.sha256,
            checksum: $0.checksum)
        }, readings: manifest.readings),
      report.table.sorted.map { $0.renamed(harmlessCell) })
  }

  /// The histogram of a metric, of all passwords or of a policy by its cell; nil if there is none.
  func histogram(
    _ metric: Metric, _ policy: String = "", unit: Histogram.Unit = .entries
  ) -> Histogram? {
    places[HistogramPlace(policy: policy, metric: metric, unit: unit)].map { histograms[$0] }
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
      let share = histogram.unit.hasShares ? histogram.share(of: bin) : nil
      return Row(
        key: Key(
          policy: histogram.policy ?? "", metric: histogram.metric.name, bucket: bin.name,
          unit: histogram.unit.rawValue), count: bin.count,
        millionths: share.map { Int((min($0, 1) * 1e6).rounded()) })
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
    let count: UInt64
    /// The share in millionths; nil if the row has none.
    let millionths: Int?
  }
}

/// What no two histograms of a report have in common.
struct HistogramPlace: Hashable, Sendable {
  /// The policy's name; empty for all passwords.
  let policy: String
  let metric: Metric
  let unit: Histogram.Unit
}

extension HistogramPlace {
  init(_ histogram: Histogram) {
    self.init(policy: histogram.policy ?? "", metric: histogram.metric, unit: histogram.unit)
  }
}
