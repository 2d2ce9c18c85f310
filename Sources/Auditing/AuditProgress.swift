package import Intake
import Synchronization
import Workers

/// How far a run has come, for another thread to look at while it goes on.
package final class AuditProgress: Sendable {
  /// Bytes read of how many.
  package let reading: ReadingProgress

  private let audited = Atomic<UInt64>(0)
  private let laneUse = Locked(LaneUse())

  /// Starts at nothing.
  init(totalByteCount: UInt64?) { reading = ReadingProgress(totalByteCount: totalByteCount) }

  /// Passwords audited so far.
  package var passwordCount: UInt64 { audited.load(ordering: .relaxed) }

  /// How busy the lanes were; known when the run is over.
  package var use: LaneUse { laneUse.withLock(\.self) }

  /// Notes how long a list took to read.
  func note(_ reading: LaneUse.Reading) {
    laneUse.withLock { use in
      if reading.elapsed > use.longest?.elapsed ?? .zero { use.longest = reading }
    }
  }

  /// Notes for how long lanes had work, all lanes together, in a run that is over.
  func end(_ busy: Duration, lanes: Int, of elapsed: Duration) {
    laneUse.withLock { ($0.busy, $0.lanes, $0.elapsed) = (busy, lanes, elapsed) }
  }

  func add(_ passwords: UInt64) { audited.wrappingAdd(passwords, ordering: .relaxed) }
}
