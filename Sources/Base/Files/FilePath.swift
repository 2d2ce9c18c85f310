package import Diagnostics
import Glibc

/// A path in the system's form: any bytes except 0.
///
///     try FilePath("out/report").name       // "report"
///     try FilePath("report").directory      // "."
package struct FilePath: Hashable, Sendable {
  /// The bytes: at least one, none of them 0.
  let bytes: [UInt8]

  /// Makes a path from text that the user typed.
  ///
  /// See ``Swift/String/init(fileName:)`` for bytes that are not UTF-8.
  ///
  /// - Throws: ``SystemError`` if the path is empty or contains a 0, since no file can have such a
  ///   name.
  package init(_ text: String) throws(SystemError) {
    bytes = text.fileNameBytes
    if bytes.isEmpty { throw SystemError(code: ENOENT) }
    if bytes.contains(0) { throw SystemError(code: EINVAL) }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The working directory, or the one to which a path is relative.
  static let here = FilePath(bytes: [UInt8(ascii: ".")])

  /// The path as text that preserves every byte.
  package var text: String { String(fileName: bytes) }

  /// The path, ended by a 0 for system calls.
  package var terminated: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// The last component; `/` for the root.
  package var name: String {
    let trimmed = withoutFinalSlashes
    guard let slash = trimmed.lastIndex(of: Self.slash), trimmed.count > 1 else {
      return String(fileName: trimmed)
    }
    return String(fileName: trimmed[(slash + 1)...])
  }

  /// The directory that contains the file; `.` if the path names none.
  package var directory: FilePath {
    let trimmed = withoutFinalSlashes
    guard let slash = trimmed.lastIndex(of: Self.slash) else {
      return .here
    }
    let parent = FilePath(bytes: Array(trimmed[..<slash])).bytes
    return FilePath(bytes: parent.isEmpty ? [Self.slash] : parent)
  }

  /// The path of an entry of this directory.
  package func appending(_ name: String) -> FilePath {
    let separator = bytes.last == Self.slash ? [] : [Self.slash]
    return FilePath(bytes: bytes + separator + name.fileNameBytes)
  }

  /// The path without links, `.` and `..`; unchanged if the system cannot resolve it.
  package var resolved: FilePath {
    guard let resolved = unsafe realpath(terminated, nil) else { return self }
    defer { unsafe free(resolved) }
    // SAFETY: `realpath` ends the path with a 0, and the bytes are copied before they are freed.
    let bytes = unsafe UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))
    return unsafe FilePath(bytes: Array(bytes))
  }

  private var withoutFinalSlashes: ArraySlice<UInt8> {
    var trimmed = bytes[...]
    while trimmed.count > 1, trimmed.last == Self.slash { trimmed.removeLast() }
    return trimmed
  }

  private static let slash = UInt8(ascii: "/")
}
