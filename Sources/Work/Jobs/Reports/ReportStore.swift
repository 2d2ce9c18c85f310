package import Diagnostics
import Files
import Metrics
package import Reports
import Tallies

/// Reads reports back from their directories.
package enum ReportStore {
  /// The largest table that is read, in bytes.
  private static let largestTable = 1 << 26
  /// The largest manifest that is read, in bytes: it has at most 1,000 lists, and its reader takes
  /// several times its size.
  static let largestManifest = 1 << 24

  /// Whether a path is a directory and so may be a report.
  package static func isReport(_ path: String) -> Bool { (try? FileKind(of: path)) == .directory }

  /// The directory of the report that a path leads to: itself, or that of a file such as
  /// `Reports/a/audit.csv`; other paths stay as they are.
  package static func directory(of path: String) -> String {
    let names = [ReportFiles.table, ReportFiles.manifest, ReportFiles.page]
    guard let name = pathParts(path).last, names.contains(name), path.hasSuffix(name),
      (try? FileKind(of: path)) == .file
    else { return path }
    let parent = String(path.dropLast(name.count))
    return parent.isEmpty ? "." : parent == "/" ? parent : String(parent.dropLast())
  }

  /// Reads and verifies a report's tables and manifest.
  private static func record(in directory: String) throws(Problem) -> ReportRecord {
    let manifest: [UInt8]
    let manifestPath = "\(directory)/\(ReportFiles.manifest)"
    let isFile = { (name: String) in (try? FileKind(of: "\(directory)/\(name)")) == .file }
    do throws(SystemError) { manifest = try self.manifest(manifestPath) } catch {
      let found = ReportFiles.all.filter(isFile)
      let isUnfinished = !found.isEmpty && !found.contains(ReportFiles.manifest)
      throw isUnfinished ? .unfinishedReport(directory) : .unreadableReport(manifestPath, error)
    }
    // With --split each metric has a table of its own.
    let names =
      isFile(ReportFiles.table)
      ? [ReportFiles.table] : Metric.all.map(ReportFiles.split).filter(isFile)
    let tables = try names.map { name throws(Problem) in try table(name, in: directory) }
    let record = Result { () throws(ReportRecord.Fault) in
      try ReportRecord(tables: tables, manifest: manifest)
    }
    // A run that replaces the report removes the manifest first.
    if (try? self.manifest(manifestPath)) != manifest { throw .malformedReport(directory, .mixed) }
    for table in tables {
      if let fault = table.fault { throw .unreadableReport(table.path, fault) }
    }
    do throws(ReportRecord.Fault) { return try record.get() } catch {
      throw .malformedReport(directory, error)
    }
  }

  /// The bytes of a manifest; reads no file that does not begin like one.
  static func manifest(_ path: String) throws(SystemError) -> [UInt8] {
    let head = try ReadableFile(path).head(1)
    guard head == [UInt8(ascii: "{")] else { return [] }
    return try SmallFile.bytes(of: path, atMost: largestManifest)
  }

  /// Whether two paths lead to the same file or directory.
  package static func areSame(_ old: String, _ new: String) -> Bool {
    let place = { (path: String) in (try? FilePath(path).resolved.text) ?? path }
    return place(old) == place(new)
  }

  private static func table(_ name: String, in directory: String) throws(Problem) -> TablePieces {
    let path = "\(directory)/\(name)"
    do throws(SystemError) { return try TablePieces(path, atMost: largestTable) } catch {
      throw .unreadableReport(path, error)
    }
  }
}

extension Problem {
  /// The system refuses to read a file of a report.
  fileprivate static func unreadableReport(_ path: String, _ fault: SystemError) -> Problem {
    Problem(
      "unreadable-report", in: path, "cannot read the report: \(fault)", expected: aReport,
      remedy: nameDirectory)
  }

  /// The directory lacks the manifest, which a run writes last.
  fileprivate static func unfinishedReport(_ path: String) -> Problem {
    Problem(
      "unfinished-report", in: path, "the report has no audit.json, which a run writes last",
      expected: filesOfRun, remedy: waitForRun)
  }

