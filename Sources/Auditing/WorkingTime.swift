import Workers

/// The total working time of all lanes of a run.
final class WorkingTime: Sendable {
  private let time = Locked(Duration.zero)

  /// The sum so far.
  var sum: Duration { time.withLock(\.self) }

  /// Runs a closure and adds its duration.
  func measured<Result>(_ work: () -> Result) -> Result {
    let start = ContinuousClock.now
    defer { time.withLock { $0 += start.duration(to: .now) } }
    return work()
  }

  /// Runs a closure within ``measured(_:)`` without adding its duration.
  func paused<Result>(_ other: () -> Result) -> Result {
    let start = ContinuousClock.now
    defer { time.withLock { $0 -= start.duration(to: .now) } }
    return other()
  }
}
