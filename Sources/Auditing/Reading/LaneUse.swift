package import Intake

/// How much of the run the lanes worked, and which list took longest to read.
package struct LaneUse: Sendable {
  /// The record of a list that was read.
  package struct Reading: Sendable {
    /// The list's name.
    package let name: String
    /// Its container.
    package let container: ListContainer
    /// The number of whole members of a compressed list.
    package let members: UInt64
    /// How long the reading took.
    package let elapsed: Duration
    /// The part of `elapsed` in which the reader worked and did not wait for a disk.
    package let work: Duration

    /// Makes the record of a reading.
    package init(
      name: String, container: ListContainer, members: UInt64, elapsed: Duration,
      work: Duration
    ) {
      self.name = name
      self.container = container
      self.members = members
      self.elapsed = elapsed
      self.work = work
    }
  }

  /// The number of lanes.
  package var lanes = 1
  /// The duration of the run.
  package var elapsed = Duration.zero
  /// The working time of all lanes together; reading counts as work.
  package var busy = Duration.zero
  /// The list that took longest to read; nil if none was read.
  package var longest: Reading?

  /// Makes the use of a run without data.
  package init() {}

  /// The share of the lanes' time that they were idle, from 0 to 1.
  package var idleShare: Double {
    let all = elapsed * lanes
    return all > .zero ? max(0, 1 - busy / all) : 0
  }
}
