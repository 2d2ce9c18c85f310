package import Intake
import Synchronization

/// How far a run has come, for another thread to look at while it goes on.
package final class AuditProgress: Sendable {
  /// Bytes read of how many.
  package let reading: ReadingProgress

  private let audited = Atomic<UInt64>(0)

  /// Starts at nothing.
  init(totalByteCount: UInt64?) { reading = ReadingProgress(totalByteCount: totalByteCount) }

  /// Passwords audited so far.
  package var passwordCount: UInt64 { audited.load(ordering: .relaxed) }

  func add(_ passwords: UInt64) { audited.wrappingAdd(passwords, ordering: .relaxed) }
}
