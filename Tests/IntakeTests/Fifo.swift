import Foundation
import Intake
import Testing

/// A FIFO in a directory of its own.
final class Fifo {
  private let scratch: Scratch
  let path: String
  let input: ListInput

  init() throws {
    scratch = try Scratch()
    path = try scratch.fifo()
    input = try #require(ListInput.resolve([path]).inputs.first)
  }

  /// Writes pieces from another thread, and closes the FIFO at once or after a signal.
  func write(
    _ pieces: [some Collection<UInt8> & Sendable], closingAfter end: DispatchSemaphore? = nil
  ) {
    let path = path
    Thread.detachNewThread {
      let descriptor = unsafe open(path, O_WRONLY)
      for piece in pieces where !piece.isEmpty {
        let count = unsafe Glibc.write(descriptor, Array(piece), piece.count)
        precondition(count == piece.count)
      }
      end?.wait()
      close(descriptor)
    }
  }
}
