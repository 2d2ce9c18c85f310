package import BigInt
import Foundation

/// Numbers as text, the same in every locale.
package enum Numbers {
  /// Six decimals; empty where there is no number, and never a negative zero.
  package static func bits(_ bits: Double?) -> String { bits.map { fixed($0, decimals: 6) } ?? "" }

  /// A number with so many decimals.
  package static func fixed(_ number: Double, decimals: Int) -> String {
    let text = String(format: "%.\(decimals)f", number)
    return text.hasPrefix("-") && !text.contains { "123456789".contains($0) }
      ? String(text.dropFirst()) : text
  }

  /// A part of a whole with six significant digits, and an exponent where there would be many zeros.
  ///
  /// The part may be the larger one, and the whole must not be 0; both may exceed every `Double`.
  package static func share(_ count: BigUInt, of whole: BigUInt) -> String {
    guard let part = count.bits, let all = whole.bits else { return "0" }
    let magnitude = (part - all) * log10(2)
    if abs(magnitude) < 300 { return String(format: "%.6g", count.share(of: whole)) }
    // What would be rounded up to 10 belongs to the next exponent.
    let exponent = (magnitude + 1e-6 / M_LN10 / 2).rounded(.down)
    return String(format: "%.5fe%+.0f", pow(10, magnitude - exponent), exponent)
  }
}
