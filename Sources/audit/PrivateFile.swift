import Diagnostics
import Glibc

/// A file that its owner alone may read, and that bears its name once it is whole.
struct PrivateFile: ~Copyable {
  /// The final name.
  let path: String
  /// The name until then; nil for what is no file.
  private let provisional: String?
  private var descriptor: Int32

  /// Begins it under a provisional name, which nobody else may have made.
  init(_ path: String) throws(SystemError) {
    Provisional.removeLeftovers(of: path)
    let provisional = Provisional.name(of: path)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    self.path = path
    self.provisional = provisional
    descriptor = unsafe open(provisional, flags, 0o600)
    guard descriptor >= 0 else { throw .last }
  }

  /// Opens what is no file, a device or a FIFO, and stays what it is.
  init(device path: String) throws(SystemError) {
    self.path = path
    provisional = nil
    descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
  }

  /// Removes what was begun and not finished.
  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if let provisional { unsafe unlink(provisional) }
  }

  /// Writes more.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    try Terminal.writeAll(bytes, to: descriptor)
  }

  /// Gives it its name.
  mutating func publish() throws(SystemError) {
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
    if let provisional, unsafe rename(provisional, path) != 0 { throw .last }
    close(descriptor)
    descriptor = -1
  }
}
