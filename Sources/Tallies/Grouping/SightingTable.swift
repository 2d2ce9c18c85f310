import CXXHash
import Glibc

/// Counts of passwords: an open-addressing table that can be sorted.
///
/// Each place belongs to a range of fingerprints, in ascending order, so the table is nearly
/// sorted: collisions move entries by a few places, and sorting takes one pass.
struct SightingTable: ~Copyable, Sendable {
  /// The number of passwords.
  private(set) var count = 0
  /// Whether a count was clamped to the largest number.
  private(set) var isClamped = false

  private var pages: SightingPages<Sighting>
  /// The number of leading bits that all fingerprints share; they choose no places.
  private var prefixBits: UInt64
  /// The most places.
  private var placeLimit: Int
  /// Bytes that the system must still have free besides the table.
  private let reserve: Int

  /// The smallest table: one page of memory.
  static let firstPlaces = 4096 / Sighting.stride

  /// Makes an empty table that never takes more than this many bytes, but at least one page.
  ///
  /// - Parameters:
  ///   - prefixBits: The number of leading bits that all fingerprints share; below 64.
  ///   - byteLimit: The most bytes.
  ///   - reserve: Bytes that it leaves free whenever it allocates memory.
  /// - Throws: ``GroupingProblem/noMemory(byteCount:)``.
  init(
    prefixBits: Int, byteLimit: Int, reserve: Int = SpareMemory.reserve
  ) throws(GroupingProblem) {
    pages = try SightingPages(places: Self.firstPlaces, besides: reserve)
    self.reserve = reserve
    self.prefixBits = UInt64(prefixBits)
    placeLimit = max(Self.firstPlaces, byteLimit / Sighting.stride)
  }

  /// Passwords it holds before it must grow: with more, searches get too long.
  private var limit: Int { pages.places / 4 * 3 }

  /// Lets the table hold at least this many passwords.
  mutating func raiseCapacity(to count: Int) { placeLimit = max(placeLimit, count / 3 * 4 + 4) }

  /// Sets the number of leading bits that all fingerprints share, below 64; the table must be empty.
  mutating func share(prefixBits: Int) {
    assert(count == 0)
    self.prefixBits = UInt64(prefixBits)
  }

  /// Adds all sightings, and grows if it must.
  ///
  /// - Returns: Whether all were added; false if the table can neither hold more nor grow.
  mutating func addAll(_ sightings: Span<PackedSighting>) -> Bool {
    var place = 0
    while place < sightings.count {
      let end = min(place &+ Self.pieceCount, sightings.count)
      add(sightings, from: &place, to: end)
      if place < end, !grow() { return false }
    }
    return true
  }

  // As many cache misses at once as a processor can wait for, and some more.
  private static let pieceCount = 32

  /// Adds the sightings that begin in a range of places, until the table is full.
  ///
  /// - Parameters:
  ///   - sightings: The places.
  ///   - next: The first place; then that of the first sighting that was not added. If it is before
  ///     the end, the table must ``grow()`` or be emptied.
  ///   - end: The end of the range; the last sighting may exceed it by a place.
  private mutating func add(_ sightings: Span<PackedSighting>, from next: inout Int, to end: Int) {
    // The table is larger than the cache, so all misses are started at once.
    for index in next..<end {
      // SAFETY: a prefetch has no effect but on the cache.
      unsafe prefetch(pages.base + place(of: sightings[index].start))
    }
    while next < end {
      var following = next
      if !add(PackedSighting.next(in: sightings, at: &following)) { return }
      next = following
    }
  }

  /// Adds a sighting.
  ///
  /// - Returns: Whether there was room for it; else the table must ``grow()`` or be emptied.
  @inline(__always)
  mutating func add(_ sighting: Sighting) -> Bool {
    // SAFETY: the pages belong to this table as long as it does not grow; `place < places`
    // throughout, and a free one ends every search, for at most three quarters are taken.
    let (base, places) = (unsafe pages.base, pages.places)
    var place = place(of: sighting.high)
    while unsafe base[place].count != 0, unsafe !base[place].isSamePassword(as: sighting) {
      place &+= 1
      if place == places { place = 0 }
    }
    if unsafe base[place].count == 0 {
      if count == limit { return false }
      unsafe base[place] = sighting
      count &+= 1
    } else if unsafe base[place].add(sighting.count) {
      isClamped = true
    }
    return true
  }

  /// Doubles the table.
  ///
  /// - Returns: Whether it grew; false if the limit is reached or memory is short.
  mutating func grow() -> Bool {
    let wanted = min(pages.places.multipliedReportingOverflow(by: 2).partialValue, placeLimit)
    guard wanted > pages.places,
      var old = try? SightingPages<Sighting>(places: wanted, besides: reserve)
    else { return false }
    swap(&pages, &old)
    // SAFETY: as in `add`; both have room for their places.
    let (base, places) = (unsafe pages.base, pages.places)
    for index in 0..<old.places where unsafe old.base[index].count != 0 {
      var place = unsafe place(of: old.base[index].high)
      while unsafe base[place].count != 0 {
        place &+= 1
        if place == places { place = 0 }
      }
      unsafe base[place] = old.base[index]
    }
    return true
  }

  /// Its size in bytes; growing allocates twice as many.
  var byteCount: Int { pages.places * Sighting.stride }

  /// Calls `body` with each sighting, in no particular order.
  @inline(__always)
  func forEach<Failure: Error>(_ body: (Sighting) throws(Failure) -> Void) throws(Failure) {
    // SAFETY: within the pages.
    for place in 0..<pages.places where unsafe pages.base[place].count != 0 {
      try unsafe body(pages.base[place])
    }
  }

  /// Removes all sightings and keeps the memory.
  mutating func removeAll() {
    // SAFETY: exactly the pages.
    unsafe memset(pages.base, 0, pages.places * Sighting.stride)
    count = 0
  }

  /// Lends all sightings in order of fingerprints; then the table is empty.
  mutating func drain<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeBufferPointer<Sighting>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { removeAll() }
    sort()
    // SAFETY: the sorted ones are at the beginning; the pages outlive the call.
    return try unsafe body(UnsafeBufferPointer(start: pages.base, count: count))
  }

  /// Moves all sightings to the beginning, in order of fingerprints.
  private func sort() {
    // SAFETY: every index is below `count` or `places`.
    let base = unsafe pages.base
    // Collisions at the end of the table wrap around to its beginning and belong after the rest.
    var wrapped: [Sighting] = []
    var isBeginning = true
    var filled = 0
    for place in 0..<pages.places {
      let sighting = unsafe base[place]
      if sighting.count == 0 {
        isBeginning = false
      } else if isBeginning, self.place(of: sighting.high) > place {
        wrapped.append(sighting)
      } else {
        unsafe base[filled] = sighting
        filled += 1
      }
    }
    for sighting in wrapped {
      unsafe base[filled] = sighting
      filled += 1
    }
    for index in 0..<filled {
      let sighting = unsafe base[index]
      var place = index
      while place > 0, unsafe sighting.precedes(base[place - 1]) {
        unsafe base[place] = base[place - 1]
        place -= 1
      }
      unsafe base[place] = sighting
    }
  }

  /// The first place of a fingerprint with this first half.
  @inline(__always)
  private func place(of high: UInt64) -> Int {
    let fraction = high &<< prefixBits
    return Int(
      truncatingIfNeeded: fraction.multipliedFullWidth(
        by: UInt64(truncatingIfNeeded: pages.places)
      ).high)
  }
}
