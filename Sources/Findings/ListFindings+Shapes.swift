import Passwords
import Tallies

extension ListFindings {
  /// The most shapes, or masks, that are listed.
  private static let mostShapes = 100

  /// The commonest shapes, then all other entries.
  ///
  /// - Parameter entries: The number of all entries.
  /// - Returns: Nil if shapes were not counted, or were too many.
  package func commonestShapes(of entries: UInt64) -> Histogram? {
    guard let shapes, !shapes.isOver else { return nil }
    let best = shapes.commonest(Self.mostShapes, merging: \.ofCharacters)
    let told = best.reduce(0) { $0 &+ $1.count }
    let bins = best.map { ($0.shape.count == 0 ? "none" : $0.shape.text, $0.count) }
    return Histogram(.shape, total: entries, bins + [("other", entries &- told)])
  }

  /// The hashcat masks that find the most entries, in descending order; nil if shapes were not
  /// counted, or were too many.
  ///
  /// A mask has a position for each byte, so a character beyond ASCII takes several.
  package var masks: [String]? {
    guard let shapes, !shapes.isOver else { return nil }
    return shapes.commonest(Self.mostShapes) { $0.count == 0 ? nil : $0.ofBytes }.map(\.shape.mask)
  }
}
