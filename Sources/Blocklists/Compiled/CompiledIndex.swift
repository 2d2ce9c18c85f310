import CDigests

/// Look-ups in the bytes of a compiled blocklist.
///
/// A look-up reads one place in memory, a line or two: ``find(_:count:in:into:)`` asks for those of
/// many fingerprints before it decides on the first, so that the waits for memory overlap.
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
    // SAFETY: the address is asked for, never read.
    let base = unsafe file.withUnsafeBytes(\.baseAddress)
    for each in 0..<min(Self.ahead, count) { unsafe prefetch(fingerprints[each], base) }
    for each in 0..<count {
      let next = each &+ Self.ahead
      if next < count { unsafe prefetch(fingerprints[next], base) }
      bands[each] = find(fingerprints[each], in: file)
    }
  }

  /// Look-ups that are under way: their lines come from memory while others are decided.
  private static let ahead = 24

  /// Asks for the line of a fingerprint and the next: two look-ups in five go on there.
  @inline(__always)
  private func prefetch(_ fingerprint: UInt64, _ base: UnsafeRawPointer?) {
    guard let base = unsafe base else { return }
    let line = unsafe base + (valuesStart &+ 8 &* start(of: fingerprint))
    unsafe prefetch_line(line)
    unsafe prefetch_line(line + 64)
  }

  /// The rank band of the value with this fingerprint; ``nothing`` where there is none.
  ///
  /// Looks at a line of eight at once, without a branch on any; then at the next, if the line is full
  /// and its last value comes before the one sought.
  @inline(__always)
  func find(_ fingerprint: UInt64, in file: RawSpan) -> UInt8 {
    let sought = Self.word(of: fingerprint)
    var start = start(of: fingerprint)
    while true {
      // Only the band remains where all other bits are the same; elsewhere there is more. The least
      // of eight takes no branch, where a branch on each could not be foreseen.
      let last = value(start &+ 7, in: file)
      let first = least(at: start, sought, in: file)
      let second = min(difference(at: start &+ 4, sought, in: file), last ^ sought)
      let middle = min(
        difference(at: start &+ 5, sought, in: file), difference(at: start &+ 6, sought, in: file))
      let least = min(first, min(second, middle))
      // Of values so near to each other 60 bits tell the order.
      let isBefore = Int64(bitPattern: last &- sought) < 0
      start &+= 8
      if least < 16 || last == 0 || !isBefore || start >= placeCount {
        return least < 16 ? UInt8(truncatingIfNeeded: least) : Self.nothing
      }
    }
  }

  /// What stands for a fingerprint, with room for a band; never 0, which is a free place.
  static func word(of fingerprint: UInt64) -> UInt64 { max(fingerprint &<< 4, 16) }

  @inline(__always)
  private func difference(at place: Int, _ sought: UInt64, in file: RawSpan) -> UInt64 {
    value(place, in: file) ^ sought
  }

  /// The least difference of four places.
  @inline(__always)
  private func least(at start: Int, _ sought: UInt64, in file: RawSpan) -> UInt64 {
    min(
      min(difference(at: start, sought, in: file), difference(at: start &+ 1, sought, in: file)),
      min(
        difference(at: start &+ 2, sought, in: file), difference(at: start &+ 3, sought, in: file)))
  }

  @inline(__always)
  private func start(of fingerprint: UInt64) -> Int {
    8 &* Int(truncatingIfNeeded: fingerprint.multipliedFullWidth(by: lineCount).high)
  }

  @inline(__always)
  private func value(_ place: Int, in file: RawSpan) -> UInt64 {
    // SAFETY: a place is at most eight behind the last line's first; there are at least eight places
    // for each line, a search goes on only below their number, a multiple of eight, and eight zeros
    // stand behind them.
    UInt64(
      littleEndian: unsafe file.unsafeLoadUnaligned(
        fromUncheckedByteOffset: valuesStart &+ 8 &* place, as: UInt64.self))
  }
}
