/// What the passwords of a row have in common: for each fact the least and the greatest number that
/// one of them has, and of the character groups and lists those that all have, and those that any
/// has.
///
/// A folded tally has such rows. Only the schema that packed the signatures can unpack or join
/// them.
@_spi(Internal) public struct SignatureRange: Hashable, Sendable {
  /// The least of each number, and the character groups and lists that all passwords have.
  public var low: Signature
  /// The greatest of each number, and the character groups and lists that any password has.
  public var high: Signature

  /// Makes a range of two signatures.
  public init(low: Signature, high: Signature) {
    self.low = low
    self.high = high
  }

  /// Makes the range of passwords that have all facts in common.
  public init(_ signature: Signature) { self.init(low: signature, high: signature) }

  /// Whether all facts are known: every password has the same.
  public var isExact: Bool { low == high }
}

extension SignatureRange: Comparable {
  /// The order of rows in files: by the words of the lower end, then by those of the upper one.
  public static func < (a: SignatureRange, b: SignatureRange) -> Bool {
    a.low == b.low
      ? (a.high.w0, a.high.w1, a.high.w2) < (b.high.w0, b.high.w1, b.high.w2)
      : (a.low.w0, a.low.w1, a.low.w2) < (b.low.w0, b.low.w1, b.low.w2)
  }
}

/// Joins and checks ranges of one schema's signatures.
///
///     let ranges = SignatureRanges(schema)
///     ranges.union(SignatureRange(one), SignatureRange(other))
package struct SignatureRanges: Sendable {
  /// The bits that are present or absent: character groups, lists, and numbers of one bit.
  private var flags = Signature()
  /// The places of all other numbers.
  private var fields: [Signature.Field] = []
  private let length: Signature.Field
  private let limits: SignatureLimits

  /// Prepares the places of a schema.
  package init(_ schema: Schema) {
    for fact in schema.facts {
      guard let field = fact.field else { continue }
      if field.width == 1 { flags[field] = 1 } else { fields.append(field) }
    }
    length = schema.lengthField
    limits = SignatureLimits(schema)
  }

  /// The range of the passwords of two rows together.
  package func union(_ a: SignatureRange, _ b: SignatureRange) -> SignatureRange {
    if a == b { return a }
    var low = Signature(
      a.low.w0 & b.low.w0 & flags.w0, a.low.w1 & b.low.w1 & flags.w1,
      a.low.w2 & b.low.w2 & flags.w2)
    var high = Signature(
      (a.high.w0 | b.high.w0) & flags.w0, (a.high.w1 | b.high.w1) & flags.w1,
      (a.high.w2 | b.high.w2) & flags.w2)
    for field in fields {
      low[field] = min(a.low[field], b.low[field])
      high[field] = max(a.high[field], b.high[field])
    }
    return SignatureRange(low: low, high: high)
  }

  /// The first fault of a range from a file, in words; nil if it is valid.
  package func fault(in range: SignatureRange) -> String? {
    // The passwords of a row may share no character group, so only the upper end must have some.
    if let fault = limits.fault(in: range.low, needsCharacterGroups: false)
      ?? limits.fault(in: range.high)
    {
      return fault
    }
    let (low, high) = (range.low, range.high)
    let isWithin =
      (low.w0 & ~high.w0 & flags.w0) | (low.w1 & ~high.w1 & flags.w1)
      | (low.w2 & ~high.w2 & flags.w2) == 0
    if !isWithin || fields.contains(where: { low[$0] > high[$0] }) {
      return "a lower end above the upper one"
    }
    return nil
  }
}
