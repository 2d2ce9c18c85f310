import Passwords
import Tallies
import Testing

struct RecordingMergeTests {
  @Test func `merging adds every number of two recordings`() throws {
    let one = try sampleRecording(seed: 1, isDistinct: false)
    var other = try sampleRecording(seed: 2, isDistinct: false)
    other.cutLines = 5
    other.skippedLines = 9
    var sum = one
    try sum.merge(other)
    #expect(sum.cutLines == 7 && sum.skippedLines == 13)
    #expect(sum.entries == one.entries + other.entries)
    for field in LineCounts.fields {
      #expect(
        sum.tally.lines[keyPath: field]
          == one.tally.lines[keyPath: field] + other.tally.lines[keyPath: field])
    }
    #expect(sum.tally.hits.counts == zip(one.tally.hits.counts, other.tally.hits.counts).map(+))
    #expect(sum.inputs.count == one.inputs.count + other.inputs.count)
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `a sum is complete if both parts are, and names users if one does`(
    first: Bool, second: Bool
  ) throws {
    var sum = try sampleRecording(seed: 1, isDistinct: false)
    var other = try sampleRecording(seed: 2, isDistinct: false)
    (sum.isComplete, other.isComplete) = (first, second)
    (sum.namesUsers, other.namesUsers) = (first, second)
    try sum.merge(other)
    #expect(sum.isComplete == (first && second))
    #expect(sum.namesUsers == (first || second))
  }
}
