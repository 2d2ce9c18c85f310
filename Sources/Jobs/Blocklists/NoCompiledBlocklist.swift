package import Diagnostics
import Files
import Requests

/// Something else than a compiled blocklist, where one is to be described.
package struct NoCompiledBlocklist: Diagnosable {
  private let path: String
  private let kind: Kind

  /// What is there instead.
  private enum Kind { case directory, report, tally, stream }

  /// Nil for a file that may be a compiled blocklist, and for one that cannot be looked at.
  init?(_ path: String) {
    let manifest = "\(path)/\(ReportFiles.manifest)"
    switch try? FileKind(of: path) {
    case .directory: kind = (try? FileKind(of: manifest)) == .file ? .report : .directory
    case .device: kind = .stream
    case .file where TallyStore.isTally(path): kind = .tally
    case .file where ReportStore.directory(of: path) != path: kind = .report
    default: return nil
    }
    self.path = path
  }

  package var location: Location? { Location(file: path) }
  package var found: String {
    switch kind {
    case .directory: "this is a directory, not a compiled blocklist"
    case .report: "this is a report, not a compiled blocklist"
    case .tally: "this is a tally, not a compiled blocklist"
    case .stream: "this is a pipe or a device, not a compiled blocklist"
    }
  }
  package var expected: String? { "a file that 'audit blocklist build' has written" }
  package var remedy: String? {
    switch kind {
    case .directory: "Build one of the lists in it: audit blocklist build DIR -o FILE."
    case .report: "Compare two reports: audit compare OLD NEW."
    case .tally: "Describe it: audit tally info TALLY. Report what it holds: audit report TALLY."
    case .stream: "Write it to a file first, and name that."
    }
  }
}
