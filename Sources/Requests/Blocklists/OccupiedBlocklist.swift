import Blocklists
package import Diagnostics
import Files

/// An existing file that is not a compiled blocklist, which must not be overwritten by mistake.
package struct OccupiedBlocklist: Diagnosable {
  let path: String

  /// A file that has taken the path since the compilation began.
  init(meanwhile path: String) { self.path = path }

  /// Nil if the file may be written.
  package init?(_ path: String) {
    guard path != "-", let occupant = try? FileKind(of: path), occupant != .nothing,
      !CompiledBlocklist.isRecognised(path: path)
    else { return nil }
    self.path = path
  }

  package var location: Location? { Location(file: path) }
  package var found: String { "a file that is not a compiled blocklist is in the way" }
  package var expected: String? { "a new name, or an older compiled blocklist to replace" }
  package var remedy: String? { "Choose another place with --output." }
}
