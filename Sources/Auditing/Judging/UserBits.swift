package import Blocklists
@_spi(House) import Passwords

/// The bits of signatures that record how a password relates to the name of its user: one for each
/// relation, after the bits of the blocklists.
///
/// All code that uses these bits asks this type.
package struct UserBits: Hashable, Sendable {
  /// The names of the bits in reports, in order.
  package static let names = ["user-name", "user-name-part"]

  /// The number of the first bit.
  package let first: Int

  /// Makes the bits that follow those of so many lists.
  package init(behind lists: Int) { first = lists }

  /// The bits of relations, as in `Profile.lists`.
  package func mask(of relation: UserNameRelation) -> UInt32 {
    UInt32(relation.rawValue) << UInt32(first)
  }
}

/// Marks passwords that relate to the names of their users.
struct UserMarker: Sendable {
  private let field: Signature.Field
  private let bit: UInt64

  /// Makes a marker for the bits of a recipe; nil if it has none.
  init?(_ bits: UserBits?, _ recipe: Recipe) {
    guard let bits, let field = recipe.listField else { return nil }
    self.field = field
    bit = UInt64(bits.first)
  }

  /// Marks lines of a batch.
  ///
  /// - Parameters:
  ///   - batch: Lines with their signatures.
  ///   - text: The text that the batch's offsets refer to.
  ///   - source: The source of users' names.
  ///   - user: The place in `source` of the user's name for a line of the batch.
  @inline(__always)
  func mark(
    _ batch: inout LineBatch, in text: RawSpan, by source: RawSpan, _ user: (Int) -> Range<Int>
  ) {
    for index in 0..<batch.count {
      let relation = UserNameRelation(
        of: Span(_bytes: batch.bytes(of: index, in: text)),
        to: Span(_bytes: source.extracting(user(index))))
      if relation.isEmpty { continue }
      batch[signature: index][field] |= UInt64(relation.rawValue) &<< bit
    }
  }
}
