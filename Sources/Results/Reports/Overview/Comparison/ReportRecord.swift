package import Metrics
import Tallies

/// The figures of a report, made just now or read back from its tables, for comparing reports.
///
///     let record = try ReportRecord(tables: [audit], manifest: json)
///     record.histogram(.compliance, "site")?.count(of: "compliant")   // 2781
package struct ReportRecord: Sendable {
  /// The report's label of its lists.
  package let dataset: String
  /// Whether nothing requested is missing.
  package let isComplete: Bool
  /// The policies, in order.
  package let policies: [Policy]
  /// The settings that have several readings, and the readings used.
  package let readings: [String: String]
  /// The blocklists, each with the identity of its values.
  package let blocklists: [String]
  /// The names of the lists with their digests.
  package let inputs: [String]
  /// The digests of the lists.
  let digests: [String]
  /// The names of the lists.
  package let lists: [String]
  /// The version of the program that wrote it.
  package let version: String
  /// Everything that makes it less than it looks.
  package let warnings: [String]
  /// The histograms in the order of the tables' rows; policies and bins have the names of cells.
  package let histograms: [Histogram]
  private let places: [HistogramPlace: Int]

  /// One policy.
  package struct Policy: Hashable, Decodable, Sendable {
    /// Its name.
    package let name: String
    /// Its canonical text.
    package let text: String
    /// Its name as a cell.
    package var cell: String { harmlessCell(name) }

    private enum CodingKeys: String, CodingKey { case name, text = "rules" }
  }

  /// The parts of a manifest that a comparison needs.
  package struct Stated: Decodable, Sendable {
    /// A blocklist.
    package struct Blocklist: Decodable {
      /// Its name.
      package let name: String
      /// How its values are compared.
      package let comparison: String
      /// The number of its values.
      package let values: Int
      /// The digest of its file; nil if it has another checksum.
      package let sha256: String?
      /// The XXH3 of its values; nil if it has a digest.
      package let checksum: String?
    }
    /// A list that was read.
    package struct Input: Decodable {
      /// Its name.
      package let name: String
      /// The digest of its file.
      package let sha256: String
    }
    /// What became of the passwords under a policy.
    package struct Result: Decodable {
      /// What a rule refuses.
      package struct Rule: Decodable {
        /// Its identifier.
        package let rule: String
        /// The entries that break it, from the least to the most.
        package let count: ClosedRange<UInt64>
      }
      /// The policy's name.
      package let policy: String
      /// The entries that comply, from the least to the most.
      package let compliant: ClosedRange<UInt64>
      /// The entries that break a rule.
      package let violating: ClosedRange<UInt64>
      /// What each rule refuses.
      package let refused: [Rule]
    }
    /// The program's version.
    package let version: String
    /// Whether all lists were read to their ends.
    package let complete: Bool
    /// The name of the whole input.
    package let dataset: String
    /// The lists.
    package let inputs: [Input]
    /// The policies.
    package let policies: [Policy]
    /// The blocklists.
    package let blocklists: [Blocklist]
    /// The settings that decide how passwords are read, by name.
    package let readings: [String: String]
    /// What makes the report less than it looks; nil in manifests of versions that stated nothing.
    package var warnings: [String]?
    /// The results; nil in manifests of versions that stated none.
    package var results: [Result]?

    /// Takes the parts of a manifest that was just made.
    package init(_ manifest: Manifest) {
      version = manifest.version
      complete = manifest.complete
      dataset = manifest.dataset
      inputs = manifest.inputs.map { Input(name: $0.record.name, sha256: $0.record.sha256) }
      policies = manifest.policies.map { Policy(name: $0.name, text: $0.rules) }
      blocklists = manifest.blocklists.map {
        Blocklist(
          name: $0.name.text, comparison: $0.comparison, values: $0.values, sha256: $0.sha256,
          checksum: $0.checksum)
      }
      readings = manifest.readings
      warnings = manifest.warnings
    }
  }

  /// Joins what a manifest states and the histograms of its tables.
  package init(_ stated: Stated, _ histograms: [Histogram]) {
    dataset = stated.dataset
    isComplete = stated.complete
    version = stated.version
    warnings = stated.warnings ?? []
    policies = stated.policies
    // Earlier versions state the year with the estimate only.
    let year = stated.readings["strength"]?.firstMatch(of: #/reference year (\d+)/#).map {
      ["reference year": String($0.1)]
    }
    readings = (year ?? [:]).merging(stated.readings) { $1 }
    lists = stated.inputs.map(\.name)
    digests = stated.inputs.map(\.sha256)
    inputs = stated.inputs.map { "\($0.name), SHA-256 \($0.sha256)" }
    blocklists = stated.blocklists.map {
      "\($0.name) (\($0.comparison), \(counted($0.values, "value"))"
        + ($0.sha256.map { ", SHA-256 \($0)" } ?? $0.checksum.map { ", XXH3 \($0)" } ?? "") + ")"
    }
    self.histograms = histograms
    places = Dictionary(
      histograms.enumerated().map {
        (HistogramPlace(policy: $1.policy ?? "", $1.metric, $1.unit), $0)
      },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether the tables have the policies and the main results that a manifest states.
  package func hasResults(of stated: Stated) -> Bool {
    func has(
      _ count: ClosedRange<UInt64>, _ metric: Metric, _ bin: String, _ policy: String
    ) -> Bool {
      let bins = histogram(metric, harmlessCell(policy))?.bins ?? []
      return bins.first { $0.name == harmlessCell(bin) }.map { $0.count...$0.most == count } ?? true
    }
    return Set(policies.map(\.cell) + [Metric.inForce]).isSuperset(
      of: histograms.compactMap(\.policy))
      && (stated.results ?? []).allSatisfy { result in
        has(result.compliant, .compliance, "compliant", result.policy)
          && has(result.violating, .compliance, "violating", result.policy)
          && result.refused.allSatisfy { has($0.count, .violation, $0.rule, result.policy) }
      }
  }

  /// The histogram of a metric, of all passwords or of a policy by its cell; nil if there is none.
  package func histogram(
    _ metric: Metric, _ policy: String = "", unit: Histogram.Unit = .entries
  ) -> Histogram? {
    places[HistogramPlace(policy: policy, metric, unit)].map { histograms[$0] }
  }
}

/// What no two histograms of a report have in common.
package struct HistogramPlace: Hashable, Sendable {
  /// The policy's name; empty for all passwords.
  package let policy: String
  /// The metric.
  package let metric: Metric
  /// The unit.
  package let unit: Histogram.Unit

  /// Names a place.
  package init(policy: String, _ metric: Metric, _ unit: Histogram.Unit) {
    (self.policy, self.metric, self.unit) = (policy, metric, unit)
  }
}
