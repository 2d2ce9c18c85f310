/// The outline of a password, which does not reveal it: a mark for each character.
///
///     Shape.of("Summer24!")                     // Ullllldd!
package enum Shape {
  /// The marks of lowercase, uppercase, digits and specials of ASCII, in that order.
  static let marks: [Unicode.Scalar] = ["l", "U", "d", "!"]
  /// The mark of every other character.
  static let other: Unicode.Scalar = "o"

  /// The meaning of the marks, in words.
  package static let words =
    "l lowercase, U uppercase, d digit, ! special of ASCII or the space, o any other; a mark a code point"

  /// The shape of a password: one mark for each code point; an ill-formed part counts as one.
  package static func of(_ password: [UInt8]) -> String {
    String(
      String.UnicodeScalarView(
        String(decoding: password, as: UTF8.self).unicodeScalars.map { scalar in
          switch scalar {
          case "a"..."z": marks[0]
          case "A"..."Z": marks[1]
          case "0"..."9": marks[2]
          case " "..."~": marks[3]
          default: other
          }
        }))
  }
}
