/// A password, or the block it repeats, in the scratch of an ``Engine``.
struct Text {
  /// Where its first UTF-16 unit lies; the places before it and at ``end`` have no facts.
  var first: Int
  /// UTF-16 units.
  var count: Int
  /// What any of its characters is.
  var facts: CharacterFacts
  /// What all of its characters are.
  var sharedFacts = CharacterFacts(rawValue: .max)
  /// Whether it has U+0130, whose lower case has two units, so that a lower-cased copy has other
  /// indices than the text.
  var isShifted = false
  /// Which of its first 64 characters can stand for a letter, one bit each.
  var symbolPlaces: UInt64 = 0
  /// Where its walks are: ``EdgeWalks``.
  var slot = EdgeWalks.single

  /// The place behind its last unit.
  @inline(__always) var end: Int { first + count }
}
