import Foundation
import Intake

/// A directory that is gone when the test is over.
final class Scratch {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("intake-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, and gives its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Makes a FIFO, and gives its path.
  func fifo(_ name: String = "fifo") throws -> String {
    guard unsafe mkfifo("\(path)/\(name)", 0o600) == 0 else { throw SystemError(code: errno) }
    return "\(path)/\(name)"
  }

  /// Writes a file whose name may be any bytes.
  func file(bytes name: [CChar], _ text: String) throws {
    let descriptor = unsafe creat(Array("\(path)/".utf8CString.dropLast()) + name + [0], 0o600)
    defer { close(descriptor) }
    guard unsafe write(descriptor, text, text.utf8.count) == text.utf8.count else {
      throw SystemError(code: errno)
    }
  }

  /// Writes a file, and names it as an input.
  func list(_ bytes: [UInt8], name: String = "list") throws -> ListInput {
    let (inputs, _) = ListInput.resolve([try file(name, bytes)])
    guard let input = inputs.first else { throw SystemError(code: ENOENT) }
    return input
  }
}
