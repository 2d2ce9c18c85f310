import Preparing
import Starting

extension Version {
  /// The output of `--version`: the number, then the components of the program.
  static var text: String {
    "\(current)\nbuilt with \(compiler), \(libraryVersions.joined(separator: ", "))"
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
