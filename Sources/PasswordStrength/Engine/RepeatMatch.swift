/// A stretch of equal blocks.
struct RepeatMatch: BitwiseCopyable {
  /// The first unit, counted from the first unit of the text.
  var first: UInt16 = 0
  var last: UInt16 = 0
  /// The length of a block, in units.
  var block: UInt16 = 0
  /// The guesses for one block as a password.
  var blockGuesses = 0.0
}
