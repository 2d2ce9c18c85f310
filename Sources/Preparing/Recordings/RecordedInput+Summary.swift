import Diagnostics
import Intake
import Reporting
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

extension Manifest.Input {
  /// Makes the manifest's entry for a recorded list; `dataset` names its own rows, if it has any.
  init(_ input: RecordedInput, dataset: String?) {
    self.init(
      dataset: dataset, name: input.name, lists: input.lists > 1 ? input.lists : nil,
      container: Manifest.Form(recorded: input.container),
      bytes: input.bytes, sha256: input.sha256, textBytes: input.textBytes,
      members: input.members, encoding: input.encoding, fallbackLines: input.fallbackLines,
      files: input.files.map { file in
        Manifest.File(
          name: file.name, container: file.container, textBytes: file.textBytes,
          encoding: file.encoding, complete: file.isComplete)
      }, skippedFiles: input.skippedFiles, layout: input.layout.map(Manifest.Form.init(recorded:)),
      layoutToldBy: input.layoutToldBy, complete: input.isComplete, problems: input.problems)
  }
}
