package import Diagnostics
import Glibc

/// Reads small files completely.
package enum SmallFile {
  /// The kinds of file that can be read.
  package enum Kind: Sendable {
    /// Only regular files, so that reading never waits.
    case regular
    /// Also pipes and devices.
    case any
  }

  /// The bytes of a file, or of standard input if the path is nil.
  ///
  /// - Throws: ``SystemError``, with `EISDIR` for a directory, and with `EFBIG` for a file that has
  ///   more bytes or is of another kind.
  package static func bytes(
    of path: String?, _ kind: Kind = .regular, atMost limit: Int
  ) throws(SystemError) -> [UInt8] {
    guard let path else { return try bytes(behind: STDIN_FILENO, atMost: limit, expecting: 0) }
    let flags = kind == .regular ? O_RDONLY | O_NONBLOCK : O_RDONLY
    // Not opened: a FIFO's writer would take that for its reader, and lose what it writes.
    if kind == .regular, try FileKind(of: path) == .device { throw SystemError(code: EFBIG) }
    let file = try Descriptor(FilePath(path), flags)
    let status = try file.status()
    if kind == .regular, status.st_mode & S_IFMT != S_IFREG {
      throw SystemError(code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EFBIG)
    }
    return try bytes(
      behind: file.number, atMost: limit, expecting: Int(clamping: status.st_size))
  }

  /// Copies a file of any size to an open descriptor.
  package static func copy(_ path: String, to descriptor: Int32) throws(SystemError) {
    let file = try Descriptor(FilePath(path), O_RDONLY)
    let output = try Descriptor(copying: descriptor)
    var bytes = [UInt8](repeating: 0, count: 262_144)
    while true {
      // SAFETY: the system writes at most the size of the buffer.
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe read(file.number, $0.baseAddress, $0.count)
      }
      if count == 0 { return }
      if count < 0, errno != EINTR { throw .last }
      try unsafe withBytes(of: Array(bytes.prefix(max(0, count)))) { (bytes) throws(SystemError) in
        try unsafe output.write(bytes)
      }
    }
  }

  private static func bytes(
    behind descriptor: Int32, atMost limit: Int, expecting size: Int
  ) throws(SystemError) -> [UInt8] {
    guard size <= limit else { throw SystemError(code: EFBIG) }
    var bytes: [UInt8] = []
    var room = size + 1
    while true {
      let filled = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: room))
      // SAFETY: `room` bytes follow the `filled` ones.
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress?.advanced(by: filled), room)
      }
      bytes.removeLast(room - max(0, count))
      if count == 0 { return bytes }
      if bytes.count > limit { throw SystemError(code: EFBIG) }
      room = 65_536
      if count < 0 { try waitUntilReady(descriptor, for: Int32(POLLIN)) }
    }
  }
}

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
