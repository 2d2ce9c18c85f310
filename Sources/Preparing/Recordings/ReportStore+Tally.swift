import Diagnostics
package import Reporting
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
    if isReport(path) { return try record(in: path) }
    let recording = try TallyStore.read(path)
    let found = try settings().findings(
      in: recording, of: path, takingYear: takesYear, tell: tell)
    return try ReportRecord(found.report(version: version))
  }
}
