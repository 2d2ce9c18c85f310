import Passwords
import Tallies
import TestSupport
import Testing

@Suite struct RecordingMergeTests {
  @Test func `merging adds every number of two recordings`() throws {
    var one = try sampleRecording(seed: 1, isDistinct: false)
    var other = try sampleRecording(seed: 2, isDistinct: false)
    one.fingerprints = FingerprintSeal(keyID: "key", records: 9, checksum: "one")
    other.fingerprints = FingerprintSeal(keyID: "key", records: 8, checksum: "other")
    other.tally.lines.cut = 5
    other.tally.lines.unheld = 9
    other.isComplete = true
    other.directories = [
      RecordedDirectory(path: "a", label: "a"), RecordedDirectory(path: "b", label: "b"),
    ]
    other.versions = ["0.2.0", "0.3.0", "0.4.0"]
    // A field that is added later is in none of these lists; add it here with the way it merges.
    #expect(
      fields(of: one).keys.sorted() == [
        "directories", "fingerprints", "folding", "hasClampedOccurrences", "inputs", "isComplete",
        "lists", "namesUsers", "progress", "readings", "spectrum", "strata",
        "tally", "versions",
      ])
    // Clamped occurrences are those of a spectrum, and what has one or is unfinished is refused.
    // How folded recordings add up is in FoldedFileTests, how strata do in StratumTests.
    let unused = ["folding", "hasClampedOccurrences", "progress", "spectrum", "strata"]
    #expect(fieldsAlike(one, Recording(tally: Tally(recipe: one.recipe))) == unused)
    var sum = one
    try sum.merge(other)
    #expect(
      fieldsAlike(sum, one)
        == (unused + ["isComplete", "lists", "namesUsers", "readings"]).sorted())
    #expect(
      fieldsAlike(sum, other)
        == (unused + ["lists", "namesUsers", "readings", "versions"]).sorted())
    #expect(sum.fingerprints == nil, "no file has the fingerprints of both")
    #expect(sum.directories.map(\.path) == ["a", "a/日\n", "b"])
    #expect(sum.versions == ["0.2.0", "0.3.0", "0.4.0"])
    #expect(
      sum.readings == ["encoding": "utf-8", "line": "ends at LF"] && sum.lists == one.lists)
    #expect(sum.inputs == (one.inputs + other.inputs).sorted())
    #expect(sum.tally.lines.cut == 7 && sum.tally.lines.unheld == 13)
    #expect(sum.entries == one.entries + other.entries)
    for field in LineCounts.kinds.map(\.field) {
      #expect(
        sum.tally.lines[keyPath: field]
          == one.tally.lines[keyPath: field] + other.tally.lines[keyPath: field])
    }
    #expect(sum.tally.hits.counts == zip(one.tally.hits.counts, other.tally.hits.counts).map(+))
  }

  @Test(arguments: [
    ["encoding": "utf-16", "line": "ends at LF"], ["encoding": "utf-8"],
    ["encoding": "utf-8", "line": "ends at LF", "other": "x"],
  ])
  func `recordings that differ in a reading are refused`(readings: [String: String]) throws {
    let one = try sampleRecording(seed: 1, isDistinct: false)
    var other = try sampleRecording(seed: 2, isDistinct: false)
    other.readings = readings
    for (first, second) in [(one, other), (other, one)] {
      var sum = first
      #expect(throws: MergeFault.self) { try sum.merge(second) }
      #expect(sum == first, "nothing was added")
    }
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
