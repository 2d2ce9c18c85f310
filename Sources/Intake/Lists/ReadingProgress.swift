import Synchronization

/// How far the reading has come, for another thread to look at while it goes on.
///
/// Counts bytes as they lie in the files, so compressed ones where the list is: that share of
/// ``totalByteCount`` is exact at every moment. Readers of several lists add to the same progress.
package final class ReadingProgress: Sendable {
  /// Bytes of all lists together; nil where that cannot be known, as with a pipe among them.
  package let totalByteCount: UInt64?

  private let read = Atomic<UInt64>(0)

  /// Starts at nothing read.
  package init(totalByteCount: UInt64?) { self.totalByteCount = totalByteCount }

  /// Bytes read so far; more than ``totalByteCount`` when a file grew meanwhile.
  package var byteCount: UInt64 { read.load(ordering: .relaxed) }

  /// Adds what one call of `read` gave.
  func add(_ byteCount: Int) { read.wrappingAdd(UInt64(byteCount), ordering: .relaxed) }
}
