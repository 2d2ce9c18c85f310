import Diagnostics
import Files
import Requests

/// The place of a report cannot be used.
struct ReportPlaceProblem: Diagnosable {
  let problem: FileProblem

  var location: Location? { problem.location }
  var found: String { problem.found }
  var expected: String? { problem.expected }
  var remedy: String? {
    let remedy = problem.remedy ?? ""
    if case .foreign = problem { return remedy }
    return "\(remedy) To print only, say --no-report."
  }
}
