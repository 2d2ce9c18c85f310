@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// What a recording becomes in a coarser schema, field by field.
@Suite struct CoarseningTests {
  private let fine: Schema
  private var recording: Recording

  init() throws {
    var sources = FactSources()
    sources.lists = ["a", "b", "c"].map {
      ListSource(name: $0, comparison: "exact", digest: $0, valueCount: 9)
    }
    sources.scorer = ScorerSource(
      name: "zxcvbn", referenceYear: 2026, cuts: [1e3, 1e6, 1e8, 1e10], patternNames: ["one"])
    var demand = FactDemand()
    (demand.lists, demand.score, demand[.longestRun], demand.guessBudgets) = (
      3, true, 5, [100, 1e6]
    )
    fine = try Schema(for: demand, sources: sources)
    recording = Recording(tally: Tally(schema: fine))
    recording.spectrum = Spectrum(schema: fine)
    // Rows that differ in the score only, in the run only, and in a list only.
    for (score, run, lists, times) in [
      (1, 2, 0b001, 3), (2, 2, 0b001, 5), (1, 3, 0b010, 7), (1, 3, 0b110, 11), (4, 5, 0b100, 13),
    ] as [(Int, Int, UInt32, UInt64)] {
      let signature = Self.signature(fine, score: score, run: run, lists: lists)
      recording.tally.record(signature, times: times)
      recording.spectrum?.record(signature, occurrences: 2, passwords: times)
    }
    for (number, field) in LineCounts.kinds.map(\.field).enumerated() {
      recording.tally.lines[keyPath: field] = 20 + UInt64(number)
    }
    for list in 0..<3 {
      for band in 0..<ListHits.bandCount {
        recording.tally.hits.add(UInt64(list * 100 + band), list: list, band: UInt8(band))
      }
    }
    var shapes = ShapeCounts()
    PackedShape(of: Array("ab1".utf8).span).map { shapes.record($0, times: 4) }
    recording.tally.shapes = shapes
    recording.lists = ["a", "b", "c"].map { RecordedList(origins: [$0]) }
    recording.inputs = [RecordedInput(name: "a", container: "plain", bytes: 1, sha256: "a")]
    recording.directories = [RecordedDirectory(path: "a", label: "a")]
    recording.readings = ["line": "ends at LF"]
    recording.versions = ["0.3.0"]
    (recording.tally.lines.cut, recording.tally.lines.unheld) = (8, 9)
    (recording.isComplete, recording.namesUsers) = (false, true)
    recording.hasClampedOccurrences = true
    recording.strata = [RecordedStratum(accounts: 90, tally: recording.tally)]
  }

  private static func signature(
    _ schema: Schema, score: Int, run: Int, lists: UInt32
  ) -> Signature {
    var profile = Profile()
    (profile[.length], profile[.longestRun], profile.lists) = (8, run, lists)
    (profile[.score], profile[.guessesBin], profile[.budgetsTooSmall]) = (score, score * 10, 1)
    profile[.decisivePattern] = 0
    return schema.signature(of: profile)
  }

  @Test func `without scores, lines scored in part are not counted`() throws {
    var demand = FactDemand()
    demand[.longestRun] = 5
    let coarse = recording.coarsened(by: try Coarsening(of: fine, to: demand))
    #expect(coarse.tally.lines.scoredInPart == 0)
    for field in LineCounts.kinds.map(\.field) where field != \.scoredInPart {
      #expect(coarse.tally.lines[keyPath: field] == recording.tally.lines[keyPath: field])
    }
    demand.score = true
    let scored = recording.coarsened(by: try Coarsening(of: fine, to: demand))
    #expect(scored.tally.lines == recording.tally.lines)
    #expect(scored.tally.lines.scoredInPart > 0)
  }

