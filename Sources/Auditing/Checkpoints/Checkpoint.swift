import Passwords
package import Tallies

/// Where a run stood, and what it had counted until then: enough to take it up again.
///
/// It holds counts and facts, never a password.
package struct Checkpoint: Sendable, Equatable {
  /// What the run was asked, in words, by name; a run that was asked anything else cannot go on
  /// from here.
  package var plan: [String: String]
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
  package init(plan: [String: String], position: Position, tally: Tally) {
    self.plan = plan
    self.position = position
    self.tally = tally
  }

  /// The name of something that the other run was asked differently; nil where there is none.
  package func difference(from other: [String: String]) -> String? {
    Set(plan.keys).union(other.keys).sorted().first { plan[$0] != other[$0] }
  }
}
