import Diagnostics
import Intake
import Passwords
import Requests
import Tallies

extension RecordedInput {
  /// Records the summary of a list.
  init(_ summary: ListSummary) {
    self.init(
      name: summary.lastName.map { "\(summary.name) … \($0)" } ?? summary.name,
      container: summary.isOfOneKind ? summary.container.description : "several",
      bytes: summary.bytesRead, sha256: hexadecimal(summary.sha256))
    textBytes = summary.textBytes
    members = summary.members
    encoding = summary.encoding.rawValue
    fallbackLines = summary.fallbackLines
    cutLines = summary.cutLines
    overLongLines = summary.overLongLines
    files = summary.archiveMembers.map { member in
      File(
        name: escaped(member.name), container: member.container.description,
        textBytes: member.textBytes, encoding: member.encoding.rawValue,
        isComplete: member.isComplete)
    }
    skippedFiles = summary.skippedMembers
    layout = summary.layout?.layout.description
    layoutToldBy = summary.layout?.evidence?.text
    hasMalformedLines = summary.hasMalformedLines
    isComplete = summary.isComplete
    lists = summary.lists
    problems =
      summary.problems.map(\.message) + summary.layoutProblems.map(\.message)
      + (summary.furtherProblems.isEmpty ? [] : [summary.furtherProblems.found])
  }
}

extension LineCounts {
  /// The lines of a list that no chunk held.
  init(unheldOf input: RecordedInput) {
    self.init()
    (cut, unheld) = (input.cutLines, input.overLongLines)
  }
}
