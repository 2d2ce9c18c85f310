/// The limits of every signature that a recipe packs: which bits are never set, and the largest
/// number in each field.
///
/// A signature from a file is safe to unpack if it keeps these limits.
package struct SignatureLimits: Sendable {
  private let unused: Signature
  private let atoms: Signature
  private let length: Signature.Field
  private let fields: [Limited]

  /// A field and the range of its numbers, compared in place in the word, without a shift.
  private struct Limited {
    let name: String
    let field: Signature.Field
    let mask: UInt64
    let largest: UInt64
  }

  /// Prepares the limits of one recipe.
  package init(_ recipe: Recipe) {
    var used = Signature()
    var fields: [Limited] = []
    for fact in recipe.facts {
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
    if recipe.demand.wholeDecades, let field = recipe.field(of: .guessesBin) {
      // Whole decades have even numbers.
      used[field] = field.capacity & ~1
    }
    var atoms = Signature()
    atoms[recipe.atomField] = .max
    if let field = recipe.highAtomField { atoms[field] = .max }
    self.atoms = atoms
    length = recipe.lengthField
    unused = Signature(~used.w0, ~used.w1, ~used.w2)
    self.fields = fields
  }

  /// The first fault of a signature, in words; nil if the signature is valid.
  ///
  /// `needsAtoms` is false for the lower end of a range: its passwords may share no atom.
  @inline(__always)
  package func fault(in signature: Signature, needsAtoms: Bool = true) -> String? {
    if signature.w0 & unused.w0 | signature.w1 & unused.w1 | signature.w2 & unused.w2 != 0 {
      return "a bit that the recipe leaves unused"
    }
    // Only the empty password has no characters; its length is 0.
    let hasAtoms =
      signature.w0 & atoms.w0 | signature.w1 & atoms.w1 | signature.w2 & atoms.w2 != 0
    if hasAtoms != (signature[length] > 0), needsAtoms || hasAtoms {
      return hasAtoms ? "length 0" : "no kind of character"
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
