@_spi(Internal) import Bytes
import CInstructions

// Converts a password to a text: its characters, between places without facts.

extension Engine {
  /// Writes a password to the scratch memory.
  ///
  /// - Parameter utf8: The bytes; each maximal ill-formed part counts as U+FFFD.
  /// - Returns: The first 512 UTF-16 units, and whether there were more.
  @inline(__always)
  func prepare(_ utf8: Span<UInt8>) -> (text: Text, isTruncated: Bool) {
    guard utf8.count <= Text.longest, let text = prepareASCII(utf8, at: Self.singleText) else {
      return prepareUnicode(utf8)
    }
    return (text, false)
  }

  /// Writes a usual password into a slot: 1 to 64 bytes, all ASCII.
  ///
  /// Leaves the slot empty for other passwords, which need ``prepare(_:)``.
  @inline(__always)
  func prepare(_ password: Range<Int>, of text: Span<UInt8>, forSlot slot: Int) {
    let first = slot &* Self.slotWidth &+ 2
    let utf8 = text.extracting(password)
    var found = Text(first: first, count: 0, facts: [])
    if utf8.count <= Outline.longestText {
      let place = slot &* Outline.stride
      if text.count &- password.lowerBound >= Outline.longestText {
        // SAFETY: the text has 16 bytes from the first byte of the password on.
        let vector = unsafe text.raw.unsafeLoadUnaligned(
          fromByteOffset: password.lowerBound, as: SIMD16<UInt8>.self)
        found = prepareShort(vector, count: utf8.count, at: first, bytesAt: place)
      } else if let usual = prepareASCII(utf8, at: first) {
        for index in 0..<utf8.count { bytes[place + index] = utf8[index] }
        found = usual
      }
    } else if utf8.count <= Edges.longestText, let usual = prepareASCII(utf8, at: first) {
      found = usual
    }
    found.slot = slot
    texts[slot] = found
  }

  /// The most common case: up to 16 bytes, loaded in one step.
  ///
  /// Writes eight characters or 16, since the end of a loop with as many steps as a password has
  /// characters would be unpredictable. Those after the password have no facts.
  @inline(__always)
  private func prepareShort(
    _ loaded: SIMD16<UInt8>, count: Int, at first: Int, bytesAt place: Int
  ) -> Text {
    let characters = characters
    let asciiFacts = asciiFacts
    // SAFETY: there are 16 bytes with all bits set, then 16 zeros.
    let vector = unsafe loaded & shortMasks.vector(at: 16 &- count)
    let inside = (UInt32(1) &<< UInt32(truncatingIfNeeded: count)) &- 1
    // A character beyond ASCII, or NUL, which could be confused with the places after the text.
    let isUsual = lanes16_top_bits(vector) | lanes16_equal(vector, SIMD16()) & inside == 0
    guard isUsual else { return Text(first: first, count: 0, facts: []) }
    var any: UInt64 = 0
    var symbolPlaces: UInt64 = 0

    @inline(__always)
    func write(_ eight: UInt64, _ offset: Int) {
      for index in 0..<8 {
        let byte = Int(truncatingIfNeeded: eight &>> UInt64(8 &* index) & 0xFF)
        // SAFETY: the byte is below 128, the number of facts; slots have room for 64 characters.
        let character = unsafe asciiFacts[unchecked: byte].rawValue
        unsafe characters[unchecked: first &+ offset &+ index] = CharacterFacts(
          rawValue: character)
        any |= character
        symbolPlaces = symbolPlaces &>> 1 | character & CharacterFacts.leetBit
      }
      unsafe characters[unchecked: first &+ offset &+ 8] = []
    }
    // SAFETY: two numbers have the size of the vector, and all bit patterns are valid numbers.
    let halves = unsafe unsafeBitCast(vector, to: SIMD2<UInt64>.self)
    unsafe bytes.store(halves, at: place)
    write(UInt64(littleEndian: halves[0]), 0)
    if count > 8 {
      write(UInt64(littleEndian: halves[1]), 8)
      symbolPlaces &>>= 48
    } else {
      symbolPlaces &>>= 56
    }
    let areDigits = Outline.digits(vector) == inside
    return Text(
      first: first, count: count, facts: CharacterFacts(rawValue: any),
      sharedFacts: areDigits ? .digit : [], symbolPlaces: symbolPlaces)
  }

  /// Empties a slot.
  @inline(__always)
  func clear(_ slot: Int) {
    texts[slot] = Text(first: slot * Self.slotWidth + 2, count: 0, facts: [])
  }

  /// The common case: few bytes, all ASCII.
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
      // SAFETY: the byte is below 128, the number of facts; the caller provides the room.
      let character = unsafe asciiFacts[unchecked: Int(byte)]
      unsafe characters[unchecked: first &+ index] = character
      any |= character.rawValue
      all &= character.rawValue
      symbolPlaces = symbolPlaces &>> 1 | character.rawValue & CharacterFacts.leetBit
    }
    // Each character has moved the bits of the previous ones down from the highest bit.
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
      isTruncated = text.count == Text.longest
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
