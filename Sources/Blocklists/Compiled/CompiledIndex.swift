/// Look-ups in the bytes of a compiled blocklist.
///
/// A look-up reads one place in memory, seldom two: ``find(_:count:in:into:)`` reads those of many
/// fingerprints before it decides on the first, so that the waits for memory overlap.
struct CompiledIndex: Sendable {
  private let valuesStart: Int
  private let placeCount: Int
  private let lineCount: UInt64

  /// Where no value was found.
  static let nothing: UInt8 = 0

  /// Of a file that has the header's size.
  init(_ header: CompiledHeader) {
    valuesStart = header.valuesStart
    placeCount = header.placeCount
    lineCount = UInt64(header.lineCount)
  }

  /// Finds many at once.
  ///
  /// - Parameters:
  ///   - fingerprints: What to look for.
  ///   - count: Fingerprints to find, the first of these.
  ///   - file: The bytes of the file.
  ///   - bands: Gets the rank band of each, or ``nothing``.
  func find(
    _ fingerprints: Span<UInt64>, count: Int, in file: RawSpan, into bands: inout MutableSpan<UInt8>
  ) {
    var tile = 0..<0
    while tile.upperBound < count {
      tile = tile.upperBound..<min(tile.upperBound &+ 64, count)
      var touched: UInt64 = 0
      for each in tile { touched |= value(start(of: fingerprints[each]), in: file) }
      // A line that begins with a free place holds nothing.
      if touched == 0 {
        for each in tile { bands[each] = Self.nothing }
      } else {
        for each in tile { bands[each] = find(fingerprints[each], in: file) }
      }
    }
  }

  /// The rank band of the value with this fingerprint; ``nothing`` where there is none.
  ///
  /// Looks at a line of eight at once, without a branch on any; then at the next, if the line is full
  /// and its last value comes before the one sought.
  @inline(__always)
  func find(_ fingerprint: UInt64, in file: RawSpan) -> UInt8 {
    let sought = fingerprint &<< 4
    var start = start(of: fingerprint)
    while true {
      var found: UInt64 = 0
      var last: UInt64 = 0
      for place in 0..<8 {
        last = value(start &+ place, in: file)
        // Only the band remains where all other bits are the same, and it is not 0.
        let difference = last ^ sought
        found |= difference < 16 ? difference : 0
      }
      // Of values so near to each other 60 bits tell the order.
      let isBefore = Int64(bitPattern: last &- sought) < 0
      start &+= 8
      if found != 0 || last == 0 || !isBefore || start >= placeCount {
        return UInt8(truncatingIfNeeded: found)
      }
    }
  }

  @inline(__always)
  private func start(of fingerprint: UInt64) -> Int {
    8 &* Int(truncatingIfNeeded: fingerprint.multipliedFullWidth(by: lineCount).high)
  }

  @inline(__always)
  private func value(_ place: Int, in file: RawSpan) -> UInt64 {
    // SAFETY: a place is below the number of places, all of which are in the file: there are at least
    // eight for each line, and a search goes on only below that number, a multiple of eight.
    UInt64(
      littleEndian: unsafe file.unsafeLoadUnaligned(
        fromUncheckedByteOffset: valuesStart &+ 8 &* place, as: UInt64.self))
  }
}
