@_spi(House) import Passwords
import Tallies

extension TallyFile {
  /// The rows of the table of shapes, in order.
  static func sortedShapes(of shapes: ShapeCounts) -> [(words: Signature, count: UInt64)] {
    var rows: [(words: Signature, count: UInt64)] = []
    rows.reserveCapacity(shapes.count)
    shapes.forEach { rows.append(($0.words, $1)) }
    rows.sort { $0.words.words < $1.words.words }
    return rows
  }

  /// Reads the shapes; if there are more than the limit, the table has no rows.
  ///
  /// - Throws: ``TallyFileProblem/Kind`` if a row is not a shape, or the shapes have more entries
  ///   than the tally.
  static func readShapes(
    of database: borrowing Database, into tally: inout Tally, _ hash: inout ContentHash
  ) throws(TallyFileProblem.Kind) {
    guard var shapes = tally.shapes else { return }
    tally.shapes = nil
    _ = try readCounts(
      of: database, Schema.shapes, atMost: tally.lines.entries, named: "entries by shape", &hash
    ) { words, count in
      guard let shape = PackedShape(words: words) else { return "no shape" }
      if shapes.isOver || shapes.count >= ShapeCounts.limit { return "a shape too many" }
      shapes.record(shape, times: count)
      return nil
    }
    tally.shapes = shapes
  }
}

extension ShapeCounts {
  /// The value in `meta` for these counts.
  var metaText: String { isOver ? Self.overText : "yes" }

  /// The value in `meta` for too many shapes.
  static let overText = "too many"
}
