@_spi(House) import Hashing
import Intake

/// The progress of a run that saves checkpoints and may have been resumed from one.
///
///     var writer = CheckpointWriter(from: last?.position, interval: .seconds(60)) { … }
///     let summaries = auditPlan.run(&writer) { … }
///     if writer.meetsOtherLists { … }
///
/// A resumed run reads the lists from their beginning, which costs only decompression: chunks
/// before the checkpoint are compared with its hash and skipped.
package struct CheckpointWriter {
  private let start: Checkpoint.Position?
  private let interval: Duration
  private let save: (Checkpoint.Position) -> Void
  private let clock = ContinuousClock()
  private var saved: ContinuousClock.Instant
  private var position = Checkpoint.Position()
  private var isOver = false

  /// Whether the lists have changed since the checkpoint was saved; the tally is then useless.
  package private(set) var meetsOtherLists = false

  /// Starts or resumes a run.
  ///
  /// - Parameters:
  ///   - start: The position to resume from; nil to begin at the beginning.
  ///   - interval: The least time between two checkpoints.
  ///   - save: Saves the position and everything counted so far. The reading thread calls it after
  ///     every chunk up to the position was handed over.
  package init(
    from start: Checkpoint.Position?, interval: Duration,
    save: @escaping (Checkpoint.Position) -> Void
  ) {
    self.start = start
    self.interval = interval
    self.save = save
    saved = clock.now
  }

  /// Whether an earlier run counted the next chunk.
  var isBeforeStart: Bool { position.chunks < start?.chunks ?? 0 }

  /// Whether a checkpoint is due.
  var isDue: Bool { !isBeforeStart && saved.duration(to: clock.now) >= interval }

  /// Records that a chunk is counted.
  mutating func pass(_ chunk: Chunk) {
    let wasBeforeStart = isBeforeStart
    position.chunks &+= 1
    position.bytes &+= UInt64(chunk.byteCount)
    position.hash = chunk.withText { xxh3($0, seed: position.hash) }
    meetsOtherLists = meetsOtherLists || wasBeforeStart && !isBeforeStart && position != start
  }

  /// Records that all lists were read to their end.
  mutating func end() { meetsOtherLists = meetsOtherLists || isBeforeStart }

  /// Saves a checkpoint; does nothing after the last checkpoint.
  mutating func save(isLast: Bool) {
    if isOver || meetsOtherLists || isBeforeStart { return }
    save(position)
    saved = clock.now
    isOver = isLast
  }
}
