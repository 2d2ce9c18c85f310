import Diagnostics
import Jobs
import Workers

/// This process: its version, its arguments, and what the system grants it.
enum Program {
  /// The version number in reports.
  static var version: String { Version.current }

  /// The output of `--version`: the number, then the components of the program.
  static var versionText: String {
    "\(version)\nbuilt with \(compiler), \(libraryVersions.joined(separator: ", "))"
  }

  /// The same where it is asked for, since it takes a millisecond to ask the components; otherwise
  /// the number alone.
  static var askedVersion: String {
    arguments.contains { $0.hasPrefix("--version") } ? versionText : version
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

  /// The arguments with all their bytes, without the program's name.
  static var arguments: [String] { Arguments.all }

  /// Checks that the system grants what every command needs.
  ///
  /// - Throws: `Problem`.
  static func start() throws {
    try ProcessFiles.require()
    // The pool has a thread, and so has the digest of a list that is read.
    try AddressSpace.require(threads: 2)
    try SpareDescriptors.require()
  }

  /// The directory of this program's file; nil if the system does not tell.
  static var directory: String? { Replacement.programDirectory }
}
