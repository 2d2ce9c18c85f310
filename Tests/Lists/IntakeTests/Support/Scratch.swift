import Diagnostics
import Glibc
import Intake
import TestSupport

extension TemporaryDirectory {
  /// Writes a file whose name may be any bytes.
  ///
  /// It is a new file each time, since tests write thousands, and some file systems wait for the
  /// disk when a file is truncated and rewritten.
  func file(name: [CChar], _ bytes: [UInt8]) throws {
    let path = Array("\(path)/".utf8CString.dropLast()) + name + [0]
    unsafe unlink(path)
    let descriptor = unsafe creat(path, 0o600)
    defer { close(descriptor) }
    guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else {
      throw SystemError(code: errno)
    }
  }

  /// Writes a file and returns it as an input.
  func list(_ bytes: [UInt8], name: String = "list") throws -> ListInput {
    try file(name: Array(name.utf8CString.dropLast()), bytes)
    let (inputs, _) = ListInput.resolve(["\(path)/\(name)"])
    guard let input = inputs.first else { throw SystemError(code: ENOENT) }
    return input
  }

  /// Makes a FIFO and returns its path.
  func fifo(_ name: String = "fifo") throws -> String {
    guard unsafe mkfifo("\(path)/\(name)", 0o600) == 0 else { throw SystemError(code: errno) }
    return "\(path)/\(name)"
  }
}
