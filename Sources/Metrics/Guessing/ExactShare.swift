/// A share with the exact value of its decimal text: 0.1 is one tenth, which no `Double` is.
///
///     ExactShare("0.25")?.numerator   // 25, of 100
package struct ExactShare: Hashable, Sendable, CustomStringConvertible {
  /// The text as written.
  package let description: String
  /// At least 1, at most the denominator.
  let numerator: UInt128
  /// A power of ten.
  let denominator: UInt128

  /// Reads digits with a decimal point among them, above 0 and at most 1, with at most nine
  /// decimals.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1] : ""
    guard (1...2).contains(parts.count), !parts[0].isEmpty, parts[0].count <= 2,
      decimals.count <= 9, text.last != ".",
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
      let numerator = UInt64(parts[0] + decimals)
    else { return nil }
    var denominator: UInt64 = 1
    for _ in decimals { denominator *= 10 }
    guard numerator > 0, numerator <= denominator else { return nil }
    self.init(text, UInt128(numerator), UInt128(denominator))
  }

  private init(_ text: String, _ numerator: UInt128, _ denominator: UInt128) {
    description = text
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The shares reported: a tenth, a quarter, a half.
  package static let standard = [
    ExactShare("0.1", 1, 10), ExactShare("0.25", 25, 100), ExactShare("0.5", 5, 10),
  ]

  /// The nearest `Double`.
  package var value: Double { Double(numerator) / Double(denominator) }
}
