@_spi(House) import Passwords
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

  /// Submits every line of a batch that the lane's tally has counted.
  func record(_ batch: borrowing LineBatch, in text: RawSpan) {
    grouping.withShelves(of: lane) { shelves throws(GroupingProblem) in
      try bench.record(batch, in: text, number: grouping.number(of:), onto: &shelves)
    }
  }

  /// Notes that the lane's tally was emptied, so that its keys begin anew.
  func forgetKeys() { bench.forgetKeys() }

  /// Submits a password that was grouped elsewhere.
  ///
  /// - Parameters:
  ///   - fingerprint: Its fingerprint.
  ///   - number: What ``Grouping/number(of:)`` returned for its signature.
  ///   - count: Its occurrences; at least 1.
  package func record(_ fingerprint: Fingerprint, number: UInt64, count: UInt64) {
    grouping.withShelves(of: lane) { shelves throws(GroupingProblem) in
      try shelves.add(
        Sighting(
          high: fingerprint.high, low: fingerprint.low, signature: number, count: count))
    }
  }
}
