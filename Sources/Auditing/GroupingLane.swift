@_spi(House) import Passwords
import Tallies

/// A lane's way to hand in passwords.
final class GroupingLane {
  private let grouping: Grouping
  private var bench: GroupingBench

  init(_ grouping: Grouping) {
    self.grouping = grouping
    bench = grouping.makeBench()
  }

  /// Hands in every line of a batch.
  func record(_ batch: borrowing LineBatch, in text: RawSpan) {
    let grouping = grouping
    bench.record(batch, in: text, number: grouping.number(of:)) { shard, sightings in
      grouping.take(sightings, shard: shard)
    }
  }

  /// Hands over what is still in the buffers.
  func flush() {
    let grouping = grouping
    bench.flush { shard, sightings in grouping.take(sightings, shard: shard) }
  }
}
