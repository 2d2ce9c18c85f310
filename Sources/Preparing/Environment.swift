import Diagnostics
import Glibc

/// The value of a variable of the environment; nil where it is missing or empty.
package func environment(_ name: String) -> String? {
  // SAFETY: the text is copied before anybody could change the environment, which nobody does.
  guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
  return unsafe String(fileName: UnsafeRawBufferPointer(start: value, count: strlen(value)))
}

/// Where temporary files go: `TMPDIR`, or `/tmp`.
package var temporaryDirectory: String { environment("TMPDIR") ?? "/tmp" }
