@_spi(Internal) import Files
import Intake
import Passwords
package import Tallies

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

/// The position and the counts of a run: enough to resume it.
///
/// A checkpoint holds counts and facts, never a password.
package struct Checkpoint: Sendable, Equatable {
  /// The run's settings; a run with other settings cannot resume from here.
  package var identity: RunIdentity
  /// How far the lists have been counted.
  package var position: Position
  /// The tally of all lines up to there.
  package var tally: Tally

  /// The number and the hash of all chunks that were counted, over all lists.
  package struct Position: Hashable, Sendable {
    /// The number of chunks.
    package var chunks: UInt64 = 0
    /// The number of their bytes.
    package var bytes: UInt64 = 0
    /// A hash of them in order, which detects lists that have changed since.
    package var hash: UInt64 = 0

    /// The position before the first chunk.
    package init() {}
  }

  /// Makes a checkpoint.
  package init(identity: RunIdentity, position: Position, tally: Tally) {
    self.identity = identity
    self.position = position
    self.tally = tally
  }
}
