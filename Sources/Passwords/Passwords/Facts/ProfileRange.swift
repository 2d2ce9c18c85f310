/// What the passwords of a folded row have in common, unpacked: for each fact the least and the
/// greatest number, and which atoms and lists all have, and any has.
package struct ProfileRange: Sendable {
  /// The least numbers, and the atoms and lists that all passwords have.
  package let low: Profile
  /// The greatest numbers, and the atoms and lists that any password has.
  package let high: Profile
  /// For each kind of which a character surely occurs: the atoms that it can be.
  private let occurring: [UInt128]

  /// Unpacks a range of a recipe's signatures; `kinds` are those of the recipe.
  @_spi(Internal) public init(_ range: SignatureRange, _ recipe: Recipe, _ kinds: CountedKinds) {
    low = recipe.profile(of: range.low)
    high = recipe.profile(of: range.high)
    var occurring: [UInt128] = []
    for kind in kinds.all where low.counts[kind.counter] >= 1 {
      occurring.append(high.atoms & kind.atoms)
    }
    self.occurring = occurring
  }

  /// Whether all passwords have a character of these atoms, and whether any has.
  ///
  /// If a character of a kind surely occurs, and all that it can be is of these atoms, one of them
  /// occurs, even if the passwords share none.
  package func occurrence(of atoms: UInt128) -> (surely: Bool, possibly: Bool) {
    if low.atoms & atoms != 0 { return (true, true) }
    if high.atoms & atoms == 0 { return (false, false) }
    for kind in occurring where kind != 0 && kind & ~atoms == 0 { return (true, true) }
    return (false, true)
  }
}

/// The kinds of character that a recipe counts: digits, capitals, small letters, specials, others.
package struct CountedKinds: Sendable {
  /// The number of a kind's counter in ``Profile/counts``, and its atoms.
  package let all: [(counter: Int, atoms: UInt128)]

  /// Finds the counters of a recipe's kinds; a kind that it does not count is left out.
  package init(_ recipe: Recipe) {
    all = CodePointSet.countedKinds.compactMap { kind in
      guard let counter = recipe.countedClasses.firstIndex(of: kind),
        let atoms = recipe.atoms.mask(of: kind)
      else { return nil }
      return (counter, atoms)
    }
  }
}
