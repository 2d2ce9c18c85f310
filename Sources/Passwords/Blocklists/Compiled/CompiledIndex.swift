import CInstructions

/// Looks up fingerprints in the bytes of a compiled blocklist.
///
/// A look-up reads one or two lines at one place in memory. ``find(_:count:in:into:)`` prefetches
/// the lines of many fingerprints before it compares the first, so that cache misses overlap.
struct CompiledIndex: Sendable {
  private let valuesStart: Int
  private let placeCount: Int
  private let lineCount: UInt64

  /// The band of a fingerprint that is not listed.
  static let nothing: UInt8 = 0

  /// Makes the index of a file; the file must have the size that its header states.
  init(_ header: CompiledHeader) {
    valuesStart = header.valuesStart
    placeCount = header.placeCount
    lineCount = UInt64(header.lineCount)
  }

  /// Looks up many fingerprints at once.
  ///
  /// - Parameters:
  ///   - fingerprints: The fingerprints to look for.
  ///   - count: The number of fingerprints to look up, from the first on.
  ///   - file: The bytes of the file.
  ///   - bands: Receives the rank band of each fingerprint, or ``nothing``.
  func find(
    _ fingerprints: Span<UInt64>, count: Int, in file: RawSpan, into bands: inout MutableSpan<UInt8>
  ) {
    // SAFETY: the address is only prefetched, never read.
    let base = unsafe file.withUnsafeBytes(\.baseAddress)
    for each in 0..<min(Self.ahead, count) { unsafe prefetch(fingerprints[each], base) }
    for each in 0..<count {
      let next = each &+ Self.ahead
      if next < count { unsafe prefetch(fingerprints[next], base) }
      bands[each] = find(fingerprints[each], in: file)
    }
  }

  /// How many look-ups ahead lines are prefetched.
  private static let ahead = 24

  /// Prefetches the line of a fingerprint and the next line, which two of five look-ups need.
  @inline(__always)
  private func prefetch(_ fingerprint: UInt64, _ base: UnsafeRawPointer?) {
    guard let base = unsafe base else { return }
    let line = unsafe base + (valuesStart &+ 8 &* start(of: fingerprint))
    unsafe prefetch_line(line)
    unsafe prefetch_line(line + 64)
  }

  /// The rank band of the value with this fingerprint; ``nothing`` if there is none.
  ///
  /// Compares a line of eight places at once without branches. If the line is full and its last
  /// value precedes the fingerprint, compares the next line.
  @inline(__always)
  func find(_ fingerprint: UInt64, in file: RawSpan) -> UInt8 {
    let sought = Self.word(of: fingerprint)
    var start = start(of: fingerprint)
    while true {
      // If all other bits are equal, only the band remains; otherwise more does. The least of eight
      // needs no branch; a branch on each would be mispredicted.
      let last = value(start &+ 7, in: file)
      let first = least(at: start, sought, in: file)
      let second = min(difference(at: start &+ 4, sought, in: file), last ^ sought)
      let middle = min(
        difference(at: start &+ 5, sought, in: file), difference(at: start &+ 6, sought, in: file))
      let least = min(first, min(second, middle))
      // Values this close to each other compare correctly by 60 bits.
      let isBefore = Int64(bitPattern: last &- sought) < 0
      start &+= 8
      if least < 16 || last == 0 || !isBefore || start >= placeCount {
        return least < 16 ? UInt8(truncatingIfNeeded: least) : Self.nothing
      }
    }
  }

  /// The stored word of a fingerprint, with room for a band; never 0, which marks a free place.
  static func word(of fingerprint: UInt64) -> UInt64 { max(fingerprint &<< 4, 16) }

  @inline(__always)
  private func difference(at place: Int, _ sought: UInt64, in file: RawSpan) -> UInt64 {
    value(place, in: file) ^ sought
  }

  /// The smallest difference of four places.
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
    // SAFETY: a place is at most eight after the first place of the last line. There are at least
    // eight places for each line; a search continues only below their number, a multiple of eight;
    // and eight zeros follow the places.
    UInt64(
      littleEndian: unsafe file.unsafeLoadUnaligned(
        fromUncheckedByteOffset: valuesStart &+ 8 &* place, as: UInt64.self))
  }
}
