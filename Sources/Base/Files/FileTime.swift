import Glibc

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
