import CInstructions

/// Fingerprints with the lists that hold them.
///
/// A hash table with buckets of four entries, two thirds full if it was made at run time; entries
/// of a full bucket overflow to the next bucket.
struct FingerprintTable: Sendable {
  /// The number of distinct fingerprints.
  let count: Int
  /// Four places per bucket; 0 marks a free place.
  ///
  /// The free places of a bucket come last. There are more places than entries, so every search
  /// ends at a bucket with a free place.
  let entries: FixedNumbers
  /// The lists of each of ``entries``, one bit each; empty if there is only one list.
  private let lists: [UInt32]
  /// The rank bands of each entry in each list, 0 if none; empty if no list is ranked.
  private var bands: [UInt8] = []
  /// The bits of the lists, in the order of the bands.
  private let order: [UInt32]
  /// The bits of all lists.
  private let bits: UInt32

  /// Makes a table of lists given by their bits and fingerprints.
  ///
  /// - Returns: The table, and for each list the number of its distinct fingerprints.
  static func make(
    _ lists: [(bit: UInt32, fingerprints: [UInt64], isRanked: Bool)]
  ) -> (table: FingerprintTable, distinct: [Int]) {
    let places = lists.reduce(0) { $0 + $1.fingerprints.count } / 8 * 12 + 16
    var holders = [UInt32](repeating: 0, count: lists.count > 1 ? places : 0)
    var count = 0
    var distinct: [Int] = []
    let entries = FixedNumbers(count: places) { entries in
      for list in lists {
        let added = insert(list.fingerprints.span, into: &entries, &holders, bit: list.bit)
        count += added.toTable
        distinct.append(added.toList)
      }
    }
    var table = FingerprintTable(
      count: count, entries: entries, lists: holders, order: lists.map(\.bit))
    if lists.contains(where: \.isRanked) {
      table.bands = Array(repeating: 0, count: places * lists.count)
      for (number, list) in lists.enumerated() where list.isRanked {
        let entries = unsafe entries.memory.span
        rank(list.fingerprints.span, number, of: lists.count, entries, &table.bands)
      }
    }
    return (table, distinct)
  }

  /// Refers to a table of one unranked list that is compiled into the program.
  init(compiledIn entries: FixedNumbers, count: Int, bit: UInt32) {
    self.init(count: count, entries: entries, lists: [], order: [bit])
  }

  /// Records the rank band of each fingerprint of a list; the first fingerprint ranks first.
  private static func rank(
    _ fingerprints: Span<UInt64>, _ number: Int, of listCount: Int, _ entries: Span<UInt64>,
    _ bands: inout [UInt8]
  ) {
    var bands = bands.mutableSpan
    for index in fingerprints.indices {
      let place = place(of: nonzero(fingerprints[index]), in: entries) * listCount + number
      if bands[place] == 0 { bands[place] = RankBand(ofRank: UInt64(index) + 1).rawValue }
    }
  }

  /// The number of values by rank band for each list; empty for an unranked list.
  var bandCounts: [[UInt64]] {
    order.indices.map { number in
      var counts = [UInt64](repeating: 0, count: RankBand.count)
      for place in stride(from: number, to: bands.count, by: order.count) {
        counts[Int(bands[place])] += 1
      }
      counts[0] = 0
      return counts.allSatisfy { $0 == 0 } ? [] : counts
    }
  }

  /// Whether any list is ranked.
  var isRanked: Bool { !bands.isEmpty }

  /// Calls `body` for each ranked list that holds a fingerprint, with the number of its bit and the
  /// rank band.
  func forEachBand(of fingerprint: UInt64, _ body: (_ list: Int, _ band: UInt8) -> Void) {
    let fingerprint = Self.nonzero(fingerprint)
    let entries = unsafe entries.memory.span
    let place = Self.place(of: fingerprint, in: entries)
    if bands.isEmpty || entries[place] == 0 { return }
    let bands = bands.span
    for number in order.indices {
      let band = bands[place &* order.count &+ number]
      if band != 0 { body(order[number].trailingZeroBitCount, band) }
    }
  }

  private init(count: Int, entries: FixedNumbers, lists: [UInt32], order: [UInt32]) {
    self.count = count
    self.entries = entries
    self.lists = lists
    self.order = order
    bits = order.reduce(0) { $0 | $1 }
  }

  /// Adds fingerprints to a list and returns how many were new to the table and to the list.
  private static func insert(
    _ fingerprints: Span<UInt64>, into entries: inout MutableSpan<UInt64>,
    _ lists: inout [UInt32], bit: UInt32
  ) -> (toTable: Int, toList: Int) {
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

  /// Prefetches a fingerprint's bucket.
  ///
  /// If it is called for many fingerprints before the first look-up, their cache misses overlap.
  @inline(__always)
  func prefetch(_ fingerprint: UInt64) {
    guard let base = unsafe entries.memory.baseAddress else { return }
    let bucket = Self.bucket(of: fingerprint, entries.count)
    // SAFETY: a prefetch affects only the cache.
    unsafe prefetch_line(base + bucket)
    unsafe prefetch_line(base + bucket + 3)
  }

  /// The lists that hold a fingerprint, one bit each.
  @inline(__always)
  func lists(holding fingerprint: UInt64, in entries: Span<UInt64>) -> UInt32 {
    let fingerprint = Self.nonzero(fingerprint)
    let place = Self.place(of: fingerprint, in: entries)
    if entries[place] == 0 { return 0 }
    return lists.isEmpty ? bits : lists.span[place]
  }

  /// The place of a fingerprint; if it is missing, the free place for it.
  @inline(__always)
  private static func place(of fingerprint: UInt64, in entries: Span<UInt64>) -> Int {
    var bucket = bucket(of: fingerprint, entries.count)
    while true {
      let (first, second) = (entries[bucket], entries[bucket &+ 1])
      let (third, fourth) = (entries[bucket &+ 2], entries[bucket &+ 3])
      // Selects the matching worker by arithmetic: a branch on each worker would be mispredicted.
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

  /// The fingerprint 0 shares the place of 1, since 0 marks a free place.
  @inline(__always)
  private static func nonzero(_ fingerprint: UInt64) -> UInt64 { max(fingerprint, 1) }

  @inline(__always)
  private static func bucket(of fingerprint: UInt64, _ count: Int) -> Int {
    let buckets = UInt64(truncatingIfNeeded: count &>> 2)
    return 4 &* Int(truncatingIfNeeded: fingerprint.multipliedFullWidth(by: buckets).high)
  }
}
