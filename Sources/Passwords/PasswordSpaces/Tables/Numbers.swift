package import BigInt
package import Bytes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Numbers {
  /// A share of a whole with six significant digits, in exponent form if it has many zeros.
  ///
  /// The share may exceed 1; the whole must not be 0. Both numbers may exceed every `Double`.
  package static func share(_ count: BigUInt, of whole: BigUInt) -> String {
    guard let part = count.bits, let all = whole.bits else { return "0" }
    let magnitude = (part - all) * log10(2)
    if abs(magnitude) < 300 { return significant(count.share(of: whole), digits: 6) }
    // A value that rounds up to 10 belongs to the next exponent.
    let exponent = (magnitude + 1e-6 / M_LN10 / 2).rounded(.down)
    let factor = fixed(pow(10, magnitude - exponent), decimals: 5)
    return "\(factor)e\(exponent < 0 ? "" : "+")\(Int(exponent))"
  }
}
