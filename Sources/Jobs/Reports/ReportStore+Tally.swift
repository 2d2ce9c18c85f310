import Diagnostics
package import Overview
import Reporting
package import Requests
import Tallies

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
  /// - Throws: ``ReportReadProblem``, `TallyFileProblem`, errors of `settings`, and those of
  ///   ``AuditSettings/findings(in:of:takingYear:tell:)``.
  package static func record(
    of path: String, version: String, takingYear takesYear: Bool, tell: @escaping ProblemHandler,
    _ settings: () throws -> AuditSettings
  ) throws -> ReportRecord {
    if isReport(path) {
      let record = try record(in: path)
      if !record.isComplete { tell(IncompleteReport(path: path)) }
      return record
    }
    let recording = try TallyStore.read(path)
    if let partial = RecordedInPart(recording, in: path) { tell(partial) }
    let found = try settings().findings(
      in: recording, of: path, takingYear: takesYear, tell: tell)
    return ReportRecord(found.report(version: version))
  }
}

/// A report that lacks something, so that a comparison with it is one of parts.
struct IncompleteReport: Diagnosable {
  let path: String

  var location: Location? { Location(file: path) }
  var severity: Severity { .warning }
  var found: String { "the report is incomplete" }
  var expected: String? { nil }
  var remedy: String? {
    "Its numbers are about the lines that were read; audit.json names the lists with problems."
  }
}
