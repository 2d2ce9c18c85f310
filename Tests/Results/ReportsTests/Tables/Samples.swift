import Metrics
import Reports
import TestSupport
import Testing
import Workers

extension Histogram {
  /// Makes a histogram of named bins.
  init(
    policy: String? = nil, _ metric: Metric, unit: Unit = .entries, total: UInt64,
    _ bins: [(String, UInt64)]
  ) {
    self.init(policy: policy, metric, unit: unit, total: total, .named(bins))
  }

  /// Makes a histogram of numbered bins.
  init(
    policy: String? = nil, _ metric: Metric, total: UInt64, counts: [UInt64], from first: Int
  ) {
    self.init(policy: policy, metric, total: total, .numbered(counts, from: first))
  }
}

extension Comparison {
  /// What a terminal without colours shows.
  func text(columns: Int = 80) -> String {
    ComparisonText(self, ink: Summary.Ink(isOn: false), columns: columns).text
  }

  /// The joined table.
  var table: String { String(decoding: ComparisonTable(self).filled.bytes(), as: UTF8.self) }

  /// The page, parsed as XML.
  func page() throws -> PageTree {
    let page = ComparisonPage(self, version: "1").serialized()
    return try #require(PageTree.parse(page), "not well-formed")
  }
}

extension Report {
  /// The page, parsed as XML.
  func page() throws -> PageTree {
    try #require(PageTree.parse(Page(self).serialized()), "not well-formed")
  }
}

/// The cells of a table's lines, from its header on.
func cells(of table: [UInt8]) -> [[String]] {
  String(decoding: table, as: UTF8.self).split(separator: "\n").map {
    $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}

/// The header of `audit.csv`.
let headerOfHistograms = "dataset,policy,metric,bucket,order,unit,count,share"

extension HistogramTable {
  /// The bytes of the rows of one metric, with the header.
  func bytes(only metric: Metric?) -> [UInt8] {
    pieces(only: metric, by: .alone).flatMap(\.value)
  }
}

extension PageReport {
  /// Gives the report thirty passwords, of which the ten rarest have fewer than eight characters.
  mutating func takeThirtyPasswords() {
    var counts: [String: UInt64] = [:]
    for number in 0..<30 {
      counts[(number < 10 ? "abc" : "abcdefgh") + String(number)] = UInt64(20 + 7 * number)
    }
    words = counts.mapValues { _ in 0 }
    self.counts = counts
  }
}
