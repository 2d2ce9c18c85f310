import Diagnostics
import Glibc

/// The parts of a file's `stat` that are needed for reading it.
struct FileStatus {
  enum Kind: Hashable {
    case regular
    case directory
    case link
    /// A FIFO, a socket or a device.
    case other
  }

  let kind: Kind
  /// The size of a regular file; never negative.
  let byteCount: UInt64

  /// Examines the file at a path; follows links unless `followingLinks` is false.
  init(of path: [CChar], followingLinks: Bool = true) throws(SystemError) {
    var status = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    _ = try retrying { unsafe fstatat(AT_FDCWD, path, &status, flags) }
    self.init(status)
  }

  /// Examines an open file.
  init(of descriptor: Int32) throws(SystemError) {
    var status = stat()
    _ = try retrying { unsafe fstat(descriptor, &status) }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
    byteCount = UInt64(clamping: status.st_size)
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
