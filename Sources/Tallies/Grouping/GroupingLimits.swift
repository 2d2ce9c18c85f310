/// The memory of grouping, and its division.
///
/// Seven eighths are for the logs of shards and for tables that add them up; the rest is for each
/// lane's buffers while it reads, and for windows into the temporary file when it merges. Signatures
/// and their groups are not included: they are the result, a few megabytes for real lists.
package struct GroupingLimits: Hashable, Sendable {
  /// Leading bits of fingerprints that choose the shard.
  package let shardBits: Int
  /// The most bytes of a shard's log.
  package let shardBytes: Int
  /// The most bytes of a table, which has room for all sightings of a shard.
  package var tableBytes: Int { shardBytes / 2 * 3 }
  /// The number of tables: one a lane, unless there are so many lanes that some can wait.
  package let tableCount: Int
  /// Sightings that a lane collects for a shard before it submits them.
  package let bufferDepth: Int
  /// Bytes of a lane's windows into the file, roughly.
  package let windowBytes: Int

  /// The default of `--memory`: larger logs outgrow the caches, and their pages cost more system
  /// time than the temporary file that they save.
  package static let defaultMemory = 64 << 20
  /// The least useful memory: with less, it is all buffers.
  package static let leastMemory = 16 << 20

  /// Divides memory among shards and lanes.
  ///
  /// With 256 shards lanes hardly ever wait for each other, and they add up in parallel at the end;
  /// submitting 32 sightings at a time makes the lock's cost negligible. With the default memory the
  /// log of a shard and a table stay in a second-level cache.
  package init(memory: Int, lanes: Int, shardBits: Int = 8) {
    precondition(memory > 0 && lanes > 0 && (0...16).contains(shardBits))
    self.shardBits = shardBits
    let shards = 1 << shardBits
    tableCount = min(lanes, 16)
    shardBytes = (memory - memory / 8) / (shards + 2 * tableCount)
    windowBytes = memory / 8 / lanes
    bufferDepth = min(max(windowBytes / shards / SightingPages.stride, 4), 32)
  }
}
