import Synchronization

/// The progress of reading; other threads can read it.
///
/// Counts bytes before decompression, so the share of ``totalByteCount`` is exact at all times.
/// Readers of several lists add to the same progress.
package final class ReadingProgress: Sendable {
  /// The bytes of all lists together; nil if unknown, for example with a pipe.
  package let totalByteCount: UInt64?

  private let read = Atomic<UInt64>(0)

  /// Starts at 0 bytes.
  package init(totalByteCount: UInt64?) { self.totalByteCount = totalByteCount }

  /// The number of bytes read so far; exceeds ``totalByteCount`` if a file grew meanwhile.
  package var byteCount: UInt64 { read.load(ordering: .relaxed) }

  /// Adds the bytes of one read.
  func add(_ byteCount: Int) { read.wrappingAdd(UInt64(byteCount), ordering: .relaxed) }
}

/// A request to end early, raised once (for example by Ctrl-C) and seen by all readers.
///
/// A reader notices it within about 0.2 s, even while waiting for a pipe, and ends its list at a
/// line boundary. A request cannot be withdrawn.
package final class StopFlag: Sendable {
  private let raised = Atomic<Bool>(false)

  /// Makes a flag that is not raised.
  package init() {}

  /// Whether a stop was requested.
  package var isRaised: Bool { raised.load(ordering: .relaxed) }

  /// Requests a stop.
  ///
  /// - Returns: Whether the flag was already raised, which identifies a second Ctrl-C.
  @discardableResult
  package func raise() -> Bool { raised.exchange(true, ordering: .relaxed) }
}
