import CSQLite
import Foundation
@_spi(House) import Passwords
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

  private func readBack(_ recording: Recording) throws -> Recording {
    let bytes = try TallyFile.bytes(of: recording)
    return try TallyFile.recording(in: bytes.span, name: "x")
  }

  @Test func `shapes are read back, also those that were given up`() throws {
    let sample = try sampleRecording(seed: 3)
    #expect((sample.tally.shapes?.count ?? 0) > 100)
    for shapes in [sample.tally.shapes, ShapeCounts(), .over, nil] {
      let recording = try recording(shapes)
      let again = try readBack(recording)
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
    var expected: [String: Int64] = [:]
    recording.tally.shapes?.forEach { expected[$0.text, default: 0] += Int64($1) }
    let directory = try TemporaryDirectory()
    let path = try directory.file("x.tally", try TallyFile.bytes(of: recording))
    var (database, statement): (OpaquePointer?, OpaquePointer?) = (nil, nil)
    // SAFETY: opened and closed here; texts live for the calls and are copied before the next.
    #expect(unsafe sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
    defer { unsafe sqlite3_close(database) }
    let sql = "SELECT shape, entries FROM shapes"
    #expect(unsafe sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK)
    defer { unsafe sqlite3_finalize(statement) }
    var found: [String: Int64] = [:]
    while unsafe sqlite3_step(statement) == SQLITE_ROW {
      let text = unsafe sqlite3_column_text(statement, 0).map { unsafe String(cString: $0) }
      found[text ?? "NULL"] = unsafe sqlite3_column_int64(statement, 1)
    }
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
