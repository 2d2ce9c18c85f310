// Converts a password into a text: its characters, between places without facts.

extension Engine {
  /// Writes a password into the scratch.
  ///
  /// - Parameter utf8: Its bytes; each maximal ill-formed part counts as U+FFFD.
  /// - Returns: Its first 512 UTF-16 units, and whether there were more.
  @inline(__always)
  func prepare(_ utf8: Span<UInt8>) -> (text: Text, isTruncated: Bool) {
    guard utf8.count <= Self.longestText, let text = prepareASCII(utf8, at: Self.singleText) else {
      return prepareUnicode(utf8)
    }
    return (text, false)
  }

  /// Writes a usual password into a slot: 1 to 64 bytes, all ASCII.
  ///
  /// Leaves the slot empty for other passwords, which need ``prepare(_:)``.
  @inline(__always)
  func prepare(_ utf8: Span<UInt8>, forSlot slot: Int) {
    let first = slot * Self.slotWidth + 2
    var text = Text(first: first, count: 0, facts: [])
    if utf8.count <= Edges.longestText, let usual = prepareASCII(utf8, at: first) { text = usual }
    if utf8.count <= Outline.longestText {
      let place = slot &* Outline.stride
      // SAFETY: each slot has room for more bytes than these.
      for index in 0..<utf8.count { unsafe bytes[unchecked: place &+ index] = utf8[index] }
    }
    text.slot = slot
    texts[slot] = text
  }

  /// Empties a slot.
  @inline(__always)
  func clear(_ slot: Int) {
    texts[slot] = Text(first: slot * Self.slotWidth + 2, count: 0, facts: [])
  }

  /// The usual case: few bytes, all ASCII.
  @inline(__always)
  private func prepareASCII(_ utf8: Span<UInt8>, at first: Int) -> Text? {
    let characters = characters
    let asciiFacts = asciiFacts
    var any: UInt64 = 0
    var all: UInt64 = .max
    var symbolPlaces: UInt64 = 0
    for index in 0..<utf8.count {
      let byte = utf8[index]
      guard byte < 0x80 else { return nil }
      // SAFETY: the byte is below 128, as the facts' count; the caller provides the room.
      let character = unsafe asciiFacts[unchecked: Int(byte)]
      unsafe characters[unchecked: first &+ index] = character
      any |= character.rawValue
      all &= character.rawValue
      symbolPlaces = symbolPlaces &>> 1 | character.rawValue & CharacterFacts.leetBit
    }
    // Each character has moved the bits of those before it down from the highest bit.
    symbolPlaces = symbolPlaces &>> UInt64(truncatingIfNeeded: 64 &- utf8.count)
    characters[first + utf8.count] = []
    return Text(
      first: first, count: utf8.count, facts: CharacterFacts(rawValue: any),
      sharedFacts: CharacterFacts(rawValue: all), symbolPlaces: symbolPlaces)
  }

  private func prepareUnicode(_ utf8: Span<UInt8>) -> (text: Text, isTruncated: Bool) {
    var text = Text(first: Self.singleText, count: 0, facts: [])
    var isTruncated = false
    UTF8Units.forEach(in: utf8) { unit in
      isTruncated = text.count == Self.longestText
      if !isTruncated { append(unit, to: &text) }
      return !isTruncated
    }
    characters[text.end] = []
    return (text, isTruncated)
  }

  /// Copies some characters of a text into a new text.
  func copy(_ first: Int, count: Int, behind text: Text) -> Text {
    var copy = Text(first: max(text.end + 1, Self.singleText), count: 0, facts: [])
    for place in first..<(first + count) { append(characters[place].unit, to: &copy) }
    characters[copy.end] = []
    return copy
  }

  /// Appends a unit to a text.
  func append(_ unit: UInt16, to text: inout Text) {
    let character =
      unit < 0x80 ? asciiFacts[Int(unit)] : CharacterFacts(beyondASCII: unit, codeOfK: codeOfK)
    characters[text.end] = character
    text.facts.formUnion(character)
    text.sharedFacts.formIntersection(character)
    if character.isDottedI { text.isShifted = true }
    text.symbolPlaces |= (character.rawValue >> 63) &<< UInt64(truncatingIfNeeded: text.count)
    text.count += 1
  }
}
