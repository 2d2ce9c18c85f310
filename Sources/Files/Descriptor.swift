import Diagnostics

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open file or directory, closed when it is let go.
///
/// All system calls on one are made here.
struct Descriptor: ~Copyable, Sendable {
  /// The number by which the system knows it.
  let number: Int32

  /// Opens a path, relative to a directory; programs that this one starts do not get it.
  init(
    _ path: FilePath, in directory: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) {
    number = try retrying { unsafe openat(directory, path.terminated, flags | O_CLOEXEC, mode) }
  }

  /// Opens once more what is open already.
  init(copying other: Int32) throws(SystemError) {
    number = try retrying { fcntl(other, F_DUPFD_CLOEXEC, 3) }
  }

  /// Opens a directory.
  init(
    directory path: FilePath, in directory: Int32 = AT_FDCWD, followingLinks: Bool = true
  ) throws(SystemError) {
    let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW)
    try self.init(path, in: directory, flags)
  }

  deinit { close(number) }

  /// What the system says of it.
  func status() throws(SystemError) -> stat {
    var status = stat()
    // SAFETY: the pointer lives for the call.
    _ = try retrying { unsafe fstat(number, &status) }
    return status
  }

  /// Waits until all that was written is on the disk; what has no disk is left as it is.
  func sync() throws(SystemError) {
    do throws(SystemError) { _ = try retrying { fsync(number) } } catch {
      if error.code != EINVAL { throw error }
    }
  }

  /// Writes all bytes where the descriptor stands, however many calls it takes.
  ///
  /// It waits for a shared pipe that another program has set not to wait.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try inPieces(bytes.count, ending: ENOSPC) { done in
      let count = bytes.count - done
      // SAFETY: `done` is within the bytes.
      #if canImport(Darwin)
        return unsafe Darwin.write(number, bytes.baseAddress?.advanced(by: done), count)
      #else
        return unsafe Glibc.write(number, bytes.baseAddress?.advanced(by: done), count)
      #endif
    }
  }

  /// Writes all bytes at a place in a file.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    try inPieces(bytes.count, ending: ENOSPC) { done in
      // SAFETY: `done` is within the bytes.
      unsafe pwrite(
        number, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset + done))
    }
  }

  /// Fills room with the bytes at a place in a file.
  ///
  /// - Throws: ``SystemError`` with `EIO` when the file ends before the room does.
  func read(into room: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) {
    try inPieces(room.count, ending: EIO) { done in
      // SAFETY: `done` is within the room.
      unsafe pread(
        number, room.baseAddress?.advanced(by: done), room.count - done, off_t(offset + done))
    }
  }

  /// Makes system calls, each of which moves some bytes, until all are moved.
  ///
  /// - Parameters:
  ///   - byteCount: All bytes.
  ///   - code: The error where a call moves none.
  ///   - move: Moves bytes behind the first so many, and says how many; below 0 at an error.
  /// - Throws: ``SystemError`` where a call fails or moves nothing.
  private func inPieces(
    _ byteCount: Int, ending code: Int32, _ move: (_ done: Int) -> Int
  ) throws(SystemError) {
    var done = 0
    while done < byteCount {
      let count = move(done)
      if count > 0 {
        done += count
      } else if count == 0 {
        throw SystemError(code: code)
      } else if errno == EAGAIN {
        var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        // SAFETY: the pointer lives for the call.
        _ = unsafe poll(&request, 1, -1)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// The names in a directory, `.` and `..` left out, sorted by their bytes.
  func names() throws(SystemError) -> [String] {
    let copy = try Descriptor(directory: FilePath("."), in: number)
    let number = dup(copy.number)
    guard number >= 0 else { throw .last }
    guard let stream = unsafe fdopendir(number) else {
      close(number)
      throw .last
    }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        if errno != 0 { throw .last }
        break
      }
      // SAFETY: the system ends the name with a 0, and the entry lives until the next `readdir`.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: UInt8.self, capacity: 1) {
          unsafe Array(UnsafeBufferPointer(start: $0, count: strlen($0)))
        }
      }
      if name != Array(".".utf8) && name != Array("..".utf8) { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(fileName: $0) }
  }
}

/// The result of a system call that is made again while a signal interrupts it.
func retrying(_ call: () -> Int32) throws(SystemError) -> Int32 {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw .last }
  }
}

/// Lends the bytes of an array.
func withBytes(
  of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(SystemError) -> Void
) throws(SystemError) {
  // SAFETY: the buffer lives for the call, and `body` keeps nothing of it.
  try unsafe bytes.span.bytes.withUnsafeBytes { (bytes) throws(SystemError) in
    try unsafe body(bytes)
  }
}
