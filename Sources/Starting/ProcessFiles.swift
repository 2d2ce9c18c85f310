package import Diagnostics
import Glibc

/// The system's files about this process, `/proc/self`.
///
/// Without them, as in a bare `chroot`, Swift knows no arguments, so that the program would read
/// standard input in place of the named list.
package enum ProcessFiles {
  /// Checks that the system has them.
  package static func require() throws(MissingProcessFiles) {
    guard unsafe access("/proc/self/stat", R_OK) == 0 else { throw MissingProcessFiles() }
  }
}

/// The system hides the files about this process.
package struct MissingProcessFiles: Diagnosable {
  package var location: Location? { Location(file: "/proc/self") }
  package var found: String { "cannot be read, so the arguments are unknown" }
  package var expected: String? { nil }
  package var remedy: String? { "Mount it: mount -t proc proc /proc" }
}
