import Passwords
import Tallies

extension ListFindings {
  /// The most shapes, or masks, that are listed.
  private static let mostShapes = 100

  /// The commonest shapes, then all other entries.
  ///
  /// - Parameters:
  ///   - entries: The number of all entries.
  ///   - listing: The shapes that may be listed.
  /// - Returns: Nil if shapes were not counted, or were too many.
  package func commonestShapes(of entries: UInt64, _ listing: ShapeListing) -> Histogram? {
    guard let shapes, !shapes.isOver else { return nil }
    let best = shapes.best(
      Self.mostShapes, ofAtLeast: listing.least, merging: \.ofCharacters)
    let told = best.reduce(0) { $0 &+ $1.count }
    let bins = best.map { ($0.shape.count == 0 ? "none" : $0.shape.text, $0.count) }
    return Histogram(.shape, total: entries, bins + [("other", entries &- told)])
  }

  /// The best hashcat masks, in the order that `listing` states; nil if shapes were not counted, or
  /// were too many.
  ///
  /// A mask has a position for each byte, so a character beyond ASCII takes several.
  package func masks(_ listing: ShapeListing) -> [String]? {
    guard let shapes, !shapes.isOver else { return nil }
    return shapes.best(Self.mostShapes, ofAtLeast: listing.least) {
      $0.count == 0 ? nil : $0.ofBytes
    } by: { shape, count in
      listing.order == .count ? Double(count) : Double(count) / shape.keyspace
    }.map(\.shape.mask)
  }
}
