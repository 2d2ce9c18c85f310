/// The 64-bit FNV-1a hash of some bytes, for short names; offers no protection against malice.
///
/// - Source: G. Fowler, L. C. Noll and K.-P. Vo, *The FNV Non-Cryptographic Hash Algorithm*.
package func fnv1a(_ bytes: [UInt8]) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// The 16 lower-case hexadecimal digits of a number.
///
///     hexadecimal(0xABC)  // "0000000000000abc"
package func hexadecimal(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

/// Bytes as lower-case hexadecimal digits.
package func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
