import Passwords
package import Tallies

/// Where a run stood, and what it had counted until then: enough to take it up again.
///
/// It holds counts and facts, never a password.
package struct Checkpoint: Sendable, Equatable {
  /// What the run was asked; a run that was asked anything else cannot go on from here.
  package var identity: RunIdentity
  /// How far the lists had been counted.
  package var position: Position
  /// The sum of all lines up to there.
  package var tally: Tally

  /// How many chunks of all lists together were counted, and what they were.
  package struct Position: Hashable, Sendable {
    /// Chunks.
    package var chunks: UInt64 = 0
    /// Their bytes.
    package var bytes: UInt64 = 0
    /// A hash of them in order, by which a list that has changed since is told.
    package var hash: UInt64 = 0

    /// The beginning.
    package init() {}
  }

  /// Puts a checkpoint together.
  package init(identity: RunIdentity, position: Position, tally: Tally) {
    self.identity = identity
    self.position = position
    self.tally = tally
  }
}
