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

  /// The number of processors that this process may use.
  static var processorCount: Int { Processors.available }

  /// The reason why the main thread's stack is too small even to parse the arguments; nil if it is
  /// not.
  static var stackProblem: Problem? {
    do throws(Problem) { try StackLimit.require() } catch { return error }
    return nil
  }

  /// Checks that the system grants what every command needs.
  ///
  /// - Throws: `Problem`.
  static func start() throws {
    try ProcessFiles.require()
    // The pool has a thread, and so has the digest of a list that is read.
    try AddressSpace.require(threads: 2)
    try SpareDescriptors.require()
  }

  /// Checks that there is address space for workers and for decompression threads.
  ///
  /// - Throws: `Problem`.
  static func requireAddresses(forThreads count: Int) throws {
    try AddressSpace.require(threads: count + 2)
  }

  /// The directory of this program's file; nil if the system does not tell.
  static var directory: String? { Replacement.programDirectory }
}
