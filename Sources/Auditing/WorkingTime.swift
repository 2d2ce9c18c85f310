import Workers

/// The working time of all lanes of a run together.
final class WorkingTime: Sendable {
  private let time = Locked(Duration.zero)

  /// The sum so far.
  var sum: Duration { time.withLock(\.self) }

  /// Runs a closure and adds its time.
  func measured<Result>(_ work: () -> Result) -> Result {
    let start = ContinuousClock.now
    defer { time.withLock { $0 += start.duration(to: .now) } }
    return work()
  }

  /// Runs a closure within ``measured(_:)`` whose time is not to count, or counts elsewhere.
  func paused<Result>(_ other: () -> Result) -> Result {
    let start = ContinuousClock.now
    defer { time.withLock { $0 -= start.duration(to: .now) } }
    return other()
  }
}
