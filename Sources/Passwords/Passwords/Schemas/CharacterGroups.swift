/// The coarsest partition of all code points in which each requested class is a union of parts.
///
/// Each part is an *character group*: code points that no policy distinguishes. The character
/// groups that occur in a password answer every question about its kinds of character.
///
///     let character groups = Atoms(separating: [.upper, .lower.union(.digit)])
///     character groups.mask(of: .upper)                       // one bit
///     character groups.mask(of: CodePointSet(ascii: [0x41]))  // nil: a character group would be
///     cut
package struct CharacterGroups: Hashable, Sendable {
  /// The character groups: disjoint, not empty, and together all code points.
  ///
  /// At most ``most``.
  package let sets: [CodePointSet]

  /// The most character groups: besides the 95 printable ASCII characters there are only the
  /// controls and five kinds.
  package static let most = 101

  /// Makes the coarsest partition; equal demands give equal character groups, since they are
  /// ordered by their first member.
  ///
  /// The six kinds of ``kinds`` and the kinds beyond ASCII are always distinguished.
  package init(separating classes: some Sequence<CodePointSet>) {
    var parts = [CodePointSet.unicode]
    let beyond = CodePointSet.Beyond.each.map { CodePointSet(beyond: $0) }
    for cut in Self.kinds + beyond + Array(classes) {
      for (index, part) in parts.enumerated() {
        let (inside, outside) = (part.intersection(cut), part.subtracting(cut))
        if inside.isEmpty || outside.isEmpty { continue }
        parts[index] = inside
        parts.append(outside)
      }
    }
    sets = parts.sorted { Self.firstMember($0) < Self.firstMember($1) }
  }

  /// The kinds of character that are always distinguished: lowercase, uppercase, digit, special and
  /// control, in this order.
  ///
  /// The sixth kind is characters beyond ASCII.
  package static let kinds: [CodePointSet] = [.lower, .upper, .digit, .special, .control]

  private static func firstMember(_ set: CodePointSet) -> Int {
    set.ascii != 0
      ? set.ascii.trailingZeroBitCount : 128 + set.beyond.rawValue.trailingZeroBitCount
  }

  /// The character groups that form a set, one bit each; nil if the set would split a character
  /// group.
  package func mask(of set: CodePointSet) -> UInt128? {
    var mask: UInt128 = 0
    for (index, characterGroup) in sets.enumerated() {
      let shared = characterGroup.intersection(set)
      if shared == characterGroup {
        mask |= 1 << UInt128(index)
      } else if !shared.isEmpty {
        return nil
      }
    }
    return mask
  }

  /// The character group that contains an ASCII byte, as one bit; 0 for bytes from 0x80 on.
  package func mask(ofASCII byte: UInt8) -> UInt128 {
    guard byte < 0x80 else { return 0 }
    return mask { $0.ascii & (1 << UInt128(byte)) != 0 }
  }

  /// The character group that contains a kind beyond ASCII, as one bit.
  package func mask(of kind: CodePointSet.Beyond) -> UInt128 {
    mask { !$0.beyond.isDisjoint(with: kind) }
  }

  private func mask(where holds: (CodePointSet) -> Bool) -> UInt128 {
    sets.firstIndex(where: holds).map { 1 << UInt128($0) } ?? 0
  }
}
