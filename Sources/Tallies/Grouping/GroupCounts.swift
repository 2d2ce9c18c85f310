import Glibc
@_spi(House) import Passwords

/// Counts distinct passwords by signature and occurrences, which make a ``Spectrum``, part by part.
///
/// Uses at most ``tableBytes``; when it is full, the groups are passed on and counting starts anew.
package struct GroupCounts: ~Copyable {
  /// Whether some occurrences exceeded the largest number and were clamped to it.
  package internal(set) var isClamped = false

  // A group is stored like a password whose fingerprint is the signature's number and the
  // occurrences: the table does millions of additions in a third of a dictionary's time.
  private var table: SightingTable
  /// Passwords that occur once to three times, by the signature's number and the occurrences.
  ///
  /// These are 19 of 20 of a real list's. Those that occur 0 times are a table's empty places.
  private let few: SightingPages<UInt64>
  private let handOn: (inout GroupCounts) throws(GroupingProblem) -> Void

  /// The most memory of a table: 98,304 groups, twice as many as real lists have.
  private static let tableBytes = 1 << 22
  // The commonest signatures come early; what they need of 512 KiB stays in the cache.
  private static let fewNumbers: UInt64 = 1 << 14
  private static let fewLimit: UInt64 = 4
  // The reserve of the shelves suffices for the groups of real lists many times over, even if new
  // threads have taken most of it; the shelves return theirs at the end.
  private static let reserve = SpareMemory.reserve / 16
  // While a part is judged, a group takes some 900 bytes if each is of one password; measured as
  // the least `ulimit -v` that suffices.
  private static let bytesPerGroup = 1024

  /// Makes empty counts.
  ///
  /// - Parameters:
  ///   - byteLimit: The most memory in bytes; at least one page is used.
  ///   - handOn: Called when the table is full; must call ``drain(_:from:_:)``.
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  package init(
    byteLimit: Int = .max,
    handOn: @escaping (inout GroupCounts) throws(GroupingProblem) -> Void
  ) throws(GroupingProblem) {
    let table = try SightingTable(
      prefixBits: 0, byteLimit: min(byteLimit, Self.tableBytes), reserve: Self.reserve)
    few = try SightingPages(
      places: Int(Self.fewNumbers * Self.fewLimit), besides: Self.reserve, isSparse: true)
    self.table = table
    self.handOn = handOn
  }

  /// Counts one password; does nothing for an empty place.
  ///
  /// - Throws: The error of `handOn`; the group is then not counted.
  @inline(__always)
  mutating func record(_ password: Sighting) throws(GroupingProblem) {
    let (signature, occurrences) = (password.signature, password.count)
    if signature < Self.fewNumbers, occurrences < Self.fewLimit {
      // SAFETY: there is a number for each such pair.
      let place = unsafe few.base + Self.few(signature, occurrences)
      // Not `&+=`: with it the compiler makes invalid code under the thread sanitizer (6.3.1).
      unsafe place.pointee = place.pointee &+ 1
      return
    }
    if occurrences == 0 { return }
    // For fixed occurrences this is a bijection of the number, so the pair identifies the group;
    // the odd factors spread it over the table.
    let mixed = (signature &+ occurrences &* 0x9E37_79B9_7F4A_7C15) &* 0xC2B2_AE3D_27D4_EB4F
    let one = Sighting(high: mixed, low: occurrences, signature: signature, count: 1)
    while !table.add(one) { if !table.grow() { try handOn(&self) } }
  }

  /// The place of a pair of numbers below ``fewNumbers`` and ``fewLimit``.
  @inline(__always)
  private static func few(_ signature: UInt64, _ occurrences: UInt64) -> Int {
    Int(truncatingIfNeeded: signature &* fewLimit | occurrences)
  }

  /// Passes on every group with the signature of its number, and is then empty.
  ///
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)`` if there is too little memory to judge so
  ///   many groups; then none was passed on.
  package mutating func drain(
    _ signatures: borrowing SignatureNumbers, from file: SpillFile,
    _ body: (Spectrum.Group, _ passwords: UInt64) -> Void
  ) throws(GroupingProblem) {
    let fewGroups = fewGroups()
    try SpareMemory.demand((table.count + fewGroups.count) * Self.bytesPerGroup)
    // SAFETY: exactly the pages.
    unsafe memset(few.base, 0, few.places * SightingPages<UInt64>.stride)
    // By number, which is the order in the file.
    var groups = unsafe fewGroups + table.drain { unsafe Array($0) }
    groups.sort { $0.signature < $1.signature }
    var window = SignatureNumbers.Window()
    for group in groups {
      let signature = try signatures.signature(group.signature, from: file, &window)
      body(Spectrum.Group(signature: signature, occurrences: group.low), group.count)
    }
  }

  /// The groups of ``few``.
  private func fewGroups() -> [Sighting] {
    var groups: [Sighting] = []
    for signature in 0..<Self.fewNumbers {
      for occurrences in 1..<Self.fewLimit {
        // SAFETY: there is a number for each such pair.
        let count = unsafe few.base[Self.few(signature, occurrences)]
        if count == 0 { continue }
        groups.append(Sighting(high: 0, low: occurrences, signature: signature, count: count))
      }
    }
    return groups
  }
}
