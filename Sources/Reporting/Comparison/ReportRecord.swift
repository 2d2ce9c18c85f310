import FoundationEssentials
import PasswordRules

/// The figures of a report, read back from its tables, for comparing two reports.
///
///     let record = try ReportRecord(tables: [audit], manifest: json)
///     record.count("site", "compliance", "compliant")   // 2781
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
  /// The rows of the tables, in order.
  let keys: [Key]
  private let rows: [Key: Row]

  /// The key of a row.
  struct Key: Hashable, Sendable {
    /// The policy's name as a cell; empty for all passwords.
    let policy: String
    let metric: String
    let bucket: String
    let unit: String
  }

  /// The values of a row.
  struct Row: Hashable, Sendable {
    let count: UInt64
    /// The share in millionths; nil if the row has none.
    let millionths: Int?
  }

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
    let version: String
    let complete: Bool
    let dataset: String
    let inputs: [Input]
    let policies: [Policy]
    let blocklists: [Blocklist]
    let readings: [String: String]
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
    if tables.isEmpty { throw .noTable }
    var reading = RowReading()
    for table in tables {
      var rows = CSVRows()
      reading.number = 0
      for piece in table {
        try rows.read(piece) { (row) throws(Fault) in try reading.take(row) }
      }
      try rows.finish { (row) throws(Fault) in try reading.take(row) }
      if reading.number == 0 { throw .columns }
    }
    keys = reading.keys
    rows = reading.rows
  }

  /// The rows of tables, as they are read.
  private struct RowReading {
    var keys: [Key] = []
    var rows: [Key: Row] = [:]
    /// The number of rows of the current table.
    var number = 0
    private var known: Set<String> = []
    /// The label of all lists, which the first row has; rows of single lists have others.
    private var dataset: String?
    private let columns = HistogramTable.header.split(separator: ",").map(String.init)

    mutating func take(_ row: [String]) throws(Fault) {
      number += 1
      if number == 1 {
        guard row == columns else { throw .columns }
        return
      }
      guard row.count == columns.count, let count = UInt64(row[6]),
        row[7].isEmpty || Double(row[7]).map({ 0...1 ~= $0 }) == true
      else { throw .row(number) }
      if dataset == nil { dataset = row[0] }
      if row[0] != dataset { return }
      let key = Key(
        policy: shared(row[1]), metric: shared(row[2]), bucket: row[3], unit: shared(row[5]))
      let millionths = Double(row[7]).map { Int(($0 * 1e6).rounded()) }
      if rows.updateValue(Row(count: count, millionths: millionths), forKey: key) == nil {
        keys.append(key)
      }
    }

    /// The same text, held once: longer ones would take memory in each row.
    private mutating func shared(_ text: String) -> String {
      text.utf8.count < 16 ? text : known.insert(text).memberAfterInsert
    }
  }

  /// Reads a report that was just made, without files.
  package init(_ report: Report) throws {
    try self.init(
      tables: [report.table.serialized()], manifest: try report.manifest.serialized())
  }

  /// The values of a row; nil if there is none.
  func row(_ key: Key) -> Row? { rows[key] }

  /// The count of a bucket; nil if there is no such row.
  func count(
    _ policy: String, _ metric: String, _ bucket: String, unit: String = "entries"
  ) -> UInt64? {
    rows[Key(policy: policy, metric: metric, bucket: bucket, unit: unit)]?.count
  }

  /// The number of passwords audited.
  var entries: UInt64 { count("", "entries", "audited") ?? 0 }

  /// A bucket as a part of all passwords or, for `survivors_…`, of the compliant ones.
  func part(_ policy: String, _ metric: String, _ bucket: String) -> Part? {
    guard let count = count(policy, metric, bucket) else { return nil }
    let isOfCompliant = metric.hasPrefix("survivors_")
    let total =
      isOfCompliant ? self.count(policy, "compliance", "compliant") ?? 0 : entries
    return Part(count, of: total, isOfCompliant: isOfCompliant)
  }

  /// The median length; nil without lengths.
  func medianLength(_ policy: String) -> Int? {
    let metric = policy.isEmpty ? "length" : "survivors_length"
    let counts = keys.filter { $0.policy == policy && $0.metric == metric && $0.unit == "entries" }
      .compactMap { key in Int(key.bucket).map { (length: $0, count: rows[key]?.count ?? 0) } }
    let total = counts.reduce(UInt64(0)) { $0 &+ $1.count }
    guard total > 0 else { return nil }
    var below: UInt64 = 0
    for (length, count) in counts.sorted(by: { $0.length < $1.length }) {
      below &+= count
      if below >= total &- total / 2 { return length }
    }
    return nil
  }
}
