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
