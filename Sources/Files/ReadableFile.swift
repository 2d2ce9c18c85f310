package import Diagnostics

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A regular file that is read at any place of it, in parts, however large it is.
///
///     let file = try ReadableFile("leaked.fingerprints")
///     try file.read(into: room, at: 0)
package struct ReadableFile: ~Copyable {
  /// Its bytes when it was opened.
  package let byteCount: Int
  private let file: Descriptor

  /// Opens a file.
  ///
  /// - Throws: ``SystemError``, with `EINVAL` for what is no regular file.
  package init(_ path: String) throws(SystemError) {
    let file = try Descriptor(FilePath(path), O_RDONLY | O_NONBLOCK)
    let status = try file.status()
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(code: EINVAL) }
    byteCount = Int(clamping: status.st_size)
    self.file = file
  }

  /// Fills bytes with those at a place of the file.
  ///
  /// - Throws: ``SystemError``, with `EIO` when the file ends before.
  package func read(into bytes: inout [UInt8], at offset: Int) throws(SystemError) {
    try unsafe bytes.withUnsafeMutableBufferPointer { (room) throws(SystemError) in
      try unsafe file.read(into: UnsafeMutableRawBufferPointer(room), at: offset)
    }
  }
}
