/// What a model is made of, besides the passwords.
package struct ModelSettings: Hashable, Sendable {
  /// The symbols of a window: those of a context, and the one that follows it.
  package var order = 6
  /// How often a symbol must have followed a context of two symbols or more to be kept.
  package var leastCount: UInt64 = 2
  /// The weight of the model in the combined estimate, from 0 to 1.
  package var weight = 0.6
  /// Whether each password was counted once, however often it occurred.
  package var isDistinct = false

  /// The orders that a model can have.
  package static let orders = 1...6

  /// Makes settings, by default those of the command.
  package init() {}
}

/// The symbols of a model: a character from U+0020 to U+007E is a symbol of its own.
enum ModelSymbol {
  /// The end of a password.
  static let end: UInt8 = 0
  /// Every other character, and every maximal ill-formed part.
  static let other: UInt8 = 96
  /// Stands before the first character, as often as a context has symbols; never follows anything.
  static let start: UInt8 = 97
  /// The number of symbols that can follow a context.
  static let count = 97
  /// How many bits it takes to say which of the other characters one is: log₂ of 1,112,064 − 95.
  static let otherBits = 20.08468513780855

  /// The symbol of a character.
  @inline(__always)
  static func of(_ scalar: UInt32) -> UInt8 {
    let place = scalar &- 0x20
    return place < 95 ? UInt8(truncatingIfNeeded: place &+ 1) : other
  }
}

/// The longest password that a model learns from.
enum LongestPassword {
  /// Its characters.
  static let codePoints = 255
  /// Its windows: one for each character, and one for the end.
  static let windows = codePoints + 1
}
