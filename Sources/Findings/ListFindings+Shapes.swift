import Passwords
import Tallies

extension ListFindings {
  /// Shapes, and masks, that are told one by one.
  private static let mostShapes = 100

  /// The commonest shapes, then all other entries.
  ///
  /// - Parameter entries: All entries.
  /// - Returns: Nil where shapes were not counted, or were too many.
  package func commonestShapes(of entries: UInt64) -> Histogram? {
    guard let shapes, !shapes.isOver else { return nil }
    let best = shapes.commonest(Self.mostShapes, merging: \.ofCharacters)
    let told = best.reduce(0) { $0 &+ $1.count }
    let bins = best.map { ($0.shape.count == 0 ? "none" : $0.shape.text, $0.count) }
    return Histogram(.shape, total: entries, bins + [("other", entries &- told)])
  }

  /// The masks of hashcat that find the most entries, the best first; nil where shapes were not counted,
  /// or were too many.
  ///
  /// A mask has a place for each byte, so that characters beyond ASCII take several.
  package var masks: [String]? {
    guard let shapes, !shapes.isOver else { return nil }
    return shapes.commonest(Self.mostShapes) { $0.count == 0 ? nil : $0.ofBytes }.map(\.shape.mask)
  }
}
