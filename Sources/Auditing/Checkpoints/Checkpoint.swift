import Passwords
package import Tallies

/// The position and the counts of a run, which suffice to resume it.
///
/// It holds counts and facts, never a password.
package struct Checkpoint: Sendable, Equatable {
  /// The run's settings; a run with other settings cannot resume from here.
  package var identity: RunIdentity
  /// How far the lists have been counted.
  package var position: Position
  /// The tally of all lines up to there.
  package var tally: Tally

  /// The number and the hash of the chunks of all lists that were counted.
  package struct Position: Hashable, Sendable {
    /// The number of chunks.
    package var chunks: UInt64 = 0
    /// Their bytes.
    package var bytes: UInt64 = 0
    /// A hash of them in order, which detects lists that have changed since.
    package var hash: UInt64 = 0

    /// The beginning.
    package init() {}
  }

  /// Makes a checkpoint.
  package init(identity: RunIdentity, position: Position, tally: Tally) {
    self.identity = identity
    self.position = position
    self.tally = tally
  }
}
