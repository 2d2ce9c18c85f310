package import Diagnostics
import Requests
package import Tallies

/// The lists of a tally were recorded only in part, so every number is about that part.
package struct RecordedInPart: Diagnosable {
  private let file: String
  /// The lists that were not read to their ends, or have skipped lines.
  private let lists: [String]
  private let isCut: Bool

  /// Nil if all lines of all lists were recorded.
  package init?(_ recording: Recording, in file: String) {
    self.init(ReadLists(recording), in: file)
  }

  /// Nil if all lines of all lists were read.
  package init?(_ read: ReadLists, in file: String) {
    let isCut = read.shortfalls.contains(.readInPart)
    guard isCut || read.shortfalls.contains(.malformedLines) else { return nil }
    self.file = file
    self.isCut = isCut
    lists = read.inputs.filter { isCut ? !$0.isComplete : $0.hasMalformedLines }.map(\.name)
  }

  package var location: Location? { Location(file: file) }
  package var severity: Severity { .warning }

  package var found: String {
    let first = lists.first.map { "'\($0)'" } ?? "a list"
    let all = first + (lists.count > 1 ? " and \(lists.count - 1) more" : "")
    return isCut
      ? "the scan did not read all of \(all)" : "the scan skipped lines of \(all)"
  }

  package var expected: String? { nil }
  package var remedy: String? {
    "All numbers are about the lines that were recorded. Scan the lists again for the others."
  }
}
