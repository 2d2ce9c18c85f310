import Foundation

/// A directory that is gone when the test is over.
package final class TemporaryDirectory: Sendable {
  /// Its path.
  package let path: String

  /// Makes an empty one.
  package init() throws {
    path = NSTemporaryDirectory() + "audit-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, and gives its path.
  @discardableResult
  package func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let file = "\(path)/\(name)"
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Writes a text file, and gives its path.
  @discardableResult
  package func file(_ name: String, _ text: String) throws -> String {
    try file(name, text.utf8)
  }

  /// The text of a file in it; nil where there is none.
  package func text(_ name: String) -> String? {
    (try? bytes(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a file in it.
  package func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }

  /// Names in a directory in it, sorted.
  package func names(in directory: String = ".") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(directory)")) ?? []).sorted()
  }
}
