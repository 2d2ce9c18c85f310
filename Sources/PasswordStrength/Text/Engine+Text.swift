// How a password becomes a text: its characters, and places without facts around them.

extension Engine {
  /// Puts a password into the scratch.
  ///
  /// - Parameter utf8: Its bytes; each maximal ill-formed part counts as U+FFFD.
  /// - Returns: Its first 512 UTF-16 units, and whether there were more.
  @inline(__always)
  func prepare(_ utf8: Span<UInt8>) -> (text: Text, isTruncated: Bool) {
    prepareASCII(utf8).map { ($0, false) } ?? prepareUnicode(utf8)
  }

  /// The usual case: few bytes, all below 0x80.
  @inline(__always)
  private func prepareASCII(_ utf8: Span<UInt8>) -> Text? {
    guard utf8.count <= Self.longestText else { return nil }
    let characters = characters
    let asciiFacts = asciiFacts
    var any: UInt64 = 0
    var all: UInt64 = .max
    for index in 0..<utf8.count {
      let byte = utf8[index]
      guard byte < 0x80 else { return nil }
      // SAFETY: the byte is below 128, the facts are 128; the index is below 512, and the scratch
      // is several times as long.
      let character = unsafe asciiFacts[unchecked: Int(byte)]
      unsafe characters[unchecked: 1 + index] = character
      any |= character.rawValue
      all &= character.rawValue
    }
    characters[1 + utf8.count] = []
    return Text(
      first: 1, count: utf8.count, facts: CharacterFacts(rawValue: any),
      sharedFacts: CharacterFacts(rawValue: all))
  }

  private func prepareUnicode(_ utf8: Span<UInt8>) -> (text: Text, isTruncated: Bool) {
    var text = Text(first: 1, count: 0, facts: [])
    var isTruncated = false
    UTF8Units.forEach(in: utf8) { unit in
      isTruncated = text.count == Self.longestText
      if !isTruncated { append(unit, to: &text) }
      return !isTruncated
    }
    characters[text.end] = []
    return (text, isTruncated)
  }

  /// Makes a text of its own of some characters of another.
  func copy(_ first: Int, count: Int, behind text: Text) -> Text {
    var copy = Text(first: text.end + 1, count: 0, facts: [])
    for place in first..<(first + count) { append(characters[place].unit, to: &copy) }
    characters[copy.end] = []
    return copy
  }

  /// Adds a unit to the end of a text.
  func append(_ unit: UInt16, to text: inout Text) {
    let character =
      unit < 0x80 ? asciiFacts[Int(unit)] : CharacterFacts(beyondASCII: unit, codeOfK: codeOfK)
    characters[text.end] = character
    text.facts.formUnion(character)
    text.sharedFacts.formIntersection(character)
    if character.isDottedI { text.isShifted = true }
    text.count += 1
  }
}
