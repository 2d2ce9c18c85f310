extension Profiler {
  /// The number of different characters of a line; an ill-formed part is one character, equal to
  /// another of the same bytes.
  ///
  /// - Complexity: O(bytes), and a sort of the characters beyond ASCII, for which it allocates.
  static func uniqueCharacters(in line: Span<UInt8>) -> Int {
    var ascii: UInt128 = 0
    var others: [UInt32] = []
    var position = 0
    while position < line.count {
      let start = position
      let character = Character32.read(line, at: &position)
      if character.scalar.isASCII {
        ascii |= 1 << UInt128(character.scalar.value)
      } else if character.isWellFormed {
        others.append(character.scalar.value)
      } else {
        // At most three bytes, none of them 0; no scalar has such a number.
        others.append((start..<position).reduce(0) { $0 << 8 | UInt32(line[$1]) } | 1 << 31)
      }
    }
    if others.count > 1 { others.sort() }
    return ascii.nonzeroBitCount + others.indices.count { $0 == 0 || others[$0] != others[$0 - 1] }
  }
}
