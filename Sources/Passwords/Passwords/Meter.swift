/// The four-criteria meter.
///
/// It gives a point each for eight characters, a decimal digit, an upper-case letter and a
/// punctuation mark; 0–1 points are weak, 2–3 medium, 4 strong.
///
/// Follows its author's code: characters are grapheme clusters, digits and capitals are Unicode's,
/// and *punctuation* excludes the nine symbols `` $ + < = > ^ ` | ~ ``.
///
/// - Source: a popular SwiftUI tutorial (Mykhelson 2025), checked against Foundation's character
///   sets.
package enum Meter {
  /// The ASCII characters that the meter counts as punctuation: general category P.
  package static let punctuation = CodePointSet(ascii: ##"!"#%&'()*,-./:;?@[\]_{}"##.utf8)

  /// The level for a number of points.
  package static func level(points: Int) -> MeterLevel {
    points < 2 ? .weak : points < 4 ? .medium : .strong
  }

  /// The level of any password; ill-formed parts are read as U+FFFD.
  ///
  /// Allocates memory, so only lines beyond ASCII use it.
  static func level(of password: String) -> MeterLevel {
    let met = criteria(of: password)
    return level(points: [met.length, met.digit, met.upper, met.punctuation].count { $0 })
  }

  /// The criteria that a password meets.
  package static func criteria(
    of password: String
  ) -> (length: Bool, digit: Bool, upper: Bool, punctuation: Bool) {
    var hasDigit = false
    var hasUpper = false
    var hasPunctuation = false
    for scalar in password.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .decimalNumber: hasDigit = true
      case .uppercaseLetter, .titlecaseLetter: hasUpper = true
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
        .initialPunctuation, .finalPunctuation, .otherPunctuation:
        hasPunctuation = true
      default: break
      }
    }
    return (password.count >= 8, hasDigit, hasUpper, hasPunctuation)
  }
}