  /// The files in the directory are not those of a report.
  fileprivate static func malformedReport(_ path: String, _ fault: ReportRecord.Fault) -> Problem {
    let (found, expected, remedy) =
      switch fault {
      case .manifest: ("audit.json is no manifest of a report", aReport, nameDirectory)
      case .format(let format):
        (
          "audit.json has format \(format)", "format 1",
          "Use the version of the program that wrote it, or a later one."
        )
      case .columns: ("a table without the columns of audit.csv", aReport, nameDirectory)
      case .row(let number):
        ("row \(number) is not a row that a report has", aReport, nameDirectory)
      case .noTable: ("no audit.csv, and no table of a metric", aReport, nameDirectory)
      case .mixed:
        ("audit.json is of another run than the tables beside it", filesOfRun, waitForRun)
      }
    return Problem("malformed-report", in: path, found, expected: expected, remedy: remedy)
  }

  /// A report that lacks something, so that a comparison with it is one of parts.
  fileprivate static func incompleteReport(_ path: String) -> Problem {
    Problem(
      "incomplete-report", in: path, "the report is incomplete",
      remedy:
        "Its numbers are about the lines that were read; audit.json names the lists with problems.",
      .warning)
  }

  private static let aReport = "a directory that 'audit run' or 'audit report' wrote, or a tally"
  private static let nameDirectory = "Name the directory that holds audit.csv and audit.json."
  private static let filesOfRun = "the files of one run, complete"
  private static let waitForRun =
    "Wait for the run that writes there, or, if none does, make the report again."
}

extension ReportStore {
  /// Reads a report, or makes the one that a tally gives.
  ///
  /// - Parameters:
  ///   - path: A report's directory, or a tally.
  ///   - version: The version of the program.
  ///   - takesYear: Whether a tally's reference year replaces that of the settings.
  ///   - tell: Receives every problem.
  ///   - settings: Makes the settings that a tally is asked with.
  /// - Returns: The record.
  /// - Throws: ``Problem``, errors of
  ///   `settings`, and those of
  ///   ``AuditSettings/findings(in:of:takingYear:tell:)``.
  package static func record(
    of path: String, version: String, takingYear takesYear: Bool, tell: @escaping ProblemHandler,
    _ settings: () throws -> AuditSettings
  ) throws -> ReportRecord {
    do {
      if isReport(path) {
        let record = try record(in: path)
        if !record.isComplete {
          tell(Problem.incompleteReport(path))
        } else {
          for line in record.warnings.prefix(10) {
            tell(Problem.earlierWarning(path, "the report warns: \(line)"))
          }
        }
        return record
      }
      let recording = try TallyStore.read(path, tell: tell)
      let found = try settings().findings(
        in: recording, of: path, takingYear: takesYear, tell: tell)
      return ReportRecord(found.report(version: version))
    } catch {
      throw Problem.dumpAsSide(path) ?? error
    }
  }
}

/// The bytes of a table in pieces, read when they are asked for.
final class TablePieces: Sequence, IteratorProtocol {
  /// The path of the table.
  let path: String
  /// The error that ended the reading early; nil if there was none.
  private(set) var fault: SystemError?
  private let byteCount: Int
  private var offset = 0

  private static let pieceByteCount = 1 << 16

  /// Examines the file.
  ///
  /// - Throws: `SystemError`, with `EFBIG` if it has more bytes than the limit.
  init(_ path: String, atMost limit: Int) throws(SystemError) {
    byteCount = try ReadableFile(path).byteCount
    if byteCount > limit { throw .tooLarge }
    self.path = path
  }

  func next() -> [UInt8]? {
    guard fault == nil, offset < byteCount else { return nil }
    var piece = [UInt8](repeating: 0, count: Swift.min(Self.pieceByteCount, byteCount - offset))
    do throws(SystemError) { try ReadableFile(path).read(into: &piece, at: offset) } catch {
      fault = error
      return nil
    }
    offset += piece.count
    return piece
  }
}
