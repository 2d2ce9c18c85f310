/// What a password looks like without saying what it is: a mark for each character.
///
///     Shape.of("Summer24!")                     // Ullllldd!
package enum Shape {
  /// The shape of a password: one mark a code point, a maximal ill-formed part counting as one.
  package static func of(_ password: [UInt8]) -> String {
    String(
      String.UnicodeScalarView(
        String(decoding: password, as: UTF8.self).unicodeScalars.map { scalar in
          switch scalar {
          case "A"..."Z": "U"
          case "a"..."z": "l"
          case "0"..."9": "d"
          case " "..."~": "!"
          default: "o"
          }
        }))
  }
}
