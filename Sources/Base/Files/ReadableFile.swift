package import Diagnostics
import Glibc

/// A regular file of any size, read in parts at any offset.
///
///     let file = try ReadableFile("leaked.fingerprints")
///     try file.read(into: room, at: 0)
package struct ReadableFile: ~Copyable {
  /// The size when the file was opened, in bytes.
  package let byteCount: Int
  private let file: Descriptor

  /// Opens a file.
  ///
  /// - Throws: ``SystemError``, with `EINVAL` if it is not a regular file.
  package init(_ path: String) throws(SystemError) {
    let file = try Descriptor.regularFile(path)
    byteCount = try Int(clamping: file.status().st_size)
    self.file = file
  }

  /// The first bytes of the file, or all if there are fewer.
  package func head(_ count: Int) throws(SystemError) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: min(count, byteCount))
    try read(into: &head, at: 0)
    return head
  }

  /// Fills an array with the bytes at an offset in the file.
  ///
  /// - Throws: ``SystemError``, with `EIO` if the file ends before the array is full.
  package func read(into bytes: inout [UInt8], at offset: Int) throws(SystemError) {
    try unsafe bytes.withUnsafeMutableBufferPointer { (room) throws(SystemError) in
      try unsafe file.read(into: UnsafeMutableRawBufferPointer(room), at: offset)
    }
  }
}
