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

  @Test(arguments: [0, 65_536, 65_537])
  func `texts of up to 64 KiB read back`(count: Int) throws {
    let text = String(repeating: "q", count: count)
    for place in 0..<3 {
      var recording = try sampleRecording(seed: 1)
      switch place {
      case 0: recording.inputs[0].name = text
      case 1: recording.inputs[0].problems[1] = text
      default: recording.readings["line"] = text
      }
      let bytes = try TallyFile.bytes(of: recording)
      if count > 65_536 {
        #expect(problem(bytes)?.code == "invalid-row")
      } else {
        #expect(try read(bytes) == recording)
      }
    }
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

  @Test func `what a recording says of itself reads back, in every combination`() throws {
    let sample = try sampleRecording(seed: 1)
    for bits in 0..<32 {
      func isSet(_ bit: Int) -> Bool { bits >> bit & 1 != 0 }
      var recording = sample
      (recording.isComplete, recording.namesUsers) = (isSet(0), isSet(1))
      recording.hasClampedOccurrences = isSet(2)
      if isSet(3) { recording.spectrum = nil }
      if isSet(4) { (recording.directories, recording.progress) = ([], nil) }
      recording.fingerprints =
        isSet(3) ? nil : FingerprintSeal(keyID: "k", records: UInt64(bits), checksum: "c")
      #expect(try read(try TallyFile.bytes(of: recording)) == recording, "\(bits)")
    }
  }

  /// Each number that a tally may hold, but for kinds of line.
  private static let numbers: [@Sendable (inout Recording, UInt64) -> Void] = [
    { $0.tally.hits.add($1, list: 1, band: 3) },
    { $0.spectrum?.record(Signature(1), occurrences: $1) },
    { $0.spectrum?.record(Signature(1), occurrences: 1, passwords: $1) },
    { $0.strata[0].accounts = $1 }, { $0.strata[0].joined = $1 },
    { $0.strata[0].counts = [RecordedStratum.Count("shared", "1", $1)] },
  ]

  @Test func `numbers up to 2⁶³ − 1 are written, and no greater ones`() throws {
    var empty = Recording(tally: Tally(schema: try fullSchema()))
    empty.spectrum = Spectrum(schema: empty.schema)
    empty.strata = [RecordedStratum(accounts: 1, tally: empty.tally)]
    for isTooMuch in [false, true] {
      let most = Recording.largestCount + (isTooMuch ? 1 : 0)
      var recordings = LineCounts.kinds.map { kind in
        var recording = empty
        recording.tally.lines[keyPath: kind.field] = most
        return recording
      }
      for set in Self.numbers {
        recordings.append(empty)
        set(&recordings[recordings.count - 1], most)
      }
      for (number, recording) in recordings.enumerated() {
        let code = thrownCode { _ = try TallyFile.bytes(of: recording) }
        #expect(code == (isTooMuch ? "many-for-tally" : nil), "number \(number)")
      }
    }
    // All kinds of line add up to no more, either.
    empty.tally.lines.empty = Recording.largestCount - 1
    for (cut, isTooMuch) in [(1, false), (2, true)] as [(UInt64, Bool)] {
      empty.tally.lines.cut = cut
      #expect((thrownCode { _ = try TallyFile.bytes(of: empty) } != nil) == isTooMuch)
    }
  }

  @Test func `counts of 2⁶³ are refused with the place`() throws {
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
