package import Diagnostics
import Glibc

/// The kind of file that a path leads to.
package enum FileKind: Hashable, Sendable {
  case nothing
  case file
  case directory
  /// A device, a FIFO or a socket.
  case device
  /// A link whose target does not exist.
  case danglingLink

  /// Examines a path, following links.
  ///
  /// - Throws: ``SystemError`` if the system does not allow it.
  package init(of path: String) throws(SystemError) {
    try self.init(of: FilePath(path))
  }

  init(of path: FilePath) throws(SystemError) {
    var status = stat()
    do throws(SystemError) {
      // SAFETY: the pointers are valid during the calls.
      _ = try retrying { unsafe stat(path.terminated, &status) }
    } catch {
      if error.code != ENOENT && error.code != ELOOP { throw error }
      let isLink = unsafe lstat(path.terminated, &status) == 0
      self = isLink ? .danglingLink : .nothing
      return
    }
    self =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      default: .device
      }
  }
}

/// When a file was changed last.
package enum FileTime {
  /// Seconds since 1970 began; nil for anything but a file or directory that can be examined.
  package static func modified(_ path: String) -> Int? {
    guard let place = try? FilePath(path) else { return nil }
    var status = stat()
    // SAFETY: the pointers are valid during the call.
    guard unsafe stat(place.terminated, &status) == 0,
      [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    else { return nil }
    return status.st_mtim.tv_sec
  }
}
