/// What the passwords of a folded row have in common, unpacked: for each fact the least and the
/// greatest number, and which character groups and lists all have, and any has.
package struct ProfileRange: Sendable {
  /// The least numbers, and the character groups and lists that all passwords have.
  package let low: Profile
  /// The greatest numbers, and the character groups and lists that any password has.
  package let high: Profile
  /// For each kind of which a character surely occurs: the character groups that it can be.
  private let occurring: [UInt128]

  /// Unpacks a range of a schema's signatures; `kinds` are those of the schema.
  @_spi(Internal) public init(_ range: SignatureRange, _ schema: Schema, _ kinds: CountedKinds) {
    low = schema.profile(of: range.low)
    high = schema.profile(of: range.high)
    var occurring: [UInt128] = []
    for kind in kinds.all where low.counts[kind.counter] >= 1 {
      occurring.append(high.characterGroups & kind.characterGroups)
    }
    self.occurring = occurring
  }

  /// Whether all passwords have a character of these character groups, and whether any has.
  ///
  /// If a character of a kind surely occurs, and all that it can be is of these character groups,
  /// one of them occurs, even if the passwords share none.
  package func occurrence(of characterGroups: UInt128) -> (surely: Bool, possibly: Bool) {
    if low.characterGroups & characterGroups != 0 { return (true, true) }
    if high.characterGroups & characterGroups == 0 { return (false, false) }
    for kind in occurring where kind != 0 && kind & ~characterGroups == 0 { return (true, true) }
    return (false, true)
  }
}

/// The kinds of character that a schema counts: digits, capitals, small letters, specials, others.
package struct CountedKinds: Sendable {
  /// The number of a kind's counter in ``Profile/counts``, and its character groups.
  package let all: [(counter: Int, characterGroups: UInt128)]

  /// Finds the counters of a schema's kinds; a kind that it does not count is left out.
  package init(_ schema: Schema) {
    all = CodePointSet.countedKinds.compactMap { kind in
      guard let counter = schema.countedClasses.firstIndex(of: kind),
        let characterGroups = schema.characterGroups.mask(of: kind)
      else { return nil }
      return (counter, characterGroups)
    }
  }
}
