/// The facts of one password, packed by a ``Schema`` into a fixed-size key.
///
/// Only the schema that packed a signature can unpack it. A signature holds counts and presence
/// bits, never characters.
@_spi(Internal) public struct Signature: Hashable, Sendable {
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

  /// Whether all facts are equal; written out so that other modules can inline it into their loops.
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
    @inline(__always) set {
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

/// Numbers three-word keys from 0 on, in the order of their first occurrence.
///
///     var numbers = KeyNumbers()
///     numbers.number(of: Signature(7))  // 0
///     numbers.number(of: Signature(9))  // 1
///     numbers.number(of: Signature(7))  // 0
///
/// Takes some 110 instructions per key, fewer than a dictionary, whose hash function resists
/// deliberate collisions. This one does not, like a tally's table.
@_spi(Internal) public struct KeyNumbers: Sendable {
  /// The keys, indexed by their numbers.
  private var keys: [Signature] = []
  // An open-addressing table of numbers plus 1; 0 marks a free place. The number of places is a
  // power of two; at most half are taken.
  private var places: [UInt32]
  private var shift: UInt64

  private static let firstBits = 12

  /// Makes a numbering without keys.
  public init() {
    places = Array(repeating: 0, count: 1 << Self.firstBits)
    shift = UInt64(64 - Self.firstBits)
  }

  /// The number of a key: the number it already has, otherwise the next one.
  ///
  /// There must be fewer than 2³¹ keys.
  public mutating func number(of key: Signature) -> Int {
    var place = Int(truncatingIfNeeded: key.mixed &>> shift)
    while places[place] != 0 {
      let number = Int(places[place]) &- 1
      if keys[number] == key { return number }
      place = (place &+ 1) & (places.count &- 1)
    }
    keys.append(key)
    precondition(keys.count < 1 << 31, "numbers of keys have 31 bits")
    places[place] = UInt32(truncatingIfNeeded: keys.count)
    if keys.count &* 2 > places.count { grow() }
    return keys.count &- 1
  }

  private mutating func grow() {
    shift &-= 1
    places = Array(repeating: 0, count: places.count &* 2)
    for (number, key) in keys.enumerated() {
      var place = Int(truncatingIfNeeded: key.mixed &>> shift)
      while places[place] != 0 { place = (place &+ 1) & (places.count &- 1) }
      places[place] = UInt32(truncatingIfNeeded: number &+ 1)
    }
  }
}
