import Bytes
import Intake
import Tallies

/// How far a run has come that says from time to time where it stands, and may have begun in the
/// middle.
///
///     var journey = CheckpointJourney(identity: identity, from: last, interval: .seconds(60)) { … }
///     let summaries = auditPlan.run(&journey) { … }
///     if journey.hasLostItsWay { … }
///
/// Lists are read again from their beginning, which costs their inflation only: what was counted
/// before the checkpoint is compared with what it was then, and passed over.
package struct CheckpointJourney {
  private let identity: RunIdentity
  private let start: Checkpoint?
  private let interval: Duration
  private let save: (Checkpoint) -> Void
  private let clock = ContinuousClock()
  private var saved: ContinuousClock.Instant
  private var position = Checkpoint.Position()
  private var isOver = false

  /// Whether the lists are not what they were when the checkpoint was saved; then the tally is of no
  /// use.
  package private(set) var hasLostItsWay = false

  /// Sets out.
  ///
  /// - Parameters:
  ///   - identity: What the run is asked.
  ///   - start: Where to go on from; nil to begin at the beginning.
  ///   - interval: How long the run goes on between two checkpoints, at least.
  ///   - save: Puts a checkpoint in a safe place; called by the reading thread.
  package init(
    identity: RunIdentity, from start: Checkpoint?, interval: Duration,
    save: @escaping (Checkpoint) -> Void
  ) {
    self.identity = identity
    self.start = start
    self.interval = interval
    self.save = save
    saved = clock.now
  }

  /// What was counted before.
  var tally: Tally? { start?.tally }

  /// Whether the next chunk was counted before.
  var isBeforeStart: Bool { position.chunks < start?.position.chunks ?? 0 }

  /// Whether it is time for a checkpoint.
  var isDue: Bool { !isBeforeStart && saved.duration(to: clock.now) >= interval }

  /// Notes that a chunk is counted.
  mutating func pass(_ chunk: Chunk) {
    let wasBeforeStart = isBeforeStart
    position.chunks &+= 1
    position.bytes &+= UInt64(chunk.byteCount)
    position.hash = chunk.withText { xxh3($0, seed: position.hash) }
    hasLostItsWay = hasLostItsWay || wasBeforeStart && !isBeforeStart && position != start?.position
  }

  /// Notes that the lists were read to their end.
  mutating func end() { hasLostItsWay = hasLostItsWay || isBeforeStart }

  /// Saves where the run stands, with what was counted up to there; nothing after the last time.
  mutating func save(_ tally: Tally, isLast: Bool) {
    if isOver || hasLostItsWay || isBeforeStart { return }
    save(Checkpoint(identity: identity, position: position, tally: tally))
    saved = clock.now
    isOver = isLast
  }
}
