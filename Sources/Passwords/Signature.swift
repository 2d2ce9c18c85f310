/// The facts of one password, packed by a ``Recipe`` into a fixed-size key.
///
/// Only the recipe that packed a signature can unpack it. A signature holds counts and presence
/// bits, never characters.
@_spi(House) public struct Signature: Hashable, Sendable {
  /// The first of three words; no field crosses a word boundary.
  public var w0: UInt64
  /// The second word.
  public var w1: UInt64
  /// The third word.
  public var w2: UInt64

  /// Makes a signature of three words.
  @inlinable
  public init(_ w0: UInt64 = 0, _ w1: UInt64 = 0, _ w2: UInt64 = 0) {
    self.w0 = w0
    self.w1 = w1
    self.w2 = w2
  }

  /// Whether all facts are equal; written out so that other rooms can inline it into their loops.
  @inlinable @inline(__always)
  public static func == (a: Signature, b: Signature) -> Bool {
    (a.w0 ^ b.w0) | (a.w1 ^ b.w1) | (a.w2 ^ b.w2) == 0
  }

  /// A hash of all bits, for tables; its top bits are the best mixed.
  ///
  /// Computed as a sum of products with odd constants; does not resist deliberate collisions.
  @inlinable public var mixed: UInt64 {
    let sum =
      w0 &* 0x9E37_79B9_7F4A_7C15 &+ w1 &* 0xC2B2_AE3D_27D4_EB4F &+ w2 &* 0x1656_67B1_9E37_79F9
    return (sum ^ (sum &>> 32)) &* 0x9E37_79B9_7F4A_7C15
  }

  /// The place of one fact: some bits in one word.
  public struct Field: Hashable, Sendable {
    /// The index of the word: 0, 1 or 2.
    public let word: Int
    /// The number of bits below it in that word.
    public let shift: Int
    /// The number of its bits; at least 1.
    public let width: Int

    /// The largest number the field can hold.
    @inlinable public var capacity: UInt64 { width == 64 ? .max : (1 << UInt64(width)) &- 1 }
  }

  /// Reads or writes one field; writing saturates a number beyond the field's capacity.
  @inlinable
  public subscript(field: Field) -> UInt64 {
    get {
      let word = field.word == 0 ? w0 : field.word == 1 ? w1 : w2
      return (word >> UInt64(field.shift)) & field.capacity
    }
    set {
      let shift = UInt64(field.shift)
      let bits = min(newValue, field.capacity) << shift
      let keep = ~(field.capacity << shift)
      switch field.word {
      case 0: w0 = w0 & keep | bits
      case 1: w1 = w1 & keep | bits
      default: w2 = w2 & keep | bits
      }
    }
  }
}
