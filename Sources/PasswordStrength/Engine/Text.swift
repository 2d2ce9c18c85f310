/// A password, or a block that it repeats, in the scratch memory of an ``Engine``.
struct Text {
  /// The most UTF-16 units of a password that are scored.
  ///
  /// The longest line of large leaked lists has 186 bytes, and the cost of some patterns grows with
  /// the square of the length.
  static let longest = 512

  /// The place of the first UTF-16 unit; the places before it and at ``end`` have no facts.
  var first: Int
  /// The number of UTF-16 units.
  var count: Int
  /// The union of the facts of its characters.
  var facts: CharacterFacts
  /// The facts that all its characters share; in a short text of a group, only whether all are
  /// digits.
  var sharedFacts = CharacterFacts(rawValue: .max)
  /// Whether it contains U+0130, whose lower case has two units, so that a lower-cased copy has
  /// other indices than the text.
  var isShifted = false
  /// The characters that can replace a letter, one bit each; meaningless for more than 64 units.
  var symbolPlaces: UInt64 = 0
  /// For a text of a group, the ends at which there may be words in leet spelling.
  var leetEnds: LeetEnds = []
  /// The slot of its walks: ``EdgeWalks``.
  var slot = EdgeWalks.single

  /// The place after its last unit.
  @inline(__always) var end: Int { first + count }
}

/// The ends of a text.
struct LeetEnds: OptionSet {
  let rawValue: UInt8

  static let head = LeetEnds(rawValue: 1)
  static let tail = LeetEnds(rawValue: 2)
}
