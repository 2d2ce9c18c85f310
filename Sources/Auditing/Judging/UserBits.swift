package import Blocklists
@_spi(House) import Passwords

/// Where signatures record what a password has to do with the name of its user: a bit for each
/// relation, behind the bits of the blocklists.
///
/// All that knows of these bits asks here.
package struct UserBits: Hashable, Sendable {
  /// What reports call the bits, in their order.
  package static let names = ["user-name", "user-name-part"]

  /// The number of the first one.
  package let first: Int

  /// Stands behind the bits of so many lists.
  package init(behind lists: Int) { first = lists }

  /// The bits of relations, as in `Profile.lists`.
  package func mask(of relation: UserNameRelation) -> UInt32 {
    UInt32(relation.rawValue) << UInt32(first)
  }
}

/// Marks passwords that have to do with the names of their users.
struct UserMarker: Sendable {
  private let field: Signature.Field
  private let bit: UInt64

  /// Prepares for the bits of a recipe; nil where it has none.
  init?(_ bits: UserBits?, _ recipe: Recipe) {
    guard let bits, let field = recipe.listField else { return nil }
    self.field = field
    bit = UInt64(bits.first)
  }

  /// Marks lines of a batch.
  ///
  /// - Parameters:
  ///   - batch: Lines with their signatures.
  ///   - text: What the batch's offsets refer to.
  ///   - source: What names the users.
  ///   - user: Where `source` names the user of a line of the batch.
  @inline(__always)
  func mark(
    _ batch: inout LineBatch, in text: RawSpan, by source: RawSpan, _ user: (Int) -> Range<Int>
  ) {
    for index in 0..<batch.count {
      let line = batch.line(index)
      let start = Int(line.start)
      let relation = UserNameRelation(
        of: Span(_bytes: text.extracting(start..<start &+ Int(line.byteCount))),
        to: Span(_bytes: source.extracting(user(index))))
      if relation.isEmpty { continue }
      batch[signature: index][field] |= UInt64(relation.rawValue) &<< bit
    }
  }
}
