import Foundation
import Intake
import TestSupport
import Testing

/// A FIFO in a directory of its own.
final class Fifo {
  private let scratch: TemporaryDirectory
  let path: String
  let input: ListInput

  init() throws {
    scratch = try TemporaryDirectory()
    path = try scratch.fifo()
    input = try #require(ListInput.resolve([path]).inputs.first)
  }

  /// Writes pieces from another thread, and closes the FIFO at once or, if there is something to do
  /// first, after the pieces were read and that was done.
  func write(
    _ pieces: [some Collection<UInt8> & Sendable], before closing: (@Sendable () -> Void)? = nil
  ) {
    let path = path
    Thread.detachNewThread {
      let descriptor = unsafe open(path, O_WRONLY)
      for piece in pieces where !piece.isEmpty {
        let count = unsafe Glibc.write(descriptor, Array(piece), piece.count)
        precondition(count == piece.count)
      }
      if let closing {
        _ = wait(until: { unreadByteCount(descriptor) == 0 })
        usleep(50_000)
        closing()
      }
      close(descriptor)
    }
  }
}
