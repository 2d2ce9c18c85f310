import CFiles
package import Diagnostics
import Glibc

/// A temporary file without a name, for data that does not fit into memory.
///
/// It disappears however the process ends, and its content is encrypted with a key that exists only
/// in memory.
///
/// Write each place only once: the key stream would be the same the second time, and would reveal
/// the difference of the two contents.
package struct UnnamedFile: ~Copyable, Sendable {
  private let file: Descriptor
  private let cipher = SpillCipher()

  /// The number of bytes that are encrypted and written together, so that they are still in the
  /// cache.
  private static let pieceSize = 1 << 16

  /// Creates a file in a directory.
  package init(in directory: String) throws(SystemError) {
    let directory = try Descriptor(place: FilePath(directory))
    // Not every file system supports this; if not, the file has a name for a moment.
    if let file = try? Descriptor(
      .here, in: directory.number, O_RDWR | O_DIRECTORY | Int32(open_tmpfile), mode: 0o600)
    {
      self.file = file
      return
    }
    for _ in 0..<100 {
      let name = "audit-" + String(UInt64.random(in: .min ... .max), radix: 36)
      do throws(SystemError) {
        let name = try FilePath(name)
        file = try Descriptor(
          name, in: directory.number, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        unsafe unlinkat(directory.number, name.terminated, 0)
        return
      } catch {
        if error.code != EEXIST { throw error }
      }
    }
    throw SystemError(code: EEXIST)
  }

  /// Writes all bytes at an offset.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    let piece = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(bytes.count, Self.pieceSize), alignment: 16)
    // SAFETY: the memory is freed once, after its last use.
    defer { unsafe piece.deallocate() }
    var written = 0
    while written < bytes.count {
      let size = min(bytes.count - written, Self.pieceSize)
      // SAFETY: `written + size` is at most the number of bytes, and `size` is at most that of the
      // piece.
      try unsafe cipher.apply(
        to: UnsafeRawBufferPointer(rebasing: bytes[written..<written + size]), into: piece,
        at: offset + written)
      try unsafe file.write(UnsafeRawBufferPointer(rebasing: piece[..<size]), at: offset + written)
      written += size
    }
  }

  /// Writes all bytes of an array at an offset.
  package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    try unsafe withBytes(of: bytes) { (bytes) throws(SystemError) in
      try unsafe write(bytes, at: offset)
    }
  }

  /// Removes all bytes.
  ///
  /// Takes some time if there are many; the end of the process does the same.
  package func empty() throws(SystemError) { try file.empty() }

  /// The bytes at an offset.
  ///
  /// - Throws: ``SystemError`` with `EIO` if the file ends too early.
  package func bytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try unsafe bytes.withUnsafeMutableBufferPointer { (room) throws(SystemError) in
      // SAFETY: the room is valid during the call.
      try unsafe read(into: UnsafeMutableRawBufferPointer(room), at: offset)
    }
    return bytes
  }

  /// Fills a buffer with the bytes at an offset.
  ///
  /// - Throws: ``SystemError`` with `EIO` if the file ends before the buffer is full.
  package func read(into room: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) {
    try unsafe file.read(into: room, at: offset)
    // SAFETY: the bytes are changed in place.
    try unsafe cipher.apply(to: UnsafeRawBufferPointer(room), into: room, at: offset)
  }
}
