package import Intake

/// How busy the lanes of a run were, and what took longest to read.
package struct LaneUse: Sendable {
  /// A list that was read.
  package struct Reading: Sendable {
    /// The list's name.
    package let name: String
    /// What it is packed in.
    package let container: ListSummary.Container
    /// Whole members of a compressed list.
    package let members: UInt64
    /// How long its reading took.
    package let elapsed: Duration
    /// For how much of that its reader worked, and did not wait for a disk.
    package let work: Duration

    /// Describes a reading.
    package init(
      name: String, container: ListSummary.Container, members: UInt64, elapsed: Duration,
      work: Duration
    ) {
      self.name = name
      self.container = container
      self.members = members
      self.elapsed = elapsed
      self.work = work
    }
  }

  /// How many lanes there were.
  package var lanes = 1
  /// How long the run took.
  package var elapsed = Duration.zero
  /// For how long lanes had work, all lanes together; reading is work.
  package var busy = Duration.zero
  /// The list that took longest to read; nil where none was read.
  package var longest: Reading?

  /// Describes a run of which nothing is known.
  package init() {}

  /// The share of their time for which lanes had nothing to do, from 0 to 1.
  package var idleShare: Double {
    let all = elapsed * lanes
    return all > .zero ? max(0, 1 - busy / all) : 0
  }
}
