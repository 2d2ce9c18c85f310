/// The shape of a password: one mark for each code point; an ill-formed part counts as one.
///
///     shapeText(of: Array("Summer24!".utf8))        // Ullllldd!
package func shapeText(of password: [UInt8]) -> String {
  String(
    String.UnicodeScalarView(
      String(decoding: password, as: UTF8.self).unicodeScalars.map { scalar in
        switch scalar {
        case "a"..."z": "l"
        case "A"..."Z": "U"
        case "0"..."9": "d"
        case " "..."~": "!"
        default: "o"
        }
      }))
}
