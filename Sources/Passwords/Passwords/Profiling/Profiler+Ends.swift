extension Profiler {
  /// Adds the character groups of the first and the last character, numbered from 1; 0 for an empty
  /// line.
  ///
  /// - Complexity: O(bytes) beyond ASCII: an ill-formed part shows its beginning only to who reads
  ///   forwards.
  func addEnds(to profile: inout Profile, _ line: Span<UInt8>) {
    var (first, last, position) = (0, 0, 0)
    if let end = line.indices.last, !line.indices.contains(where: { line[$0] >= 0x80 }) {
      (first, last) = (number(ofASCII: line[0]), number(ofASCII: line[end]))
      position = line.count
    }
    while position < line.count {
      last = number(of: Character32.read(line, at: &position))
      if first == 0 { first = last }
    }
    profile[.firstCharacter] = first
    profile[.lastCharacter] = last
  }

  private func number(ofASCII byte: UInt8) -> Int {
    characterGroups[Int(byte)].trailingZeroBitCount + 1
  }

  private func number(of character: Character32) -> Int {
    let scalar = character.scalar
    if scalar.isASCII { return number(ofASCII: UInt8(truncatingIfNeeded: scalar.value)) }
    let kind = character.isWellFormed ? CodePointSet.Beyond(of: scalar) : .illFormed
    return characterGroupsBeyond[kind.rawValue.trailingZeroBitCount].trailingZeroBitCount + 1
  }
}
