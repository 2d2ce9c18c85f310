package import Diagnostics
import Files
import Glibc

/// Replaces this process by another program.
package enum Replacement {
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
  /// - Throws: ``Problem`` if the system refuses to run a program that exists.
  package static func run(_ paths: [String], withLastArguments count: Int) throws(Problem) {
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
        throw Problem("unstartable-program", in: path, "cannot start: \(SystemError(code: errno))")
      }
    }
  }
}

/// The words after the program's name, with every byte preserved.
///
/// `CommandLine.arguments` repairs ill-formed UTF-8, so a file with such a name could not be
/// opened.
package enum Arguments {
  /// The arguments as text that preserves the bytes of file names; see
  /// ``Swift/String/init(fileName:)``.
  package static var all: [String] {
    let count = Int(CommandLine.argc)
    // SAFETY: the system puts `argc` pointers there, each to bytes that end in a 0; they are never
    // changed.
    let pointers = unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: count)
    return unsafe pointers.dropFirst().map { pointer in
      guard let pointer = unsafe pointer else { return "" }
      let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
      return unsafe String(fileName: bytes)
    }
  }

  /// The whole command in shell syntax, ready to be typed again.
  package static var command: String {
    ([CommandLine.arguments.first ?? "audit"] + all).map(\.shellWord).joined(separator: " ")
  }
}

/// The system's files about this process, `/proc/self`.
///
/// Without them, as in a bare `chroot`, Swift knows no arguments, so that the program would read
/// standard input in place of the named list.
package enum ProcessFiles {
  /// Checks that the system has them.
  package static func require() throws(Problem) {
    if unsafe access("/proc/self/stat", R_OK) == 0 { return }
    throw Problem(
      "no-process-files", in: "/proc/self", "cannot be read, so the arguments are unknown",
      remedy: "Mount it: mount -t proc proc /proc")
  }
}
