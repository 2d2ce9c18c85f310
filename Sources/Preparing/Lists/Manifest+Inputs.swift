import Diagnostics
package import Intake
package import PasswordRules
package import Reporting

extension Manifest.Input {
  /// States what a reader says of a list, which has rows of its own under `dataset` unless that is nil.
  package init(_ summary: ListSummary, dataset: String? = nil) {
    self.init(
      dataset: dataset, name: summary.lastName.map { "\(summary.name) … \($0)" } ?? summary.name,
      lists: summary.lastName == nil ? nil : summary.lists,
      container: summary.isOfOneKind ? summary.container.description : "several",
      bytes: summary.bytesRead,
      sha256: hexadecimal(summary.sha256), textBytes: summary.textBytes, members: summary.members,
      encoding: summary.encoding.rawValue, fallbackLines: summary.fallbackLines,
      files: summary.archiveMembers.map { member in
        Manifest.File(
          name: escaped(member.name), container: member.container.description,
          textBytes: member.textBytes, encoding: member.encoding.rawValue,
          complete: member.isComplete)
      }, skippedFiles: summary.skippedMembers,
      layout: summary.layout?.layout.description, layoutToldBy: summary.layout?.evidence?.text,
      complete: summary.isComplete,
      problems: summary.problems.map(\.message) + summary.layoutProblems.map(\.message)
        + (summary.furtherProblems.isEmpty ? [] : [summary.furtherProblems.found]))
  }
}

extension Manifest.Policy {
  /// States what a policy was understood as.
  package init(_ policy: Policy) {
    self.init(name: policy.name, source: policy.location.file, rules: policy.line())
  }
}

/// Bytes as lower-case hexadecimal digits.
func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
