package import Diagnostics
import Files
import Metrics
package import Reports
package import Workers

/// The directory of a report, which is published when it is complete.
///
///     var directory = try ReportDirectory(
///       nil, for: lists, force: false) { print($0.message) }
///     …             // read the lists
///     let manifest = try directory.publish(report, by: workers) { print($0.message) }
///
/// It is opened before the long run, so that a bad path fails in the first second.
package struct ReportDirectory: ~Copyable {
  /// The path that the user gave, or the default.
  ///
  /// The default may change until the report is published.
  package var path: String { files.path }
  /// The path of its page.
  package var page: String { "\(path)/\(ReportFiles.page)" }
  /// Whether the user named the directory.
  private let isNamed: Bool
  private let lists: FoundLists
  private var files: StagedDirectory

  /// Opens the directory that the user named, or by default `Reports/` and the name of the lists.
  ///
  /// The default directory is not used if it holds a report of other lists: the report goes to one
  /// with a number after its name, and `tell` receives a note. That is decided again when the
  /// report is published, since other runs may have published theirs meanwhile.
  ///
  /// - Throws: ``Problem`` if it has content other than an earlier report and `force` is off,
  ///   or if the system refuses, with `--no-report` as a remedy.
  package init(
    _ named: String?, for lists: FoundLists, force: Bool, tell: (Problem) -> Void
  ) throws(Problem) {
    isNamed = named != nil
    self.lists = lists
    let path = named ?? Self.usualPath(for: lists)
    do throws(Problem) {
      files = try StagedDirectory(
        path, of: ReportFiles.all, last: ReportFiles.manifest, force: force)
    } catch {
      throw error.orNoReport
    }
    if named == nil { Self.tellOfPlace(path, of: lists, tell) }
  }

  /// The first default directory without a report of other lists.
  private static func usualPath(for lists: FoundLists) -> String {
    let usual = "Reports/\(lists.name)"
    for number in 1...1_000 {
      let path = number == 1 ? usual : "\(usual)-\(number)"
      if EarlierReport(in: path)?.isOf(lists) != false { return path }
    }
    return usual
  }

  /// Tells why the report does not go to the usual directory, if it does not.
  private static func tellOfPlace(_ path: String, of lists: FoundLists, _ tell: (Problem) -> Void) {
    let usual = "Reports/\(lists.name)"
    guard path != usual, let earlier = EarlierReport(in: usual) else { return }
    tell(.keptReport(usual, of: earlier, chosen: path))
  }

  /// Makes the files of a report and puts them in place; removes those of an earlier report that
  /// this one does not have.
  ///
  /// The pool's helpers make the page meanwhile. `tell` receives a note if a report of
  /// other lists was replaced.
  ///
  /// - Returns: The manifest.
  /// - Throws: ``Problem`` if the system refuses; then the directory has its earlier report, or
  ///   no manifest.
  package mutating func publish(
    _ report: Report, splitsTable: Bool = false, hasPage: Bool = true, by workers: WorkerPool,
    tell: (Problem) -> Void
  ) throws -> [UInt8] {
    let table = HistogramTable(report)
    let tables: [(name: String, metric: Metric?)] =
      splitsTable
      ? table.metrics.map { (ReportFiles.split($0), $0) } : [(ReportFiles.table, nil)]
    let details = MadeAhead(by: workers) {
      let masks = report.findings.masks.map { masks in
        Detail(name: ReportFiles.shapes, bytes: Array(masks.map { $0 + "\n" }.joined().utf8))
      }
      return DetailTable.besides.compactMap { $0.filled(report) }.map { table in
        Detail(name: table.schema.fileName, bytes: table.bytes(), schema: table.schema)
      } + [masks].compactMap(\.self)
    }
    // The page takes half as long as all the rest, so it is made beside that.
    let page =
      hasPage
      ? MadeAhead(by: workers) {
        let listed =
          tables.map { Page.File(name: $0.name, rows: table.rowCount(only: $0.metric)) }
          + details.value.map {
            Page.File(name: $0.name, table: $0.bytes, hasHeader: $0.schema != nil)
          }
        return Page(report, files: listed).serialized(by: workers)
      } : nil
    let json = try ManifestFile(report).serialized()
    for file in tables {
      // A piece is freed once it is written, so that the next ones take its memory.
      var rest = Array(table.pieces(only: file.metric, by: workers).reversed())
      try files.write(file.name, pieces: AnyIterator { rest.popLast()?.value })
    }
    var package = DataPackage()
    for file in tables { package.add(file.name, table.filled.schema) }
    for detail in details.value {
      try files.write(detail.name, detail.bytes)
      if let schema = detail.schema { package.add(detail.name, schema) }
    }
    try files.write(DataPackage.fileName, package.bytes)
    if let page { try files.write(ReportFiles.page, page.value) }
    try files.write(ReportFiles.manifest, json)
    // Another run may have published its report since this one began.
    let (before, isNamed, lists) = (path, isNamed, lists)
    var earlier: EarlierReport?
    try files.publish { path, heldPath in
      earlier = EarlierReport(in: heldPath)
      return isNamed ? path : Self.usualPath(for: lists)
    }
    if let elsewhere = files.elsewhere {
      tell(elsewhere)
    } else if path != before {
      Self.tellOfPlace(path, of: lists, tell)
    }
    let policies = report.manifest.policies.map {
      EarlierReport.Policy(name: $0.name, rules: $0.rules)
    }
    if let earlier, !earlier.isOf(lists) {
      tell(.replacedReport(path, of: earlier))
    } else if let earlier, !earlier.hasPolicies(policies) {
      tell(.replacedPolicies(path, of: earlier))
    }
    return json
  }
}

extension Problem {
  /// A problem of the place of a report, which a command can do without.
  fileprivate var orNoReport: Problem {
    var problem = self
    if code != "foreign-directory" {
      problem.remedy = "\(remedy ?? "") To print only, say --no-report."
    }
    return problem
  }
}

/// A file beside `audit.csv`: a table, or the masks, which have no columns.
private struct Detail: Sendable {
  let name: String
  let bytes: [UInt8]
  var schema: TableSchema?
}

/// The names of the files that a report may consist of.
enum ReportFiles {
  static let table = "audit.csv"
  /// The manifest, whose presence marks a complete report.
  static let manifest = "audit.json"
  /// The page with charts.
  static let page = "report.html"
  /// Masks of hashcat, one a line, the one that finds most passwords first, without those whose
  /// passwords all named policies refuse.
  static let shapes = "shapes.hcmask"

  /// The file of one metric, with `--split`.
  static func split(_ metric: Metric) -> String { "\(metric.name).csv" }

  /// Every name that one of our runs may have written.
  static let all = Set(
    [table, manifest, page, shapes, DataPackage.fileName] + Metric.all.map(split)
      + DetailTable.besides.map(\.schema.fileName))
}