  @Test(arguments: [[0, 1, 2], [2], [1], [0], [2, 0], [1, 2], []])
  func `the lists that are kept keep their facts, bits and hits`(kept: [Int]) throws {
    var demand = FactDemand()
    (demand.score, demand[.longestRun]) = (true, 5)
    let coarsening = try Coarsening(of: fine, to: demand, lists: kept)
    let coarse = recording.coarsened(by: coarsening)
    let names = ["a", "b", "c"]
    #expect(coarse.lists.map(\.origins) == kept.map { [names[$0]] })
    #expect(coarse.schema.sources.lists.map(\.name) == kept.map { names[$0] })
    for (place, list) in kept.enumerated() {
      for band in 0..<ListHits.bandCount {
        #expect(coarse.tally.hits[place, band] == UInt64(list * 100 + band))
      }
    }
    #expect(coarse.tally.hits.counts.count == kept.count * ListHits.bandCount)
    // Entries on each list, of the tally and of the spectrum.
    for (place, list) in kept.enumerated() {
      func entries(_ recording: Recording, _ bit: Int) -> [UInt64] {
        var (entries, passwords): (UInt64, UInt64) = (0, 0)
        recording.tally.forEach {
          if recording.schema.profile(of: $0).lists >> UInt32(bit) & 1 != 0 { entries += $1 }
        }
        for (group, count) in recording.spectrum?.passwords ?? [:]
        where recording.schema.profile(of: group.signature).lists >> UInt32(bit) & 1 != 0 {
          passwords += count
        }
        return [entries, passwords]
      }
      #expect(entries(coarse, place) == entries(recording, list))
      #expect(entries(coarse, place) == [[8, 8], [18, 18], [24, 24]][list])
    }
  }

  @Test func `a recording that names fewer lists than its schema keeps those`() throws {
    var demand = FactDemand()
    demand[.longestRun] = 5
    var short = recording
    short.lists = ["a", "b"].map { RecordedList(origins: [$0]) }
    let coarse = short.coarsened(by: try Coarsening(of: fine, to: demand, lists: [2, 1]))
    #expect(coarse.lists.map(\.origins) == [["b"]])
  }

  @Test func `the sum of two recordings says the least of both, and an exact one says one entry`()
    throws
  {
    func recording(_ folding: RecordedFolding?, rows: Int = 2) -> Recording {
      var recording = Recording(tally: Tally(schema: fine))
      for row in 0..<rows {
        recording.tally.record(Self.signature(fine, score: row, run: 2, lists: 0), times: 3)
        recording.tally.lines.count(.ascii, entries: 3 as UInt64)
      }
      recording.folding = folding
      return recording
    }
    let exact = recording(nil)
    let large = recording(RecordedFolding(least: 9, leastPasswords: 7, workload: "b a"))
    let other = recording(RecordedFolding(least: 5, leastPasswords: 8, workload: "c a"))
    // One row of three entries, whose passwords are not known.
    let small = recording(
      RecordedFolding(least: 9, leastPasswords: 7, workload: "d"), rows: 1)
    let cases: [(Recording, Recording, RecordedFolding?)] = [
      (exact, exact, nil),
      (large, large, RecordedFolding(least: 9, leastPasswords: 7, workload: "a b")),
      (large, other, RecordedFolding(least: 5, leastPasswords: 7, workload: "a b c")),
      (large, exact, RecordedFolding(least: 1, workload: "a b")),
      (large, small, RecordedFolding(least: 3, workload: "a b d")),
    ]
    for (one, two, expected) in cases {
      var sums = [one, two]
      try sums[0].merge(two)
      try sums[1].merge(one)
      #expect(sums.map(\.folding) == [expected, expected])
    }
  }

  @Test func `everything else stays, and equal rows add up`() throws {
    var demand = FactDemand()
    demand[.longestRun] = 5
    let coarsening = try Coarsening(of: fine, to: demand, lists: [])
    let coarse = recording.coarsened(by: coarsening)
    #expect(
      fieldsAlike(coarse, recording) == [
        "directories", "fingerprints", "folding", "hasClampedOccurrences", "inputs", "isComplete",
        "namesUsers", "progress", "readings", "versions",
      ])
    #expect(coarse.schema == coarsening.coarse && coarse.spectrum?.schema == coarsening.coarse)
    #expect(coarse.strata.map(\.tally) == [coarse.tally] && coarse.strata[0].accounts == 90)
    #expect(coarse.tally.shapes == recording.tally.shapes)
    // Three runs are left, of 8, 18 and 13 entries and passwords.
    var counts: [Int: UInt64] = [:]
    coarse.tally.forEach { counts[coarse.schema.profile(of: $0).longestRun, default: 0] += $1 }
    #expect(counts == [2: 8, 3: 18, 5: 13] && coarse.tally.signatureCount == 3)
    let groups = coarse.spectrum?.passwords.map { group, count in
      [UInt64(coarse.schema.profile(of: group.signature).longestRun), group.occurrences, count]
    }
    #expect(groups.map(Set.init) == [[2, 2, 8], [3, 2, 18], [5, 2, 13]])
  }
}
