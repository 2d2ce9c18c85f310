import Blocklists
@_spi(House) import Passwords

/// Marks passwords that relate to the names of their users, in the bits that a recipe has for
/// relations.
///
/// Grouping ignores these bits, since a password can have many users.
struct UserMarker: Sendable {
  private let field: Signature.Field
  private let whole: UInt64
  private let part: UInt64

  /// Makes a marker for the bits of a recipe; nil if it records no relation.
  init?(_ recipe: Recipe) {
    guard let field = recipe.listField, recipe.sources.recordsUserNames else { return nil }
    self.field = field
    whole = UInt64(recipe.sources.mask(of: .whole))
    part = UInt64(recipe.sources.mask(of: .part))
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
      let line = batch.line(index)
      let start = Int(line.start)
      let relations = UserNameRelations(
        of: Span(_bytes: text.extracting(start..<start &+ Int(line.byteCount))),
        to: Span(_bytes: source.extracting(user(index))))
      if relations.isEmpty { continue }
      let bits = (relations.contains(.whole) ? whole : 0) | (relations.contains(.part) ? part : 0)
      batch[signature: index][field] |= bits
    }
  }
}
