/// The memory of grouping, and its division.
///
/// Seven eighths are for tables; the rest is for each lane's buffers while it reads, and for
/// windows into the temporary file when it adds up. Signatures and their groups are not included:
/// they are the result, a few megabytes for real lists.
package struct GroupingLimits: Hashable, Sendable {
  /// Leading bits of fingerprints that choose the shard.
  package let shardBits: Int
  /// The most bytes of a shard's table.
  package let tableBytes: Int
  /// Sightings that a lane collects for a shard before it submits them.
  package let bufferDepth: Int
  /// Bytes of a lane's windows into the file, roughly.
  package let windowBytes: Int

  /// The default of `--memory`: larger tables outgrow the caches, and their pages cost more system
  /// time than the temporary file that they save.
  package static let defaultMemory = 64 << 20
  /// The least useful memory: with less, it is all buffers.
  package static let leastMemory = 16 << 20

  /// Divides memory among shards and lanes.
  ///
  /// With 256 shards lanes hardly ever wait for each other, and they add up in parallel at the end;
  /// submitting 32 sightings at a time makes the lock's cost negligible and lets the table's cache
  /// misses overlap.
  package init(memory: Int, lanes: Int, shardBits: Int = 8) {
    precondition(memory > 0 && lanes > 0 && (0...16).contains(shardBits))
    self.shardBits = shardBits
    let shards = 1 << shardBits
    tableBytes = (memory - memory / 8) / shards
    windowBytes = memory / 8 / lanes
    bufferDepth = min(max(windowBytes / shards / SightingPages.stride, 4), 32)
  }
}
