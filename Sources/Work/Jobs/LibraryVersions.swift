import Blocklists
import Intake
import TallyFiles

/// The names and versions of the loaded C libraries, such as `zlib 1.2.13`, in alphabetical order.
///
/// A loaded library may be newer than the one at build time.
package var libraryVersions: [String] {
  (ReadingLibraries.versions + ComparingLibraries.versions + StoringLibraries.versions)
    .sorted { $0.lowercased() < $1.lowercased() }
}
