/// How much memory grouping takes, and what for.
///
/// Seven eighths are tables; of the rest each lane has buffers while it reads, and windows into the
/// temporary file when it adds up. Signatures and their groups are not in it: they are what comes
/// out, a few megabytes for real lists.
package struct GroupingLimits: Hashable, Sendable {
  /// Leading bits of fingerprints that choose the shard.
  package let shardBits: Int
  /// Bytes of a shard's table, at most.
  package let tableBytes: Int
  /// Sightings that a lane collects for a shard before it hands them over.
  package let bufferDepth: Int
  /// Bytes of a lane's windows into the file, roughly.
  package let windowBytes: Int

  /// What `--memory` means unless it is given.
  package static let defaultMemory = 1 << 30
  /// What makes sense at least: below, it is all buffers.
  package static let leastMemory = 16 << 20

  /// Divides memory among shards and lanes.
  ///
  /// With 256 shards lanes hardly ever wait for each other, and add up in parallel at the end; 32
  /// sightings at a time make a lock's cost disappear and let the misses of a table overlap.
  package init(memory: Int, lanes: Int, shardBits: Int = 8) {
    precondition(memory > 0 && lanes > 0 && (0...16).contains(shardBits))
    self.shardBits = shardBits
    let shards = 1 << shardBits
    tableBytes = (memory - memory / 8) / shards
    windowBytes = memory / 8 / lanes
    bufferDepth = min(max(windowBytes / shards / SightingPages.stride, 4), 32)
  }
}
