import Blocklists
import Intake
import Starting
import TallyFiles

extension Version {
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
