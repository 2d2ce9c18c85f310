import Passwords
import Tallies
import TestSupport
import Testing

@Suite struct RecordingMergeTests {
  @Test func `merging changes every field but those that both must have alike`() throws {
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
    // How folded recordings add up is in FoldedFileTests, how strata do in StratumTests, and the
    // sums of all others in RecordingTests.
    let unused = ["folding", "hasClampedOccurrences", "progress", "spectrum", "strata"]
    #expect(fieldsAlike(one, Recording(tally: Tally(schema: one.schema))) == unused)
    var sum = one
    try sum.merge(other)
    #expect(
      fieldsAlike(sum, one)
        == (unused + ["isComplete", "lists", "namesUsers", "readings"]).sorted())
    #expect(
      fieldsAlike(sum, other)
        == (unused + ["lists", "namesUsers", "readings", "versions"]).sorted())
  }
}
