/// The notation of shapes, which outline passwords and do not reveal them: a mark for each character.
///
/// The shape of `Summer24!` is `Ullllldd!`.
package enum Shape {
  /// The marks of lowercase, uppercase, digits and specials of ASCII, in that order.
  static let marks: [Unicode.Scalar] = ["l", "U", "d", "!"]
  /// The mark of every other character.
  static let other: Unicode.Scalar = "o"

  /// The meaning of the marks, in words.
  package static let words =
    "l lowercase, U uppercase, d digit, ! special of ASCII or the space, o any other; a mark a code point"
}
