package import Diagnostics

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A device or a FIFO, which is written to in place and never replaced.
package struct DeviceFile: ~Copyable {
  private let file: Descriptor

  /// Opens it; for a FIFO, waits for a reader.
  package init(_ path: String) throws(SystemError) {
    file = try Descriptor(FilePath(path), O_WRONLY)
  }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try unsafe withBytes(of: bytes) { (bytes) throws(SystemError) in try unsafe file.write(bytes) }
  }
}
