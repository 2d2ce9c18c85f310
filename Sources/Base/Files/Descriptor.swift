package import Diagnostics
import Glibc

/// An open file or directory, closed when the value is destroyed.
///
/// Makes all system calls on the file.
struct Descriptor: ~Copyable, Sendable {
  /// The file descriptor.
  let number: Int32

  /// Opens a path, relative to a directory; child processes do not inherit the descriptor.
  init(
    _ path: FilePath, in directory: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) {
    number = try retrying { unsafe openat(directory, path.terminated, flags | O_CLOEXEC, mode) }
  }

  /// Duplicates an open descriptor.
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

  /// Opens a regular file for reading; throws `EINVAL` for any other kind of file.
  static func regularFile(_ path: String) throws(SystemError) -> Descriptor {
    // Not opened: a FIFO's writer would take that for its reader, and lose what it writes.
    if try FileKind(of: path) == .device { throw SystemError(code: EINVAL) }
    let file = try Descriptor(FilePath(path), O_RDONLY | O_NONBLOCK)
    guard try file.status().st_mode & S_IFMT == S_IFREG else { throw SystemError(code: EINVAL) }
    return file
  }

  deinit { close(number) }

  /// The status of the file, by `fstat`.
  func status() throws(SystemError) -> stat {
    var status = stat()
    // SAFETY: the pointer is valid during the call.
    _ = try retrying { unsafe fstat(number, &status) }
    return status
  }

  /// Waits until all written data is on the disk; does nothing for files that cannot be synced.
  func sync() throws(SystemError) {
    do throws(SystemError) { _ = try retrying { fsync(number) } } catch {
      if error.code != EINVAL { throw error }
    }
  }

  /// Removes all data of the file.
  func empty() throws(SystemError) { _ = try retrying { ftruncate(number, 0) } }

  /// Writes all bytes at the current position, in as many calls as necessary.
  ///
  /// Waits if another program has made a shared pipe non-blocking.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try inPieces(bytes.count, ending: ENOSPC) { done in
      let count = bytes.count - done
      // SAFETY: `done` is within the bytes.
      return unsafe Glibc.write(number, bytes.baseAddress?.advanced(by: done), count)
    }
  }

  /// Writes all bytes at an offset in a file.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    try inPieces(bytes.count, ending: ENOSPC) { done in
      // SAFETY: `done` is within the bytes.
      unsafe pwrite(
        number, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset + done))
    }
  }

  /// Fills a buffer with the bytes at an offset in a file.
  ///
  /// - Throws: ``SystemError`` with `EIO` if the file ends before the buffer is full.
  func read(into room: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) {
    try inPieces(room.count, ending: EIO) { done in
      // SAFETY: `done` is within the room.
      unsafe pread(
        number, room.baseAddress?.advanced(by: done), room.count - done, off_t(offset + done))
    }
  }

  /// Repeats a system call that moves bytes until all are moved.
  ///
  /// - Parameters:
  ///   - byteCount: The number of bytes to move.
  ///   - code: The error to throw if a call moves no bytes.
  ///   - move: Moves bytes from an offset on and returns their number; negative on error.
  /// - Throws: ``SystemError`` if a call fails or moves nothing.
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
      } else {
        try waitUntilReady(number, for: Int32(POLLOUT))
      }
    }
  }

  /// Lists a directory.
  ///
  /// - Parameter prefix: The bytes with which the names must begin; other names cost little.
  /// - Returns: The names except `.` and `..`, sorted by their bytes.
  /// - Throws: ``SystemError`` if the system does not allow it.
  func names(beginning prefix: [UInt8] = []) throws(SystemError) -> [String] {
    let copy = try Descriptor(directory: .here, in: number)
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
      // SAFETY: the system ends the name with a 0, and the entry is valid until the next `readdir`.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: UInt8.self, capacity: 1) {
          let bytes = unsafe UnsafeBufferPointer(start: $0, count: strlen($0))
          return unsafe bytes.starts(with: prefix) ? Array(bytes) : []
        }
      }
      if name.isEmpty { continue }
      if name != Array(".".utf8) && name != Array("..".utf8) { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(fileName: $0) }
  }
}

/// Makes a system call, and repeats it while a signal interrupts it.
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
  // SAFETY: the buffer is valid during the call, and `body` keeps no pointer to it.
  try unsafe bytes.span.bytes.withUnsafeBytes { (bytes) throws(SystemError) in
    try unsafe body(bytes)
  }
}

/// Waits until a descriptor is ready, after a system call on it failed.
///
/// Returns immediately if a signal interrupted the call. Waits if the call would have blocked:
/// another program may have made a shared pipe non-blocking.
///
/// - Parameters:
///   - descriptor: The descriptor.
///   - event: `POLLIN` or `POLLOUT`.
/// - Throws: The error of the call, if it is another one.
package func waitUntilReady(_ descriptor: Int32, for event: Int32) throws(SystemError) {
  let code = errno
  if code == EINTR { return }
  guard code == EAGAIN else { throw SystemError(code: code) }
  var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
  // SAFETY: the pointer is valid during the call.
  _ = unsafe poll(&request, 1, -1)
}

extension Descriptor {
  /// The result of trying to lock a file.
  enum Locking {
    case done
    /// Another open file holds the lock.
    case held
    /// The file system does not support locks.
    case impossible
  }

  /// Locks the file until the descriptor is closed, even if the process crashes.
  ///
  /// Never waits.
  func tryLock() -> Locking {
    while true {
      if flock(number, LOCK_EX | LOCK_NB) == 0 { return .done }
      if errno == EWOULDBLOCK { return .held }
      if errno != EINTR { return .impossible }
    }
  }

  /// Locks the file; waits up to `patience` for another process to release it.
  ///
  /// The wait is limited, since a stopped process may hold the lock forever.
  func lock(patience: Duration) -> Locking {
    let start = ContinuousClock.now
    while true {
      let locking = tryLock()
      if locking != .held || ContinuousClock.now - start >= patience { return locking }
      usleep(2_000)
    }
  }
}
