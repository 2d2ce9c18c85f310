@_spi(House) import Passwords
package import Tallies

/// Submits the passwords of one lane to a grouping.
package final class GroupingLane {
  private let grouping: Grouping
  private let lane: Int
  private var recorder: LaneRecorder

  /// Makes a lane of a grouping.
  package init(_ grouping: Grouping) {
    self.grouping = grouping
    lane = grouping.numberLane()
    recorder = grouping.makeRecorder()
  }

  /// Submits every line of a batch that the lane's tally has counted.
  func record(_ batch: borrowing LineBatch, in text: RawSpan) {
    grouping.withPartitions(of: lane) { partitions throws(GroupingProblem) in
      try recorder.record(batch, in: text, number: grouping.number(of:), into: &partitions)
    }
  }

  /// Notes that the lane's tally was emptied, so that its keys begin anew.
  func forgetKeys() { recorder.forgetKeys() }

  /// Submits a password that was grouped elsewhere.
  ///
  /// - Parameters:
  ///   - fingerprint: Its fingerprint.
  ///   - number: What ``Grouping/number(of:)`` returned for its signature.
  ///   - count: Its occurrences; at least 1.
  package func record(_ fingerprint: Fingerprint, number: UInt64, count: UInt64) {
    grouping.withPartitions(of: lane) { partitions throws(GroupingProblem) in
      try partitions.add(
        PasswordRecord(
          high: fingerprint.high, low: fingerprint.low, signature: number, count: count))
    }
  }
}
