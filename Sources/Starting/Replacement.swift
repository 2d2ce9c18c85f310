package import Diagnostics
import Files
import Glibc

/// Replaces this process by another program.
package enum Replacement {
  /// The system refuses to run a program.
  package struct Fault: Diagnosable, Hashable {
    let path: String
    let reason: SystemError

    package var location: Location? { Location(file: path) }
    package var found: String { "cannot start: \(reason)" }
    package var expected: String? { nil }
    package var remedy: String? { nil }
  }

  /// The directory of this program; nil if the system does not tell.
  package static var programDirectory: String? {
    try? FilePath("/proc/self/exe").resolved.directory.text
  }

  /// Runs the first program that exists and may be run, with the last arguments of this one.
  ///
  /// It returns only if there is none.
  ///
  /// - Parameters:
  ///   - paths: The programs' files, in order.
  ///   - count: The number of arguments that it gets, with all their bytes.
  /// - Throws: ``Fault`` if the system refuses to run a program that exists.
  package static func run(_ paths: [String], withLastArguments count: Int) throws(Fault) {
    // The argument before them stands for the program's name.
    let first = max(0, Int(CommandLine.argc) - count - 1)
    for path in paths {
      // SAFETY: the system puts `argc` pointers and a null there, and `first` is one of them. The
      // path lives for the call. On success this program no longer exists.
      unsafe path.systemPath.withUnsafeBufferPointer { path in
        guard let path = path.baseAddress else { return }
        _ = unsafe execv(path, CommandLine.unsafeArgv + first)
      }
      guard [ENOENT, ENOTDIR, EACCES].contains(errno) else {
        throw Fault(path: path, reason: SystemError(code: errno))
      }
    }
  }
}
