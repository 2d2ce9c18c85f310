import Blocklists
import Passwords

/// Marks passwords that have to do with the names of their users, in the bits behind the lists'.
struct UserMarker: Sendable {
  private let field: Signature.Field
  private let bit: UInt64

  /// Prepares for a recipe with bits for ``UserNameRelation`` behind those of so many lists; nil for
  /// one without lists.
  init?(_ recipe: Recipe, behind lists: Int) {
    guard let field = recipe.listField else { return nil }
    self.field = field
    bit = UInt64(lists)
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
