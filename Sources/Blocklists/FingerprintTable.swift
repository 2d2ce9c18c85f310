/// Fingerprints with the lists that hold them.
///
/// A hash table of buckets for four entries, two thirds full; what finds its bucket full goes to the
/// next one.
struct FingerprintTable: Sendable {
  /// Distinct fingerprints.
  private(set) var count = 0
  /// Four a bucket, 0 where there is none.
  ///
  /// The free places of a bucket come last. There are more places than entries, so a bucket with a
  /// free one ends every search.
  private var entries: [UInt64]
  /// The bits of lists, in step with ``entries``; empty where there is only one list.
  private var lists: [UInt32]
  /// The bits of all lists.
  private let bits: UInt32

  /// Makes a table of lists given by their bits and fingerprints.
  ///
  /// - Returns: The table, and of each list the number of its distinct fingerprints.
  static func make(
    _ lists: [(bit: UInt32, fingerprints: [UInt64])]
  ) -> (table: FingerprintTable, distinct: [Int]) {
    var table = FingerprintTable(
      capacity: lists.reduce(0) { $0 + $1.fingerprints.count }, listCount: lists.count,
      bits: lists.reduce(0) { $0 | $1.bit })
    let distinct = lists.map { table.insert($0.fingerprints.span, bit: $0.bit) }
    return (table, distinct)
  }

  private init(capacity: Int, listCount: Int, bits: UInt32) {
    let places = capacity / 8 * 12 + 16
    entries = Array(repeating: 0, count: places)
    lists = Array(repeating: 0, count: listCount > 1 ? places : 0)
    self.bits = bits
  }

  /// Adds fingerprints to a list and says how many it did not hold before.
  private mutating func insert(_ fingerprints: Span<UInt64>, bit: UInt32) -> Int {
    let added = Self.insert(fingerprints, into: &entries, &lists, bit: bit)
    count += added.toTable
    return added.toList
  }

  private static func insert(
    _ fingerprints: Span<UInt64>, into entries: inout [UInt64], _ lists: inout [UInt32], bit: UInt32
  ) -> (toTable: Int, toList: Int) {
    var entries = entries.mutableSpan
    var lists = lists.mutableSpan
    var toTable = 0
    var toList = 0
    for index in fingerprints.indices {
      let fingerprint = nonzero(fingerprints[index])
      let place = place(of: fingerprint, in: entries.span)
      if entries[place] == 0 {
        entries[place] = fingerprint
        toTable += 1
      }
      if lists.isEmpty { continue }
      if lists[place] & bit == 0 { toList += 1 }
      lists[place] |= bit
    }
    return (toTable, lists.isEmpty ? toTable : toList)
  }

  /// Reads both ends of a fingerprint's bucket and gives something of them: asked for many in a row
  /// before any is looked up, it lets their cache misses overlap.
  @inline(__always)
  func touch(_ fingerprint: UInt64) -> UInt64 {
    let entries = entries.span
    let bucket = Self.bucket(of: fingerprint, entries.count)
    return entries[bucket] | entries[bucket &+ 3]
  }

  /// The lists that hold a fingerprint, one bit each.
  @inline(__always)
  func lists(holding fingerprint: UInt64) -> UInt32 {
    let fingerprint = Self.nonzero(fingerprint)
    let place = Self.place(of: fingerprint, in: entries.span)
    if entries.span[place] == 0 { return 0 }
    return lists.isEmpty ? bits : lists.span[place]
  }

  /// Where a fingerprint is or, if it is not here, the free place for it.
  @inline(__always)
  private static func place(of fingerprint: UInt64, in entries: Span<UInt64>) -> Int {
    var bucket = bucket(of: fingerprint, entries.count)
    while true {
      let (first, second) = (entries[bucket], entries[bucket &+ 1])
      let (third, fourth) = (entries[bucket &+ 2], entries[bucket &+ 3])
      // The lane that has it, by arithmetic: a branch on each could not be foreseen.
      let here =
        (second == fingerprint ? 1 : 0) | (third == fingerprint ? 2 : 0)
        | (fourth == fingerprint ? 3 : 0)
      if here != 0 || first == fingerprint { return bucket &+ here }
      if fourth == 0 {
        return bucket &+ (first == 0 ? 0 : 1) &+ (second == 0 ? 0 : 1) &+ (third == 0 ? 0 : 1)
      }
      bucket = bucket &+ 4 == entries.count ? 0 : bucket &+ 4
    }
  }

  /// The fingerprint 0 shares the place of 1, since 0 says that a place is free.
  @inline(__always)
  private static func nonzero(_ fingerprint: UInt64) -> UInt64 { max(fingerprint, 1) }

  @inline(__always)
  private static func bucket(of fingerprint: UInt64, _ count: Int) -> Int {
    let buckets = UInt64(truncatingIfNeeded: count &>> 2)
    return 4 &* Int(truncatingIfNeeded: fingerprint.multipliedFullWidth(by: buckets).high)
  }
}
