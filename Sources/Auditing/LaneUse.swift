package import Intake

/// The use of the lanes of a run, and the list that took longest to read.
package struct LaneUse: Sendable {
  /// A list that was read.
  package struct Reading: Sendable {
    /// The list's name.
    package let name: String
    /// Its container.
    package let container: ListSummary.Container
    /// Whole members of a compressed list.
    package let members: UInt64
    /// The duration of its reading.
    package let elapsed: Duration
    /// The part of `elapsed` in which the reader worked instead of waiting for a disk.
    package let work: Duration

    /// Makes the record of a reading.
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

  /// The number of lanes.
  package var lanes = 1
  /// The duration of the run.
  package var elapsed = Duration.zero
  /// The working time of all lanes together; reading is work.
  package var busy = Duration.zero
  /// The list that took longest to read; nil if none was read.
  package var longest: Reading?

  /// Makes the use of a run without data.
  package init() {}

  /// The share of the lanes' time without work, from 0 to 1.
  package var idleShare: Double {
    let all = elapsed * lanes
    return all > .zero ? max(0, 1 - busy / all) : 0
  }
}
