import Passwords
package import Tallies

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
