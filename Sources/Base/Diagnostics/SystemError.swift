#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The reason why a system call failed.
///
///     SystemError(code: ENOENT).description  // "no such file or directory"
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  package let code: Int32

  /// Makes an error from an `errno` value.
  package init(code: Int32) { self.code = code }

  /// The error of the call that has just failed.
  package static var last: SystemError { SystemError(code: errno) }

  /// The system's text, adapted to fit into a sentence.
  package var description: String {
    // SAFETY: the C library's `strerror` is thread-safe (glibc from 2.32, musl, Darwin for known
    // numbers) and never returns nil; the text is copied before the next call.
    let words = unsafe String(cString: strerror(code))
    let second = words.dropFirst().first
    return second?.isLowercase == true
      ? words.prefix(1).lowercased() + words.dropFirst() : words
  }
}

extension Problem {
  /// The system does not allow a read.
  package static func unreadable(_ path: String, _ fault: SystemError) -> Problem {
    Problem(
      "unreadable-file", in: path, "cannot be read: \(fault)", remedy: fault.remedy(toRead: path))
  }
}

extension SystemError {
  /// What to type about a file that cannot be read; nil where the fault says enough.
  package func remedy(toRead path: String) -> String? {
    if path.isEmpty { return "Name a file: a variable of the shell may be empty." }
    let typed = path.hasPrefix("-") ? "./\(path)" : path
    switch code {
    case ENOENT, ENOTDIR:
      let directory = typed.lastIndex(of: "/").map { String(typed[...$0]) }
      return "Check the name: ls" + (directory.map { " \($0.shellWord)" } ?? "")
    case EACCES, EPERM: return "See who may read it: ls -l \(typed.shellWord)"
    default: return nil
    }
  }
}
