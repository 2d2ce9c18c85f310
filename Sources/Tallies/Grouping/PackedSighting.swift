/// A sighting in 20 bytes, as it lies on a shelf and in the file; a rare one takes two of them.
///
/// Shelves are written and read page by page, so their size is most of what grouping costs.
struct PackedSighting: BitwiseCopyable, Sendable {
  // Five halves of words, since a struct of words would be padded to 24 bytes.
  private var high: (UInt32, UInt32)
  private var low: (UInt32, UInt32)
  // The signature's number above eight bits of the count. The count 0 marks the first of two.
  private var facts: UInt32

  private static let countBits: UInt32 = 8

  /// The size of one, in bytes.
  static let stride = MemoryLayout<PackedSighting>.stride

  /// What memory holds before it is used.
  static let none = PackedSighting(high: 0, low: 0, facts: 0)

  private init(high: UInt64, low: UInt64, facts: UInt32) {
    self.high = Self.halves(of: high)
    self.low = Self.halves(of: low)
    self.facts = facts
  }

  /// Packs a sighting; nil if it needs two.
  @inline(__always)
  init?(_ sighting: Sighting) {
    let (number, count) = (sighting.signature, sighting.count)
    guard count &- 1 < 0xFF, number &>> 24 == 0 else { return nil }
    self.init(
      high: sighting.high, low: sighting.low,
      facts: UInt32(truncatingIfNeeded: number &<< UInt64(Self.countBits) | count))
  }

  /// Packs a sighting into two, the second of which holds the number and the count.
  static func pair(_ sighting: Sighting) -> (first: PackedSighting, second: PackedSighting) {
    (
      PackedSighting(high: sighting.high, low: sighting.low, facts: 0),
      PackedSighting(high: sighting.signature, low: sighting.count, facts: 0)
    )
  }

  /// Whether it is the first of two.
  @inline(__always)
  private var isFirstOfTwo: Bool { facts & 0xFF == 0 }

  /// The sighting at a place, which moves on to the next sighting: by one place, or by two.
  @inline(__always)
  static func next(in packed: Span<PackedSighting>, at place: inout Int) -> Sighting {
    let first = packed[place]
    place &+= 1
    if first.isFirstOfTwo {
      place &+= 1
      return first.sighting(with: packed[place &- 1])
    }
    return first.sighting
  }

  /// The sighting of one that is not the first of two.
  @inline(__always)
  private var sighting: Sighting {
    Sighting(
      high: Self.word(high), low: Self.word(low), signature: UInt64(facts &>> Self.countBits),
      count: UInt64(facts & 0xFF))
  }

  /// The sighting of the first of two and the second.
  private func sighting(with second: PackedSighting) -> Sighting {
    Sighting(
      high: Self.word(high), low: Self.word(low), signature: Self.word(second.high),
      count: Self.word(second.low))
  }

  @inline(__always)
  private static func halves(of word: UInt64) -> (UInt32, UInt32) {
    (UInt32(truncatingIfNeeded: word), UInt32(truncatingIfNeeded: word &>> 32))
  }

  /// The first half of the fingerprint; of the second of two, whatever it holds there.
  @inline(__always)
  var start: UInt64 { Self.word(high) }

  @inline(__always)
  private static func word(_ halves: (UInt32, UInt32)) -> UInt64 {
    UInt64(halves.0) | UInt64(halves.1) &<< 32
  }
}
