import Diagnostics
import Foundation
@_spi(Internal) import Passwords
import Tallies
import TallyFiles
import TestSupport
import Testing

@Suite struct TallyFileTests {
  @Test(.firstFailureOnly, arguments: 1...4 as ClosedRange<UInt64>)
  func `a recording reads back from its file`(seed: UInt64) throws {
    let recording = try sampleRecording(seed: seed, isDistinct: seed.isMultiple(of: 2))
    let bare = RecordedInput(name: "", container: "", bytes: 0, sha256: "")
    let first = try #require(recording.inputs.first)
    #expect(fieldsAlike(first, bare) == [], "give every field a value in the sample")
    let bytes = try TallyFile.bytes(of: recording)
    let isTally = TallyFile.isTally(bytes.span)
    #expect(isTally)
    #expect(try read(bytes) == recording, "seed \(seed)")
  }

  @Test(arguments: [0, 1, 20_000])
  func `a tally of any size reads back`(passwords: Int) throws {
    var recording = try sampleRecording(seed: 1, passwords: passwords, isDistinct: false)
    if passwords == 0 { recording.tally = Tally(schema: recording.schema) }
    #expect(try read(try TallyFile.bytes(of: recording)) == recording)
  }

  @Test(arguments: [
    FactDemand(), .full(strength: .none), .full(strength: .meter, lists: 3),
    .full(strength: .zxcvbn, guessBudgets: [1, 2, 3], lists: 32),
  ])
  func `a tally of any schema reads back`(demand: FactDemand) throws {
    let recording = try sampleRecording(seed: 2, schema: try Schema(for: demand))
    #expect(try read(try TallyFile.bytes(of: recording)) == recording)
  }

  @Test func `the same tally makes the same bytes in any order of counting`() throws {
    let recording = try sampleRecording(seed: 3)
    var rows: [(Signature, UInt64)] = []
    recording.tally.forEach { rows.append(($0, $1)) }
    var other = recording
    other.tally = Tally(schema: recording.schema)
    other.tally.lines = recording.tally.lines
    other.tally.hits = recording.tally.hits
    for (signature, count) in rows.reversed() {
      for _ in 0..<count { other.tally.record(signature) }
    }
    var shapes: [(PackedShape, UInt64)] = []
    recording.tally.shapes?.forEach { shapes.append(($0, $1)) }
    other.tally.shapes = shapes.reversed().reduce(into: ShapeCounts()) { sum, shape in
      sum.record(shape.0, times: shape.1)
    }
    #expect(try TallyFile.bytes(of: other) == TallyFile.bytes(of: recording))
  }

  @Test(.firstFailureOnly, arguments: few(1, of: Array(1...4 as ClosedRange<UInt64>)))
  func `parts in any grouping, merged through files, are the whole`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let parts = try (0..<5).map {
      try sampleRecording(
        seed: seed * 10 + UInt64($0), passwords: Int.random(in: 0...300, using: &generator),
        isDistinct: false)
    }
    func merged(_ parts: [Recording]) throws -> Recording {
      var whole = Recording(tally: Tally(schema: try fullSchema()))
      for part in parts { try whole.merge(try read(try TallyFile.bytes(of: part))) }
      return whole
    }
    let whole = try merged(parts)
    #expect(whole.entries == parts.reduce(0) { $0 + $1.entries })
    for _ in 0..<4 {
      let shuffled = parts.shuffled(using: &generator)
      let cut = Int.random(in: 0...5, using: &generator)
      let grouped = try merged([
        try merged(Array(shuffled[..<cut])), try merged(Array(shuffled[cut...])),
      ])
      #expect(grouped == whole, "seed \(seed)")
      #expect(try TallyFile.bytes(of: grouped) == TallyFile.bytes(of: whole), "seed \(seed)")
    }
  }

  @Test func `counts of 2⁶³ are not written`() throws {
    var recording = try sampleRecording(seed: 1)
    recording.tally.lines.cut = 1 << 63
    #expect {
      try TallyFile.bytes(of: recording, name: "x.tally")
    } throws: { error in
      (error as? Problem)?.message == """
        x.tally: error: lines (cut): 2⁶³ or more; expected counts below 2⁶³
          Check with --layout which part of a line is the count.
        """
    }
  }
}
