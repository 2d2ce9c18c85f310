/// The time at which counting gives up.
struct CountingDeadline: Sendable {
  /// The time; nil for no limit.
  let time: ContinuousClock.Instant?

  /// Throws if the time has come.
  func check() throws(KeyspaceProblem) {
    if let time, ContinuousClock.now >= time { throw .outOfTime }
  }
}
