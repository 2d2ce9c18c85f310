import Passwords

/// Distinct passwords by signature and occurrences: what becomes a ``Spectrum``.
package struct GroupCounts: ~Copyable {
  /// Whether some occurrences were too many and are held at the largest number.
  package internal(set) var isClamped = false

  // A group is kept as if it were a password, its signature's number and its occurrences being the
  // fingerprint: a table of millions of additions that is a third of a dictionary's work.
  private var table = SightingTable(prefixBits: 0, byteLimit: .max)

  /// Counts nothing yet.
  package init() {}

  /// Counts one password.
  @inline(__always)
  mutating func record(signature: UInt64, occurrences: UInt64) {
    // For given occurrences a bijection of the number, so that the pair stands for the group; the
    // odd factors spread it over the table.
    let mixed = (signature &+ occurrences &* 0x9E37_79B9_7F4A_7C15) &* 0xC2B2_AE3D_27D4_EB4F
    let one = Sighting(high: mixed, low: occurrences, signature: signature, count: 1)
    let sightings = CollectionOfOne(one)
    while table.add(sightings.span) == 0 {
      if !table.grow() { fatalError("no memory left for what the list consists of") }
    }
  }

  /// Adds everything to a spectrum, by the signatures that the numbers stand for.
  package borrowing func add(to spectrum: inout Spectrum, signatures: borrowing SignatureNumbers) {
    table.forEach {
      spectrum.record(signatures[$0.signature], occurrences: $0.low, passwords: $0.count)
    }
  }
}
