import PasswordPolicies
import Passwords
import Tallies

extension ListFindings {
  /// The most shapes, or masks, that are listed.
  private static let mostShapes = 100

  /// The commonest shapes that may be listed, with their entries; nil if shapes were not counted, or
  /// were too many.
  package func commonestShapes(_ listing: ShapeListing) -> [(String, UInt64)]? {
    guard let shapes, !shapes.isOver else { return nil }
    return shapes.best(Self.mostShapes, ofAtLeast: listing.least, merging: \.ofCharacters).map {
      ($0.shape.count == 0 ? "none" : $0.shape.text, $0.count)
    }
  }

  /// The best hashcat masks, in the order that `listing` states; nil if shapes were not counted, or
  /// were too many.
  ///
  /// A mask has a position for each byte, so a character beyond ASCII takes several. With
  /// `permitted` only these shapes have masks.
  func masks(_ listing: ShapeListing, of permitted: PermittedShapes?) -> [String]? {
    guard let shapes, !shapes.isOver else { return nil }
    return shapes.best(Self.mostShapes, ofAtLeast: listing.least) { shape in
      guard shape.count > 0, permitted?.contains(shape) ?? true else { return nil }
      return shape.ofBytes
    } by: { shape, count in
      listing.order == .count ? Double(count) : Double(count) / shape.keyspace
    }.map(\.shape.mask)
  }
}

extension Findings {
  /// The best hashcat masks as the listing asks for them; nil if shapes were not counted, or were
  /// too many.
  ///
  /// - Complexity: O(shapes × distinct policies).
  package var masks: [String]? {
    list.masks(
      shapeListing,
      of: shapeListing.isOfPolicies ? PermittedShapes(judgements.lazy.map(\.policy)) : nil)
  }
}

/// Which shapes of passwords a report lists, and in which order their masks stand.
package struct ShapeListing: Hashable, Sendable {
  /// The fewest entries of a shape that is listed.
  ///
  /// A rare shape may belong to one person, so by default shapes of fewer than 20 passwords are
  /// counted as others.
  package var least: UInt64 = usualLeast
  /// The order of the masks.
  package var order = Order.count
  /// Whether masks whose every password all policies refuse are left out.
  ///
  /// Meant where the user named policies: without any, masks are of the whole list.
  package var isOfPolicies = false

  /// The fewest entries by default.
  package static let usualLeast: UInt64 = 20

  /// An order of masks.
  package enum Order: String, Hashable, Sendable, CaseIterable {
    /// By the entries that a mask finds.
    case count
    /// By these entries ÷ the number of passwords that the mask tries.
    case yield
  }

  /// The usual listing.
  package init() {}
}
