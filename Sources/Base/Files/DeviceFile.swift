package import Diagnostics
import Glibc

/// A device, a FIFO or standard output: written in place and never replaced.
package struct DeviceFile: ~Copyable {
  private let file: Descriptor

  /// Opens a device or FIFO; for a FIFO, waits for a reader.
  ///
  /// - Throws: ``SystemError``, with `EEXIST` if a file has taken its place.
  package init(_ path: String) throws(SystemError) {
    let file = try Descriptor(FilePath(path), O_WRONLY)
    guard try file.status().st_mode & S_IFMT != S_IFREG else { throw SystemError(code: EEXIST) }
    self.file = file
  }

  /// Duplicates an open descriptor, such as that of standard output.
  package init(copying descriptor: Int32) throws(SystemError) {
    file = try Descriptor(copying: descriptor)
  }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try unsafe withBytes(of: bytes) { (bytes) throws(SystemError) in try unsafe file.write(bytes) }
  }
}
