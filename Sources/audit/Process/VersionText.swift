import Blocklists
import Intake
import Starting
import TallyFiles

extension Version {
  /// The output of `--version`: the number, then the components of the program.
  ///
  /// Versions of C libraries are those of the loaded ones, which may be newer than at build time.
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
