// How a password becomes a text: UTF-16 units, their facts, and places without facts around them.

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
    var all: UInt32 = 0
    var place = 1
    for index in 0..<utf8.count {
      let byte = utf8[index]
      guard byte < 0x80 else { return nil }
      let character = asciiFacts[Int(byte)]
      units[place] = UInt16(byte)
      facts[place] = character
      all |= character
      place += 1
    }
    facts[place] = 0
    return Text(first: 1, count: utf8.count, facts: CharacterFacts(rawValue: all))
  }

  private func prepareUnicode(_ utf8: Span<UInt8>) -> (text: Text, isTruncated: Bool) {
    var text = Text(first: 1, count: 0, facts: [])
    var isTruncated = false
    UTF8Units.forEach(in: utf8) { unit in
      isTruncated = text.count == Self.longestText
      if !isTruncated { append(unit, to: &text) }
      return !isTruncated
    }
    facts[text.end] = 0
    return (text, isTruncated)
  }

  /// Makes a text of its own of some units of another.
  func copy(_ first: Int, count: Int, behind text: Text) -> Text {
    var copy = Text(first: text.end + 1, count: 0, facts: [])
    for place in first..<(first + count) { append(units[place], to: &copy) }
    facts[copy.end] = 0
    return copy
  }

  /// Adds a unit to the end of a text.
  func append(_ unit: UInt16, to text: inout Text) {
    let character =
      unit < 0x80 ? asciiFacts[Int(unit)] : CharacterFacts(beyondASCII: unit).rawValue
    units[text.end] = unit
    facts[text.end] = character
    text.facts.rawValue |= character & ~CharacterFacts.codeMask
    if unit == 0x0130 { text.isShifted = true }
    text.count += 1
  }
}
