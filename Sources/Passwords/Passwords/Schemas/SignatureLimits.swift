/// The limits of every signature that a schema packs: which bits are never set, and the largest
/// number in each field.
///
/// A signature from a file is safe to unpack if it keeps these limits.
package struct SignatureLimits: Sendable {
  private let unused: Signature
  private let characterGroups: Signature
  private let length: Signature.Field
  private let fields: [Limited]

  /// A field and the range of its numbers, compared in place in the word, without a shift.
  private struct Limited {
    let name: String
    let field: Signature.Field
    let mask: UInt64
    let largest: UInt64
  }

  /// Prepares the limits of one schema.
  package init(_ schema: Schema) {
    var used = Signature()
    var fields: [Limited] = []
    for fact in schema.facts {
      guard let field = fact.field else { continue }
      used[field] = .max
      if fact.largest < field.capacity {
        let shift = UInt64(field.shift)
        fields.append(
          Limited(
            name: fact.name, field: field, mask: field.capacity << shift,
            largest: min(fact.largest, field.capacity) << shift))
      }
    }
    if schema.demand.wholeDecades, let field = schema.field(of: .guessesBin) {
      // Whole decades have even numbers.
      used[field] = field.capacity & ~1
    }
    var characterGroups = Signature()
    characterGroups[schema.characterGroupField] = .max
    if let field = schema.highCharacterGroupField { characterGroups[field] = .max }
    self.characterGroups = characterGroups
    length = schema.lengthField
    unused = Signature(~used.w0, ~used.w1, ~used.w2)
    self.fields = fields
  }

  /// The first fault of a signature, in words; nil if the signature is valid.
  ///
  /// `needsCharacterGroups` is false for the lower end of a range: its passwords may share no
  /// character group.
  @inline(__always)
  package func fault(in signature: Signature, needsCharacterGroups: Bool = true) -> String? {
    if signature.w0 & unused.w0 | signature.w1 & unused.w1 | signature.w2 & unused.w2 != 0 {
      return "a bit that the schema leaves unused"
    }
    // Only the empty password has no characters; its length is 0.
    let hasCharacterGroups =
      signature.w0 & characterGroups.w0 | signature.w1 & characterGroups.w1 | signature.w2
      & characterGroups.w2 != 0
    if hasCharacterGroups != (signature[length] > 0), needsCharacterGroups || hasCharacterGroups {
      return hasCharacterGroups ? "length 0" : "no kind of character"
    }
    let fields = fields.span
    for index in fields.indices {
      let field = fields[index]
      let word =
        field.field.word == 0 ? signature.w0 : field.field.word == 1 ? signature.w1 : signature.w2
      if word & field.mask > field.largest {
        return "\(field.name) \(signature[field.field])"
      }
    }
    return nil
  }
}
