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

  /// Writes a file, and names it as an input.
  func list(_ bytes: [UInt8], name: String = "list") throws -> ListInput {
    let (inputs, _) = ListInput.resolve([try file(name, bytes)])
    guard let input = inputs.first else { throw SystemError(code: ENOENT) }
    return input
  }
}

/// What a reader gave for a list.
struct Reading {
  /// The text of all chunks, one behind the other.
  let text: [UInt8]
  let summary: ListSummary

  /// The lines delivered, without line feeds.
  var lines: [[UInt8]] { split(text) }

  init(
    _ input: ListInput, chunk capacity: Int = 4096, buffer: Int = 4096, longestLine: Int = 64,
    stop: StopFlag? = nil, progress: ReadingProgress? = nil
  ) {
    var reader = ListReader(
      input, longestLine: longestLine, inputBufferSize: buffer, stop: stop, progress: progress)
    var text: [UInt8] = []
    var chunk = Chunk(capacity: capacity)
    while reader.fill(chunk) {
      chunk.withPaddedText { padded, byteCount in
        precondition(byteCount > 0 && byteCount == chunk.byteCount)
        precondition(
          unsafe padded.unsafeLoad(fromByteOffset: byteCount - 1, as: UInt8.self) == 0x0A)
        for offset in 0..<byteCount {
          text.append(unsafe padded.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
        }
        for offset in byteCount..<byteCount + Chunk.padding {
          precondition(unsafe padded.unsafeLoad(fromByteOffset: offset, as: UInt8.self) == 0)
        }
      }
      // The reader must not depend on the chunk it filled before.
      chunk = Chunk(capacity: capacity)
    }
    precondition(!reader.fill(chunk), "an ended list must stay ended")
    self.text = text
    summary = reader.summary
  }
}

/// The lines of a text: what stands between line feeds, and behind the last one if anything does.
func split(_ text: [UInt8]) -> [[UInt8]] {
  var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
  if lines.last?.isEmpty == true { lines.removeLast() }
  return lines
}
