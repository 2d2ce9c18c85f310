import Jobs
import Testing

@Suite struct OutcomeTests {
  /// A row for each rule, the first that fits decides; independent of the program's own code.
  private func expected(_ found: Set<Shortfall>) -> Outcome {
    let readInPart = found.contains(.readInPart)
    let isEmpty = found.contains(.nothingAudited)
    if readInPart, isEmpty, !found.contains(.endedOnPurpose) { return .impossible }
    if readInPart || isEmpty || found.contains(.malformedLines) { return .incomplete }
    if found.contains(.noSpectrum) || found.contains(.uncountedSpace) { return .incomplete }
    if found.contains(.forgottenFacts) || found.contains(.noShapes) { return .incomplete }
    return found.contains(.missedThreshold) || found.contains(.warned) ? .incomplete : .done
  }

  @Test func `every combination of shortfalls ends as written down`() throws {
    var counts: [Outcome: Int] = [:]
    let all = Shortfall.allCases
    for bits in 0..<1 << all.count {
      let shortfalls = Set(all.indices.filter { bits & 1 << $0 != 0 }.map { all[$0] })
      try #require(shortfalls.outcome == expected(shortfalls), "shortfalls \(shortfalls)")
      counts[shortfalls.outcome, default: 0] += 1
    }
    // Ended on purpose is no fault by itself; of the rest, 128 have both reasons for exit code 2 and
    // no excuse.
    #expect(counts == [.done: 2, .impossible: 128, .incomplete: 894])
  }
}
