package import Intake
import Synchronization

/// The progress of a run; other threads can read it at any time.
package final class AuditProgress: Sendable {
  /// The bytes read so far, and the total.
  package let reading: ReadingProgress

  /// The bytes of the lists read so far.
  package var byteCount: UInt64 { reading.byteCount }

  /// The bytes of all lists; nil if unknown.
  package var totalByteCount: UInt64? { reading.totalByteCount }

  private let audited = Atomic<UInt64>(0)

  /// Starts at 0 bytes.
  init(totalByteCount: UInt64?) { reading = ReadingProgress(totalByteCount: totalByteCount) }

  /// Passwords audited so far.
  package var passwordCount: UInt64 { audited.load(ordering: .relaxed) }

  func add(_ passwords: UInt64) { audited.wrappingAdd(passwords, ordering: .relaxed) }
}
