@_spi(House) import Passwords

/// A cache of recently used signature numbers, so that lanes rarely take the lock.
///
/// Each signature has one place; other signatures may overwrite it.
struct RecentNumbers: ~Copyable {
  private var places = [Place](repeating: Place(), count: 1 << bits)

  /// A signature with its number; the largest number marks an empty place.
  private struct Place {
    var signature = Signature()
    var number = UInt64.max
  }

  // The 586 signatures of 99 % of real lines hardly ever collide in 8,192 places.
  private static let bits: UInt64 = 13

  /// The number of a signature, from the cache or from `source`.
  @inline(__always)
  mutating func number(of signature: Signature, else source: (Signature) -> UInt64) -> UInt64 {
    let place = Self.place(of: signature)
    if places[place].number == .max || !(places[place].signature == signature) {
      places[place] = Place(signature: signature, number: source(signature))
    }
    return places[place].number
  }

  /// The place of a signature: the top bits of a sum of products with odd constants.
  @inline(__always)
  private static func place(of signature: Signature) -> Int {
    let mixed =
      signature.w0 &* 0x9E37_79B9_7F4A_7C15 &+ signature.w1 &* 0xC2B2_AE3D_27D4_EB4F
      &+ signature.w2 &* 0x1656_67B1_9E37_79F9
    let product = (mixed ^ (mixed &>> 32)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product &>> (64 &- bits))
  }
}
