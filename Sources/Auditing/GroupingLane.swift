@_spi(House) package import Passwords
package import Tallies

/// Submits the passwords of one lane to a grouping.
package final class GroupingLane {
  private let grouping: Grouping
  private let lane: Int
  private var bench: GroupingBench

  /// Makes a lane of a grouping.
  package init(_ grouping: Grouping) {
    self.grouping = grouping
    lane = grouping.numberLane()
    bench = grouping.makeBench()
  }

  /// Submits every line of a batch.
  func record(_ batch: borrowing LineBatch, in text: RawSpan) {
    grouping.withShelves(of: lane) { shelves throws(GroupingProblem) in
      try bench.record(batch, in: text, number: grouping.number(of:), onto: &shelves)
    }
  }

  /// Submits a password that was grouped elsewhere.
  package func record(_ fingerprint: Fingerprint, _ signature: Signature, count: UInt64) {
    grouping.withShelves(of: lane) { shelves throws(GroupingProblem) in
      try bench.record(
        fingerprint, signature, count: count, number: grouping.number(of:), onto: &shelves)
    }
  }
}
