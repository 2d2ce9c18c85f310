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

  /// Reads the shapes; shapes over the limit have no rows.
  ///
  /// - Throws: ``TallyFileProblem/Kind`` if a row is not a shape, or the shapes have more entries
  ///   than the tally.
  static func readShapes(
    of database: borrowing Database, into tally: inout Tally, _ hash: inout ContentHash
  ) throws(TallyFileProblem.Kind) {
    guard var shapes = tally.shapes else { return }
    tally.shapes = nil
    let rows = try database.prepare(Schema.shapes.selection)
    var (row, sum, last) = (0, 0 as UInt64, Signature())
    func fault(_ found: String) -> TallyFileProblem.Kind {
      .row(table: Schema.shapes.name, row: row, found: found)
    }
    while try rows.step() {
      row += 1
      guard let words = rows.signature, let number = rows.integer(3) else {
        throw fault("no number")
      }
      guard number > 0 else { throw fault("\(number) entries") }
      guard row == 1 || last.words < words.words else { throw fault("out of order, or double") }
      guard let shape = PackedShape(words: words) else { throw fault("no shape") }
      if shapes.isOver || row > ShapeCounts.limit { throw fault("a shape too many") }
      let count = UInt64(number)
      sum &+= count
      // Both are below 2⁶³, so the sum has not wrapped.
      guard sum <= tally.lines.entries else { throw .total("entries by shape") }
      hash.add(words)
      hash.add(count)
      shapes.record(shape, times: count)
      last = words
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
