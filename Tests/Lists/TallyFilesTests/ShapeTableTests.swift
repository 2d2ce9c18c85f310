@_spi(Internal) import Passwords
import Tallies
import TallyFiles
import TestSupport
import Testing

/// Shapes in tally files.
@Suite struct ShapeTableTests {
  /// A recording that counts shapes, or does not.
  private func recording(_ shapes: ShapeCounts?) throws -> Recording {
    var recording = try sampleRecording(seed: 3)
    recording.tally.shapes = shapes
    return recording
  }

  @Test func `shapes are read back, also those that were given up`() throws {
    let sample = try sampleRecording(seed: 3)
    #expect((sample.tally.shapes?.count ?? 0) > 100)
    for shapes in [sample.tally.shapes, ShapeCounts(), .over, nil] {
      let recording = try recording(shapes)
      let again = try read(try TallyFile.bytes(of: recording))
      #expect(again == recording)
      #expect(again.tally.shapes?.isOver == shapes?.isOver)
    }
  }

  @Test func `a file says that it holds shapes only if it does`() throws {
    for (shapes, isThere) in [(ShapeCounts(), true), (nil, false)] {
      let text = String(decoding: try TallyFile.bytes(of: try recording(shapes)), as: UTF8.self)
      #expect(text.contains("of what kind each character is") == isThere)
      #expect(text.contains("packed_shapes") == isThere)
    }
  }

  @Test func `the view has the shapes of the report`() throws {
    let recording = try sampleRecording(seed: 3)
    var expected: [String: UInt64] = [:]
    recording.tally.shapes?.forEach { expected[$0.text, default: 0] += $1 }
    let bytes = try TallyFile.bytes(of: recording)
    let rows = try query(bytes, "SELECT shape, entries FROM shapes")
    let found = rows.reduce(into: [:]) { $0[$1[0]] = UInt64($1[1]) }
    #expect(found == expected && found.keys.contains { $0.contains("o") })
  }

  @Test func `merging adds shapes, and refuses where one has none`() throws {
    var one = try sampleRecording(seed: 1, isDistinct: false)
    let two = try sampleRecording(seed: 2, isDistinct: false)
    var expected = try #require(one.tally.shapes)
    expected.merge(try #require(two.tally.shapes))
    var sum = one
    try sum.merge(two)
    #expect(sum.tally.shapes == expected)

    one.tally.shapes = .over
    sum = one
    try sum.merge(two)
    #expect(sum.tally.shapes?.isOver == true)
    one.tally.shapes = nil
    #expect(throws: MergeFault.unlike("it counts shapes")) { try one.merge(two) }
    var other = two
    #expect(throws: MergeFault.unlike("it counts no shapes")) { try other.merge(one) }
  }
}
