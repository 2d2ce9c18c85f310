/// Look-ups in the bytes of a compiled blocklist.
///
/// A look-up reads two places, the index's and the values': ``find(_:count:in:into:)`` reads those of
/// many fingerprints before it decides on the first, so that the waits for memory overlap.
struct CompiledIndex: Sendable {
  private let valuesStart: Int
  private let indexStart: Int
  private let valueCount: UInt32
  private let bucketCount: UInt64

  /// Where no value was found.
  static let nothing: UInt8 = 0

  /// Of a file that has the header's size.
  init(_ header: CompiledHeader) {
    valuesStart = header.valuesStart
    indexStart = header.indexStart
    valueCount = UInt32(header.valueCount)
    bucketCount = UInt64(header.bucketCount)
  }

  /// The rank band of the value with this fingerprint; ``nothing`` where there is none, nil where
  /// the index is damaged.
  func find(_ fingerprint: UInt64, in file: RawSpan) -> UInt8? {
    let bucket = bucket(of: fingerprint)
    let (start, end) = (place(bucket, in: file), place(bucket &+ 1, in: file))
    guard start <= end, end <= valueCount else { return nil }
    return find(fingerprint, start..<end, in: file)
  }

  /// Finds many at once.
  ///
  /// - Parameters:
  ///   - fingerprints: What to look for.
  ///   - count: Fingerprints to find, the first of these.
  ///   - file: The bytes of the file.
  ///   - bands: Gets the rank band of each, or ``nothing``.
  /// - Returns: Whether the index is sound where it was read; where not, nothing is found.
  func find(
    _ fingerprints: Span<UInt64>, count: Int, in file: RawSpan, into bands: inout MutableSpan<UInt8>
  ) -> Bool {
    var starts = InlineArray<64, UInt32>(repeating: 0)
    var ends = InlineArray<64, UInt32>(repeating: 0)
    var isSound = true
    var tile = 0..<0
    while tile.upperBound < count {
      tile = tile.upperBound..<min(tile.upperBound &+ 64, count)
      let first = tile.lowerBound
      for each in tile {
        let bucket = bucket(of: fingerprints[each])
        starts[each &- first] = place(bucket, in: file)
        ends[each &- first] = place(bucket &+ 1, in: file)
      }
      var touched: UInt64 = 0
      for each in tile {
        let start = min(starts[each &- first], valueCount)
        touched |= value(start, in: file) | value(start &+ 7, in: file)
      }
      // No value is 0, so nothing is passed over: behind the values stand eight zeros.
      if touched == 0 { continue }
      for each in tile {
        let (start, end) = (starts[each &- first], ends[each &- first])
        guard start <= end, end <= valueCount else {
          isSound = false
          continue
        }
        bands[each] = find(fingerprints[each], start..<end, in: file)
      }
    }
    return isSound
  }

  /// Looks through a bucket, eight values at once, whichever of them belong to it.
  @inline(__always)
  private func find(_ fingerprint: UInt64, _ bucket: Range<UInt32>, in file: RawSpan) -> UInt8 {
    var start = bucket.lowerBound
    while true {
      var found: UInt64 = 0
      for place in 0..<8 as Range<UInt32> {
        let value = value(start &+ place, in: file)
        // Only the band's bits remain where all others are the fingerprint's, and they are not 0.
        let difference = value ^ (fingerprint &<< 4)
        let isHere = difference < 16 && start &+ place < bucket.upperBound
        found |= isHere ? difference : 0
      }
      start &+= 8
      if found != 0 || start >= bucket.upperBound { return UInt8(truncatingIfNeeded: found) }
    }
  }

  @inline(__always)
  private func bucket(of fingerprint: UInt64) -> Int {
    Int(truncatingIfNeeded: fingerprint.multipliedFullWidth(by: bucketCount).high)
  }

  @inline(__always)
  private func place(_ bucket: Int, in file: RawSpan) -> UInt32 {
    // SAFETY: a bucket is at most `bucketCount`, and the index has one place more; the file has the
    // size that the header says.
    UInt32(
      littleEndian: unsafe file.unsafeLoadUnaligned(
        fromUncheckedByteOffset: indexStart &+ 4 &* bucket, as: UInt32.self))
  }

  @inline(__always)
  private func value(_ place: UInt32, in file: RawSpan) -> UInt64 {
    // SAFETY: a place is at most seven behind the number of values, and eight more are in the file.
    UInt64(
      littleEndian: unsafe file.unsafeLoadUnaligned(
        fromUncheckedByteOffset: valuesStart &+ 8 &* Int(place), as: UInt64.self))
  }
}
