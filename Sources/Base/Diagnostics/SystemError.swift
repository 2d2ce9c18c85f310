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
    Problem("unreadable-file", in: path, "cannot be read: \(fault)")
  }
}
