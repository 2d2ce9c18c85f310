/// A password, or the block it repeats, in the scratch of an ``Engine``.
struct Text {
  /// The place of its first UTF-16 unit; the places before it and at ``end`` have no facts.
  var first: Int
  /// The number of UTF-16 units.
  var count: Int
  /// The facts of any of its characters.
  var facts: CharacterFacts
  /// The facts of all of its characters; in a short text of a group only whether all are digits.
  var sharedFacts = CharacterFacts(rawValue: .max)
  /// Whether it has U+0130, whose lower case has two units, so that a lower-cased copy has other
  /// indices than the text.
  var isShifted = false
  /// The characters that can replace a letter, one bit each; of no use in more than 64 units.
  var symbolPlaces: UInt64 = 0
  /// In a text of a group, the ends at which words in leet spelling may be.
  var leetEnds: LeetEnds = []
  /// The slot of its walks: ``EdgeWalks``.
  var slot = EdgeWalks.single

  /// The place behind its last unit.
  @inline(__always) var end: Int { first + count }
}
