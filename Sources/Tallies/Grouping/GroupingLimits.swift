/// How grouping divides its memory.
///
/// The partitions of the lanes take five eighths. The tables that add them up take a quarter while
/// they grow. The rest is for dividing partitions that do not fit a table. Signatures and their groups
/// are not included: they are the result, a few megabytes for real lists.
package struct GroupingLimits: Hashable, Sendable {
  /// The number of leading fingerprint bits that choose the partition.
  package let shardBits: Int
  /// The number of lanes with their own partitions.
  package let lanes: Int
  /// The most bytes of a lane's partitions.
  let partitionBytes: Int
  /// The most bytes of a lane's table.
  let tableBytes: Int
  /// The most bytes for the parts of a divided partition, per lane.
  let splitBytes: Int

  /// The default of `--memory`.
  ///
  /// Four times as much saves no processor time.
  package static let defaultMemory = 64 << 20
  /// The least useful memory.
  ///
  /// With less, a partition holds only a few records.
  package static let leastMemory = 16 << 20

  /// Divides memory among lanes.
  ///
  /// With 256 partitions, the table for a list of some ten million lines fits the second-level cache,
  /// and partitions are still written in tens of kilobytes.
  package init(memory: Int, lanes: Int, shardBits: Int = 8) {
    precondition(memory > 0 && lanes > 0 && (0...16).contains(shardBits))
    self.shardBits = shardBits
    self.lanes = lanes
    partitionBytes = memory / 8 * 5 / lanes
    // A growing table needs half as much again.
    tableBytes = memory / 6 / lanes
    splitBytes = memory / 8 / lanes
  }
}
