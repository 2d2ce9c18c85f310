import Diagnostics
import Glibc

/// The value of an environment variable; nil if it is missing or empty.
package func environment(_ name: String) -> String? {
  // SAFETY: the text is copied at once, and nothing changes the environment.
  guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
  return unsafe String(fileName: UnsafeRawBufferPointer(start: value, count: strlen(value)))
}

/// The directory for temporary files: `TMPDIR`, or `/tmp`.
package var temporaryDirectory: String { environment("TMPDIR") ?? "/tmp" }

/// The directory for temporary files that the user gave, or ``temporaryDirectory`` if it is missing
/// or empty.
package func temporaryDirectory(unless given: String?) -> String {
  given.flatMap { $0.isEmpty ? nil : $0 } ?? temporaryDirectory
}
