import Glibc

/// A refusal by the system, in its own words.
package struct FileFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  package let code: Int32

  /// The reason of the call that has just failed.
  static var last: FileFault { FileFault(code: errno) }

  /// The system's words, made to stand in the middle of a sentence.
  package var description: String {
    // SAFETY: the C library's `strerror` is thread-safe (glibc from 2.32), never returns nil, and
    // the text is copied before the next call.
    let words = unsafe String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
