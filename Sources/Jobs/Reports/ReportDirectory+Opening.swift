import Files
package import Requests

extension ReportDirectory {
  /// Opens the directory of a report for a command that can do without one.
  ///
  /// - Throws: The problem of the place, with `--no-report` as a remedy.
  package static func open(
    _ named: String?, for lists: FoundLists, force: Bool, tell: ProblemHandler
  ) throws -> ReportDirectory {
    do throws(FileProblem) {
      return try ReportDirectory(named, for: lists, force: force, tell: tell)
    } catch {
      throw ReportPlaceProblem(problem: error)
    }
  }
}
