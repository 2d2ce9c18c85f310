import Synchronization

/// The progress of reading, which another thread can observe.
///
/// It counts bytes before decompression, so the share of ``totalByteCount`` is exact at every
/// moment. Readers of several lists add to the same progress.
package final class ReadingProgress: Sendable {
  /// Bytes of all lists together; nil if unknown, for example with a pipe.
  package let totalByteCount: UInt64?

  private let read = Atomic<UInt64>(0)

  /// Starts at 0 bytes.
  package init(totalByteCount: UInt64?) { self.totalByteCount = totalByteCount }

  /// Bytes read so far; more than ``totalByteCount`` if a file grew meanwhile.
  package var byteCount: UInt64 { read.load(ordering: .relaxed) }

  /// Adds the bytes of one read.
  func add(_ byteCount: Int) { read.wrappingAdd(UInt64(byteCount), ordering: .relaxed) }
}
