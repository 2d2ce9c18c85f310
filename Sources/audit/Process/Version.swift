import Blocklists
import Intake
import TallyFiles

/// Which release of the program this is.
enum Version {
  /// The number that manifests name.
  static let current = "0.1.0"

  /// What `--version` prints: the number, then what the program was built with.
  ///
  /// The versions of C libraries are those that are loaded, which the system may have updated since.
  static var text: String {
    let libraries =
      ReadingLibraries.versions + ComparingLibraries.versions + StoringLibraries.versions
    let sorted = libraries.sorted { $0.lowercased() < $1.lowercased() }
    return "\(current)\nbuilt with \(compiler), \(sorted.joined(separator: ", "))"
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or later"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }
}
