package import Intake
import Synchronization
import Workers

/// The progress of a run; other threads can read it at any time.
package final class AuditProgress: Sendable {
  /// The bytes read so far, and the total.
  package let reading: ReadingProgress

  /// The bytes of the lists read so far.
  package var byteCount: UInt64 { reading.byteCount }

  /// The bytes of all lists; nil if unknown.
  package var totalByteCount: UInt64? { reading.totalByteCount }

  private let audited = Atomic<UInt64>(0)
  private let laneUse = Locked(LaneUse())

  /// Starts at 0 bytes.
  init(totalByteCount: UInt64?) { reading = ReadingProgress(totalByteCount: totalByteCount) }

  /// Passwords audited so far.
  package var passwordCount: UInt64 { audited.load(ordering: .relaxed) }

  /// The use of the lanes; known after the run.
  package var use: LaneUse { laneUse.withLock(\.self) }

  /// Records how long reading a list took.
  package func note(_ reading: LaneUse.Reading) {
    laneUse.withLock { use in
      if reading.elapsed > use.longest?.elapsed ?? .zero { use.longest = reading }
    }
  }

  /// Records the working time of all lanes together, after the run.
  package func end(_ busy: Duration, lanes: Int, of elapsed: Duration) {
    laneUse.withLock { ($0.busy, $0.lanes, $0.elapsed) = (busy, lanes, elapsed) }
  }

  func add(_ passwords: UInt64) { audited.wrappingAdd(passwords, ordering: .relaxed) }
}
